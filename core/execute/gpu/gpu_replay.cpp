#include "core/execute/gpu/gpu_replay.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/processors.h"
#include "core/capture/output_tries.h"
#include "core/execute/gpu/counters.h"
#include "core/execute/gpu/launch_timer.h"
#include "core/execute/gpu/preexecution_timing.h"
#include "core/execute/gpu/replay_memory.h"
#include "core/execute/gpu/stall_sampler.h"

namespace warpwright::gpu {
namespace {

using Clock = std::chrono::steady_clock;
using Code = ReplayMemory::Code;

constexpr uint64_t enoughSamples = 100'000;
constexpr double samplingSeconds = 2;
constexpr size_t codeCopies = 19;

bool allSame(const std::vector<BufferComparison>& buffers) {
  return std::all_of(buffers.begin(), buffers.end(), [](const BufferComparison& b) { return b.same(); });
}

}  // namespace

class GpuReplays::Replay {
 public:
  Replay(const GpuJob& job, CaptureReader reader, const ReplayEvents& events)
      : job_(job), reader_(std::move(reader)), events_(events) {}

  GpuRun run() {
    const auto start = Clock::now();
    result_.originalFailed = true;
    Status done = prepare();
    if (done.ok()) done = takeReference();
    if (done.ok()) done = job_.findOutputs ? findOutputs() : hideOutputs();
    if (done.ok()) loaded_ = result_;
    return judged(std::move(done), start);
  }

  GpuRun runNext(const GpuJob& job) {
    const auto start = Clock::now();
    const bool serves = loaded_ && job.variant && withoutVariant(job) == withoutVariant(job_);
    if (loaded_) result_ = *loaded_;
    result_.originalFailed = true;
    job_ = job;
    return judged(serves ? checkOriginal() : otherProcess("holds another launch"), start);
  }

 private:
  static Error otherProcess(const std::string& why) {
    return {ErrorKind::stale, "This GPU worker " + why + ".", std::nullopt};
  }

  /// What is loaded is what it was.
  Status checkOriginal() {
    if (Status done = launchOriginal(job_.launchSeconds); !done.ok()) return done;
    const Result<std::vector<BufferComparison>> again = memory_->compare(Code::original);
    if (!again.ok()) return again.error();
    return allSame(*again) ? Status() : otherProcess("no longer holds what the original needs");
  }

  GpuRun judged(Status done, Clock::time_point start) {
    if (done.ok()) {
      result_.originalFailed = false;
      if (job_.variant) done = runVariant();
    }
    if (done.ok() && job_.timing && result_.run.same()) done = job_.preexecution ? measurePreexecution() : measure();
    // Last: the profiler changes how launches run.
    if (done.ok() && !job_.counters.empty() && result_.run.same()) done = count();
    if (done.ok() && job_.stalls && result_.run.same()) sampleStalls();
    if (!done.ok()) result_.run.failure = done.error();
    result_.run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(result_);
  }

  const LaunchCapture& capture() const { return reader_.capture(); }
  void reportPhase(const std::string& text) const { events_.progress({"replay", text, -1}); }

  Status prepare() {
    reportPhase("loading the capture");
    if (job_.preexecution) {
      if (Status ready = preparePreexecution(); !ready.ok()) return ready;
    }
    Result<Gpu> gpu = Gpu::open(job_.device);
    if (!gpu.ok()) return gpu.error();
    gpu_ = std::move(gpu.value());
    const GpuDescription& about = gpu_.about;
    result_.gpu = {about.name, about.arch, about.driver, about.l2Bytes, about.peakBytesPerSecond};
    Result<ReplayMemory> memory =
        ReplayMemory::create(gpu_, reader_, job_.tolerances, job_.margins, host_ ? &*host_ : nullptr);
    if (!memory.ok()) return memory.error();
    memory_.emplace(std::move(memory.value()));
    Result<GpuKernel> original = GpuKernel::load(gpu_, job_.original, capture());
    if (!original.ok()) return original.error();
    original_.emplace(std::move(original.value()));
    result_.original = result_.variant = original_->figures();
    fillLaunch(job_.original.shape);
    noteKinds();
    return memory_->adopt(Code::original, *original_);
  }

  /// The CPU's part of it, before the driver takes addresses.
  Status preparePreexecution() {
    if (!job_.timing) return inputError("A replay with a pre-execution program is there to be timed.");
    if (usableProcessors() < 2) {
      return Error{ErrorKind::worker,
                   "A program beside a kernel needs a processor of its own, and only one may be used here: give this "
                   "process two.",
                   std::nullopt};
    }
    Result<HostMemory> memory = HostMemory::reserve(ReplayMemory::rangesOf(capture()), job_.margins);
    if (!memory.ok()) return memory.error();
    host_.emplace(std::move(*memory));
    reportPhase("compiling the pre-execution program");
    Result<PreexecutionProgram> program = PreexecutionProgram::load(*job_.preexecution, capture(), {});
    if (!program.ok()) return program.error();
    program_.emplace(std::move(*program));
    return {};
  }

  void fillLaunch(const LaunchShape& shape) {
    EngineLaunch& launch = result_.run.launch;
    launch.kernel = capture().kernel.name;
    launch.grid = shape.grid;
    launch.block = shape.block;
  }

  void noteKinds() {
    const auto& pieces = capture().memory;
    if (host_) return;
    const bool onHost = std::any_of(pieces.begin(), pieces.end(), [](const CapturedMemory& piece) {
      return piece.kind == CapturedMemory::Kind::pinned || piece.kind == CapturedMemory::Kind::managed;
    });
    if (onHost)
      result_.run.notes.push_back(
          "Pinned and managed memory of the program lies in GPU memory here: times are without what the bus costs.");
  }

  Status launchOriginal(double seconds) {
    if (const CuResult result = memory_->restore(Code::original, false); result != cuSuccess) return lost(result);
    return original_->run(seconds);
  }

  /// What the last launch left, against the reference.
  Status compare(Code code) {
    Result<std::vector<BufferComparison>> buffers = memory_->compare(code);
    if (!buffers.ok()) return buffers.error();
    result_.run.buffers = std::move(buffers.value());
    return {};
  }

  Error lost(CuResult result) const {
    return gpu_.error(ErrorKind::worker, "The captured memory cannot be put back", result);
  }

  /// The original runs twice and must agree with itself.
  Status takeReference() {
    reportPhase("original");
    const auto start = Clock::now();
    if (Status done = launchOriginal(job_.launchSeconds); !done.ok()) return done;
    trySeconds_ = std::min(job_.launchSeconds, 2 + 10 * std::chrono::duration<double>(Clock::now() - start).count());
    if (Status taken = memory_->takeReference(); !taken.ok()) return taken;
    result_.writtenBytes = memory_->writtenBytes();
    if (job_.agrees) return {};
    if (Status done = launchOriginal(job_.launchSeconds); !done.ok()) return done;
    if (Status compared = compare(Code::original); !compared.ok()) return compared;
    if (!allSame(result_.run.buffers)) {
      if (Status spread = tolerateSpread(); !spread.ok()) return spread;
    }
    if (job_.variant) return {};
    Result<std::vector<BufferComparison>> captured = memory_->compareWithCapture(reader_);
    if (!captured.ok()) return captured.error();
    result_.againstCapture = std::move(captured.value());
    return {};
  }

  Error variesTooMuch(const BufferComparison& buffer) const {
    return inputError("The original does not compute the same twice, so that variants cannot be judged on it: " +
                      buffer.message() + " Give a tolerance for that buffer if its values may vary.");
  }

  /// Floating-point numbers whose last digits depend on the order of the threads, as sums by atomics do: variants may
  /// lie as far from the reference as runs of the original do, and a little further. Errors: something else varies, or
  /// by more than rounding explains.
  Status tolerateSpread() {
    constexpr int runs = 6;
    constexpr double mostByRounding = 1e-3, further = 4;
    reportPhase("how far runs of the original lie apart");
    std::map<std::string, BufferComparison> furthest;
    for (int run = 1;; ++run) {
      for (const BufferComparison& buffer : result_.run.buffers) {
        if (buffer.same()) continue;
        const bool isReal = buffer.elementType == "float" || buffer.elementType == "double";
        if (!isReal || buffer.tolerance || buffer.largestRelative > mostByRounding) return variesTooMuch(buffer);
        BufferComparison& known = furthest.try_emplace(buffer.buffer, buffer).first->second;
        if (buffer.largestRelative > known.largestRelative) known = buffer;
      }
      if (run == runs) break;
      if (Status done = launchOriginal(job_.launchSeconds); !done.ok()) return done;
      if (Status compared = compare(Code::original); !compared.ok()) return compared;
    }
    for (const auto& [name, buffer] : furthest) {
      memory_->tolerate(name, {0, further * buffer.largestRelative});
      char apart[32];
      std::snprintf(apart, sizeof apart, "%.2g", buffer.largestRelative);
      result_.run.notes.push_back("`" + name + "` is not the same in each run of the original: elements lie up to " +
                                  apart + " of their value apart. Variants may differ by four times that.");
    }
    if (Status done = launchOriginal(job_.launchSeconds); !done.ok()) return done;
    if (Status compared = compare(Code::original); !compared.ok()) return compared;
    const BufferComparison* still = result_.run.firstDifference();
    return still ? Status(variesTooMuch(*still)) : Status();
  }

  /// As a poisoned capture is made (FORMAT.md).
  Status findOutputs() {
    reportPhase("looking for mere outputs");
    MemoryPieces changed, unchanged;
    for (uint32_t i = 0; i < capture().memory.size(); ++i) {
      if (capture().memory[i].kind == CapturedMemory::Kind::constant || !memory_->isPresent(i)) continue;
      if (memory_->isChanged(i))
        changed.push_back(i);
      else if (!isOnlyRead(capture(), i))
        unchanged.push_back(i);
    }
    // Each that faults costs a worker, and the next has to load all of the capture: one tells that there are inputs.
    const auto isLost = [&](uint32_t piece) {
      return std::find(job_.failedTries.begin(), job_.failedTries.end(), OutputTry{piece}) != job_.failedTries.end();
    };
    if (std::any_of(unchanged.begin(), unchanged.end(), isLost)) unchanged.clear();
    const auto tries = [this](const MemoryPieces& pieces) { return tryPieces(pieces); };
    if (Status tried = tryForOutputs(std::move(changed), unchanged, tries); !tried.ok()) return tried;
    return holdAll();
  }

  /// Runs the original with these pieces full of poison. True: all came out as in the reference; those that it wrote
  /// are kept. Errors: the GPU is lost, so that another worker has to go on without this try.
  Result<bool> tryPieces(const OutputTry& pieces) {
    if (std::find(job_.failedTries.begin(), job_.failedTries.end(), pieces) != job_.failedTries.end()) return false;
    events_.trying(pieces);
    if (const CuResult result = memory_->restore(Code::original, false); result != cuSuccess) return lost(result);
    if (Status filled = memory_->poison(pieces); !filled.ok()) return filled.error();
    if (Status done = original_->run(trySeconds_); !done.ok()) return done.error();
    events_.trying({});
    for (uint32_t i = 0; i < capture().memory.size(); ++i) {
      if (std::find(pieces.begin(), pieces.end(), i) != pieces.end()) continue;
      Result<bool> same = memory_->isReference(Code::original, i);
      if (!same.ok() || !*same) return same;
    }
    std::vector<uint32_t> written;
    for (const uint32_t piece : pieces) {
      const auto output = memory_->findOutput(piece);
      if (!output.ok()) return output.error();
      if (output->otherBytes != 0) return false;
      if (output->writtenBytes != 0) written.push_back(piece);
    }
    result_.hidden.insert(result_.hidden.end(), written.begin(), written.end());
    return true;
  }

  /// Each piece may pass by itself and not all together.
  Status holdAll() {
    if (result_.hidden.empty()) return {};
    OutputTry all = result_.hidden;
    std::sort(all.begin(), all.end());
    result_.hidden.clear();
    Result<bool> good = tryPieces(all);
    if (!good.ok()) return good.error();
    std::sort(result_.hidden.begin(), result_.hidden.end());
    for (const uint32_t piece : result_.hidden) result_.run.poisoned.push_back(capture().memory[piece].name);
    return {};
  }

  /// Poisons what is known to be mere output, and shows once more that the original does not mind.
  Status hideOutputs() {
    if (job_.hidden.empty()) return {};
    result_.hidden = job_.hidden;
    if (const CuResult result = memory_->restore(Code::original, false); result != cuSuccess) return lost(result);
    if (Status filled = memory_->poison(job_.hidden); !filled.ok()) return filled;
    if (Status done = original_->run(job_.launchSeconds); !done.ok()) return done;
    for (const uint32_t piece : job_.hidden) {
      auto output = memory_->findOutput(piece);
      if (!output.ok()) return output.error();
      if (output->otherBytes != 0)
        return inputError("The original reads `" + capture().memory[piece].name + "`, which it did not before.");
      if (Status hidden = memory_->hide(piece, std::move(output.value())); !hidden.ok()) return hidden;
      result_.run.poisoned.push_back(capture().memory[piece].name);
    }
    result_.writtenBytes = memory_->writtenBytes();
    if (job_.agrees) return {};
    if (Status done = launchOriginal(job_.launchSeconds); !done.ok()) return done;
    Result<std::vector<BufferComparison>> again = memory_->compare(Code::original);
    if (!again.ok()) return again.error();
    if (!allSame(*again)) return inputError("The original does not give its reference from poisoned memory.");
    return {};
  }

  Status runVariant() {
    reportPhase("variant");
    Result<GpuKernel> variant = GpuKernel::load(gpu_, *job_.variant, capture());
    result_.run.unfit = !variant.ok();
    if (!variant.ok()) return variant.error();
    variantCopies_.clear();
    variant_.emplace(std::move(variant.value()));
    result_.variant = variant_->figures();
    fillLaunch(job_.variant->shape);
    if (Status adopted = memory_->adopt(Code::variant, *variant_); !adopted.ok()) return adopted;
    if (const CuResult result = memory_->restore(Code::variant, false); result != cuSuccess) return lost(result);
    if (Status done = variant_->run(job_.launchSeconds); !done.ok()) return done;
    return compare(Code::variant);
  }

  Status measure() {
    reportPhase("timing");
    if (Status noted = memory_->noteChanged(variant_ ? Code::variant : Code::original); !noted.ok()) return noted;
    auto sensors = GpuSensors::open(gpu_.about.busId);
    if (!sensors.ok()) result_.run.notes.push_back(sensors.error().message);
    LaunchTimer timer(gpu_, *job_.timing, sensors.ok() ? std::optional(std::move(sensors.value())) : std::nullopt);
    TimedKernel original{&*original_, [this] { return memory_->restore(Code::original, true); }};
    TimedKernel variant{variant_ ? &*variant_ : nullptr, [this] { return memory_->restore(Code::variant, true); }};
    if (variant_) {
      const auto mayChange = [this](uint32_t piece) { return memory_->mayChange(piece); };
      original.copies = [this, mayChange]() -> std::span<const GpuKernel> {
        if (originalCopies_.empty()) originalCopies_ = original_->copies(job_.original, codeCopies, mayChange);
        return originalCopies_;
      };
      variant.copies = [this, mayChange]() -> std::span<const GpuKernel> {
        if (!originalCopies_.empty()) variantCopies_ = variant_->copies(*job_.variant, codeCopies, mayChange);
        return variantCopies_;
      };
    }
    Result<GpuTimes> times = timer.run(original, variant, [this](double seconds) {
      char text[48];
      std::snprintf(text, sizeof text, "timing, %.1f s", seconds);
      reportPhase(text);
    });
    if (!times.ok()) return times.error();
    result_.times = std::move(times.value());
    result_.run.launch.seconds = result_.times->variant.value;
    checkRoofline(*result_.times);
    return checkAgain();
  }

  Status measurePreexecution() {
    if (Status noted = memory_->noteChanged(Code::original); !noted.ok()) return noted;
    const TimedKernel kernel{&*original_, [this] { return memory_->restore(Code::original, true); }};
    Result<PreexecutionTiming> measured =
        timePreexecution(gpu_, kernel, *host_, *program_, job_.preexecution->skipFactors, *job_.timing,
                         [this](const std::string& text) { reportPhase(text); });
    if (!measured.ok()) return measured.error();
    result_.preexecution = std::move(measured->run);
    result_.times = std::move(measured->times);
    result_.run.launch.seconds = result_.times->variant.value;
    return checkBeside();
  }

  /// What the kernel computes with the program beside it.
  Status checkBeside() {
    if (const CuResult result = memory_->restore(Code::original, false); result != cuSuccess) return lost(result);
    program_->prepare(result_.preexecution->concurrentBlocks, result_.preexecution->skipFactor);
    program_->go();
    const Status done = original_->run(job_.launchSeconds);
    program_->end();
    if (!done.ok()) return done;
    return compare(Code::original);
  }

  /// Each kernel once more for every pass that the counters need, from a cold L2. That they cannot be read is no
  /// failure of the replay.
  Status count() {
    reportPhase("counting");
    Result<Counters> counters = Counters::create(job_.counters);
    if (!counters.ok()) {
      if (counters.error().kind == ErrorKind::usage) return counters.error();
      result_.whyNoCounters = counters.error().message;
      return {};
    }
    const auto one = [&](Code code, const GpuKernel& kernel, std::map<std::string, double>& values) -> Status {
      auto counted =
          counters->measure([&] { return prepareCold(code); }, [&] { return kernel.run(job_.launchSeconds); });
      if (!counted.ok()) return counted.error();
      values = std::move(counted.value());
      return {};
    };
    Status done = one(Code::original, *original_, result_.originalCounters);
    if (done.ok() && variant_) done = one(Code::variant, *variant_, result_.variantCounters);
    if (!done.ok()) result_.whyNoCounters = done.error().message;
    return {};
  }

  /// Memory as it was before the launch, and nothing of it in L2.
  Status prepareCold(Code code) {
    // Twice, because a cache need not replace the oldest first.
    const uint64_t bytes = 2 * gpu_.about.l2Bytes / 4 * 4;
    if (!flushed_) {
      Result<DeviceBuffer> room = DeviceBuffer::make(gpu_, std::max<uint64_t>(bytes, 4));
      if (!room.ok()) return room.error();
      flushed_.emplace(std::move(room.value()));
    }
    CuResult result = memory_->restore(code, false);
    if (result == cuSuccess) result = gpu_.driver->cuMemsetD32Async(flushed_->address(), 0, bytes / 4, nullptr);
    if (result == cuSuccess) result = gpu_.driver->cuCtxSynchronize();
    return result == cuSuccess ? Status() : lost(result);
  }

  /// Of the variant, else of the original. That stalls cannot be sampled is no failure of the replay.
  void sampleStalls() {
    reportPhase("sampling stalls");
    const Code code = variant_ ? Code::variant : Code::original;
    const GpuKernel& kernel = variant_ ? *variant_ : *original_;
    Result<StallSamples> stalls =
        gpu::sampleStalls((variant_ ? *job_.variant : job_.original).file, [&] { return prepareCold(code); },
                          [&] { return kernel.run(job_.launchSeconds); }, enoughSamples, samplingSeconds);
    if (stalls.ok())
      result_.stalls = std::move(stalls.value());
    else
      result_.whyNoStalls = stalls.error().message;
  }

  void checkRoofline(GpuTimes& times) const {
    const double least = leastWriteSeconds(result_.writtenBytes, gpu_.about.l2Bytes, gpu_.about.peakBytesPerSecond);
    if (least <= 0 || times.variant.value >= least || times.original.value < least) return;
    char text[160];
    std::snprintf(text, sizeof text,
                  "%.4g ms is less than memory needs to take the %llu bytes that the launch writes (%.4g ms).",
                  times.variant.value * 1e3, static_cast<unsigned long long>(result_.writtenBytes), least * 1e3);
    times.refused = text;
    times.verdict.clear();
  }

  /// What the last timed launch left must be the reference still. Where energy was measured, launches followed each
  /// other on what the one before had left: then once more from the start.
  Status checkAgain() {
    const Code code = variant_ ? Code::variant : Code::original;
    if (job_.timing->energy) {
      if (const CuResult result = memory_->restore(code, true); result != cuSuccess) return lost(result);
      if (Status done = (variant_ ? variant_ : original_)->run(job_.launchSeconds); !done.ok()) return done;
    }
    return compare(code);
  }

  GpuJob job_;
  CaptureReader reader_;
  const ReplayEvents& events_;
  Gpu gpu_;
  std::optional<ReplayMemory> memory_;
  std::optional<GpuKernel> original_, variant_;
  std::vector<GpuKernel> originalCopies_, variantCopies_;
  std::optional<HostMemory> host_;  ///< with `program_`, where a pre-execution program runs beside the original
  std::optional<PreexecutionProgram> program_;
  std::optional<DeviceBuffer> flushed_;
  double trySeconds_ = 10;
  std::optional<GpuRun> loaded_;  ///< what is known before any variant; none: nothing can be judged
  GpuRun result_;
};

namespace {

GpuRun describe(int device) {
  GpuRun run;
  const Result<const CudaDriver*> driver = CudaDriver::load();
  const Result<GpuDescription> found = driver.ok() ? describeGpu(**driver, device) : driver.error();
  if (!found.ok())
    run.run.failure = found.error();
  else
    run.gpu = {found->name, found->arch, found->driver, found->l2Bytes, found->peakBytesPerSecond};
  return run;
}

}  // namespace

GpuRun GpuReplays::run(const GpuJob& job) {
  if (job.onlyDescribe) return describe(job.device);
  if (replay_) return replay_->runNext(job);
  Result<CaptureReader> reader = CaptureReader::open(job.capture);
  if (!reader.ok()) {
    GpuRun run;
    run.originalFailed = true;
    run.run.failure = reader.error();
    return run;
  }
  replay_ = new Replay(job, std::move(reader.value()), events_);
  return replay_->run();
}

}  // namespace warpwright::gpu
