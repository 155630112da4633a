// What needs a real GPU: the capture library inside a program, and hardware counters. Exit 77: there is none here,
// skipped.
#include <cstdio>
#include <cstring>
#include <vector>

#include "core/base/file.h"
#include "core/base/temporary_folder.h"
#include "core/capture/capture_file.h"
#include "core/execute/gpu/counters.h"
#include "core/execute/gpu/cuda_driver.h"
#include "core/execute/gpu/cupti.h"
#include "core/execute/gpu/gpu_program.h"
#include "core/execute/gpu/local_gpus.h"
#include "core/execute/gpu/stall_sampler.h"
#include "core/job/gpu_job.h"
#include "tests/gpu/gpu_program.h"

using namespace warpwright;

namespace {

int failures = 0;
void check(bool good, const char* what, const std::string& more = {}) {
  std::printf("%s %s %s\n", good ? "ok  " : "FAIL", what, more.c_str());
  failures += good ? 0 : 1;
}

int intAt(const std::string& bytes, size_t index) {
  int value = 0;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

std::string content(const CaptureReader& reader, const MemoryImage& image) {
  std::string bytes;
  const Status read = reader.read(image, [&](uint64_t, std::string_view part) { bytes += part; });
  return read.ok() ? bytes : "";
}

Result<GpuProgramRun> run(GpuProgramRequest::Mode mode, const std::filesystem::path& capture,
                          const std::string& program) {
  GpuProgramRequest request;
  request.mode = mode;
  request.capture.path = capture;
  request.capture.kernel = "addTo";
  request.capture.launchIndex = 1;
  return runGpuProgram(request, {program}, false, {}, {});
}

void capturesALaunch(const std::string& program) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "addTo.wwcap";
  const auto done = run(GpuProgramRequest::Mode::capture, path, program);
  if (!done.ok()) return check(false, "capture", done.error().message);
  check(done->end.output == "right\n" && done->end.exitCode == 0, "the program computes what it does without");
  check(!done->failure && done->capture, "a launch is captured", done->failure ? done->failure->message : "");
  const auto reader = CaptureReader::open(path);
  if (!reader.ok()) return check(false, "the capture is whole", reader.error().message);
  const LaunchCapture& capture = reader->capture();
  check(capture.arguments.size() == 3 && capture.kernelLaunch == 1 && capture.block[0] == addToBlock,
        "the launch is described");
  check(capture.memory.size() == 4, "two allocations and two variables are there",
        std::to_string(capture.memory.size()));
  for (const CapturedMemory& piece : capture.memory) {
    const std::string before = content(*reader, piece.before), after = content(*reader, piece.after);
    if (piece.name == "arg0") check(intAt(after, 77) == 77 + 10, "the output is what the second launch gives");
    if (piece.name == "arg1") check(before == after && intAt(after, 77) == 77 + 5, "the input is what the first gave");
    if (piece.name == "launches") check(intAt(before, 0) == 1 && intAt(after, 0) == 2, "the variable counts");
    if (piece.name == "addend")
      check(piece.kind == CapturedMemory::Kind::constant && intAt(after, 0) == 5, "the constant is there");
  }
}

void profilesAProgram(const std::string& program) {
  const auto done = run(GpuProgramRequest::Mode::profile, "", program);
  const bool good = done.ok() && done->profile && done->profile->kernels.size() == 1;
  check(good, "a program is profiled");
  if (!good) return;
  const KernelProfile& kernel = done->profile->kernels[0];
  check(kernel.name == "addTo" && kernel.launches == 3 && kernel.minNs > 0, "three launches take time");
  check(done->profile->copies.size() == 2, "copies both ways");
}

void useFirstGpu() {
  const gpu::CudaDriver& cuda = **gpu::CudaDriver::load();
  gpu::CuContext context = nullptr;
  cuda.cuInit(0);
  cuda.cuDevicePrimaryCtxRetain(&context, 0);
  cuda.cuCtxSetCurrent(context);
}

void countsInHardware() {
  const gpu::CudaDriver& cuda = **gpu::CudaDriver::load();
  gpu::CuModule module = nullptr;
  gpu::CuFunction function = nullptr;
  gpu::CuAddress memory = 0;
  if (Status permitted = gpu::checkCounters(); !permitted.ok()) {
    std::printf("skip counters: %s\n", permitted.error().message.c_str());
    return;
  }
  const auto unknown = gpu::Counters::create({"no_such__counter.sum"});
  check(!unknown.ok() && unknown.error().message.find("no_such__counter") != std::string::npos,
        "unknown counters are named");
  constexpr size_t bytes = addToCount * sizeof(int);
  check(cuda.cuModuleLoadData(&module, addToPtx) == 0 && cuda.cuModuleGetFunction(&function, module, "addTo") == 0 &&
            cuda.cuMemAlloc(&memory, 2 * bytes) == 0,
        "the kernel is there");
  const std::vector<std::string> names = {
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
      "dram__bytes_read.sum", "sm__warps_active.avg.pct_of_peak_sustained_active", "smsp__inst_executed.sum"};
  Result<gpu::Counters> counters = gpu::Counters::create(names);
  if (!counters.ok()) return check(false, "counters", counters.error().message);
  int prepared = 0;
  auto values =
      counters->measure([&]() -> Status { return ++prepared, Status(); },
                        [&]() -> Status {
                          gpu::CuAddress to = memory, from = memory + bytes;
                          int n = addToCount;
                          void* arguments[] = {&to, &from, &n};
                          const int code = cuda.cuLaunchKernel(function, (n + addToBlock - 1) / addToBlock, 1, 1,
                                                               addToBlock, 1, 1, 0, nullptr, arguments, nullptr);
                          return code == 0 && cuda.cuCtxSynchronize() == 0 ? Status() : inputError("the launch failed");
                        });
  if (!values.ok()) return check(false, "counting", values.error().message);
  const double warps = addToCount / 32.0;
  check(prepared == static_cast<int>(counters->passes()), "each pass is prepared",
        std::to_string(prepared) + " of " + std::to_string(counters->passes()));
  check(values->at(names[0]) == warps, "loads", std::to_string(values->at(names[0])));
  check(values->at(names[1]) == warps, "stores", std::to_string(values->at(names[1])));
  check(values->at(names[4]) > 10 * warps, "instructions");
}

/// Of code that the driver made of PTX: it has no line information, so that all samples fall to one line without a
/// place.
void samplesStalls() {
  const gpu::CudaDriver& cuda = **gpu::CudaDriver::load();
  gpu::CuModule module = nullptr;
  gpu::CuFunction function = nullptr;
  gpu::CuAddress memory = 0;
  constexpr size_t bytes = addToCount * sizeof(int);
  if (cuda.cuModuleLoadData(&module, addToPtx) != 0 || cuda.cuModuleGetFunction(&function, module, "addTo") != 0 ||
      cuda.cuMemAlloc(&memory, 2 * bytes) != 0)
    return check(false, "the kernel is there");
  const TemporaryFolder folder;
  const std::filesystem::path code = folder.path() / "addTo.ptx";
  if (!writeFileAtomically(code, addToPtx).ok()) return check(false, "its code is written");
  int prepared = 0;
  const auto stalls = gpu::sampleStalls(
      code, [&]() -> Status { return ++prepared, Status(); },
      [&]() -> Status {
        gpu::CuAddress to = memory, from = memory + bytes;
        int n = addToCount;
        void* arguments[] = {&to, &from, &n};
        const int result = cuda.cuLaunchKernel(function, (n + addToBlock - 1) / addToBlock, 1, 1, addToBlock, 1, 1, 0,
                                               nullptr, arguments, nullptr);
        return result == 0 && cuda.cuCtxSynchronize() == 0 ? Status() : inputError("the launch failed");
      },
      50, 5);
  if (!stalls.ok()) {
    std::printf("skip sampling stalls: %s\n", stalls.error().message.c_str());
    return;
  }
  check(stalls->lines.size() == 1 && stalls->lines[0].file.empty(), "without lines there is one place");
  check(stalls->samples >= 50 && prepared == static_cast<int>(stalls->launches), "stalls are sampled",
        std::to_string(stalls->samples) + " in " + std::to_string(prepared));
}

/// Reads its first buffer again and again until it is stopped.
const char* const readsOn = R"(
#include <atomic>
#include <cstdint>
extern "C" uint64_t warpwright_preexecute(const uint64_t* fields, const uint32_t*, const uint64_t*,
                                          uint64_t (*)(), void (*)(uint64_t),
                                          const std::atomic<bool>* stop) {
  const int* words = reinterpret_cast<const int*>(fields[0]);
  uint64_t sum = 0;
  while (!*stop) {
    for (uint64_t i = 0; i < fields[1] / sizeof *words && !*stop; ++i) sum += static_cast<uint64_t>(words[i]);
  }
  return sum;
}
)";

/// A launch with the CPU's memory in place of the GPU's, by itself and with a program beside it that reads the same
/// memory.
void runsAProgramBesideALaunch(const std::string& program) {
  const TemporaryFolder folder;
  GpuJob job;
  job.capture = folder.path() / "addTo.wwcap";
  job.original.file = folder.path() / "addTo.ptx";
  const auto captured = run(GpuProgramRequest::Mode::capture, job.capture, program);
  const auto reader = captured.ok() ? CaptureReader::open(job.capture) : captured.error();
  if (!reader.ok() || !writeFileAtomically(job.original.file, addToPtx).ok())
    return check(false, "a launch is captured for it");
  job.original.shape = shapeOf(reader->capture());
  job.timing.emplace();
  job.timing->rule.budgetSeconds = 1;
  job.preexecution = PreexecutionJob{readsOn, {{"in", true, 1, "", 0}}, {32, 64}};
  const auto outcome = runOnGpu(job, nullptr, {}, {});
  if (!outcome.ok()) return check(false, "a program beside a launch", outcome.error().message);
  const GpuRun& run = outcome->run;
  check(!run.run.failure, "a program beside a launch", run.run.failure ? run.run.failure->message : "");
  check(run.run.same() && !run.run.buffers.empty(), "the launch computes beside it what it does by itself");
  check(run.againstCapture.empty(), "and in the CPU's memory what it did in the GPU's");
  check(run.preexecution && run.preexecution->tries.size() == 2, "each skip factor is tried");
  const uint64_t blocks = run.preexecution ? run.preexecution->concurrentBlocks : 0;
  check(blocks > 1 && run.original.blocksPerMultiprocessor > 1 && blocks % run.original.blocksPerMultiprocessor == 0,
        "for the blocks of the whole GPU", std::to_string(blocks));
  check(run.times && run.times->samples > 1 && !run.times->verdict.empty(), "and the best is timed",
        run.times ? run.times->verdict : "");
}

}  // namespace

int main(int argc, char** argv) {
  const LocalGpus found = findLocalGpus();
  if (found.gpus.empty() || argc < 2) {
    std::printf("skipped: %s\n", found.whyNone.c_str());
    return 77;
  }
  std::printf("%s, driver %s\n", found.gpus[0].name.c_str(), found.driver.c_str());
  if (const auto cupti = gpu::Cupti::load(); !cupti.ok()) {
    std::printf("skipped: %s\n", cupti.error().message.c_str());
    return 77;
  }
  capturesALaunch(argv[1]);
  profilesAProgram(argv[1]);
  runsAProgramBesideALaunch(argv[1]);
  useFirstGpu();
  countsInHardware();
  samplesStalls();
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
