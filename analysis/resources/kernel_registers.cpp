#include "analysis/resources/kernel_registers.h"

#include "analysis/resources/ptx_code.h"
#include "analysis/resources/ptxas.h"
#include "analysis/resources/register_estimate.h"

namespace warpwright::resources {

KernelRegisters countRegisters(const DeviceBitcode& code, const std::string& arch,
                               const std::optional<std::filesystem::path>& ptxas, std::stop_token stop) {
  KernelRegisters counted;
  const auto ptx = emitPtx(code, arch, stop);
  if (!ptx.ok()) return counted;
  for (const auto& [name, estimate] : estimateRegisters(*ptx)) {
    KernelResources& kernel = counted[name];
    kernel.registers = estimate.likely;
    kernel.registersLow = estimate.low;
    kernel.registersHigh = estimate.high;
  }
  if (ptxas) {
    if (const auto exact = registersByPtxas(*ptxas, *ptx, arch, stop); exact.ok()) {
      for (const auto& [name, registers] : *exact) {
        KernelResources& kernel = counted[name];
        kernel.registers = registers;
        kernel.registersLow = kernel.registersHigh = std::nullopt;
        kernel.source = "ptxas";
      }
    }
  }
  return counted;
}

}  // namespace warpwright::resources
