"""Playing: the command line, a table for two, plain computer players."""
