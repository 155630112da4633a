#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "core/execute/gpu/cubin_symbols.h"

namespace warpwright::capture {

/// What the modules of a program define. Filled while the driver loads them, under its locks: nothing here calls the
/// driver.
class ModuleTable {
 public:
  void add(std::string_view cubin);

  /// Variables of all modules by name; which module defines which is for the driver to say.
  std::map<std::string, gpu::CubinVariable> variables() const;
  bool usesDeviceHeap() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, gpu::CubinVariable> variables_;
  bool usesDeviceHeap_ = false;
};

}  // namespace warpwright::capture
