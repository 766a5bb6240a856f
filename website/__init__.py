"""The site of the documentation: what MkDocs needs to build it from the repository (`make docs`)."""
