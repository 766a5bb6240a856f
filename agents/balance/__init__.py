"""How even and how historical a game is: agents play against themselves, on the original data and on variants."""
