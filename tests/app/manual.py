#!/usr/bin/env python3
"""The manual and the completions name what the commands take, and shells and man read them.

Usage: manual.py WARPWRIGHT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **options)


def options_of(help_text):
    heads = re.findall(r"^ {2}(-\S+)", help_text, re.M)
    return {name for head in heads for name in head.split(",") if name.startswith("--")}


def check_page(page, options, name):
    with open(page, encoding="utf-8") as file:
        text = file.read().replace("\\-", "-")
    for option in options:
        check(option in text, f"{name}: no {option}")
    if shutil.which("man"):
        shown = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page, env={**os.environ, "LC_ALL": "C.UTF-8"})
        check(shown.returncode == 0 and not shown.stderr, f"{name}: {shown.stderr[:300]}")


def completed(folder, line):
    """What bash offers at the end of the line."""
    words = line.split(" ")
    script = (f"source {folder}/completions/warpwright; COMP_WORDS=({' '.join(repr(word) for word in words)}); "
              f"COMP_CWORD={len(words) - 1}; _warpwright; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    done = run("bash", "-c", script)
    check(done.returncode == 0 and not done.stderr, f"completion of {line!r}: {done.stderr}")
    return set(done.stdout.split())


def check_numbers(program, command, help_text):
    """Less than nothing is wrong use of every option that takes a number, in few words."""
    for option in re.findall(r"^ {2}\S*?(--[a-z0-9-]+) (?:UINT|FLOAT)", help_text, re.M):
        for number in ("-1", "nan" if "FLOAT" in help_text else "-7", "-2.5"):
            done = run(program, command, option, number, stdin=subprocess.DEVNULL)
            check(done.returncode == 2 and f"{option}: {number} is " in done.stderr and len(done.stderr) < 160,
                  f"{command} {option} {number}: exit {done.returncode}: {done.stderr[:300]}")


def check_examples(program, command, help_text, folder):
    """The help ends with examples, of this command alone, whose options are read."""
    examples = re.findall(r"^ {2}warpwright (.*)", help_text.partition("\nExamples:\n")[2], re.M)
    check(examples and all(example.split()[0] == command for example in examples), f"{command} --help: {examples}")
    for example in examples:
        words = example.replace("/home/me/project", ".").split()
        done = run(program, *words, cwd=folder, stdin=subprocess.DEVNULL)
        check(done.returncode != 2, f"{example}: {done.stderr[:300]}")


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        made = run(program, "--write-manual", folder)
        check(made.returncode == 0, made.stderr)
        main_help = run(program, "--help").stdout
        check("write-manual" not in main_help, "the help names what only packages ask for")
        commands = [name[len("warpwright-"):-2] for name in os.listdir(f"{folder}/man1") if name.startswith("warpwright-")]
        check(len(commands) > 14 and "analyze" in commands and "cache-policy" in commands, f"pages: {commands}")
        bash = completed(folder, "warpwright ")
        for command in commands:
            check(re.search(rf"^\s+{command} ", main_help, re.M), f"--help: no {command}")
            check(command in bash, f"bash: no {command}")
            help_text = run(program, command, "--help").stdout
            options = options_of(help_text)
            check_numbers(program, command, help_text)
            with tempfile.TemporaryDirectory() as empty:
                check_examples(program, command, help_text, empty)
            check(options >= {"--help", "--format"} or command not in ("analyze", "run"), f"{command}: {options}")
            check_page(f"{folder}/man1/warpwright-{command}.1", options, command)
            offered = completed(folder, f"warpwright {command} --")
            check(offered == options, f"bash, {command}: {offered ^ options}")
            with open(f"{folder}/completions/warpwright.fish", encoding="utf-8") as file:
                fish = file.read()
            for option in options:
                check(re.search(rf"subcommand_from {command}'.* -l {option[2:]} ", fish), f"fish, {command}: no {option}")
        check_page(f"{folder}/man1/warpwright.1", {"--help", "--version"}, "warpwright")
        check(completed(folder, "warpwright ana") == {"analyze"}, "bash: ana")
        check(completed(folder, "warpwright run --format ") == {"text", "json", "sarif"}, "bash: values of --format")
        check(not completed(folder, "warpwright run --cuda "), "bash: a folder is no word of ours")
        check(not completed(folder, "warpwright run x.cu -- --"), "bash: words behind -- are the program's")
        for shell, words in (("zsh", ["-n", f"{folder}/completions/_warpwright"]),
                             ("fish", ["--no-execute", f"{folder}/completions/warpwright.fish"])):
            if shutil.which(shell):
                read = run(shell, *words)
                check(read.returncode == 0 and not read.stderr, f"{shell}: {read.stderr[:300]}")
    print("\n".join(failures) or "manual and completions hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
