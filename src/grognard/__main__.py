"""`python -m grognard`"""

from grognard.play.cli import main

if __name__ == "__main__":
    main(prog_name="grognard")
