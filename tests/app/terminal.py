#!/usr/bin/env python3
"""What commands print on a terminal: colours unless they are not wanted, progress that makes sense.

Usage: terminal.py WARPWRIGHT
"""
import os
import pty
import re
import subprocess
import sys
import tempfile

PROGRAM = """
__global__ void k(int* p) { p[threadIdx.x] = threadIdx.x; }
int main() {
  int* p;
  cudaMalloc(&p, 256);
  for (int i = 0; i < 40; ++i) k<<<1, 64>>>(p);
  cudaDeviceSynchronize();
}
"""
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def shown(words, folder, **environment):
    """Everything that comes out where both streams are a terminal."""
    ours, theirs = pty.openpty()
    known = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                               env={**known, "TERM": "xterm", **environment})
    os.close(theirs)
    text = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # nobody has the other end any more
            break
        if not part:
            break
        text += part
    os.close(ours)
    process.wait(timeout=120)
    return text.decode(errors="replace")


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        doctor = [program, "doctor", "--cuda", "/no/such/toolkit"]
        check("\x1b[31m" in shown(doctor, folder) and "\x1b[32m" in shown(doctor, folder), "doctor has no colours")
        check("\x1b[" not in shown(doctor, folder, NO_COLOR="1"), "NO_COLOR is not heard")
        check("\x1b[" not in shown(doctor, folder, TERM="dumb"), "a dumb terminal gets colours")
        with open(os.path.join(folder, "k.cu"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        found = shown([program, "analyze", "k.cu", "--cuda", "none"], folder)
        check("\x1b[32mapplicable\x1b[0m" in found, f"analyze: {found!r}")
        check("\x1b[" not in re.sub(r"\x1b\[K|\r", "", shown([program, "analyze", "k.cu", "--cuda", "none"], folder,
                                                             NO_COLOR="1")), "analyze does not hear NO_COLOR")
        verified = shown([program, "verify", "k.cu", "--against", "k.cu", "--cuda", "none"], folder)
        check("\x1b[32mIdentical." in verified, f"verify: {verified!r}")
        check(re.search(r"\d+ (s|%)  ", verified), f"no progress: {verified!r}")
        check(not re.search(r"-\d+ +%", verified), f"progress below nothing: {verified!r}")
        # A phase that lasts: the time goes on, whether or not the end is known.
        with open(os.path.join(folder, "slow.cu"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.replace("int* p;\n", "int* p;\n  usleep(3500000);\n").replace("\n", "#include <unistd.h>\n", 1))
        slow = shown([program, "verify", "slow.cu", "--against", "slow.cu", "--cuda", "none"], folder)
        frames = re.findall(r"(?:\d+ %)? +(\d+) s  ([^\r]*?) *\r", slow)
        seconds = {}
        for second, phase in frames:
            seconds.setdefault(phase, set()).add(second)
        check(any(len(ticks) >= 3 for ticks in seconds.values()), f"the time stands still: {slow!r}")
        check(re.search(r"\d+ % +\d+ s  ", found + slow), f"no time where a share is shown: {found + slow!r}")
    print("\n".join(failures) or "terminals are served")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
