"""Games and booklets on paper: pages are drawings in millimetres, and writers turn them into PDF or SVG."""
