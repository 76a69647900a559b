# SPDX-License-Identifier: Apache-2.0
"""interrupt.py PROGRAM: SIGINT ends a process at once, while its kernel is made and while it runs; the tools that make a
kernel end with it, and the next process finds a cache that works."""
import os
import signal
import subprocess
import sys
import tempfile
import time


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"no {what} within {seconds} s")
        time.sleep(0.01)


def working_in(folder):
    """Processes whose working directory is in the folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd").startswith(folder):
                found.append(pid)
        except OSError:  # has ended, or is another user's
            pass
    return found


def start(cache):
    environment = dict(os.environ, WEFT_CACHE_DIR=cache)
    return subprocess.Popen([sys.argv[1], "wait", "16384"], env=environment, stdout=subprocess.PIPE)


def interrupt(process, when):
    process.send_signal(signal.SIGINT)
    try:
        status = process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        sys.exit(f"still there 2 s after SIGINT {when}")
    if status != -signal.SIGINT:
        sys.exit(f"ended with {status} by SIGINT {when}")


with tempfile.TemporaryDirectory() as cache:
    process = start(cache)
    wait_for(lambda: working_in(cache), "tool")
    interrupt(process, "while the kernel is made")
    wait_for(lambda: not working_in(cache), "end of the tools", 2)
    process = start(cache)
    if process.stdout.readline() != b"running\n":
        sys.exit("the next process cannot make its kernel")
    interrupt(process, "while the kernel runs")
