#!/usr/bin/env python3
"""Times the decoding of saves beside pywargame, which must find the same pieces first.

    python3 -m pip install pywargame        (Python 3.12 or newer)
    cargo build --release --bins --example decode_save
    python3 benches/compare.py target/release/liege SAVE...

Prints medians. First decoding beside decoding, each inside of its process: of this tool
`examples/decode_save.rs`, which reads the archive, decodes the text and makes the tree of its
commands, by the clock; of pywargame `SaveIO.readSave`, which does so up to a list of commands, in
processor time. Then the whole process `liege convert SAVE --to plain` in processor time, which
also starts, understands the commands and packs them again, beside the same of pywargame.
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


def ours_decoded(program, save):
    """Decodes a save inside of one process; the number of its pieces, and the median in seconds."""
    decoder = os.path.join(os.path.dirname(program), "examples", "decode_save")
    told = subprocess.run([decoder, save], check=True, capture_output=True, text=True)
    pieces, seconds = told.stdout.split()
    return int(pieces), float(seconds)


def theirs(save):
    """Decodes a save; its commands, and the processor time in seconds."""
    start = time.process_time()
    _, commands = SaveIO.readSave(save)
    return commands, time.process_time() - start


def count(commands):
    """How many commands put a piece or stack into the game."""
    return sum(command.startswith("+/") for command in commands)


def main():
    program, saves = os.path.abspath(sys.argv[1]), sys.argv[2:]
    print(f"{'save':40} {'pieces':>7} {'decoded':>10} {'pywargame':>10} {'times':>6} {'process':>10} {'times':>6}")
    for save in saves:
        whole, other = [], []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                written, took = ours(program, save, folder)
            whole.append(took)
            commands, took = theirs(save)
            other.append(took)
        pieces, decoded = ours_decoded(program, save)
        found = {pieces, count(written), count(commands)}
        if len(found) > 1:
            sys.exit(
                f"{save}: {pieces} pieces decoded and {count(written)} written by this tool,"
                f" {count(commands)} by pywargame"
            )
        process, beside = statistics.median(whole), statistics.median(other)
        columns = [f"{decoded * 1e3:7.1f} ms", f"{beside * 1e3:7.0f} ms", f"{beside / decoded:6.0f}"]
        columns += [f"{process * 1e3:7.1f} ms", f"{beside / process:6.0f}"]
        print(f"{save:40} {pieces:7} {' '.join(columns)}")


if __name__ == "__main__":
    main()
