#!/usr/bin/env python3
"""The JSON that commands print is what resources/schemas says of it.

Usage: schemas.py WARPWRIGHT ROOT MADE_DOCUMENTS [FAKE_PROGRAM FAKE_DRIVER_FOLDER]
"""
import copy
import itertools
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import types

from jsonschema import Draft202012Validator, RefResolver

PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
__global__ void k(const float* in, float* out, unsigned long n) {
  __shared__ float s[64];
  unsigned long i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = s[threadIdx.x] * 2;
}
int main(int count, char** words) {
  int n = count > 1 ? atoi(words[1]) : 256, b = count > 2 ? atoi(words[2]) : 64;
  float *in, *out;
  cudaMallocManaged(&in, n * 4);
  cudaMallocManaged(&out, n * 4);
  for (int j = 0; j < n; ++j) in[j] = j;
  k<<<(n + b - 1) / b, b>>>(in, out, n);
  cudaDeviceSynchronize();
  printf("%g\n", out[n - 1]);
}
"""
# Its threads find what they load by an index that they have loaded.
PICK = r"""
__global__ void pick(const int* at, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[at[i]];
}
int main() {
  int* at;
  float *in, *out;
  cudaMallocManaged(&at, 256 * 4);
  cudaMallocManaged(&in, 1024 * 4);
  cudaMallocManaged(&out, 256 * 4);
  for (int j = 0; j < 256; ++j) at[j] = j * 7 % 64 * 16;
  pick<<<4, 64>>>(at, in, out);
  cudaDeviceSynchronize();
}
"""
TRAFFIC = '{"loads":[{"id":"a","weight":12.0,"file":"a.cu","line":3},{"id":"b","weight":-1}],"pairs":[]}'
GRAPH = "%%MatrixMarket matrix coordinate pattern general\n4 4 6\n1 1\n1 2\n2 2\n3 3\n3 4\n4 4\n"
# What it takes a GPU to print, where there is no driver written for tests: the schema file alone is looked at.
ON_GPU = {"profile", "gpu_capture"}
# What --stable leaves out, wherever it stands.
TIMES = {"seconds", "compile_seconds", "parse_seconds", "proof_seconds", "peak_bytes"}

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def schemas(root):
    folder = os.path.join(root, "resources", "schemas")
    all_of_them = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            all_of_them[name] = json.load(file)
        Draft202012Validator.check_schema(all_of_them[name])
    # One may name parts of another by its file.
    return {name.removesuffix(".json"):
            Draft202012Validator(schema, resolver=RefResolver(name, schema, store=all_of_them))
            for name, schema in all_of_them.items()}


def ids_in_sources(root):
    ids = set()
    for layer in ("app", "core", "analysis", "views"):
        for folder, _, names in os.walk(os.path.join(root, layer)):
            for name in names:
                if not name.endswith(".cpp"):
                    continue
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    ids.update(re.findall(r'"(warpwright\.[a-z_-]+/\d+)"', file.read()))
    return ids


def validate(validator, document, what):
    for error in list(validator.iter_errors(document))[:3]:
        failures.append(f"{what}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")


def documents(program, folder):
    """One of each, by the name of its schema."""
    def stable(name, *words):
        """The document of a command with --stable, which has no times."""
        document = run(*words, "--stable", *text)
        check(not TIMES & set(names_in(document)), f"{' '.join(words)} --stable: {TIMES & set(names_in(document))}")
        return name, document

    def run(*words, code=0):
        done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        check(done.returncode == code, f"{' '.join(words)}: exit {done.returncode}: {done.stderr[-300:]}")
        begin = done.stdout.find("{\n")  # what the observed program prints comes first
        return json.loads(done.stdout[begin:]) if begin >= 0 else None

    text = ["--format", "json"]
    own, ending = ["--cuda", "none"], ["--", "256", "64"]
    for name, *words in ways(own):
        yield name, run(*words, *text, *(ending if "p.cu" in words else []))
    for session in ("run.wws", "verify.wws", "loads.wws", "found.wws"):
        yield "report", run("report", session, "--trace", "none.trace", *text)
    yield from sarif(program, folder, own, ending)
    analysis = run("analyze", "p.cu", *own, "--observe", *text, *ending)
    yield "analysis", analysis
    yield stable("analysis", "analyze", "p.cu", *own, "--observe")
    yield stable("run", "run", "p.cu", *own, "--check")
    yield stable("verify", "verify", "p.cu", *own, "--against", "v.cu")
    yield stable("try", "try", "p.cu", *own, "--trades", "0")
    yield "baseline", baseline(program, folder)
    for line in lines(program, folder):
        yield "analysis_line", line
    applicable = [one["id"] for one in analysis["kernels"][0]["opportunities"] if one["verdict"] == "applicable"]
    yield "rewrite", run("rewrite", "p.cu", *own, "--opportunity", applicable[0], *text)
    yield "run", run("run", "p.cu", *own, "--check", *text, *ending)
    yield "run", run("run", "p.cu", *own, "--capture", "c.wwcap", *text, *ending)
    yield "verify", run("verify", "p.cu", *own, "--against", "v.cu", *text, *ending)
    yield "replay", run("replay", "c.wwcap", "--variant", "v.cu", "--on", "cpu", *text)
    yield stable("replay", "replay", "c.wwcap", "--variant", "v.cu", "--on", "cpu")
    yield "tune", run("tune", "p.cu", *own, "--kernel", "k", "--on", "cpu", "--session", "s.wws", "--budget", "5s",
                      *text, *ending)
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fuzz/corpus/ncu_table/details.csv")
    yield "import", run("import", table, "--session", "s.wws", *text)
    yield "comparison", run("compare", "s.wws", "s.wws", "--fail-on-regression", "3%", *text)
    run("report", "s.wws", "--output", "r.html", "--json", "r.json", "--against", "s.wws", "--trace", "r.trace",
        "--kernel-tuner", "kt", "--sarif", "r.sarif", "--quiet")
    for name, file in (("trace", "r.trace"), ("trace", "none.trace"), ("sarif", "r.sarif")):
        yield name, content(folder, file)
    yield "comparison", run("compare", "s.wws", "found.wws", *text, code=3)
    for name, call in kernel_tuner_calls(os.path.join(folder, "kt")).items():
        check(name == "tune_kernel" and call, f"tune.py calls {name}: {call}")
    report = content(folder, "r.json")
    yield "report", report
    yield "analysis", report["analysis"]
    for table in report["tunings"]:
        yield "tuning_table", table
    yield "try", run("try", "p.cu", *own, "--trades", "1", *text, *ending)
    yield "cache_policy", run("cache-policy", "p.cu", *own, "--kernel", "k", *text, *ending)
    yield "preexecution", run("preexec", "p.cu", *own, "--kernel", "k", "--launch", "k<<<4,64>>>", *text)
    yield "partition", run("partition", "g.mtx", "--tasks-per-block", "3", "--session", "g.wws", *text)
    yield "reuse_figure", value_of(os.path.join(folder, "g.wws"), "reuse figure")
    again = [stable("partition", "partition", "g.mtx", "--tasks-per-block", "3") for _ in range(2)]
    check(again[0] == again[1], f"partition --stable: {again}")
    yield again[0]
    yield "occupancy", run("occupancy", "--arch", "sm_90", "--block", "256", "--registers", "40", "--shared", "4096",
                           *text)
    yield "doctor", run("doctor", *text)
    yield from errors(program, folder)
    judged = judge(program, folder)
    yield "judge", judged
    yield "verify", judged["verify"]
    yield "replay", judged["replay"]


def ways(own):
    """What commands take beside a program: captures, graphs, counts, sessions; by the name of the schema."""
    return [("run", "run", "p.cu", *own, "--metrics", "all", "--session", "run.wws"),
            ("run", "run", "pick.cu", *own, "--capture", "pick.wwcap"),
            ("verify", "verify", "p.cu", *own, "--against", "v.cu", "--metrics", "--session", "verify.wws"),
            ("replay", "replay", "pick.wwcap", "--on", "cpu", "--metrics", "all"),
            ("analysis", "analyze", "pick.cu", *own, "--session", "found.wws"),
            ("cache_policy", "cache-policy", "--graph", "traffic.json", "--method", "both"),
            ("cache_policy", "cache-policy", "--capture", "pick.wwcap", "--session", "loads.wws"),
            ("preexecution", "preexec", "pick.cu", *own, "--kernel", "pick", "--model"),
            ("partition", "partition", "pick.cu", *own, "--kernel", "pick"),
            ("partition", "partition", "pick.wwcap", "--source", "pick.cu", *own),
            ("partition", "partition", "pick.wwcap", "--trace")]


def sarif(program, folder, own, ending):
    """Of all that writes it; an error is a run that was not successful."""
    def run(code, *words):
        done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        check(done.returncode == code, f"{' '.join(words)}: exit {done.returncode}: {done.stderr[-300:]}")
        document = json.loads(done.stdout)
        successful = document["runs"][0]["invocations"][0]["executionSuccessful"]
        check(successful == (code != 3), f"{' '.join(words)}: successful: {successful}")
        return "sarif", document

    text = ["--format", "sarif"]
    yield run(0, "analyze", "pick.cu", *own, *text)
    yield run(0, "analyze", "pick.cu", *own, "--with-refused", *text)
    yield run(3, "analyze", "none.cu", *own, *text)
    yield run(0, "run", "p.cu", *own, "--check", *text, *ending)
    yield run(1, "run", "race.cu", *own, "--check", "--sarif", "race.sarif", *text)
    yield "sarif", content(folder, "race.sarif")
    yield run(3, "run", "none.cu", *own, *text)


def content(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return json.load(file)


def gpu_documents(program, folder, fake_program, fake_driver):
    """Of commands that run a program on a GPU, on a driver written for tests."""
    for name, words in (("profile", ["profile", "--trace", "g.trace"]), ("gpu_capture", ["capture", "-o", "g.wwcap"]),
                        ("gpu_capture", ["capture", "--list"])):
        done = subprocess.run([program, *words, "--format", "json", "--", fake_program, "run", "4"], cwd=folder,
                              env={**os.environ, "LD_LIBRARY_PATH": fake_driver}, capture_output=True, text=True,
                              timeout=300, check=False)
        check(done.returncode == 0, f"{' '.join(words)}: exit {done.returncode}: {done.stderr[-300:]}")
        yield name, json.loads(done.stdout)
    yield "trace", content(folder, "g.trace")


def made(program):
    """What it takes a GPU or minutes to print, of figures made up."""
    done = subprocess.run([program], capture_output=True, text=True, timeout=60, check=True)
    for line in done.stdout.splitlines():
        name, _, document = line.partition(" ")
        yield name, json.loads(document)


def names_in(document):
    """The names of all that a document holds."""
    inner = document.values() if isinstance(document, dict) else document if isinstance(document, list) else []
    return itertools.chain(document if isinstance(document, dict) else [], *map(names_in, inner))


def value_of(session, name):
    """What a session keeps by that name."""
    database = sqlite3.connect(session)
    try:
        return json.loads(database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()[0])
    finally:
        database.close()


def kernel_tuner_calls(folder):
    """What the exported script asks Kernel Tuner for, with stand-ins for it and for numpy."""
    calls = {}
    numpy, tuner = types.ModuleType("numpy"), types.ModuleType("kernel_tuner")
    numpy.fromfile = lambda name, dtype: ("array", os.path.getsize(name), dtype)
    numpy.__getattr__ = lambda kind: lambda value: (kind, value)
    tuner.tune_kernel = lambda *words, **more: calls.setdefault("tune_kernel", (words, more)) and (None, None)
    with open(os.path.join(folder, "tune.py"), encoding="utf-8") as file:
        code = compile(file.read(), "tune.py", "exec")
    sys.modules.update({"numpy": numpy, "kernel_tuner": tuner})
    exec(code, {"__file__": os.path.join(folder, "tune.py")})  # pylint: disable=exec-used
    (name, source, grid, arguments, space), more = calls["tune_kernel"]
    check(name == "k" and os.path.exists(source) and len(arguments) == 3, f"tune.py: {name}, {source}, {arguments}")
    choices = [dict(zip(space, values)) for values in itertools.product(*space.values())]
    fitting = [one for one in choices if more["restrictions"](one)]
    check(len(fitting) == len(space["VARIANT"]) > 1, f"tune.py: {len(fitting)} of {space}")
    check(all(len(grid(one)) == 3 for one in fitting), f"tune.py: the grid {grid(fitting[0])}")
    check(len(more["answer"]) == 3 and more["answer"][1] and not more["answer"][0], f"tune.py: {more['answer']}")
    return calls


def errors(program, folder):
    """What stands in the place of an answer, with the exit code that it names."""
    for code, words in ((3, ["analyze", "none.cu"]), (2, ["analyze"]), (2, ["analyse", "p.cu"]), (2, ["run"]),
                        (3, ["report", "none.wws"]), (3, ["compare", "none.wws", "s.wws"]),
                        (3, ["rewrite", "p.cu", "--opportunity", "hoist-0"]), (3, ["partition", "none.mtx",
                        "--tasks-per-block", "3"]), (3, ["try", "none.cu"]), (3, ["import", "none.csv", "--session", "s.wws"]),
                        (2, ["tune", "p.cu", "--kernel", "k", "--on", "moon", "--session", "t.wws"]),
                        (2, ["verify", "p.cu"]), (3, ["replay", "none.wwcap", "--on", "cpu"]),
                        (2, ["cache-policy", "p.cu"]), (2, ["preexec", "p.cu"]), (2, ["profile"]), (2, ["capture"])):
        for form in ["json"] if words[0] != "analyze" else ["json", "jsonl"]:
            done = subprocess.run([program, *words, "--format", form], cwd=folder, capture_output=True, text=True,
                                  timeout=300, check=False)
            what = f"{' '.join(words)} --format {form}"
            check(done.returncode == code and done.stderr.startswith("warpwright: "),
                  f"{what}: exit {done.returncode}: {done.stderr[-300:]}")
            try:
                document = json.loads(done.stdout)
            except ValueError:
                failures.append(f"{what}: no document: {done.stdout[:300]!r}")
                continue
            check(document.get("exit_code") == code, f"{what}: {document}")
            yield "error", document


def judge(program, folder):
    """What the tool for assistants says of a variant."""
    calls = [("initialize", {"protocolVersion": "2025-06-18"}),
             ("tools/call", {"name": "judge", "arguments": {"path": "p.cu", "variant": "v.cu", "kernel": "k",
                                                            "arguments": ["256", "64"]}})]
    lines = [json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": params})
             for i, (method, params) in enumerate(calls)]
    server = subprocess.Popen([program, "mcp", "--cuda", "none"], cwd=folder, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)
    with server:
        server.stdin.write("\n".join(lines) + "\n")
        server.stdin.flush()
        server.stdout.readline()
        answer = json.loads(server.stdout.readline())["result"]
        server.stdin.close()
    check(not answer["isError"], f"judge: {answer['content']}")
    return answer.get("structuredContent")


def baseline(program, folder):
    words = [program, "analyze", "p.cu", "--cuda", "none", "--write-baseline", "known.json", "--quiet"]
    subprocess.run(words, cwd=folder, capture_output=True, timeout=300, check=True)
    with open(os.path.join(folder, "known.json"), encoding="utf-8") as file:
        return json.load(file)


def lines(program, folder):
    words = [program, "analyze", "p.cu", "v.cu", "--cuda", "none", "--baseline", "known.json", "--format", "jsonl",
             "--stable"]  # else kernels may come before their unit, where that takes long
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    check([next(key for key in line if key != "schema") for line in found] ==
          ["unit", "kernel", "unit", "kernel", "summary"], "analysis_line: units, their kernels, the summary")
    return found


def main():
    program, root, made_documents, *fake = sys.argv[1:]
    known = schemas(root)
    said = {validator.schema["properties"].get("schema", {}).get("const") for validator in known.values()}
    for one in ids_in_sources(root):
        check(one in said, f"resources/schemas has no {one}")
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        variant = PROGRAM.replace("* 2", "+ s[threadIdx.x]")
        race = PICK.replace("out[i] =", "out[i / 2] = i +")
        for name, text in (("p.cu", PROGRAM), ("v.cu", variant), ("pick.cu", PICK), ("race.cu", race),
                           ("g.mtx", GRAPH), ("traffic.json", TRAFFIC)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        on_gpu = gpu_documents(program, folder, *fake) if fake else []
        for name, document in itertools.chain(documents(program, folder), on_gpu, made(made_documents)):
            seen.add(name)
            validate(known[name], document, name)
            if name == "analysis" and document["kernels"][0]["opportunities"]:
                wrong = copy.deepcopy(document)
                wrong["kernels"][0]["opportunities"][0]["verdict"] = "perhaps"
                check(not known[name].is_valid(wrong), "analysis: any verdict is one")
    for name in set(known) - seen - (set() if fake else ON_GPU):
        failures.append(f"{name}: nothing prints it")
    print("\n".join(failures) or f"{len(seen)} kinds of documents are as their schemas say")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
