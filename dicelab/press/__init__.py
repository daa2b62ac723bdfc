"""Games on paper, of wood and of plastic: what a printer, a laser and a 3-D printer make of a puzzle and its dice."""
