#include "analysis/engine/cuda/launch_capturer.h"

#include <algorithm>

#include "analysis/engine/lower/source_names.h"
#include "analysis/engine/run/texture.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/execute/replay/capture_choice.h"
#include "core/kernel/kernel_name.h"

namespace warpwright::engine {
namespace {

namespace fs = std::filesystem;

std::string_view bytesAt(uint64_t address, uint64_t size) {
  return {reinterpret_cast<const char*>(address), size};
}

}  // namespace

LaunchCapturer::LaunchCapturer(const EngineJob& job, const Arena& arena, DeviceProgram& program, KindOf kindOf,
                               Progress progress)
    : job_(job),
      request_(*job.capture),
      arena_(arena),
      program_(program),
      kindOf_(std::move(kindOf)),
      progress_(std::move(progress)) {}

bool LaunchCapturer::isChosen(const CapturableLaunch& launch) {
  const std::string& name = launch.kernel->name;
  capture_.kernelLaunch = launches_[name]++;
  capture_.programLaunch = allLaunches_++;
  if (!means(request_, name, launch.request->kernel)) return false;
  meant_.insert(launch.request->kernel);
  return chosenLaunches_++ == request_.launchIndex;
}

std::optional<Error> LaunchCapturer::severalMeant() const {
  if (request_.kernel.empty()) return std::nullopt;
  const std::vector<std::string> meant = kernelsMeant(request_.kernel, {meant_.begin(), meant_.end()});
  return meant.size() > 1 ? std::optional(severalKernels(request_.kernel, meant)) : std::nullopt;
}

void LaunchCapturer::beforeLaunch(const CapturableLaunch& launch) {
  if (!isChosen(launch) || written_ || failure_) return;
  progress_("capturing " + launch.kernel->name);
  if (Status begun = begin(launch); !begun.ok()) {
    failure_ = begun.error();
    writer_.reset();
  }
}

Status LaunchCapturer::begin(const CapturableLaunch& launch) {
  if (program_.holdsFunctionAddresses()) {
    return inputError(
        "The program keeps addresses of device functions in its variables. They differ in each run, so that a "
        "launch cannot be replayed from a capture; use `warpwright verify`, which runs the whole program.");
  }
  if (!program_.textures().empty()) {
    return inputError(
        "The program has textures or surfaces at this launch, which captures do not hold; use `warpwright "
        "verify`, which runs the whole program.");
  }
  const LaunchRequest& request = *launch.request;
  const KernelAttributes& kernel = *launch.kernel;
  capture_.producer = "engine";
  capture_.program = describeProgram(launch);
  capture_.kernel = {kernel.name, request.kernel,        demangled(request.kernel),
                     kernel.at,   kernel.parameterSizes, request.unit};
  capture_.at = launch.at;
  capture_.grid = request.grid;
  capture_.block = request.block;
  capture_.dynamicSharedBytes = request.dynamicSharedBytes;
  capture_.cooperative = request.cooperative;
  for (size_t i = 0; i < kernel.parameterSizes.size(); ++i) {
    const uint64_t size = kernel.parameterSizes[i];
    capture_.arguments.push_back(
        {kernel.parameterOffsets[i], size, std::string(static_cast<const char*>(request.arguments[i]), size)});
  }
  capture_.memory = describeMemory(launch);
  if (Status space = checkSpace(); !space.ok()) return space;
  Result<CaptureWriter> writer = CaptureWriter::create(request_.path);
  if (!writer.ok()) return writer.error();
  writer_.emplace(std::move(writer.value()));
  for (CapturedMemory& piece : capture_.memory) piece.before = writer_->store(bytesAt(piece.address, piece.size));
  return {};
}

CapturedProgram LaunchCapturer::describeProgram(const CapturableLaunch& launch) const {
  CapturedProgram program;
  program.path = job_.path.string();
  program.compilerFlags = job_.compilerFlags;
  program.arguments = job_.arguments;
  std::error_code ignored;
  program.workingFolder = (job_.workingFolder.empty() ? fs::current_path(ignored) : job_.workingFolder).string();
  program.arch = job_.arch;
  program.toolkit = job_.toolkit;
  std::set<std::string> files{launch.kernel->at.file, launch.at.file};
  if (fs::is_regular_file(job_.path, ignored)) files.insert(job_.path.string());
  for (const std::string& file : files) {
    if (const auto open = job_.openTexts.find(file); open != job_.openTexts.end()) {
      program.sources.push_back({file, hashText(open->second)});
    } else if (const Result<std::string> text = file.empty() ? inputError("") : readFile(file); text.ok()) {
      program.sources.push_back({file, hashText(*text)});
    }
  }
  return program;
}

std::vector<CapturedMemory> LaunchCapturer::describeMemory(const CapturableLaunch& launch) const {
  std::map<uint64_t, std::pair<VariableName, DeviceVariable>> variables;
  for (const auto& [name, variable] : program_.variables()) variables[variable.address] = {name, variable};
  std::map<uint64_t, std::string> types;
  for (size_t i = 0; i < launch.pointers.size() && i < launch.elementTypes.size(); ++i) {
    if (const Allocation* allocation = launch.pointers[i] ? arena_.find(launch.pointers[i]) : nullptr) {
      types.try_emplace(allocation->base, launch.elementTypes[i]);
    }
  }
  std::vector<CapturedMemory> memory;
  for (const Allocation* allocation : arena_.live()) {
    if (allocation->size == 0) continue;
    CapturedMemory piece;
    piece.address = allocation->base;
    piece.size = allocation->size;
    piece.name = allocation->name;
    piece.at = allocation->at;
    if (const auto found = variables.find(allocation->base); found != variables.end()) {
      const auto& [name, variable] = found->second;
      if (!variable.named) continue;  // part of the code
      piece.kind = variable.constant ? CapturedMemory::Kind::constant : CapturedMemory::Kind::variable;
      piece.name = name.name;
      piece.unit = name.unit;
    } else {
      piece.kind = kindOf_(*allocation);
    }
    if (const auto type = types.find(allocation->base); type != types.end()) piece.elementType = type->second;
    if (const auto wanted = request_.tolerances.find(piece.name); wanted != request_.tolerances.end()) {
      piece.tolerance = wanted->second;
    }
    memory.push_back(std::move(piece));
  }
  return memory;
}

/// Says how large the capture will be before it is written. Errors: it would not fit, a tolerance for no buffer.
Status LaunchCapturer::checkSpace() const {
  for (const auto& [name, tolerance] : request_.tolerances) {
    const auto has = [&](const CapturedMemory& piece) { return piece.name == name; };
    if (std::none_of(capture_.memory.begin(), capture_.memory.end(), has)) {
      std::string names;
      for (const CapturedMemory& piece : capture_.memory) names += (names.empty() ? "`" : ", `") + piece.name + "`";
      return inputError("A tolerance is given for `" + name +
                        "`, which is not there at this launch. There are: " + names + ".");
    }
  }
  std::vector<std::string_view> memory;
  for (const CapturedMemory& piece : capture_.memory) memory.push_back(bytesAt(piece.address, piece.size));
  const CaptureEstimate estimate = estimateCapture(memory);
  progress_("capturing " + capture_.kernel.name + ": " + toString(estimate));
  return checkCaptureSpace(estimate, request_.path);
}

void LaunchCapturer::afterLaunch(bool ran) {
  if (!writer_) return;
  if (ran) {
    for (CapturedMemory& piece : capture_.memory) piece.after = writer_->store(bytesAt(piece.address, piece.size));
    const Status done = writer_->finish(capture_);
    if (done.ok()) {
      written_ = CaptureSummary{request_.path, capture_.kernel.name, capture_.kernelLaunch, capture_.memoryBytes(),
                                writer_->writtenBytes()};
    } else {
      failure_ = done.error();
    }
  } else {
    failure_ = inputError("The launch that was to be captured did not come to its end.");
  }
  writer_.reset();
}

Error LaunchCapturer::missing() const {
  if (failure_) return *failure_;
  return missingLaunch(request_, {launches_.begin(), launches_.end()});
}

}  // namespace warpwright::engine
