"""The search for dice sets: what is wanted of one, the tables that score it, evolution and exact design."""
