#include "app/capture/module_table.h"

namespace warpwright::capture {

void ModuleTable::add(std::string_view cubin) {
  const gpu::CubinSymbols symbols = gpu::cubinSymbols(cubin);
  const std::lock_guard lock(mutex_);
  for (const gpu::CubinVariable& variable : symbols.variables) variables_[variable.name] = variable;
  usesDeviceHeap_ |= symbols.usesDeviceHeap;
}

std::map<std::string, gpu::CubinVariable> ModuleTable::variables() const {
  const std::lock_guard lock(mutex_);
  return variables_;
}

bool ModuleTable::usesDeviceHeap() const {
  const std::lock_guard lock(mutex_);
  return usesDeviceHeap_;
}

}  // namespace warpwright::capture
