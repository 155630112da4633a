#include "analysis/resources/kernel_registers.h"

#include "analysis/resources/device_math.h"
#include "analysis/resources/ptx_code.h"
#include "analysis/resources/ptxas.h"
#include "analysis/resources/register_estimate.h"

namespace warpwright::resources {

namespace {

void addEstimates(std::map<std::string, KernelResources>& counted, const std::string& ptx, uint32_t addressBits) {
  for (const auto& [name, estimate] : estimateRegisters(ptx, addressBits)) {
    KernelResources& kernel = counted[name];
    kernel.registers = estimate.likely;
    kernel.registersLow = estimate.low;
    kernel.registersHigh = estimate.high;
  }
}

}  // namespace

std::map<std::string, KernelResources> estimateRegistersOn(const Device& device, const DeviceBitcode& code,
                                                           const std::string& arch, std::stop_token stop) {
  std::map<std::string, KernelResources> counted;
  if (const auto ptx = emitPtx(code, arch, std::nullopt, std::move(stop)); ptx.ok())
    addEstimates(counted, *ptx, device.addressBits);
  return counted;
}

DeviceTools findDeviceTools(const std::filesystem::path& toolkit) {
  DeviceTools tools{findPtxas(toolkit), std::nullopt};
  tools.math = findDeviceMath(toolkit, tools.ptxas);
  return tools;
}

KernelRegisters countRegisters(const DeviceBitcode& code, const std::string& arch, const DeviceTools& tools,
                               std::stop_token stop) {
  KernelRegisters counted;
  const auto ptx = emitPtx(code, arch, tools.math, stop);
  if (!ptx.ok()) return counted;
  addEstimates(counted.byName, *ptx, 64);
  if (tools.ptxas) {
    const auto exact = registersByPtxas(*tools.ptxas, *ptx, arch, std::move(stop));
    counted.isBrokenOff = !exact.ok() && exact.error().kind != ErrorKind::input;
    if (exact.ok()) {
      for (const auto& [name, registers] : *exact) {
        KernelResources& kernel = counted.byName[name];
        kernel.registers = registers;
        kernel.registersLow = kernel.registersHigh = std::nullopt;
        kernel.source = "ptxas";
      }
    }
  }
  return counted;
}

}  // namespace warpwright::resources
