"""Code shared by all games; it does not depend on any of them."""
