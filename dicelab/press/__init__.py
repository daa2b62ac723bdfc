"""Games on paper, of wood and of plastic: a puzzle and its dice for a printer, a laser cutter and a 3-D printer."""
