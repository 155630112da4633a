#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "analysis/passes/kernel_context.h"
#include "core/base/result.h"
#include "core/device/device.h"
#include "core/finding/guard.h"
#include "core/finding/opportunity.h"
#include "core/finding/pass_description.h"
#include "core/finding/rewrite.h"
#include "core/kernel/new_constants.h"

namespace warpwright::passes {

/// Finds one kind of opportunity and writes its change. Stateless.
class Pass {
 public:
  virtual ~Pass() = default;
  virtual const PassDescription& about() const = 0;
  /// Whether it is looked for on this device where no pass is asked for by name.
  virtual bool isLookedFor(const Device&) const { return !about().onRequest; }
  /// Looks at one kernel: all models of it. Pure; what is proved on the way stays with the context. A verdict is
  /// `applicable` only if it is so for every model.
  virtual std::vector<Opportunity> find(const KernelContext& context) const = 0;
  /// The same for whoever offers the changes: unknown where no change is known to hold (whyNoneHolds).
  std::vector<Opportunity> findUnlessOpen(const KernelContext& context) const;
  /// Parameters that it would find something with if launches passed one number each, which they are not known to do:
  /// a run may have seen them, and a guard can ask (see Guard).
  virtual std::vector<WantedConstant> wantedConstants(const model::ParsedKernel&) const { return {}; }
  /// What it makes of a kernel that asks for such numbers itself, where no launch can choose a copy: a finding with its
  /// verdict, and the change. Nothing: it is none that changes.
  struct AskingKernel {
    Opportunity finding;
    Result<Rewrite> change;
  };
  virtual std::optional<AskingKernel> askInKernel(const model::ParsedKernel&, const Guard&) const { return {}; }
  /// Why what compilers know more of after its change may make them round otherwise, as the rest of a sentence; empty:
  /// it does not. Where it is not, the change can be made if the code of both texts shows that they do not
  /// (RoundingCheck).
  virtual Message mayRoundOtherwise(const model::ParsedKernel&) const { return {}; }
  /// What its change makes constants, where it may round otherwise. `kernel`: before it.
  virtual NewConstants newConstants(const model::ParsedKernel&) const { return {}; }
  /// Whether its findings assume of rounding what the code does not tell (see assumeSameRounding): they are turned down
  /// only where the code of both texts differs in it.
  virtual bool assumesRounding() const { return false; }
  /// Whether its change does what the original does while a stream is captured into a graph. Where it does not, the
  /// pass itself sees to captures of the kernel's unit; those of other files are looked for where it finds something.
  virtual bool fitsCaptures() const { return true; }
  /// Edits for one opportunity, re-found by its id in the same or a newer parse, for the device that it was found for.
  /// Fails with a reason if it is gone or is no longer applicable.
  virtual Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                                  const ParameterValues& values) const = 0;
};

/// Why no change of the kernel is known to keep what it does, whoever would make it; empty: one may. What it computes
/// may depend on how it is compiled (KernelContext::restrictExchange), or a parameter of its text is any number of
/// arguments, so that those behind it have other numbers in each instance.
Message whyNoneHolds(const KernelContext& context);

/// Every pass, sorted by id. One readable list; nothing registers itself.
const std::vector<std::unique_ptr<const Pass>>& allPasses();

}  // namespace warpwright::passes
