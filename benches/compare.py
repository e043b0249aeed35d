#!/usr/bin/env python3
"""Times the decoding of saves beside pywargame, which must find the same pieces first.

    python3 -m pip install pywargame        (Python 3.12 or newer)
    cargo build --release
    python3 benches/compare.py target/release/liege SAVE...

Prints the median of five runs of each, as processor time: of this tool the whole process
`liege convert SAVE --to plain`, which decodes it, understands its commands and packs them again;
of pywargame its decoding alone, without its start.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

from pywargame.vassal import SaveIO

RUNS = 5


def ours(program, save, folder):
    """Writes the commands of a save as plain text; the commands, and the processor time in seconds."""
    plain = os.path.join(folder, "plain.vsav")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "convert", save, "--to", "plain", "-o", plain, "-q"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with zipfile.ZipFile(plain) as archive:
        return archive.read("savedGame").decode().split("\x1b"), took


def theirs(save):
    """Decodes a save; its commands, and the processor time in seconds."""
    start = time.process_time()
    _, commands = SaveIO.readSave(save)
    return commands, time.process_time() - start


def main():
    program, saves = os.path.abspath(sys.argv[1]), sys.argv[2:]
    print(f"{'save':40} {'pieces':>7} {'ours':>9} {'pywargame':>10} {'times':>6}")
    for save in saves:
        mine, other = [], []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                mine_found, took = ours(program, save, folder)
            mine.append(took)
            commands, took = theirs(save)
            other.append(took)
        found = [sum(command.startswith("+/") for command in own) for own in (mine_found, commands)]
        if found[0] != found[1]:
            sys.exit(f"{save}: {found[0]} pieces by this tool, {found[1]} by pywargame")
        medians = statistics.median(mine), statistics.median(other)
        times = medians[1] / medians[0]
        print(f"{save:40} {found[0]:7} {medians[0] * 1e3:6.1f} ms {medians[1] * 1e3:7.0f} ms {times:6.0f}")


if __name__ == "__main__":
    main()
