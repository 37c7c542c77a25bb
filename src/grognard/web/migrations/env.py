"""Alembic's own commands (`alembic -c ... revision`) are not used: see `bring_up`."""
