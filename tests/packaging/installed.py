#!/usr/bin/env python3
"""What is installed works from wherever it is moved to: the commands, the CMake module, the runtime library, and the
workflow in resources/examples.

Usage: installed.py BUILD ROOT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Of the first nothing is known to be gained: its blocks may be any. The second keeps in shared memory what no two
# threads share.
PLAIN = r"""
#include <cstdio>
__global__ void twice(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * FACTOR;
}
int main(int count, char**) {
  const int width = count * 32;
  float *in, *out, last;
  cudaMalloc(&in, 1000);
  cudaMalloc(&out, 1000);
  cudaMemset(in, 0, 1000);
  twice<<<(250 + width - 1) / width, width>>>(in, out, 250);
  cudaMemcpy(&last, out + 249, 4, cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
}
"""
SHARED = """
__global__ void turn(const float* in, float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] * FACTOR;
}
void turnAll(const float* in, float* out) { turn<<<1, 32>>>(in, out); }
"""
CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(use LANGUAGES CXX)
find_package(Warpwright REQUIRED)
find_package(WarpwrightRuntime REQUIRED)
add_library(plain STATIC empty.cpp plain.cu)
target_compile_definitions(plain PRIVATE FACTOR=2)
add_library(shared_memory STATIC empty.cpp shared.cu)
target_include_directories(shared_memory PUBLIC include)
warpwright_check(plain)
add_library(known STATIC empty.cpp shared.cu)
target_compile_definitions(known PRIVATE FACTOR=2)
warpwright_check(known BASELINE known.json)
warpwright_check(shared_memory FLAGS -DFACTOR=2)
add_executable(ordered ordered.cpp)
target_link_libraries(ordered PRIVATE Warpwright::warpwright_runtime)
"""
ORDERED = """
#include <warpwright_runtime.h>
int main() {
  const uint32_t objects[] = {0, 1, 0, 1};
  warpwright_tasks tasks{};
  tasks.count = 4;
  tasks.objects = objects;
  tasks.width = 1;
  tasks.object_count = tasks.tasks_per_block = 2;
  const warpwright_plan* plan = warpwright_plan_make(&tasks, nullptr);
  const bool better = plan->verdict == warpwright_better && plan->cost < plan->default_cost;
  warpwright_plan_free(plan);
  return better ? 0 : 1;
}
"""

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def run(words, folder, **options):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=False, **options)


def put(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def install(build, folder):
    first, moved = os.path.join(folder, "first"), os.path.join(folder, "moved")
    for component in ("cli", "runtime"):
        done = run(["cmake", "--install", build, "--prefix", first, "--component", component], folder)
        check(done.returncode == 0, done.stderr)
    os.rename(first, moved)
    return moved


def check_commands(place, project, environment):
    files = [os.path.relpath(os.path.join(folder, name), place) for folder, _, names in os.walk(place) for name in names]
    check([name for name in sorted(files) if name.startswith("bin/")] == ["bin/warpwright"], f"commands: {files}")
    for name in ("libexec/warpwright/warpwright-cpu-worker", "libexec/warpwright/libwarpwright_capture.so", "share/man/man1/warpwright.1.gz",
                 "share/bash-completion/completions/warpwright", "share/doc/warpwright/copyright"):
        check(name in files, f"{name} is not installed")
    check(not [name for name in files if "screenshots" in name], "screenshots are installed")
    doctor = run(["warpwright", "doctor", "--format", "json"], project, env=environment)
    items = {item["id"]: item for item in json.loads(doctor.stdout)["items"]}
    check(items["warpwright-cpu-worker"]["text"].startswith(place), f"worker: {items['warpwright-cpu-worker']}")
    version = run(["warpwright", "--version"], project, env=environment).stdout
    for word in ("LLVM and Clang 19", "Z3 ", "CUDA headers ", "GPL-3.0-or-later"):
        check(word in version, f"--version: no {word}: {version}")


def check_workflow(root, project, environment):
    with open(os.path.join(root, "resources/examples/github_actions.yml"), encoding="utf-8") as file:
        workflow = file.read()
    commands = dict(re.findall(r"- name: (.*)\n +run: (.*)\n", workflow))
    check(len(commands) == 4 and "apt-get install" in commands.pop("Install"), f"workflow: {commands}")
    baseline = re.search(r"#   (warpwright analyze src --write-baseline .*)\n", workflow).group(1)
    put(project, "src/plain.cu", PLAIN.replace("FACTOR", "2"))
    put(project, "src/known.cu", SHARED.replace("FACTOR", "2"))
    done = run(["bash", "-ec", baseline], project, env=environment)
    check(done.returncode == 0, f"{baseline}: {done.stderr[-500:]}")
    for name, command in commands.items():
        done = run(["bash", "-ec", command], project, env=environment)
        check(done.returncode == 0, f"{name}: {command}: {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    with open(os.path.join(project, "warpwright.sarif"), encoding="utf-8") as file:
        check(json.load(file)["version"] == "2.1.0", "no SARIF")
    put(project, "src/new.cu", SHARED.replace("FACTOR", "3").replace("turn", "turnBack"))
    done = run(["bash", "-ec", commands["Fail on what is new"]], project, env=environment)
    check(done.returncode == 1, f"what is new: {done.returncode}: {done.stdout[-500:]}{done.stderr[-300:]}")


def check_cmake(place, project, environment):
    for name, text in (("CMakeLists.txt", CMAKE), ("empty.cpp", ""), ("plain.cu", PLAIN), ("shared.cu", SHARED),
                       ("ordered.cpp", ORDERED), ("include/none.h", "")):
        put(project, name, text)
    made = run(["cmake", "-B", "build", f"-DCMAKE_PREFIX_PATH={place}"], project, env=environment)
    check(made.returncode == 0, f"cmake: {made.stderr}")
    build = ["cmake", "--build", "build", "--target"]
    done = run([*build, "warpwright-check-plain"], project, env=environment)
    check(done.returncode == 0, f"plain: {done.stdout[-800:]}{done.stderr[-300:]}")
    run(["warpwright", "analyze", "shared.cu", "--write-baseline", "known.json", "--", "-DFACTOR=2"], project, env=environment)
    done = run([*build, "warpwright-check-known"], project, env=environment)
    check(done.returncode == 0, f"known: {done.stdout[-800:]}{done.stderr[-300:]}")
    done = run([*build, "warpwright-check"], project, env=environment)
    check(done.returncode != 0 and "Keep `s` in a register" in done.stdout, f"shared: {done.stdout[-800:]}{done.stderr[-300:]}")
    done = run([*build, "ordered"], project, env=environment)
    check(done.returncode == 0, f"ordered: {done.stdout[-500:]}{done.stderr[-800:]}")
    if done.returncode == 0:
        check(run(["build/ordered"], project).returncode == 0, "ordered does not run")
    if shutil.which("pkg-config"):
        folders = [os.path.dirname(os.path.join(folder, name)) for folder, _, names in os.walk(place)
                   for name in names if name.endswith(".pc")]
        flags = run(["pkg-config", "--cflags", "--libs", "warpwright-runtime"], project,
                    env={**environment, "PKG_CONFIG_PATH": folders[0]}).stdout.split()
        done = run(["c++", "-std=c++17", "ordered.cpp", *flags, "-o", "by_hand"], project)
        check(done.returncode == 0, f"pkg-config {flags}: {done.stderr[-500:]}")


def main():
    build, root = (os.path.abspath(path) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        place, project = install(build, folder), os.path.join(folder, "project")
        os.makedirs(project)
        environment = {**os.environ, "PATH": f"{place}/bin:{os.environ['PATH']}"}
        check_commands(place, project, environment)
        check_workflow(root, project, environment)
        check_cmake(place, os.path.join(folder, "use"), environment)
    print("\n".join(failures) or "what is installed works")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
