"""The search for dice sets: objectives, the tables that score sets, tabu search, evolution and exact design."""
