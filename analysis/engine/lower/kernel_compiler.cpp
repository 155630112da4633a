#include "analysis/engine/lower/kernel_compiler.h"

#include <chrono>
#include <cstring>
#include <map>
#include <tuple>

#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

namespace {

Error unsupportedText(const std::vector<Error>& reasons) {
  constexpr size_t shown = 5;
  Error error = reasons.front();
  for (size_t i = 1; i < reasons.size() && i < shown; ++i) {
    if (reasons[i].message != reasons[i - 1].message) error.message += "\n" + reasons[i].message;
  }
  if (reasons.size() > shown) error.message += "\nAnd " + std::to_string(reasons.size() - shown) + " more.";
  return error;
}

class CachingCompiler : public KernelCompiler {
 public:
  CachingCompiler(std::unique_ptr<MachineCode> machine, std::shared_ptr<AssumptionTable> assumed, bool exactSums)
      : machine_(std::move(machine)), assumed_(std::move(assumed)), exactSums_(exactSums) {}

  Result<const CompiledKernel*> compile(const UnitCode& unit, const std::string& kernel, bool check,
                                        bool count) override {
    return compileFor(unit, kernel, {check, count || check, false});
  }

  Result<const CompiledKernel*> compileTraced(const UnitCode& unit, const std::string& kernel) override {
    return compileFor(unit, kernel, {false, false, true});
  }

  Result<const CompiledKernel*> compileFor(const UnitCode& unit, const std::string& kernel, CompileMode mode) {
    const auto key = std::make_tuple(&unit.addresses, kernel, mode);
    if (const auto found = kernels_.find(key); found != kernels_.end()) return found->second.get();
    const auto start = std::chrono::steady_clock::now();
    auto lowered = lower(unit, kernel, mode);
    if (!lowered.ok()) return lowered.error();
    auto compiled = machine_->compile(std::move(lowered).value());
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!compiled.ok()) return compiled.error();
    return (kernels_[key] = std::move(compiled).value()).get();
  }

  Status fillFunctionSlots(const UnitCode& unit, bool check) override {
    for (const auto& [address, function] : unit.functionSlots) {
      auto extracted = extractFunction(unit.bitcode, function, {check, check}, sites_);
      if (!extracted.ok()) return extracted.error();
      if (const Status done = finish(extracted.value(), unit); !done.ok()) return done.error();
      auto compiled = machine_->compile(std::move(extracted).value());
      if (!compiled.ok()) return compiled.error();
      const KernelEntry code = compiled.value()->entry;
      std::memcpy(reinterpret_cast<void*>(address), &code, sizeof code);
      functions_.push_back(std::move(compiled).value());
    }
    return {};
  }

  double seconds() const override { return seconds_; }

 private:
  Status finish(KernelModule& module, const UnitCode& unit) const {
    if (module.mode.check) module.kernel->assumed = assumed_;
    lowerCalls(module);
    lowerShifts(module);
    lowerConversions(module);
    instrument(module);
    if (exactSums_ && !module.mode.trace) lowerAtomicSums(module);
    placeVariables(module, unit.addresses);
    if (!module.unsupported.empty()) return unsupportedText(module.unsupported);
    return {};
  }

  Result<KernelModule> lower(const UnitCode& unit, const std::string& kernel, CompileMode mode) {
    auto extracted = extractKernel(unit.bitcode, kernel, mode, sites_);
    if (!extracted.ok()) return extracted;
    if (const Status done = finish(extracted.value(), unit); !done.ok()) return done.error();
    extracted->kernel->stepwise = splitAtBarriers(extracted.value());
    return extracted;
  }

  std::unique_ptr<MachineCode> machine_;
  std::shared_ptr<AssumptionTable> assumed_;
  bool exactSums_;
  SiteTable sites_ = std::make_shared<std::vector<Site>>(1);
  std::map<std::tuple<const void*, std::string, CompileMode>, std::unique_ptr<CompiledKernel>> kernels_;
  std::vector<std::unique_ptr<CompiledKernel>> functions_;
  double seconds_ = 0;
};

}  // namespace

Result<std::unique_ptr<KernelCompiler>> KernelCompiler::create(std::shared_ptr<AssumptionTable> assumed,
                                                               bool exactSums) {
  auto machine = MachineCode::create();
  if (!machine.ok()) return machine.error();
  return std::unique_ptr<KernelCompiler>(
      std::make_unique<CachingCompiler>(std::move(machine).value(), std::move(assumed), exactSums));
}

}  // namespace warpwright::engine
