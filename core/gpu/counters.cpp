#include "core/gpu/counters.h"

#include <cstddef>

#include "core/gpu/cuda_driver.h"
#include "core/gpu/cupti.h"

namespace warpwright::gpu {
namespace {

/// A structure of the profiler, told how far we know it: to the end of its last field.
template <typename T, typename Field>
T sized(Field T::*last) {
  T params{};
  const auto begin = reinterpret_cast<uintptr_t>(&params);
  params.structSize = reinterpret_cast<uintptr_t>(&(params.*last)) - begin + sizeof(Field);
  return params;
}

Error failed(std::string message) { return {ErrorKind::worker, std::move(message), std::nullopt}; }

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
  std::vector<const char*> names;             ///< of `metrics`
  std::vector<uint8_t> availability, config, data;
  cupti::HostObject host = nullptr;
  cupti::RangeObject range = nullptr;
  size_t passes = 0, mostLaunches = 0;
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
  if ((*driver)->cuCtxGetCurrent(&context) != cuSuccess || !context || (*driver)->cuCtxGetDevice(&device) != cuSuccess) {
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
  if (const cupti::Code code = cupti->ProfilerHostInitialize(&params); code != 0) return explained(*cupti, code, "set up");
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
    return Error{ErrorKind::usage, "This GPU does not count " + unknown + ". `ncu --query-metrics` lists what it counts.", std::nullopt};
  }
  auto size = sized(&cupti::ConfigSizeParams::size);
  size.host = host;
  if (const cupti::Code code = cupti->ProfilerHostGetConfigImageSize(&size); code != 0) return explained(*cupti, code, "chosen");
  config.resize(size.size);
  auto image = sized(&cupti::ConfigImageParams::image);
  image.host = host;
  image.size = config.size();
  image.image = config.data();
  if (const cupti::Code code = cupti->ProfilerHostGetConfigImage(&image); code != 0) return explained(*cupti, code, "chosen");
  auto count = sized(&cupti::PassesParams::passes);
  count.size = config.size();
  count.image = config.data();
  if (const cupti::Code code = cupti->ProfilerHostGetNumOfPasses(&count); code != 0) return explained(*cupti, code, "chosen");
  passes = count.passes;
  return {};
}

Status Counters::State::enable(cupti::Context context) {
  auto params = sized(&cupti::EnableParams::range);
  params.context = context;
  if (const cupti::Code code = cupti->RangeProfilerEnable(&params); code != 0) return explained(*cupti, code, "switched on");
  range = params.range;
  auto size = sized(&cupti::CounterDataSizeParams::size);
  size.range = range;
  size.names = names.data();
  size.count = names.size();
  size.maxRanges = mostLaunches;
  size.maxTreeNodes = static_cast<uint32_t>(mostLaunches);
  if (const cupti::Code code = cupti->RangeProfilerGetCounterDataSize(&size); code != 0) return explained(*cupti, code, "chosen");
  data.resize(size.size);
  return {};
}

Counters::Counters(std::unique_ptr<State> state) : state_(std::move(state)) {}
Counters::Counters(Counters&& other) noexcept = default;
Counters& Counters::operator=(Counters&& other) noexcept = default;
Counters::~Counters() = default;

Result<Counters> Counters::create(const std::vector<std::string>& metrics, size_t mostLaunches) {
  Result<const Cupti*> library = Cupti::load();
  if (!library.ok()) return library.error();
  if (!(*library)->hasCounters()) {
    return failed("The profiling library " + (*library)->path + " is older than CUDA 12.6 and cannot read these counters. "
                  "Install a newer toolkit, or set WARPWRIGHT_CUPTI to its libcupti.so.");
  }
  auto state = std::make_unique<State>();
  state->cupti = *library;
  state->metrics = metrics;
  for (const std::string& name : state->metrics) state->names.push_back(name.c_str());
  state->mostLaunches = mostLaunches;
  if (Status begun = state->begin(); !begun.ok()) return begun.error();
  return Counters(std::move(state));
}

size_t Counters::passes() const { return state_->passes; }

Status Counters::start() {
  State& state = *state_;
  auto image = sized(&cupti::CounterDataInitializeParams::counterData);
  image.range = state.range;
  image.size = state.data.size();
  image.counterData = state.data.data();
  if (const cupti::Code code = state.cupti->RangeProfilerCounterDataImageInitialize(&image); code != 0) {
    return explained(*state.cupti, code, "set up");
  }
  auto config = sized(&cupti::SetConfigParams::targetNestingLevel);
  config.range = state.range;
  config.configSize = state.config.size();
  config.config = state.config.data();
  config.counterDataSize = state.data.size();
  config.counterData = state.data.data();
  config.rangeMode = cupti::rangeAuto;
  config.replayMode = cupti::replayKernel;
  config.maxRangesPerPass = state.mostLaunches;
  config.nestingLevels = config.minNestingLevel = 1;
  if (const cupti::Code code = state.cupti->RangeProfilerSetConfig(&config); code != 0) {
    return explained(*state.cupti, code, "chosen");
  }
  auto params = sized(&cupti::RangeParamsOnly::range);
  params.range = state.range;
  if (const cupti::Code code = state.cupti->RangeProfilerStart(&params); code != 0) return explained(*state.cupti, code, "started");
  state.running = true;
  return {};
}

Result<std::vector<std::map<std::string, double>>> Counters::stop() {
  State& state = *state_;
  auto params = sized(&cupti::StopParams::allPassesSubmitted);
  params.range = state.range;
  state.running = false;
  if (const cupti::Code code = state.cupti->RangeProfilerStop(&params); code != 0) return explained(*state.cupti, code, "stopped");
  auto decode = sized(&cupti::DecodeParams::rangesDropped);
  decode.range = state.range;
  if (const cupti::Code code = state.cupti->RangeProfilerDecodeData(&decode); code != 0) return explained(*state.cupti, code, "read");
  if (decode.rangesDropped != 0) {
    return failed(std::to_string(decode.rangesDropped) + " launches were not counted: there were more than " +
                  std::to_string(state.mostLaunches) + ".");
  }
  auto info = sized(&cupti::CounterDataInfoParams::ranges);
  info.counterData = state.data.data();
  info.counterDataSize = state.data.size();
  if (const cupti::Code code = state.cupti->RangeProfilerGetCounterDataInfo(&info); code != 0) {
    return explained(*state.cupti, code, "read");
  }
  std::vector<std::map<std::string, double>> launches;
  std::vector<double> values(state.names.size());
  for (size_t launch = 0; launch < info.ranges; ++launch) {
    auto evaluate = sized(&cupti::EvaluateParams::values);
    evaluate.host = state.host;
    evaluate.counterData = state.data.data();
    evaluate.counterDataSize = state.data.size();
    evaluate.rangeIndex = launch;
    evaluate.names = state.names.data();
    evaluate.count = state.names.size();
    evaluate.values = values.data();
    if (const cupti::Code code = state.cupti->ProfilerHostEvaluateToGpuValues(&evaluate); code != 0) {
      return explained(*state.cupti, code, "read");
    }
    std::map<std::string, double>& named = launches.emplace_back();
    for (size_t i = 0; i < values.size(); ++i) named[state.metrics[i]] = values[i];
  }
  return launches;
}

Status checkCounters() {
  Result<Counters> counters = Counters::create({"smsp__inst_executed.sum"}, 1);
  if (!counters.ok()) return counters.error();
  // Some drivers refuse only here.
  if (Status started = counters->start(); !started.ok()) return started;
  Result<std::vector<std::map<std::string, double>>> none = counters->stop();
  return {};
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
