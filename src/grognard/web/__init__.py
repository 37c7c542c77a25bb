"""The table in the browser: a server that judges, keeps and shows games."""
