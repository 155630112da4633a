#include "core/execute/gpu/stall_sampler.h"

#include <chrono>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/file.h"
#include "core/execute/gpu/cuda_driver.h"
#include "core/execute/gpu/cupti.h"

namespace warpwright::gpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t pcsAtOnce = 4096;
constexpr uint32_t periodBits = 10;  // a sample of each multiprocessor in 1,024 cycles
constexpr uint32_t mostLaunches = 200;

Error failed(std::string message) {
  return {ErrorKind::worker, std::move(message), std::nullopt};
}

/// CUPTI's "smsp__pcsamp_warps_issue_stalled_barrier": "barrier"; empty: counts a part of what another one counts.
std::string reasonOf(std::string_view name) {
  constexpr std::string_view prefix = "smsp__pcsamp_warps_issue_stalled_", part = "_not_issued";
  if (!name.starts_with(prefix) || name.ends_with(part)) return "";
  return std::string(name.substr(prefix.size()));
}

class Sampler {
 public:
  Sampler(const Cupti& cupti, cupti::Context context, const std::string& cubin)
      : cupti_(cupti), context_(context), cubin_(cubin) {}
  ~Sampler() {
    if (enabled_) call(cupti_.PCSamplingDisable);
    for (char* name : names_) std::free(name);
  }
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  Status enable() {
    if (const cupti::Code code = call(cupti_.PCSamplingEnable); code != 0) return explained(code);
    enabled_ = true;
    if (Status known = readReasons(); !known.ok()) return known;
    for (Records* records : {&collected_, &read_}) records->makeRoom(reasons_.size());
    cupti::SamplingConfig configs[4] = {};
    const std::pair<uint32_t, uint32_t> numbers[] = {{cupti::samplingPeriod, periodBits},
                                                     {cupti::samplingMode, cupti::samplingContinuous},
                                                     {cupti::samplingStartStop, 1}};
    for (size_t i = 0; i < 3; ++i) {
      configs[i].attribute = numbers[i].first;
      configs[i].value.number = numbers[i].second;
    }
    configs[3].attribute = cupti::samplingBuffer;
    configs[3].value.buffer = &collected_.data;
    cupti::SamplingConfigParams params{sizeof params, nullptr, context_, 4, configs};
    const cupti::Code code = cupti_.PCSamplingSetConfigurationAttribute(&params);
    return code == 0 ? Status() : explained(code);
  }

  Status start() {
    const cupti::Code code = call(cupti_.PCSamplingStart);
    return code == 0 ? Status() : explained(code);
  }

  /// Ends the interval and adds its samples.
  Status stop(StallSamples& to) {
    if (const cupti::Code code = call(cupti_.PCSamplingStop); code != 0) return explained(code);
    do {
      cupti::SampledDataParams params{sizeof params, nullptr, context_, &read_.data};
      if (const cupti::Code code = cupti_.PCSamplingGetData(&params); code != 0) return explained(code);
      take(to);
    } while (read_.data.remaining > 0);
    return {};
  }

 private:
  cupti::Code call(cupti::Code (*function)(cupti::SamplingParams*)) const {
    cupti::SamplingParams params{sizeof params, nullptr, context_};
    return function(&params);
  }

  Error explained(cupti::Code code) const {
    if (code == cupti::insufficientPrivileges || code == cupti::virtualDeviceInsufficientPrivileges)
      return failed(countersNotPermitted());
    return failed("Stalls could not be sampled: " + cupti_.text(code) +
                  ". Another profiler may be at work; times still serve.");
  }

  Status readReasons() {
    size_t count = 0;
    cupti::StallReasonCountParams number{sizeof number, nullptr, context_, &count};
    if (const cupti::Code code = cupti_.PCSamplingGetNumStallReasons(&number); code != 0) return explained(code);
    std::vector<uint32_t> indices(count);
    std::vector<std::vector<char>> names(count, std::vector<char>(cupti::stallNameBytes));
    std::vector<char*> room;
    for (std::vector<char>& name : names) room.push_back(name.data());
    cupti::StallReasonsParams params{sizeof params, nullptr, context_, count, indices.data(), room.data()};
    if (const cupti::Code code = cupti_.PCSamplingGetStallReasons(&params); code != 0) return explained(code);
    for (size_t i = 0; i < count; ++i) reasons_[indices[i]] = reasonOf(names[i].data());
    return {};
  }

  /// Records of CUPTI with room for what they point to.
  struct Records {
    std::vector<cupti::StallCount> stalls;
    std::vector<cupti::SampledPc> pcs;
    cupti::SampledData data{};

    void makeRoom(size_t reasons) {
      stalls.assign(pcsAtOnce * reasons, {});
      pcs.assign(pcsAtOnce, {});
      for (size_t i = 0; i < pcsAtOnce; ++i) {
        pcs[i].structSize = sizeof(cupti::SampledPc);
        pcs[i].stalls = stalls.data() + i * reasons;
      }
      data.structSize = sizeof data;
      data.capacity = pcsAtOnce;
      data.pcs = pcs.data();
    }
  };

  void take(StallSamples& to) {
    to.dropped += read_.data.dropped;
    for (size_t i = 0; i < read_.data.collected; ++i) {
      const cupti::SampledPc& pc = read_.pcs[i];
      if (const auto place = placeOf(pc)) {
        for (size_t s = 0; s < pc.stallCount; ++s) {
          const std::string& reason = reasons_[pc.stalls[s].reason];
          if (!reason.empty() && pc.stalls[s].samples > 0)
            to.add(place->first, place->second, reason, pc.stalls[s].samples);
        }
      }
      if (pc.function) names_.insert(pc.function);
    }
  }

  /// None: it is no code of the cubin.
  std::optional<std::pair<std::string, uint32_t>> placeOf(const cupti::SampledPc& pc) {
    if (!pc.function) return std::nullopt;
    const auto [known, isNew] = places_.try_emplace({pc.function, pc.offset});
    if (!isNew) return known->second;
    cupti::SourceLineParams params{};
    params.structSize = sizeof params;
    params.cubin = cubin_.data();
    params.cubinBytes = cubin_.size();
    params.function = pc.function;
    params.offset = pc.offset;
    // PTX has no addresses; without line information the name at least must be there.
    if (!cubin_.starts_with("\x7f"
                            "ELF") ||
        cupti_.GetSassToSourceCorrelation(&params) != 0) {
      if (cubin_.find(pc.function) != std::string::npos) known->second.emplace("", 0);
      return known->second;
    }
    const std::filesystem::path folder = params.folder ? params.folder : "";
    known->second = {params.file ? (folder / params.file).lexically_normal().string() : "",
                     params.file ? params.line : 0};
    std::free(params.file);
    std::free(params.folder);
    return known->second;
  }

  const Cupti& cupti_;
  cupti::Context context_;
  const std::string& cubin_;
  bool enabled_ = false;
  std::set<char*> names_;  ///< records share them
  std::map<uint32_t, std::string> reasons_;
  Records collected_;  ///< what CUPTI fills
  Records read_;       ///< and what it is asked for
  std::map<std::pair<std::string, uint64_t>, std::optional<std::pair<std::string, uint32_t>>> places_;
};

}  // namespace

Result<StallSamples> sampleStalls(const std::filesystem::path& cubin, const std::function<Status()>& prepare,
                                  const std::function<Status()>& launch, uint64_t enough, double seconds) {
  const Result<const Cupti*> cupti = Cupti::load();
  if (!cupti.ok()) return cupti.error();
  if (!(*cupti)->hasSampling())
    return failed("The profiling library " + (*cupti)->path + " cannot sample stalls. Install a newer toolkit.");
  const Result<const CudaDriver*> driver = CudaDriver::load();
  if (!driver.ok()) return driver.error();
  CuContext context = nullptr;
  if ((*driver)->cuCtxGetCurrent(&context) != cuSuccess || !context)
    return failed("Sampling stalls needs a CUDA context.");
  const Result<std::string> code = readFile(cubin);
  if (!code.ok()) return code.error();
  StallSamples stalls;
  Sampler sampler(**cupti, context, *code);
  if (Status enabled = sampler.enable(); !enabled.ok()) return enabled.error();
  const auto begin = Clock::now();
  while (stalls.launches < mostLaunches && stalls.samples < enough) {
    if (Status prepared = prepare(); !prepared.ok()) return prepared.error();
    if (Status started = sampler.start(); !started.ok()) return started.error();
    const Status launched = launch();
    const Status stopped = sampler.stop(stalls);
    if (!launched.ok()) return launched.error();
    if (!stopped.ok()) return stopped.error();
    ++stalls.launches;
    if (std::chrono::duration<double>(Clock::now() - begin).count() > seconds) break;
  }
  stalls.sort();
  return stalls;
}

}  // namespace warpwright::gpu
