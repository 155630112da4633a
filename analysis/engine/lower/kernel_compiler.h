#pragma once

#include <memory>
#include <string>

#include "analysis/engine/lower/compiled_kernel.h"
#include "analysis/engine/lower/unit_code.h"
#include "core/base/result.h"

namespace warpwright::engine {

/// Compiles kernels when they are first wanted, and keeps them.
class KernelCompiler {
 public:
  /// `assumed`: what checked code also looks at; may be null. `exactSums`: the runtime makes floating-point sums of
  /// atomics (LaunchShape::sums), but in traced code.
  static Result<std::unique_ptr<KernelCompiler>> create(std::shared_ptr<AssumptionTable> assumed, bool exactSums);
  virtual ~KernelCompiler() = default;

  /// Errors: no such kernel; all that it uses and the engine does not have.
  virtual Result<const CompiledKernel*> compile(const UnitCode& unit, const std::string& kernel, bool check,
                                                bool count) = 0;
  /// As `compile`, code that logs its accesses (see TraceTable).
  virtual Result<const CompiledKernel*> compileTraced(const UnitCode& unit, const std::string& kernel) = 0;
  /// Compiles the functions whose addresses variables hold, and writes them there.
  virtual Status fillFunctionSlots(const UnitCode& unit, bool check) = 0;
  /// Spent compiling so far.
  virtual double seconds() const = 0;
};

}  // namespace warpwright::engine
