#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine/host/host_module.h"
#include "core/base/result.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace warpwright::engine {

/// The host module of one translation unit with the context it lives in. Declared in this order: the context goes last.
struct HostUnit {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::string name;  ///< source file, for messages

  HostUnit();
  HostUnit(HostUnit&&) noexcept;
  HostUnit& operator=(HostUnit&&) noexcept;
  ~HostUnit();
};

/// What the units use and neither they, `symbols`, this process nor its libraries define. `main` is not looked for.
std::vector<ExternalUse> missingSymbols(const std::vector<HostUnit>& units,
                                        const std::map<std::string, void*>& symbols);

/// The host side of a user's program, compiled in this process. Exceptions pass through its frames, thread-local and
/// static variables work, and what it uses comes from `symbols` first, then from this process and its C and C++
/// libraries.
class HostProgram {
 public:
  using Symbols = std::map<std::string, void*>;

  /// Links the units. Errors, before anything runs: no main or several, a function or variable that is nowhere
  /// (each named with the line that uses it), the same symbol in two units.
  static Result<HostProgram> load(std::vector<HostUnit> units, const Symbols& symbols);
  HostProgram(HostProgram&&) noexcept;
  HostProgram& operator=(HostProgram&&) noexcept;
  ~HostProgram();

  /// Where the CUDA runtime is called from, by the number that `warpwright_call_site` is given.
  const std::vector<CallSite>& callSites() const;
  /// Runs static constructors, then `main`; what it returns. Does not return where the program exits in another way.
  Result<int> run(const std::vector<std::string>& arguments);
  /// Runs what the program registered with atexit and its static destructors. Once.
  void runExitHandlers();
  /// The function of the program that holds a code address, with its line; "" outside the program.
  std::string placeOf(uint64_t programCounter, SourcePosition& at) const;

 private:
  struct State;
  explicit HostProgram(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::engine
