#include "analysis/engine/job/replay_launch.h"

#include <algorithm>
#include <cstring>

#include "analysis/engine/host/source_lines.h"
#include "analysis/engine/job/engine_program.h"
#include "analysis/engine/job/replay_poison.h"
#include "analysis/engine/lower/source_names.h"
#include "core/base/temporary_folder.h"
#include "core/capture/relocate_capture.h"
#include "core/device/device.h"

namespace warpwright::engine {
namespace {

using Clock = std::chrono::steady_clock;

/// Memory of a replay beside the captured one: variables that only a variant has, device malloc.
constexpr uint64_t extraBytes = uint64_t{256} << 20;

constexpr const char* elsewhere =
    "; whole numbers behind them are told from the variant's host code, unless --variant-launch says how it is "
    "launched.";

/// Captured addresses that an arena can have.
bool isOfEngine(const LaunchCapture& capture) {
  if (capture.memory.empty()) return true;
  const CapturedMemory& last = capture.memory.back();
  return capture.memory.front().address >= Arena::baseAddress &&
         last.address + last.size <= Arena::baseAddress + (uint64_t{1} << 44);
}

Result<CaptureReader> relocated(const CaptureReader& reader, const std::filesystem::path& path) {
  if (Status moved = relocateCapture(reader, path, Arena::baseAddress + (uint64_t{4} << 20)); !moved.ok()) {
    Error error = moved.error();
    if (error.kind == ErrorKind::input) error.message += " Captures of a GPU with such memory are replayed on one.";
    return error;
  }
  return CaptureReader::open(path);
}

/// What Clang calls a variable that nvcc leaves its plain name: a static one.
std::string internalName(const std::string& name) {
  return name.starts_with("_Z") ? name : "_ZL" + std::to_string(name.size()) + name;
}

char* at(uint64_t address) {
  return reinterpret_cast<char*>(address);
}

class Replay {
 public:
  Replay(const ReplayJob& job, CaptureReader reader, const std::function<void(const EngineProgress&)>& progress)
      : job_(job),
        reader_(std::move(reader)),
        shape_(job.shape.value_or(shapeOf(reader_.capture()))),
        progress_(progress) {}

  ReplayRun run() {
    const auto start = Clock::now();
    Status done = build();
    if (done.ok()) done = restore(reader_);
    if (done.ok()) {
      done = launch(Purpose::check, limit(), result_.launch, result_.findings);
      compare();
    }
    // What the original asks of memory is worth knowing also where its last digits differ from those of a GPU.
    if (done.ok() && job_.program.metrics && (result_.same() || isOriginal())) done = trace();
    // Rounding as on another machine does not matter here.
    if (done.ok() && job_.program.requestTrace) done = again(Purpose::requests);
    if (done.ok() && job_.touches) done = again(Purpose::touches);
    if (done.ok() && result_.same() && !job_.poisonedCapture.empty()) done = poison();
    if (!done.ok()) result_.failure = done.error();
    result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (device_) {
      result_.compileSeconds = compileSeconds_ + device_->compileSeconds();
      for (const std::string& note : device_->notes()) result_.notes.push_back(note);
    }
    return std::move(result_);
  }

 private:
  enum class Purpose { check, plain, trace, requests, touches };

  const LaunchCapture& capture() const { return reader_.capture(); }
  /// A variant comes with the launch that it wants, if only the captured one.
  bool isOriginal() const { return !job_.shape && job_.program.openTexts.empty(); }
  std::chrono::milliseconds limit() const { return job_.program.timeLimit; }

  Status build() {
    const auto start = Clock::now();
    uint64_t end = 0;
    for (const CapturedMemory& piece : capture().memory) end = std::max(end, piece.address + piece.size);
    Result<std::unique_ptr<Arena>> arena = Arena::create(capture().memoryBytes() + extraBytes, end);
    if (!arena.ok()) return arena.error();
    arena_ = std::move(arena.value());
    arena_->keepFreeBelow(end);
    std::map<VariableName, uint64_t> places;
    for (const CapturedMemory& piece : capture().memory) {
      if (piece.isVariable()) {
        places[{piece.unit, piece.name}] = piece.address;
        places.try_emplace({piece.unit, internalName(piece.name)}, piece.address);
      } else if (Status placed = arena_->allocateAt(piece.address, piece.size, piece.name, piece.at); !placed.ok()) {
        return unplaced(placed.error());
      }
    }
    Result<DeviceProgram> device = buildDevice(job_.program, *arena_, std::move(places), progress_);
    if (!device.ok()) return device.error();
    device_ = std::move(device.value());
    compileSeconds_ = std::chrono::duration<double>(Clock::now() - start).count();
    if (Status placed = placeRest(); !placed.ok()) return placed;
    return findKernel();
  }

  Error unplaced(const Error& why) const {
    return inputError("The captured memory cannot be put back at its addresses: " + why.message +
                      (capture().producer == "engine" ? "" : " Captures of a GPU are replayed on one."));
  }

  /// Variables that the code does not have any more: pointers may still lead to them.
  Status placeRest() {
    const auto variables = device_->variables();
    for (const CapturedMemory& piece : capture().memory) {
      if (!piece.isVariable()) continue;
      auto found = variables.find({piece.unit, piece.name});
      if (found == variables.end()) found = variables.find({piece.unit, internalName(piece.name)});
      if (found == variables.end()) {
        if (Status placed = arena_->allocateAt(piece.address, piece.size, piece.name, piece.at); !placed.ok()) {
          return unplaced(placed.error());
        }
      } else if (found->second.size != piece.size) {
        return inputError("The variable `" + variableName(piece.name) +
                          "` has another size here than in the capture: " + std::to_string(found->second.size) +
                          " bytes, not " + std::to_string(piece.size) + ".");
      }
    }
    return {};
  }

  /// The only one of `kernels` with the captured signature; nvcc and Clang mangle static ones differently. Empty: none.
  std::string nameBySignature(const std::vector<std::string>& kernels) const {
    const auto isSame = [&](const std::string& name) { return demangled(name) == capture().kernel.signature; };
    const auto same = std::find_if(kernels.begin(), kernels.end(), isSame);
    if (same == kernels.end() || std::find_if(same + 1, kernels.end(), isSame) != kernels.end()) return {};
    return *same;
  }

  Status findKernel() {
    const CapturedKernel& wanted = capture().kernel;
    const std::vector<std::string> kernels = device_->kernels(wanted.unit);
    const auto isHere = [&] {
      return std::find(kernels.begin(), kernels.end(), kernelOf(shape_, capture())) != kernels.end();
    };
    if (shape_.kernel.empty() && !isHere()) shape_.kernel = nameBySignature(kernels);
    const std::string& mangledName = kernelOf(shape_, capture());
    if (!isHere()) {
      for (const std::string& name : kernels) {
        if (functionName(name) != wanted.name) continue;
        return inputError("`" + wanted.name + "` has another signature here: " + demangled(name) + " in place of " +
                          wanted.signature + ". The capture has arguments for the latter only" + elsewhere);
      }
      return inputError("There is no kernel " + (shape_.kernel.empty() ? wanted.signature : demangled(mangledName)) +
                        " here.");
    }
    Result<KernelAttributes> attributes = device_->attributes(wanted.unit, mangledName);
    if (!attributes.ok()) return attributes.error();
    std::vector<uint64_t> sizes = wanted.parameterSizes;
    for (const AddedArgument& argument : shape_.added) sizes.push_back(argument.bytes);
    if (attributes->parameterSizes != sizes) {
      return inputError("The parameters of `" + wanted.name + "` have other sizes here than in the capture.");
    }
    return {};
  }

  Status restore(const CaptureReader& from) {
    for (const CapturedMemory& piece : from.capture().memory) {
      const Status read = from.read(piece.before, [&](uint64_t offset, std::string_view bytes) {
        std::memcpy(at(piece.address + offset), bytes.data(), bytes.size());
      });
      if (!read.ok()) return read;
    }
    return {};
  }

  /// Errors: it did not come to its end.
  Status launch(Purpose purpose, std::chrono::milliseconds limit, EngineLaunch& record,
                std::vector<EngineFinding>& findings) {
    LaunchRequest request;
    request.unit = capture().kernel.unit;
    request.kernel = kernelOf(shape_, capture());
    request.grid = shape_.grid;
    request.block = shape_.block;
    request.dynamicSharedBytes = shape_.dynamicSharedBytes;
    request.cooperative = capture().cooperative;
    std::vector<void*> arguments;
    for (const CapturedArgument& argument : capture().arguments) {
      arguments.push_back(const_cast<char*>(argument.bytes.data()));
    }
    // The low bytes of a value come first.
    for (AddedArgument& argument : shape_.added) arguments.push_back(&argument.value);
    request.arguments = arguments.data();
    LaunchOptions options;
    options.check = options.countAccesses = purpose == Purpose::check;
    if (purpose == Purpose::trace || purpose == Purpose::requests || purpose == Purpose::touches) {
      const Result<KernelAttributes> attributes = device_->attributes(request.unit, request.kernel);
      SourceLines lines(job_.program.openTexts);
      if (attributes.ok()) request.parameterNames = lines.parameterNames(capture().kernel.name, attributes->at);
      const Result<Device> device = findDevice(job_.program.device.empty() ? job_.program.arch : job_.program.device);
      if (!device.ok()) return device.error();
      if (purpose == Purpose::trace)
        options.metrics = MetricsOptions{*device};
      else if (purpose == Purpose::touches)
        options.touches = TouchOptions{job_.touches->bytesLimit};
      else
        options.requests = RequestOptions{*device, job_.program.requestTrace->bytesLimit};
    }
    options.workers = std::max(1U, job_.program.workers);
    if (limit.count() > 0) options.deadline = Clock::now() + limit;
    const std::string name = capture().kernel.name;
    options.progress = [&](const LaunchProgress& now) {
      progress_({"run", name + ", block " + std::to_string(now.blocksDone) + " of " + std::to_string(now.blocks), -1});
    };
    progress_({"run", name, -1});
    Result<LaunchOutcome> outcome = device_->launch(request, options, {});
    if (!outcome.ok()) return outcome.error();
    record = outcome->record;
    findings = std::move(outcome->findings);
    if (outcome->failure) return *outcome->failure;
    if (outcome->touches) return keep(std::move(*outcome->touches));
    if (outcome->requests) return memsim::appendRequestTrace(job_.program.requestTrace->path, *outcome->requests);
    return {};
  }

  /// The same launch once more, traced.
  Status trace() {
    if (Status done = restore(reader_); !done.ok()) return done;
    EngineLaunch record;
    std::vector<EngineFinding> findings;
    if (Status done = launch(Purpose::trace, limit(), record, findings); !done.ok()) return done;
    result_.launch.metrics = std::move(record.metrics);
    return {};
  }

  /// The same launch once more, what it asked for or touched written to a file.
  Status again(Purpose purpose) {
    if (Status done = restore(reader_); !done.ok()) return done;
    EngineLaunch record;
    std::vector<EngineFinding> findings;
    return launch(purpose, limit(), record, findings);
  }
  Status keep(memsim::TouchTrace touches) const {
    for (const CapturedMemory& piece : capture().memory) {
      touches.pieces.push_back({piece.isVariable() ? variableName(piece.name) : piece.name, piece.address, piece.size});
    }
    return memsim::writeTouchTrace(job_.touches->path, touches);
  }

  void compare() {
    for (const CapturedMemory& piece : capture().memory) {
      result_.buffers.push_back(comparePiece(piece));
    }
  }

  BufferComparison comparePiece(const CapturedMemory& piece) {
    const auto given = job_.tolerances.find(piece.name);
    const std::string name = piece.isVariable() ? variableName(piece.name) : piece.name;
    BufferComparer comparer(name, piece.elementType, given == job_.tolerances.end() ? piece.tolerance : given->second);
    const Status read = reader_.read(piece.after, [&](uint64_t offset, std::string_view bytes) {
      comparer.add(offset, bytes, {at(piece.address + offset), bytes.size()});
    });
    if (!read.ok() && !result_.failure) result_.failure = read.error();
    return comparer.result();
  }

  /// Finds what the launch writes without reading it, and writes the copy of the capture that hides it.
  Status poison() {
    const auto started = std::chrono::milliseconds(static_cast<int64_t>(result_.launch.seconds * 10'000) + 2000);
    // With other values in memory it may never end.
    const auto limit = job_.program.timeLimit.count() > 0 ? std::min(started, job_.program.timeLimit) : started;
    const PoisonSteps steps{
        [this](const CaptureReader& from) { return restore(from); },
        [this, limit] {
          EngineLaunch record;
          std::vector<EngineFinding> findings;
          return launch(Purpose::plain, limit, record, findings);
        },
        [this](size_t piece) { return comparePiece(capture().memory[piece]).same(); },
    };
    Result<std::vector<std::string>> poisoned = writePoisonedCapture(reader_, job_.poisonedCapture, steps);
    if (!poisoned.ok()) return poisoned.error();
    result_.poisoned = std::move(poisoned.value());
    return {};
  }

  const ReplayJob& job_;
  CaptureReader reader_;
  LaunchShape shape_;
  const std::function<void(const EngineProgress&)>& progress_;
  std::unique_ptr<Arena> arena_;
  std::optional<DeviceProgram> device_;
  double compileSeconds_ = 0;
  ReplayRun result_;
};

}  // namespace

ReplayRun compileForReplay(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress) {
  const auto start = Clock::now();
  ReplayRun run;
  const Result<CompiledUnits> units = compileDevice(job.program, progress);
  const Status written = units.ok() ? writeUnits(*units, job.program.compileTo) : Status(units.error());
  if (!written.ok()) run.failure = written.error();
  run.shape = job.shape;
  run.compileSeconds = std::chrono::duration<double>(Clock::now() - start).count();
  return run;
}

ReplayRun replayLaunch(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress) {
  Result<CaptureReader> reader = CaptureReader::open(job.capture);
  const TemporaryFolder folder;
  const bool moved = reader.ok() && !isOfEngine(reader->capture());
  if (moved) reader = relocated(*reader, folder.path() / "relocated.wwcap");
  if (!reader.ok()) {
    ReplayRun run;
    run.failure = reader.error();
    return run;
  }
  ReplayRun run = Replay(job, std::move(reader.value()), progress).run();
  if (job.findShape) run.shape = job.shape;
  if (moved) run.notes.push_back("Memory lies at other addresses than on the GPU; none of it looks like an address.");
  return run;
}

}  // namespace warpwright::engine
