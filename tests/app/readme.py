#!/usr/bin/env python3
"""The tour of the README: its commands run one after the other in a folder of their own, and print what it shows.

Usage: readme.py WARPWRIGHT ROOT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def steps(text):
    """Commands of the section, each with the lines that are shown behind it."""
    found = []
    section = text.partition("\n## Five minutes\n")[2].partition("\n## ")[0]
    for line in section.splitlines():
        shown = line.startswith("    ")
        commands = re.findall(r"(?:&& |`)(warpwright [^`]*)" if not shown else r"&& (warpwright .*)", line)
        for command in commands:
            found.append((command, []))
        if shown and not commands and line.strip() != "…":
            found[-1][1].append(line.strip())
    return found


def main():
    program, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        tour = steps(file.read())
    failures = []
    if [command.split()[1] for command, _ in tour] != ["analyze", "rewrite", "verify", "try"]:
        failures.append(f"the tour has other commands: {tour}")
    if not all(lines for _, lines in tour):
        failures.append(f"a command of the tour shows nothing: {tour}")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(root, "resources/samples/grid_path/grid_path.cu"), folder)
        environment = {**os.environ, "PATH": os.path.dirname(program) + ":" + os.environ["PATH"]}

        def run(command):
            return subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True,
                                  timeout=600, check=False)

        for command, lines in tour:
            done = run(command)
            printed = [line.strip() for line in done.stdout.splitlines()]
            if done.returncode != 0:
                failures.append(f"{command}: exit {done.returncode}: {done.stderr[-500:]}")
            for line in lines:
                if line.strip() not in printed:
                    failures.append(f"{command} does not print\n  {line}\nbut\n{done.stdout}")
            if command.endswith("--diff"):
                run(command.replace("--diff", "--output variant.cu"))
        if not os.path.exists(os.path.join(folder, "report.html")):
            failures.append("there is no report")
    print("\n".join(failures) or f"{len(tour)} commands of the README print what it shows")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
