"""Players outside this package: programs by a line protocol, people at a terminal."""
