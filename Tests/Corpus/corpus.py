#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Binds the libraries of libraries.txt, has the bindings read and checked, and compares with table.tsv.

Usage: corpus.py HEDDLE [--write | --validate] [--gone-is-skipped] [SONAME...]

Of the same version of a package more may be bound than the table says, and never less. --write writes the table anew,
with rows that are as good or better. --validate has heddle validate look at the libraries by their bindings: it finds
what findings.tsv says, each with the reason why that is true, and nothing else.
"""
import collections, json, os, pathlib, re, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / "table.tsv"
FINDINGS = HERE / "findings.tsv"
# What refusals say, and the column that counts them. The rest is what Heddle does not understand, or cannot pass.
REASONS = [("not exported", "does not export it"), ("inline", "inline function"), ("va_list", "a va_list")]
COLUMNS = (["library", "package", "version", "functions", "variables", "types", "constants", "to annotate"]
           + [name for name, _ in REASONS] + ["other"])

Library = collections.namedtuple("Library", "package soname words")


def libraries():
    for line in (HERE / "libraries.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            package, soname, *words = line.split()
            yield Library(package, soname, words)


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def version(package):
    found = run("dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", package).stdout.split()
    return found[1] if found[:1] == ["installed"] else None


def options(library):
    """The headers and options, with those of pkg-config for a word that begins with @."""
    headers = []
    for word in library.words:
        if word.startswith("@"):
            flags = run("pkg-config", "--cflags", word[1:], check=True).stdout.split()
            headers += [flag for flag in flags if flag.startswith(("-I", "-D"))]
        else:
            headers.append(word)
    return headers


def bind(heddle, library, folder):
    """The bindings, the seconds that they took, the errors, and what heddle bind says of them."""
    path = folder / "bindings.json"
    before, words = [], options(library)
    if "--" in words:
        before, words = words[words.index("--"):], words[:words.index("--")]
    start = time.monotonic()
    bound = run(heddle, "bind", *words, "--library", library.soname, "-o", path, *before)
    seconds = time.monotonic() - start
    if bound.returncode:
        return None, seconds, bound.stderr, ""
    behaviour = folder / "behaviour.json"
    modules = {"m": {"library": library.soname, "bindings": "bindings.json"}}
    behaviour.write_text(json.dumps({"behaviour": 1, "modules": modules, "steps": []}))
    checked = run(heddle, "check", behaviour)
    sentence = bound.stderr.partition(": ")[2].partition("\n")[0]
    return (None if checked.returncode else json.loads(path.read_text())), seconds, checked.stderr, sentence


def row(library, bindings, sentence):
    """The row of a library, by the sentence that heddle bind says and the reasons in the file."""
    counts = dict((words, int(number)) for number, words in re.findall(r"(\d+) (\w+?)s?\b", sentence))
    refused = collections.Counter()
    for reason in bindings.get("refused", {}).values():
        # The function that the macro stands for is bound.
        if reason.startswith("it is a macro for "):
            continue
        refused[next((name for name, words in REASONS if words in reason), "other")] += 1
    return dict(zip(COLUMNS, [
        library.soname, library.package, version(library.package),
        *(counts[word] for word in ("function", "variable", "type", "constant")), len(bindings.get("needsAnnotation", {})),
        *(refused[name] for name, _ in REASONS), refused["other"]]))


def table():
    if not TABLE.exists():
        return {}
    lines = [line.split("\t") for line in TABLE.read_text().splitlines()]
    return {line[0]: dict(zip(lines[0], line)) for line in lines[1:]}


def flaw(new, old):
    """How a row is worse than that of the table; None if it is not."""
    for column in ("functions", "variables", "types", "constants"):
        if new[column] < int(old[column]):
            return f"{new[column]} {column}, before {old[column]}"
    grown = new["functions"] - int(old["functions"])
    if new["to annotate"] > int(old["to annotate"]) + grown:
        return f"{new['to annotate']} functions to annotate, before {old['to annotate']}"
    if new["other"] > int(old["other"]):
        return f"{new['other']} refused for other reasons, before {old['other']}"
    return None


def expected_findings():
    """The checks that each library fails, with the reasons why that is true."""
    lines = [line.split("\t") for line in FINDINGS.read_text().splitlines()]
    found = collections.defaultdict(dict)
    for soname, check, reason in lines[1:]:
        found[soname][check] = reason
    return found


def validate(heddle, library, folder):
    """The outcome of each check, by name, of the bindings in a folder."""
    ended = run(heddle, "validate", library.soname, "--bindings", "bindings.json", "--seed", "1", "--json", cwd=folder)
    events = [json.loads(line) for line in ended.stdout.splitlines()]
    return {event["name"]: event["outcome"] for event in events if event["event"] == "caseEnded"}, ended.stderr


def judge(heddle, library, folder, expected):
    """Validates a library; returns what was found that should not be, and the other way round."""
    outcomes, errors = validate(heddle, library, folder)
    if not outcomes:
        return [f"heddle validate has run no check: {errors.strip()}"]
    found = {name: outcome for name, outcome in outcomes.items() if outcome not in ("passed", "skipped")}
    counts = collections.Counter(outcomes.values())
    print(f"          {library.soname}: {counts['passed']} checks passed, {counts['skipped']} skipped"
          + "".join(f", {name} {outcome}" for name, outcome in found.items()), flush=True)
    return [f"{name} {outcome}, which findings.tsv has no reason for; heddle validate {library.soname} --only {name} "
            "--bindings FILE --reproduce 1 repeats it" for name, outcome in found.items() if name not in expected] + [
        f"{name} {outcomes.get(name, 'is no check')}, and findings.tsv says why it is not kept"
        for name in expected if name not in found]


def main():
    words = sys.argv[1:]
    flags = {word for word in words if word.startswith("--")}
    heddle, *names = [word for word in words if not word.startswith("--")]
    heddle = os.path.abspath(heddle)
    known, rows, problems, took = table(), [], [], []
    expected = expected_findings() if "--validate" in flags else None
    chosen = [library for library in libraries() if not names or library.soname in names]
    for name in set(names) - {library.soname for library in chosen}:
        problems.append(f"{name}: not in libraries.txt")
    for library in chosen:
        if version(library.package) is None:
            if "--gone-is-skipped" not in flags:
                problems.append(f"{library.soname}: {library.package} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            bindings, seconds, errors, sentence = bind(heddle, library, pathlib.Path(folder))
            if bindings is not None and expected is not None:
                flaws = judge(heddle, library, folder, expected[library.soname])
                problems += [f"{library.soname}: {flaw}" for flaw in flaws]
        if bindings is None:
            problems.append(f"{library.soname}: {errors.strip()}")
            continue
        new, old = row(library, bindings, sentence), known.get(library.soname)
        took.append((seconds, library.soname))
        print(f"{seconds:6.2f} s  {library.soname}: {new['functions']} functions, {new['to annotate']} to annotate, "
              f"{new['other']} refused for other reasons", flush=True)
        if old and old["version"] == new["version"] and (worse := flaw(new, old)):
            problems.append(f"{library.soname}: {worse}")
        elif old and old["version"] != new["version"]:
            print(f"          the table has version {old['version']} of {library.package}, this is {new['version']}")
        rows.append(new)
    if "--write" in flags and not problems:
        merged = known | {each["library"]: each for each in rows}
        order = [library.soname for library in libraries() if library.soname in merged]
        lines = [COLUMNS] + [[str(merged[name][column]) for column in COLUMNS] for name in order]
        TABLE.write_text("".join("\t".join(line) + "\n" for line in lines))
    functions, annotate = sum(each["functions"] for each in rows), sum(each["to annotate"] for each in rows)
    print(f"{len(rows)} libraries, {functions} functions, {annotate} to annotate; "
          f"{sum(seconds for seconds, _ in took):.1f} s, the longest {max(took, default=(0, 'none'))[1]}")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
