#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/device_program.h"

/// Kernels of one file of this folder, ready to be launched: compiled with our own headers, so that no toolkit is
/// needed.
class DeviceBench {
 public:
  /// `file`: in tests/analysis/engine/device. What the device prints is kept in `printed`. `check`: code behind
  /// pointers in variables is checked, too, where launches are.
  explicit DeviceBench(const std::string& file, bool check = false);

  /// Empty where all went well so far; else why not.
  std::string problem;
  std::string printed;

  /// Device memory with these values.
  template <typename T>
  T* buffer(const std::vector<T>& values, const std::string& name = "buffer") {
    T* memory = static_cast<T*>(allocate(values.size() * sizeof(T), name));
    if (memory != nullptr) std::copy(values.begin(), values.end(), memory);
    return memory;
  }
  template <typename T>
  T* buffer(size_t count, T value = {}, const std::string& name = "buffer") {
    return buffer(std::vector<T>(count, value), name);
  }

  struct Shape {
    std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    uint64_t shared = 0;
    bool cooperative = false;
  };
  /// Launches the kernel whose name without parameters is `kernel`. Errors of the launch go to `problem`.
  template <typename... Arguments>
  warpwright::engine::LaunchOutcome launch(const std::string& kernel, const Shape& shape, Arguments... arguments) {
    void* pointers[] = {static_cast<void*>(&arguments)..., nullptr};
    return launchWith(kernel, shape, pointers);
  }
  warpwright::engine::LaunchOutcome launchWith(const std::string& kernel, const Shape& shape, void** arguments);

  warpwright::engine::LaunchOptions options;
  warpwright::engine::Arena& arena() { return *arena_; }
  warpwright::engine::DeviceProgram& program() { return *program_; }
  std::string mangled(const std::string& kernel) const;
  /// The line of the file that ends with "// mark: NAME".
  uint32_t line(const std::string& mark) const;

 private:
  void* allocate(uint64_t bytes, const std::string& name);
  std::string text_;
  std::unique_ptr<warpwright::engine::Arena> arena_;
  std::unique_ptr<warpwright::engine::DeviceProgram> program_;
};
