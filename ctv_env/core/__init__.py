"""What any of the games needs; nothing in this package names one."""
