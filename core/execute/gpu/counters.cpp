#include "core/execute/gpu/counters.h"

#include <cstddef>

#include "core/execute/gpu/cuda_driver.h"
#include "core/execute/gpu/cupti.h"

namespace warpwright::gpu {
namespace {

/// A structure of the profiler, told how far we know it: to the end of its last field.
template <typename T, typename Field>
T sized(Field T::* last) {
  T params{};
  const auto begin = reinterpret_cast<uintptr_t>(&params);
  params.structSize = reinterpret_cast<uintptr_t>(&(params.*last)) - begin + sizeof(Field);
  return params;
}

Error failed(std::string message) {
  return {ErrorKind::worker, std::move(message), std::nullopt};
}

Error explained(const Cupti& cupti, cupti::Code code, const std::string& doing) {
  if (code == cupti::insufficientPrivileges || code == cupti::virtualDeviceInsufficientPrivileges) {
    return failed(countersNotPermitted());
  }
  return failed("Hardware counters could not be " + doing + ": " + cupti.text(code) +
                ". Another profiler may be using them; times and occupancy still serve.");
}

}  // namespace

struct Counters::State {
  const Cupti* cupti = nullptr;
  std::vector<std::string> metrics;
  std::vector<const char*> names;  ///< of `metrics`
  std::vector<uint8_t> availability, config, data;
  cupti::HostObject host = nullptr;
  cupti::RangeObject range = nullptr;
  size_t passes = 0;
  bool initialised = false, running = false;

  ~State() {
    if (range) {
      auto params = sized(&cupti::RangeParamsOnly::range);
      params.range = range;
      if (running) {
        auto stop = sized(&cupti::StopParams::allPassesSubmitted);
        stop.range = range;
        cupti->RangeProfilerStop(&stop);
      }
      cupti->RangeProfilerDisable(&params);
    }
    if (host) {
      auto params = sized(&cupti::HostObjectParams::host);
      params.host = host;
      cupti->ProfilerHostDeinitialize(&params);
    }
    if (initialised) {
      auto params = sized(&cupti::InitializeParams::priv);
      cupti->ProfilerDeInitialize(&params);
    }
  }

  Status begin();
  Status setUp();
  Status start();
  Result<bool> stop();
  Result<std::map<std::string, double>> read();
  Status describe(cupti::Context context, size_t deviceIndex);
  Status configure();
  Status enable(cupti::Context context);
};

/// The profiler and the chip of the current context.
Status Counters::State::begin() {
  Result<const CudaDriver*> driver = CudaDriver::load();
  if (!driver.ok()) return driver.error();
  CuContext context = nullptr;
  CuDevice device = 0;
  if ((*driver)->cuCtxGetCurrent(&context) != cuSuccess || !context ||
      (*driver)->cuCtxGetDevice(&device) != cuSuccess) {
    return failed("Hardware counters need a CUDA context.");
  }
  auto params = sized(&cupti::InitializeParams::priv);
  if (const cupti::Code code = cupti->ProfilerInitialize(&params); code != 0) return explained(*cupti, code, "set up");
  initialised = true;
  if (Status done = describe(context, static_cast<size_t>(device)); !done.ok()) return done;
  if (Status done = configure(); !done.ok()) return done;
  return enable(context);
}

Status Counters::State::describe(cupti::Context context, size_t deviceIndex) {
  auto chip = sized(&cupti::ChipNameParams::chipName);
  chip.deviceIndex = deviceIndex;
  if (const cupti::Code code = cupti->DeviceGetChipName(&chip); code != 0) return explained(*cupti, code, "set up");
  auto available = sized(&cupti::AvailabilityParams::image);
  available.context = context;
  if (const cupti::Code code = cupti->ProfilerGetCounterAvailability(&available); code != 0) {
    return explained(*cupti, code, "read");
  }
  availability.resize(available.imageSize);
  available.image = availability.data();
  if (const cupti::Code code = cupti->ProfilerGetCounterAvailability(&available); code != 0) {
    return explained(*cupti, code, "read");
  }
  auto params = sized(&cupti::HostInitializeParams::host);
  params.profilerType = cupti::profilerTypeRange;
  params.chipName = chip.chipName;
  params.availabilityImage = availability.data();
  if (const cupti::Code code = cupti->ProfilerHostInitialize(&params); code != 0)
    return explained(*cupti, code, "set up");
  host = params.host;
  return {};
}

Status Counters::State::configure() {
  std::string unknown;
  for (const char*& name : names) {
    auto add = sized(&cupti::AddMetricsParams::count);
    add.host = host;
    add.names = &name;
    add.count = 1;
    if (cupti->ProfilerHostConfigAddMetrics(&add) != 0) unknown += (unknown.empty() ? "" : ", ") + std::string(name);
  }
  if (!unknown.empty()) {
    return Error{ErrorKind::usage,
                 "This GPU does not count " + unknown + ". `ncu --query-metrics` lists what it counts.", std::nullopt};
  }
  auto size = sized(&cupti::ConfigSizeParams::size);
  size.host = host;
  if (const cupti::Code code = cupti->ProfilerHostGetConfigImageSize(&size); code != 0)
    return explained(*cupti, code, "chosen");
  config.resize(size.size);
  auto image = sized(&cupti::ConfigImageParams::image);
  image.host = host;
  image.size = config.size();
  image.image = config.data();
  if (const cupti::Code code = cupti->ProfilerHostGetConfigImage(&image); code != 0)
    return explained(*cupti, code, "chosen");
  auto count = sized(&cupti::PassesParams::passes);
  count.size = config.size();
  count.image = config.data();
  if (const cupti::Code code = cupti->ProfilerHostGetNumOfPasses(&count); code != 0)
    return explained(*cupti, code, "chosen");
  passes = count.passes;
  return {};
}

Status Counters::State::enable(cupti::Context context) {
  auto params = sized(&cupti::EnableParams::range);
  params.context = context;
  if (const cupti::Code code = cupti->RangeProfilerEnable(&params); code != 0)
    return explained(*cupti, code, "switched on");
  range = params.range;
  auto size = sized(&cupti::CounterDataSizeParams::size);
  size.range = range;
  size.names = names.data();
  size.count = names.size();
  size.maxRanges = 1;
  size.maxTreeNodes = 1;
  if (const cupti::Code code = cupti->RangeProfilerGetCounterDataSize(&size); code != 0)
    return explained(*cupti, code, "chosen");
  data.resize(size.size);
  return {};
}

Counters::Counters(std::unique_ptr<State> state) : state_(std::move(state)) {}
Counters::Counters(Counters&& other) noexcept = default;
Counters& Counters::operator=(Counters&& other) noexcept = default;
Counters::~Counters() = default;

Result<Counters> Counters::create(const std::vector<std::string>& metrics) {
  Result<const Cupti*> library = Cupti::load();
  if (!library.ok()) return library.error();
  if (!(*library)->hasCounters()) {
    return failed("The profiling library " + (*library)->path +
                  " is older than CUDA 12.6 and cannot read these counters. "
                  "Install a newer toolkit, or set WARPWRIGHT_CUPTI to its libcupti.so.");
  }
  auto state = std::make_unique<State>();
  state->cupti = *library;
  state->metrics = metrics;
  for (const std::string& name : state->metrics) state->names.push_back(name.c_str());
  if (Status begun = state->begin(); !begun.ok()) return begun.error();
  return Counters(std::move(state));
}

size_t Counters::passes() const {
  return state_->passes;
}

Result<std::map<std::string, double>> Counters::measure(const std::function<Status()>& prepare,
                                                        const std::function<Status()>& launch) {
  State& state = *state_;
  if (Status ready = state.setUp(); !ready.ok()) return ready.error();
  // The profiler says when it has all; it never asks for more than it said.
  for (size_t pass = 0; pass <= state.passes; ++pass) {
    if (Status prepared = prepare(); !prepared.ok()) return prepared.error();
    if (Status started = state.start(); !started.ok()) return started.error();
    const Status launched = launch();
    const Result<bool> all = state.stop();
    if (!launched.ok()) return launched.error();
    if (!all.ok()) return all.error();
    if (*all) return state.read();
  }
  return failed("Hardware counters could not be read: the profiler asks for ever more passes.");
}

Status Counters::State::setUp() {
  auto image = sized(&cupti::CounterDataInitializeParams::counterData);
  image.range = range;
  image.size = data.size();
  image.counterData = data.data();
  if (const cupti::Code code = cupti->RangeProfilerCounterDataImageInitialize(&image); code != 0) {
    return explained(*cupti, code, "set up");
  }
  auto params = sized(&cupti::SetConfigParams::targetNestingLevel);
  params.range = range;
  params.configSize = config.size();
  params.config = config.data();
  params.counterDataSize = data.size();
  params.counterData = data.data();
  params.rangeMode = cupti::rangeAuto;
  params.replayMode = cupti::replayUser;
  params.maxRangesPerPass = 1;
  params.nestingLevels = params.minNestingLevel = 1;
  if (const cupti::Code code = cupti->RangeProfilerSetConfig(&params); code != 0)
    return explained(*cupti, code, "chosen");
  return {};
}

Status Counters::State::start() {
  auto params = sized(&cupti::RangeParamsOnly::range);
  params.range = range;
  if (const cupti::Code code = cupti->RangeProfilerStart(&params); code != 0) return explained(*cupti, code, "started");
  running = true;
  return {};
}

/// True: that was the last pass.
Result<bool> Counters::State::stop() {
  auto params = sized(&cupti::StopParams::allPassesSubmitted);
  params.range = range;
  running = false;
  if (const cupti::Code code = cupti->RangeProfilerStop(&params); code != 0) return explained(*cupti, code, "stopped");
  return params.allPassesSubmitted != 0;
}

Result<std::map<std::string, double>> Counters::State::read() {
  auto decode = sized(&cupti::DecodeParams::rangesDropped);
  decode.range = range;
  if (const cupti::Code code = cupti->RangeProfilerDecodeData(&decode); code != 0)
    return explained(*cupti, code, "read");
  auto info = sized(&cupti::CounterDataInfoParams::ranges);
  info.counterData = data.data();
  info.counterDataSize = data.size();
  if (const cupti::Code code = cupti->RangeProfilerGetCounterDataInfo(&info); code != 0)
    return explained(*cupti, code, "read");
  if (info.ranges != 1 || decode.rangesDropped != 0) {
    return failed("Hardware counters saw " + std::to_string(info.ranges + decode.rangesDropped) +
                  " launches in place of one.");
  }
  std::vector<double> numbers(names.size());
  auto evaluate = sized(&cupti::EvaluateParams::values);
  evaluate.host = host;
  evaluate.counterData = data.data();
  evaluate.counterDataSize = data.size();
  evaluate.names = names.data();
  evaluate.count = names.size();
  evaluate.values = numbers.data();
  if (const cupti::Code code = cupti->ProfilerHostEvaluateToGpuValues(&evaluate); code != 0)
    return explained(*cupti, code, "read");
  std::map<std::string, double> values;
  for (size_t i = 0; i < numbers.size(); ++i) values[metrics[i]] = numbers[i];
  return values;
}

Status checkCounters() {
  const Result<Counters> counters = Counters::create({"smsp__inst_executed.sum"});
  return counters.ok() ? Status() : counters.error();
}

const std::vector<std::string>& usualCounters() {
  static const std::vector<std::string> names = {
      "gpu__time_duration.sum",
      "sm__warps_active.avg.pct_of_peak_sustained_active",
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
      "l1tex__t_sector_hit_rate.pct",
      "lts__t_sectors_op_read.sum",
      "lts__t_sectors.sum",
      "lts__t_sector_hit_rate.pct",
      "dram__bytes_read.sum",
      "dram__bytes_write.sum",
      "smsp__inst_executed.sum",
      "smsp__inst_executed_op_shared_ld.sum",
      "smsp__sass_inst_executed_op_global_ld.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
      "sm__throughput.avg.pct_of_peak_sustained_elapsed",
      "dram__throughput.avg.pct_of_peak_sustained_elapsed",
      "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
  };
  return names;
}

}  // namespace warpwright::gpu
