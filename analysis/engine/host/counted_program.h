#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/result.h"

namespace warpwright::engine {

/// A pre-execution program (`preexecution::Program::modelSource`), compiled in this process so that it counts the
/// instructions it executes and tells each load. One a process at a time.
class CountedProgram {
 public:
  /// What the program's entry takes: see `preexecution::Program::modelSource`.
  using Entry = uint64_t (*)(const uint64_t* fields, const uint32_t* shape, const uint64_t* tuning,
                             uint64_t (*l3Hits)(), void (*adapted)(uint64_t), const std::atomic<bool>* stop);
  /// Called before each load.
  using LoadHook = void (*)(const void* address, unsigned long bytes);

  /// Errors: it does not compile.
  static Result<CountedProgram> compile(const std::string& name, const std::string& source, LoadHook onLoad);
  CountedProgram(CountedProgram&&) noexcept;
  CountedProgram& operator=(CountedProgram&&) noexcept;
  ~CountedProgram();

  Entry entry() const;
  /// Instructions executed so far: those of LLVM's code after -O2, the hooks left out.
  uint64_t instructions() const;

 private:
  struct State;
  explicit CountedProgram(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::engine
