"""Games by the thousand: studies that give the same answer on any number of machines. See `docs/study.md`."""
