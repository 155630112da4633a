#!/usr/bin/env python3
"""What packaging/check is to find, it finds, and nothing else: it fails on code that clang-tidy must not pass, and counts
the lines of functions.

Usage: check.py ROOT [tidy]
"""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile

MOVED = """#include <string>
#include <utility>
std::string twice(std::string a) {
  std::string b = std::move(a);
  return %s + b;
}
"""
LAYOUT = """namespace n {

int first(int a) {
  if (a > 0) {
    return 1;
  }
  return 2;
}

struct S {
  int second(int a,
             int b) {

    return a + b;
  }
};

const char* table[] = {
    "a(",
};

}  // namespace n
"""

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def tidy(program, expression):
    with tempfile.TemporaryDirectory() as folder:
        probe = os.path.join(folder, "probe.cpp")
        with open(probe, "w", encoding="utf-8") as file:
            file.write(MOVED % expression)
        return subprocess.run([program, "--tidy", probe], capture_output=True, text=True, timeout=300, check=False)


def main():
    program = os.path.join(sys.argv[1], "packaging", "check")
    loader = importlib.machinery.SourceFileLoader("check", program)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", loader))
    loader.exec_module(module)
    found = list(module.functions_in(LAYOUT.split("\n")))
    check(found == [(3, 6), (11, 5)], f"functions_in: {found}")
    if "tidy" in sys.argv[2:]:
        bad, good = tidy(program, "a"), tidy(program, "b")
        check(bad.returncode != 0 and "bugprone-use-after-move" in bad.stdout, f"use after move: {bad}")
        check(good.returncode == 0, f"nothing wrong: {good}")
    print("\n".join(failures) or "packaging/check finds what it is to find")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
