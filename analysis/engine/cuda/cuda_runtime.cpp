#include "analysis/engine/cuda/cuda_runtime.h"

#include <atomic>

namespace warpwright::engine {
namespace {

constexpr uint32_t noSite = ~0u;
thread_local uint32_t callSite = noSite;
/// The last one of any thread, for those that watch the program.
std::atomic<uint32_t> lastCallSite{noSite};

extern "C" void warpwrightCallSite(uint32_t site) {
  callSite = site;
  lastCallSite.store(site, std::memory_order_relaxed);
}

uint32_t siteOf(uint32_t own) {
  return own != noSite ? own : lastCallSite.load(std::memory_order_relaxed);
}

}  // namespace

CudaRuntime::CudaRuntime(Arena& arena, DeviceProgram& program, OutputRecorder& recorder, SourceLines& lines,
                         RuntimeOptions options, RuntimeEvents events)
    : arena_(arena),
      program_(program),
      recorder_(recorder),
      lines_(lines),
      options_(std::move(options)),
      report_(std::move(events)),
      observer_(arena),
      order_(options_.check, [this](const StreamOrder::Unordered& found) { tellUnordered(found); }) {
  if (options_.captureFor) makeCapturer();
}

CudaRuntime*& CudaRuntime::current() {
  static CudaRuntime* runtime = nullptr;
  return runtime;
}

HostProgram::Symbols CudaRuntime::symbols() {
  HostProgram::Symbols all;
  all["warpwright_call_site"] = reinterpret_cast<void*>(&warpwrightCallSite);
  addMemorySymbols(all);
  addArraySymbols(all);
  addTextureSymbols(all);
  addLaunchSymbols(all);
  addStreamSymbols(all);
  addGraphSymbols(all);
  addHostMemorySymbols(all);
  addPoolSymbols(all);
  addCublasSymbols(all);
  addCurandSymbols(all);
  addReuseSymbols(all);
  addDeviceSymbols(all);
  addDriverSymbols(all);
  return all;
}

uint32_t CudaRuntime::callSiteNumber() {
  return siteOf(callSite);
}

bool CudaRuntime::looksAtAnswer() const {
  const uint32_t site = callSiteNumber();
  return !sites_ || site >= sites_->size() || (*sites_)[site].looksAtAnswer;
}

SourcePosition CudaRuntime::here() const {
  const uint32_t site = callSiteNumber();
  return sites_ && site < sites_->size() ? (*sites_)[site].at : SourcePosition{};
}

std::string CudaRuntime::lastCall() const {
  const uint32_t number = callSiteNumber();
  if (!sites_ || number >= sites_->size()) return "";
  const CallSite& site = (*sites_)[number];
  std::string text = site.function == "__cudaPushCallConfiguration" ? "a kernel launch" : site.function;
  if (site.at.isValid()) {
    text += " (" + inFile(site.at) + ")";
  }
  return text;
}

int CudaRuntime::takeLastError() {
  const std::lock_guard lock(mutex_);
  if (sticky_ != cuda::success) return sticky_;
  return std::exchange(lastError_, cuda::success);
}

int CudaRuntime::peekLastError() const {
  return sticky_ != cuda::success ? sticky_ : lastError_;
}

void CudaRuntime::addFinding(EngineFinding finding) {
  const std::string key = finding.kind + "\n" + finding.kernel + "\n" + finding.object + "\n" + toString(finding.at) +
                          "\n" + toString(finding.other);
  const auto [entry, isNew] = findingIndex_.try_emplace(key, findings_.size());
  if (isNew) {
    findings_.push_back(std::move(finding));
  } else {
    findings_[entry->second].count += finding.count;
  }
}

std::string inFile(const SourcePosition& at) {
  return at.file.substr(at.file.rfind('/') + 1) + ":" + std::to_string(at.line);
}

}  // namespace warpwright::engine
