"""How even and how historical a game is: agents against themselves, on its data as they are and varied."""
