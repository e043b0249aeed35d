#!/usr/bin/env python3
"""A second reading of docs/commitments.md, with nothing but Python's standard library.

It shares no code with the program: whoever trusts neither the umpire nor the program can read these lines instead.

    verify.py test-values                      the values at the end of the page
    verify.py opening OPENING RECORDS          one opening against the records in a file
    verify.py chain RECORDS...                 records against each other
    verify.py game FOLDER RECORDS...           a whole opened game: roots, records, ledgers, the turn log;
                                               RECORDS are those that players kept
    verify.py cases FILE                       many questions, one JSON object a line, answered in the same way

Exit status: 0 proven, 1 contradicted or not checked, 2 could not be tried.
"""

import hashlib
import hmac
import json
import pathlib
import re
import sys
import unicodedata

ZEROS = bytes(32)
HEX = re.compile(r"[0-9a-f]{64}\Z")


class Unreadable(Exception):
    """A paper that is not what it should be."""


class Differs(Exception):
    """The first thing that is not as it was published."""


# Bytes


def be4(number):
    return number.to_bytes(4, "big")


def counted(text):
    data = text.encode("utf-8")
    return be4(len(data)) + data


def tagged(game, part, *rest):
    return hashlib.sha256(b"".join([f"liege-{game}-{part}-1".encode(), b"\0", *rest])).digest()


def derived(key, *words):
    return hmac.new(key, b"\0".join(word.encode("utf-8") for word in words), hashlib.sha256).digest()


def piece_hash(game, salt, line):
    return tagged(game, "piece", salt, line.encode("utf-8"))


def place_hash(game, salt, name, pieces):
    return tagged(game, "place", salt, counted(name), be4(len(pieces)), *sorted(pieces))


def text_hash(game, salt, name, text):
    return tagged(game, "text", salt, counted(name), text.encode("utf-8"))


def root_hash(game, issue, previous, leaves):
    return tagged(game, "root", be4(issue), previous, be4(len(leaves)), *leaves)


def names_hash(game, names):
    return tagged(game, "names", be4(len(names)), *map(counted, names))


def ghost_ids(key, side, entries, taken):
    taken, ids = set(taken), {}
    for entry in sorted(entries):
        number = int.from_bytes(derived(key, "ghost", side, str(entry))[:8], "big") % 10**15
        while str(number) in taken:
            number += 1
        taken.add(str(number))
        ids[str(entry)] = str(number)
    return ids


# What texts may be


def is_control(sign):
    return ord(sign) < 32 or 127 <= ord(sign) < 160


def is_clean(text):
    return not any(map(is_control, text)) and unicodedata.is_normalized("NFC", text)


def is_name(text):
    return 1 <= len(text.encode("utf-8")) <= 400 and is_clean(text)


def uid_of(line):
    """The uid of a line, or None where the text is no line."""
    fields = line.split("\t")
    if len(fields) != 5 or len(line.encode("utf-8")) > 1000 or not all(map(is_clean, fields)):
        return None
    uid, carrier = fields[3:]
    return None if uid in ("", "-") or carrier == "" else uid


# Papers


def once(pairs):
    table = dict(pairs)
    if len(table) != len(pairs):
        raise Unreadable("a key is there twice")
    return table


def parsed(text, paper):
    try:
        table = json.loads(text, object_pairs_hook=once)
        text.encode("utf-8")
        json.dumps(table, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from None
    if not isinstance(table, dict):
        raise Unreadable("no object")
    game = wanted(table, "game", str)
    if not 1 <= len(game.encode("utf-8")) <= 200 or any(map(is_control, game)):
        raise Unreadable("game: no name of a match")
    schema = re.fullmatch(rf"liege-([a-z0-9-]{{1,64}})-{paper}-1", wanted(table, "schema", str))
    if schema is None:
        raise Unreadable("the schema is another")
    return table, schema[1], game


def wanted(table, key, kind, optional=False):
    value = table.get(key)
    if value is None and optional:
        return None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Unreadable(f"{key}: expected {kind.__name__}")
    if kind is int and not 0 <= value < 2**32:
        raise Unreadable(f"{key}: out of range")
    return value


def digest(text):
    if not isinstance(text, str) or not HEX.match(text):
        raise Unreadable("expected 64 hexadecimal digits")
    return bytes.fromhex(text)


def record_of(text):
    table, tag, game = parsed(text, "commitment")
    names = wanted(table, "names", str, optional=True)
    for key in ("power", "phase"):
        if len((wanted(table, key, str, optional=True) or "").encode("utf-8")) > 200:
            raise Unreadable(f"{key}: too long")
    return {
        "game": (tag, game),
        "issue": wanted(table, "issue", int),
        "time": [
            wanted(table, "round", int, optional=True),
            wanted(table, "power", str, optional=True),
            wanted(table, "phase", str, optional=True),
        ],
        "previous": digest(table.get("previous")),
        "root": digest(table.get("root")),
        "names": names if names is None else digest(names),
    }


def opening_of(text):
    table, tag, game = parsed(text, "opening")
    pieces = wanted(table, "pieces", list, optional=True)
    words = wanted(table, "text", str, optional=True)
    if (pieces is None) == (words is None):
        raise Unreadable("expected pieces or a text")
    names, leaves = wanted(table, "names", list), wanted(table, "leaves", list)
    if not all(isinstance(name, str) for name in names):
        raise Unreadable("names: expected texts")
    if max(len(names), len(leaves), len(pieces or [])) > 10_000 or len((words or "").encode()) > 1 << 20:
        raise Unreadable("too much")
    read = []
    for piece in pieces or []:
        if isinstance(piece, dict):
            read.append((wanted(piece, "line", str), digest(piece.get("salt"))))
        else:
            read.append((None, digest(piece)))
    return {
        "game": (tag, game),
        "issue": wanted(table, "issue", int),
        "name": wanted(table, "name", str),
        "salt": digest(table.get("salt")),
        "pieces": None if pieces is None else read,
        "text": words,
        "names": names,
        "leaves": [digest(leaf) for leaf in leaves],
    }


# Questions


def opened_leaf(opening):
    """The hash of what is opened, and how many pieces are shown and how many not."""
    (tag, _), salt, name = opening["game"], opening["salt"], opening["name"]
    if opening["text"] is not None:
        return text_hash(tag, salt, name, opening["text"]), 0, 0
    uids, hashes, shown = set(), [], 0
    for line, value in opening["pieces"]:
        if line is None:
            hashes.append(value)
            continue
        uid = uid_of(line)
        if uid is None:
            raise Differs("line")
        if uid in uids:
            raise Differs("twice")
        uids.add(uid)
        hashes.append(piece_hash(tag, value, line))
        shown += 1
    if len(set(hashes)) != len(hashes):
        raise Differs("twice")
    return place_hash(tag, salt, name, hashes), shown, len(hashes) - shown


def check_opening(opening, record):
    names, leaves, (tag, _) = opening["names"], opening["leaves"], opening["game"]
    if len(names) != len(leaves):
        raise Differs("count")
    spelt = [name.encode("utf-8") for name in names]
    if not all(map(is_name, names)) or any(one >= two for one, two in zip(spelt, spelt[1:])):
        raise Differs("name-order")
    if record["names"] is not None and record["names"] != names_hash(tag, names):
        raise Differs("names")
    if opening["name"] not in names:
        raise Differs("no-leaf")
    leaf, shown, secret = opened_leaf(opening)
    if leaf != leaves[names.index(opening["name"])]:
        raise Differs("leaf")
    if root_hash(tag, opening["issue"], record["previous"], leaves) != record["root"]:
        raise Differs("root")
    return shown, secret


def answer_opening(opening_text, record_texts):
    try:
        opening = opening_of(opening_text)
        records = [record_of(text) for text in record_texts]
    except Unreadable:
        return {"verdict": "unreadable"}
    same = [r for r in records if (r["game"], r["issue"]) == (opening["game"], opening["issue"])]
    if not same:
        return {"verdict": "not tried"}
    told = {}
    for record in same:
        try:
            shown, secret = check_opening(opening, record)
            told = {"verdict": "proven", "shown": shown, "secret": secret}
        except Differs as difference:
            return {"verdict": "contradicted", "difference": str(difference)}
    return told


def answer_chain(record_texts):
    try:
        records = [record_of(text) for text in record_texts]
    except Unreadable:
        return {"verdict": "unreadable"}
    faults, firsts, names = [], {}, None
    game = records[0]["game"] if records else None
    for record in records:
        issue = record["issue"]
        if record["game"] != game:
            faults.append([issue, "game"])
            continue
        if record["names"] is not None:
            names = names or record["names"]
            if record["names"] != names:
                faults.append([issue, "names"])
        first = firsts.setdefault(issue, record)
        faults += [[issue, key] for key in ("root", "previous", "time") if record[key] != first[key]]
    linked = 0
    for issue, record in firsts.items():
        if issue == 0:
            if record["previous"] != ZEROS:
                faults.append([0, "first"])
        elif issue - 1 in firsts:
            linked += 1
            if record["previous"] != firsts[issue - 1]["root"]:
                faults.append([issue, "link"])
    verdict = "contradicted" if faults else "proven"
    return {"verdict": verdict, "faults": sorted(faults), "linked": linked}


def sealed_leaf(key, game, issue, leaf):
    name = leaf["name"]
    salt = derived(key, "leaf", str(issue), name)
    if "text" in leaf:
        return text_hash(game, salt, name, leaf["text"])
    pieces = []
    for line in leaf["lines"]:
        uid = uid_of(line)
        if uid is None:
            raise Unreadable(f"no line: {line!r}")
        pieces.append(piece_hash(game, derived(key, "piece", str(issue), uid), line))
    return place_hash(game, salt, name, pieces)


def sealed(key, game, issue, previous, leaves):
    leaves = sorted(leaves, key=lambda leaf: leaf["name"].encode("utf-8"))
    hashes = [sealed_leaf(key, game, issue, leaf) for leaf in leaves]
    names = [leaf["name"] for leaf in leaves]
    return {
        "leaves": hashes,
        "names": names_hash(game, names),
        "root": root_hash(game, issue, previous, hashes),
    }


def opened_issue(folder, game, number):
    """The leaves of an issue, its record and the ledgers beside them; what is missing is None."""
    leaves, record = folder / "leaves.json", folder / "record.json"
    opened = published = None
    if leaves.is_file():
        table, *own = parsed(leaves.read_text("utf-8"), "leaves")
        if (tuple(own), wanted(table, "issue", int)) != (game, number):
            raise Unreadable(f"{leaves} is of another issue")
        opened = wanted(table, "leaves", list)
    if record.is_file():
        published = record_of(record.read_text("utf-8").strip())
    ledgers = {path.name[7:-4]: path.read_text("utf-8") for path in folder.glob("ledger-*.csv")}
    return opened, published, ledgers


def log_faults(pledges, log):
    """The turn log against what the issues committed to of it: its first line, which may change in the open from one
    issue to a later one, and the hash of the lines before that of the issue."""
    if log is None:
        return [], [[issue, "turn-log.jsonl"] for issue in pledges]
    first, *lines = [line for line in log.split("\n") if line.strip()] or [""]
    heads = {issue: pledge.partition("\n")[0] for issue, pledge in pledges.items() if pledge is not None}
    last = heads[max(heads)] if heads else None
    wrong = [[issue, "head"] for issue, head in heads.items() if head not in (first, None) and head == last]
    lacking = [[issue, "not-committed"] for issue in pledges if "\n" not in (pledges[issue] or "")]
    for issue in heads.keys() - {issue for issue, _ in lacking}:
        before = lines_before(lines, issue)
        if before is None:
            lacking.append([issue, "no-issue"])
        elif hashlib.sha256(before.encode()).hexdigest() != pledges[issue].partition("\n")[2]:
            wrong.append([issue, "lines"])
    return wrong, lacking


def lines_before(lines, issue):
    """The lines before that of an issue, each with its end."""
    for at, line in enumerate(lines):
        entry = json.loads(line)
        if (entry.get("kind"), entry.get("number")) == ("issue", issue):
            return "".join(line + "\n" for line in lines[:at])
    return None


def answer_game(folder, kept=None):
    """The verdict about a folder with the records that players kept; without a list of these, of its roots alone."""
    folder = pathlib.Path(folder)
    issues, records, ledgers, missing, pledges = {}, [], [], [], {}
    try:
        outside = [record_of(line) for path in kept or () for line in lines_of(path)]
        table, tag, name = parsed((folder / "key.json").read_text("utf-8"), "key")
        key = digest(table.get("key"))
        game = (tag, name)
        for path in sorted((folder / "issues").iterdir()):
            if not path.name.isdecimal():
                continue
            number = int(path.name)
            leaves, record, beside = opened_issue(path, game, number)
            records += [] if record is None else [record]
            if leaves is None:
                continue
            issues[number] = leaves
            texts = {leaf["name"]: leaf["text"] for leaf in leaves if "text" in leaf}
            ledgers += [[number, side] for side in beside if texts.get(f"ledger/{side}") != beside[side]]
            sides = [leaf.removeprefix("ledger/") for leaf in texts if leaf.startswith("ledger/")]
            missing += [[number, f"ledger-{side}.csv"] for side in sides if side not in beside]
            missing += [[number, "record.json"]] if record is None else []
            missing += [] if (path / "master.vsav").is_file() else [[number, "master.vsav"]]
            # A game without ledgers has no turns, and so no log of them.
            pledges |= {number: texts.get("turn-log")} if sides else {}
        log = folder / "turn-log.jsonl"
        wrong, lacking = log_faults(pledges, log.read_text("utf-8") if log.is_file() else None)
        told = recomputed(key, game, issues, records + outside)
    except (OSError, Unreadable):
        return {"verdict": "unreadable"}
    told["ledgers"] = sorted(ledgers)
    if kept is not None:
        told["log"] = sorted(wrong)
        bare = sorted(set(told["proven"]) - vouched_for(game, issues, outside))
        told["proven"] = [issue for issue in told["proven"] if issue not in bare]
        told["unchecked"] = sorted(told["unchecked"] + missing + lacking + gaps(issues, records + outside)
                                   + [[issue, "not-vouched"] for issue in bare])
        if told["unchecked"]:
            told["verdict"] = "not checked"
    if ledgers or told.get("log") or told["faults"]:
        told["verdict"] = "contradicted"
    return told


def gaps(issues, records):
    """The first issue of each stretch of which the folder has nothing."""
    due, missing = 0, []
    for issue in sorted({record["issue"] for record in records} | set(issues)):
        missing += [[due, "missing"]] if issue > due else []
        due = issue + 1
    return missing


def vouched_for(game, issues, outside):
    """The issues whose root a record from outside of the folder fixes: its own, one of the next issue, which names it as
    previous, or one of a later issue up to which all issues were opened."""
    fixed = {record["issue"] for record in outside if record["game"] == game}
    for issue in sorted(issues, reverse=True):
        if issue + 1 in fixed and (issue + 1 in issues or any(r["issue"] == issue + 1 for r in outside)):
            fixed.add(issue)
    return fixed


def recomputed(key, game, issues, records):
    faults, proven, before = [], [], {}
    first = {leaf["name"] for leaf in issues[min(issues)]} if issues else set()
    for issue in sorted(issues):
        leaves, own = issues[issue], [record for record in records if record["issue"] == issue]
        found = []
        if {leaf["name"] for leaf in leaves} != first:
            found.append([issue, "leaves"])
        known = ZEROS if issue == 0 else before.get(issue - 1)
        for record in own:
            previous = record["previous"] if known is None else known
            due = {"game": game, "previous": previous} | sealed(key, game[0], issue, previous, leaves)
            if record["names"] is None:
                del due["names"]
            wrong = [part for part in ("game", "previous", "names", "root") if due.get(part, record[part]) != record[part]]
            found += [[issue, wrong[0]]] if wrong else []
        if known is None and own:
            known = own[0]["previous"]
        if known is not None:
            before[issue] = sealed(key, game[0], issue, known, leaves)["root"]
        faults += found
        if own and not found:
            proven.append(issue)
    numbers = {record["issue"] for record in records}
    unchecked = [[issue, "no-record"] for issue in issues if issue not in numbers]
    unchecked += [[issue, "not-opened"] for issue in numbers if issue not in issues]
    verdict = "contradicted" if faults else "proven"
    return {"verdict": verdict, "faults": sorted(faults), "proven": proven, "unchecked": sorted(unchecked)}


# Ways in


def test_values():
    key, line = bytes(32), "germany\tBB\t0\t7\t-"
    piece, leaf = derived(key, "piece", "0", "7"), derived(key, "leaf", "0", "SZ 20")
    leaves = [{"name": "SZ 19", "lines": []}, {"name": "SZ 20", "lines": [line]}]
    whole = sealed(key, "aafog", 0, ZEROS, leaves)
    values = [piece, piece_hash("aafog", piece, line), leaf, *whole["leaves"], whole["root"]]
    return {"values": [value.hex() for value in values]}


def answer(case):
    kind = case["kind"]
    if kind == "opening":
        return answer_opening(case["opening"], case["records"])
    if kind == "chain":
        return answer_chain(case["records"])
    if kind == "ghosts":
        return {"ids": ghost_ids(bytes.fromhex(case["key"]), case["side"], case["entries"], case["taken"])}
    if kind == "game":
        return answer_game(case["folder"])
    key, previous = bytes.fromhex(case["key"]), bytes.fromhex(case["previous"])
    whole = sealed(key, case["game"], case["issue"], previous, case["leaves"])
    return {
        "leaves": [leaf.hex() for leaf in whole["leaves"]],
        "names": whole["names"].hex(),
        "root": whole["root"].hex(),
    }


def lines_of(path):
    return [line for line in pathlib.Path(path).read_text("utf-8").split("\n") if line.strip()]


def main(words):
    if words[:1] == ["cases"] and len(words) == 2:
        for line in lines_of(words[1]):
            print(json.dumps(answer(json.loads(line))))
        return 0
    if words == ["test-values"]:
        told = test_values()
    elif words[:1] == ["opening"] and len(words) == 3:
        told = answer_opening(pathlib.Path(words[1]).read_text("utf-8"), lines_of(words[2]))
    elif words[:1] == ["chain"] and len(words) > 1:
        told = answer_chain([line for path in words[1:] for line in lines_of(path)])
    elif words[:1] == ["game"] and len(words) > 1:
        told = answer_game(words[1], words[2:])
    else:
        print(__doc__)
        return 2
    print(json.dumps(told))
    return {"proven": 0, "contradicted": 1, "not checked": 1}.get(told.get("verdict", "proven"), 2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
