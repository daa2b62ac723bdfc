"""One file a method; none imports a sibling."""
