#include "analysis/engine/run/device_program.h"

#include <algorithm>
#include <cstring>

#include "analysis/engine/check/global_races.h"
#include "analysis/engine/lower/kernel_compiler.h"
#include "analysis/engine/lower/source_names.h"
#include "analysis/engine/lower/unit_code.h"
#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/cooperative_launch.h"
#include "analysis/engine/run/exact_sums.h"
#include "analysis/engine/run/launch_run.h"
#include "analysis/engine/run/signal_stack.h"
#include "analysis/engine/run/texture.h"
#include "core/base/number_text.h"
#include "core/device/launch_limits.h"

namespace warpwright::engine {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

Status checkShape(const LaunchRequest& request, const CompiledKernel& kernel) {
  const auto& [gx, gy, gz] = request.grid;
  const auto& [bx, by, bz] = request.block;
  const std::string launch = "The launch of " + kernel.name + " with grid " + extentsText(request.grid) + ", block " +
                             extentsText(request.block);
  if (gx == 0 || gy == 0 || gz == 0 || bx == 0 || by == 0 || bz == 0) {
    return inputError(launch + " has an empty dimension; every one must be at least 1.");
  }
  if (exceeds(request.grid, mostBlocks)) {
    return inputError(launch + " has too many blocks: at most " + extentsText(mostBlocks) + ".");
  }
  const uint64_t threads = static_cast<uint64_t>(bx) * by * bz;
  if (exceeds(request.block, mostThreads) || threads > mostThreadsOfBlock) {
    return inputError(launch + " has too many threads in a block: at most " + extentsText(mostThreads) + " and " +
                      std::to_string(mostThreadsOfBlock) + " in all.");
  }
  if (threads > kernel.maxThreadsPerBlock) {
    return inputError(launch + " has more threads in a block than its __launch_bounds__ of " +
                      std::to_string(kernel.maxThreadsPerBlock) + ".");
  }
  if (kernel.staticSharedBytes + request.dynamicSharedBytes > mostShared) {
    return inputError(launch + " asks for " + std::to_string(kernel.staticSharedBytes + request.dynamicSharedBytes) +
                      " bytes of shared memory; a block has at most " + std::to_string(mostShared) + ".");
  }
  return {};
}

/// Where the sites of a traced kernel stand, with the names of parameters where no variable is known.
std::vector<memsim::SitePlace> placesOf(const CompiledKernel& traced, const LaunchRequest& request) {
  std::vector<memsim::SitePlace> places;
  for (const TracePlace& place : traced.trace->places) {
    const auto parameter = static_cast<size_t>(place.parameter);
    const bool named = place.object.empty() && place.parameter >= 0 && parameter < request.parameterNames.size();
    places.push_back({place.at, named ? request.parameterNames[parameter] : place.object, place.parameter});
  }
  return places;
}

Error failureText(const BlockFailure& failure, const CompiledKernel& kernel) {
  std::string text = "Kernel " + kernel.name + ", block " + extentsText(failure.block) + ", thread " +
                     extentsText(failure.thread) + " ";
  text += failure.deadline ? "had not ended when its time was up" : failure.what;
  if (failure.at.isValid()) {
    text += (failure.deadline ? "; it was at " : ": ") + toString(failure.at);
    return inputError(text + ".", SourceRange{failure.at, failure.at.line, failure.at.column});
  }
  return inputError(text + ".");
}

LaunchOutcome outcomeOf(LaunchResult& run, const CompiledKernel& kernel, const LaunchRequest& request) {
  LaunchOutcome outcome;
  outcome.record = {
      kernel.name, request.grid, request.block,         kernel.staticSharedBytes + request.dynamicSharedBytes,
      0,           run.accesses, std::move(run.metrics)};
  outcome.findings = std::move(run.findings);
  outcome.work = std::move(run.work);
  outcome.requests = std::move(run.requests);
  outcome.touches = std::move(run.touches);
  if (run.failure) {
    outcome.failure = failureText(*run.failure, kernel);
    outcome.cause = run.failure->cause;
  }
  return outcome;
}

/// The argument values of a launch as they are now: the program may change them while the launch runs in another thread
/// of it.
class KeptArguments {
 public:
  KeptArguments(const CompiledKernel& kernel, const LaunchRequest& request) {
    uint64_t bytes = 0;
    for (const uint64_t size : kernel.parameterSizes) bytes += (size + 15) / 16 * 16;
    storage_.resize(bytes / 8 + 2);
    char* at = reinterpret_cast<char*>(storage_.data());
    if (reinterpret_cast<uint64_t>(at) % 16 != 0) at += 8;
    for (size_t i = 0; i < kernel.parameterSizes.size(); ++i) {
      std::memcpy(at, request.arguments[i], kernel.parameterSizes[i]);
      pointers_.push_back(at);
      at += (kernel.parameterSizes[i] + 15) / 16 * 16;
    }
  }
  KeptArguments(const KeptArguments&) = delete;
  KeptArguments& operator=(const KeptArguments&) = delete;
  /// One a parameter, each on 16 bytes.
  void** pointers() { return pointers_.data(); }

 private:
  std::vector<uint64_t> storage_;
  std::vector<void*> pointers_;
};

}  // namespace

struct DeviceProgram::State {
  Arena& arena;
  DeviceProgramOptions options;
  DeviceHeap heap{arena, options.deviceHeapBytes};
  std::vector<UnitCode> units;
  std::unique_ptr<KernelCompiler> compiler;
  LaunchWorkers workers;
  TextureTable textures;
  std::unique_ptr<GlobalRaces> races;
  bool racesTried = false;
  std::shared_ptr<AssumptionTable> assumed;
  std::unique_ptr<ExactSums> sums;
  std::vector<std::string> notes{
      "Mathematical functions are those of this machine's libm: last digits may differ from a GPU."};

  /// Null: there are no addresses for it.
  GlobalRaces* globalRaces() {
    if (!racesTried) {
      racesTried = true;
      races = GlobalRaces::create(Arena::baseAddress, arena.reservedBytes());
      if (!races)
        notes.push_back("Races in global memory were not looked for: there are no addresses for what has to be kept.");
    }
    return races.get();
  }

  void addNote(const std::string& note) {
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }

  Result<const CompiledKernel*> compiled(unsigned unit, const std::string& kernel, bool check, bool count) {
    if (options.relocatable) unit = 0;
    if (unit >= units.size()) return inputError("There is no device code for kernel " + functionName(kernel) + ".");
    return compiler->compile(units[unit], kernel, check, count);
  }

  /// Runs the launch in the way that gives what is wanted of it. Errors: of a cooperative launch that is not to be had.
  Result<LaunchResult> run(const LaunchRequest& request, const LaunchShape& shape, const LaunchOptions& wanted,
                           std::stop_token stop) {
    const std::string& kernel = shape.kernel->name;
    if (wanted.requests && request.cooperative) {
      return inputError("`" + kernel +
                        "` is launched cooperatively: what its blocks ask of memory is not kept. No cache policy "
                        "can be chosen for it.");
    }
    if (wanted.touches && request.cooperative) {
      return inputError("`" + kernel + "` is launched cooperatively: what its threads touch is not kept.");
    }
    if (wanted.work && request.cooperative) {
      LaunchResult result = runCooperative(workers, shape, wanted, stop);
      addNote("Cooperative launches (" + kernel + ") are not recorded: the fused model leaves them out.");
      return result;
    }
    if (!wanted.metrics && !wanted.work && !wanted.requests && !wanted.touches) {
      return request.cooperative ? runCooperative(workers, shape, wanted, stop)
                                 : runBlocks(workers, shape, wanted, stop);
    }
    auto compiled = compiler->compileTraced(units[options.relocatable ? 0 : request.unit], request.kernel);
    if (!compiled.ok()) return compiled.error();
    const CompiledKernel& traced = *compiled.value();
    if (wanted.work) return runBlocksRecorded(workers, shape, traced, wanted, stop);
    const std::vector<memsim::SitePlace> places = placesOf(traced, request);
    if (wanted.touches) return runBlocksTouched(workers, shape, traced, places, wanted, stop);
    if (wanted.requests) return runBlocksKept(workers, shape, traced, places, wanted, stop);
    const auto runTraced = request.cooperative ? runCooperativeTraced : runBlocksTraced;
    return runTraced(workers, shape, traced, places, wanted, stop);
  }
};

DeviceProgram::DeviceProgram(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceProgram::DeviceProgram(DeviceProgram&&) noexcept = default;
DeviceProgram& DeviceProgram::operator=(DeviceProgram&&) noexcept = default;
DeviceProgram::~DeviceProgram() = default;

Result<DeviceProgram> DeviceProgram::load(std::vector<DeviceUnit> units, Arena& arena, DeviceProgramOptions options) {
  auto assumed = std::make_shared<AssumptionTable>();
  assumed->places = assumedPlaces(options.assumptions);
  assumed->met.resize(assumed->places.size());
  auto compiler = KernelCompiler::create(assumed, options.exactSums);
  if (!compiler.ok()) return compiler.error();
  auto state = std::unique_ptr<State>(
      new State{.arena = arena, .options = std::move(options), .compiler = std::move(compiler).value()});
  if (state->options.relocatable && !units.empty()) {
    auto linked = linkUnits(units);
    if (!linked.ok()) return linked.error();
    units.clear();
    units.push_back(std::move(linked).value());
  }
  if (state->options.check) state->globalRaces();
  if (state->options.exactSums) state->sums = std::make_unique<ExactSums>(state->options.boundSums);
  for (DeviceUnit& unit : units) {
    std::map<std::string, uint64_t> places;
    for (const auto& [variable, address] : state->options.places) {
      if (variable.unit == state->units.size()) places[variable.name] = address;
    }
    auto placed = placeUnit(std::move(unit), arena, places, state->options.placesAreWishes);
    if (!placed.ok()) return placed.error();
    state->units.push_back(std::move(placed).value());
    const UnitCode& code = state->units.back();
    if (code.functionSlots.empty()) continue;
    const Status filled = state->compiler->fillFunctionSlots(code, state->options.check);
    if (!filled.ok()) return filled.error();
  }
  state->assumed = std::move(assumed);
  state->workers.print = state->options.print;
  ensureFaultHandlers();
  return DeviceProgram(std::move(state));
}

std::vector<std::string> DeviceProgram::kernels(unsigned unit) const {
  if (state_->options.relocatable) unit = 0;
  return unit < state_->units.size() ? state_->units[unit].kernels : std::vector<std::string>{};
}

std::optional<DeviceVariable> DeviceProgram::variable(unsigned unit, std::string_view name) const {
  if (state_->options.relocatable) unit = 0;
  if (unit >= state_->units.size()) return std::nullopt;
  const auto& variables = state_->units[unit].variables;
  const auto found = variables.find(std::string(name));
  return found == variables.end() ? std::nullopt : std::optional(found->second);
}

std::map<VariableName, DeviceVariable> DeviceProgram::variables() const {
  std::map<VariableName, DeviceVariable> all;
  for (unsigned unit = 0; unit < state_->units.size(); ++unit) {
    for (const auto& [name, variable] : state_->units[unit].variables) all[{unit, name}] = variable;
  }
  return all;
}

bool DeviceProgram::holdsFunctionAddresses() const {
  return std::any_of(state_->units.begin(), state_->units.end(),
                     [](const UnitCode& unit) { return !unit.functionSlots.empty(); });
}

Result<KernelAttributes> DeviceProgram::attributes(unsigned unit, const std::string& kernel) {
  auto compiled = state_->compiled(unit, kernel, false, false);
  if (!compiled.ok()) return compiled.error();
  const CompiledKernel& code = *compiled.value();
  return KernelAttributes{code.name,
                          code.at,
                          code.staticSharedBytes,
                          code.localBytes,
                          code.parameterSizes,
                          code.parameterOffsets,
                          code.maxThreadsPerBlock};
}

Result<LaunchOutcome> DeviceProgram::launch(const LaunchRequest& request, const LaunchOptions& options,
                                            std::stop_token stop) {
  auto compiled = state_->compiled(request.unit, request.kernel, options.check, options.countAccesses);
  if (!compiled.ok()) return compiled.error();
  const CompiledKernel& kernel = *compiled.value();
  if (const Status shape = checkShape(request, kernel); !shape.ok()) return shape.error();

  const auto start = Clock::now();
  KeptArguments arguments(kernel, request);
  LaunchShape shape{&kernel,
                    request.grid,
                    request.block,
                    static_cast<uint32_t>(request.dynamicSharedBytes),
                    arguments.pointers(),
                    &state_->arena,
                    &state_->heap,
                    &state_->textures,
                    nullptr,
                    request.cooperative,
                    state_->sums.get()};
  LaunchOptions ordered = options;
  if (options.check) {
    // One worker: what is known about each byte of global memory has no locks.
    ordered.workers = 1;
    shape.races = state_->globalRaces();
    if (kernel.copiesAtOnce) {
      state_->addNote("Not followed: copies of memcpy_async in `" + kernel.name +
                      "` are made at once, as Warpwright's own headers have them. That a thread reads its part before "
                      "it has waited is not found.");
    }
    if (shape.races != nullptr) {
      shape.races->beginLaunch();
      shape.races->noteIn(options.footprint);
    }
  }
  Result<LaunchResult> ran = state_->run(request, shape, ordered, stop);
  if (!ran.ok()) return ran.error();
  LaunchResult& run = *ran;
  if (state_->sums && state_->sums->hasRounded()) {
    state_->addNote(
        "Sums that atomics make of floating-point numbers are compared as exact sums: on a GPU their last "
        "digits depend on the order of the threads.");
  }
  if (run.failure && run.failure->deadline && stop.stop_requested()) return cancelledError();

  LaunchOutcome outcome = outcomeOf(run, kernel, request);
  outcome.record.seconds = seconds(start);
  if (options.touches && !run.failure && !outcome.touches) {
    outcome.failure = inputError("The threads of `" + kernel.name + "` touch more than " +
                                 countText(options.touches->bytesLimit / sizeof(memsim::TraceEvent)) +
                                 " elements, which is all that is kept. Run it on a smaller problem.");
  }
  return outcome;
}

std::vector<std::string> DeviceProgram::assumptionsChecked() const {
  std::vector<std::string> texts;
  for (size_t i = 0; i < state_->assumed->places.size(); ++i) {
    if (state_->assumed->met[i]) texts.push_back(state_->assumed->places[i].text);
  }
  return texts;
}
TextureTable& DeviceProgram::textures() {
  return state_->textures;
}
DeviceHeap& DeviceProgram::heap() {
  return state_->heap;
}
double DeviceProgram::compileSeconds() const {
  return state_->compiler->seconds();
}
std::vector<BoundedSum> DeviceProgram::takeSumBounds() {
  return state_->options.boundSums && state_->sums ? state_->sums->takeBounds() : std::vector<BoundedSum>();
}

const std::vector<std::string>& DeviceProgram::notes() const {
  return state_->notes;
}

}  // namespace warpwright::engine
