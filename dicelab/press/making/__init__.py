"""Games of wood, acrylic or plastic: outlines for a laser cutter, and solids for a 3-D printer, in millimetres."""
