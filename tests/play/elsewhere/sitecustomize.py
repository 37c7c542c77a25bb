"""Makes every Python process with this folder on its path a little like one on Windows.

What Windows does not have cannot be imported or called, and a text file of ours that is opened without an
encoding, which there is not UTF-8, is an error.
"""

import builtins
import os
import warnings

LACKING = {
    "fcntl",
    "resource",
    "pwd",
    "grp",
    "termios",
    "tty",
    "pty",
    "syslog",
    "uvloop",
    "readline",
    "curses",
}
CALLS = (
    "fork",
    "forkpty",
    "nice",
    "getpriority",
    "setpriority",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "chown",
    "lchown",
    "fchown",
    "fchmod",
    "mkfifo",
    "mknod",
    "killpg",
    "setsid",
    "getpgid",
    "setpgid",
    "sysconf",
    "sched_getaffinity",
    "sched_setaffinity",
    "sched_setscheduler",
    "sched_yield",
    "getloadavg",
    "uname",
    "statvfs",
    "pipe2",
    "openpty",
    "ttyname",
)
real_import = builtins.__import__


def lacking_import(name, *args, **kwargs):
    if name.partition(".")[0] in LACKING:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real_import(name, *args, **kwargs)


builtins.__import__ = lacking_import
for call in CALLS:
    if hasattr(os, call):
        delattr(os, call)
warnings.filterwarnings("error", category=EncodingWarning, module=r"grognard")
