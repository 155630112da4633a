#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/base/source_range.h"
#include "core/finding/run_check.h"

namespace warpwright {

/// The three answers. "Could not prove" is `unknown`: it never reads as no, and never as yes.
enum class VerdictKind : uint8_t { applicable, refused, unknown };

/// How what a changed kernel computes stands to what the original does. The weakest of a stack is the stack's.
enum class Sameness : uint8_t {
  bitwise,        ///< every byte is the same
  anotherOrder,   ///< atomics come in another order: each result is one that the original can give
  reassociating,  ///< floating-point sums are made in an order that the original never has
};

/// Something a verdict rests on that the proof itself does not show. Every one is shown to the user.
struct Assumption {
  Message text;             ///< "blockDim == (256,1,1) at every launch"
  RunCheck check = {};      ///< how the engine can check it at run time
  bool ofLaunches = false;  ///< it speaks of what every launch passes: they are shown beside it
};

/// One step of the reasoning, tied to a line.
struct Evidence {
  SourcePosition at;
  Message text;  ///< "thread (0,1) writes `t[15]`"
  /// Of a step that is one place in the source: "write" ("read", "read, write", "update"), what stands between the
  /// brackets, and the conditions of the source around it. Empty where the step is of another kind; no condition:
  /// always.
  std::string access, index, condition;
};

/// A number a rewrite can be tuned with; the tuner knows nothing else of the pass.
struct Parameter {
  std::string name;
  std::vector<std::string> values;  ///< in the order they should be tried; the first is the default
  /// Where what another parameter is leaves fewer of them: its name, and what goes with each of its values, in order.
  std::string dependsOn = {};
  std::map<std::string, std::vector<std::string>> valuesBy = {};

  /// What is left of the values where the other parameters are these; all of them where those do not say.
  const std::vector<std::string>& valuesWith(const std::map<std::string, std::string>& others) const;
};

/// What the model predicts, before anything is measured. A range, with what bounds it.
struct Estimate {
  bool known = false;
  double speedupLow = 1, speedup = 1, speedupHigh = 1;
  std::string bound;                     ///< "shared-memory issue"
  std::map<std::string, double> inputs;  ///< the counts it rests on
  bool operator==(const Estimate&) const = default;
};

/// A change that may be worth making, with its verdict. A plain value: it outlives the parse that found it.
struct Opportunity {
  std::string id;      ///< stable while the kernel, the pass and the subject stay: see makeOpportunityId
  std::string pass;    ///< id: see PassDescription
  std::string kernel;  ///< unqualified kernel name
  std::string signature;
  std::string subject;  ///< the array, load expression or loop it is about
  SourceRange range;    ///< of the subject's declaration
  Message title;        ///< what to do: "Keep `result` in a register"
  VerdictKind verdict = VerdictKind::unknown;
  Message reason;  ///< why, one sentence with a line
  /// Unknown only for how it rounds: whoever makes the change has the code of both texts compared, or writes out how
  /// the sums are rounded.
  bool isDecidedWhenMade = false;
  Sameness sameness = Sameness::bitwise;
  std::optional<std::string> kept;  ///< the source says that it is to stay (`warpwright: keep`), and this is why
  std::vector<Assumption> assumptions;
  std::vector<Evidence> evidence;
  std::vector<Parameter> parameters;
  Estimate estimate;
  double proofSeconds = 0;
};

/// The id of an opportunity: a hash of what it is about, without line numbers, so that it survives edits elsewhere.
std::string makeOpportunityId(const std::string& pass, const std::string& kernel, const std::string& signature,
                              const std::string& subject, int ordinal = 0);
/// The pass that an opportunity's id begins with; the whole text where it is no id.
std::string passOfId(const std::string& opportunityId);

std::string toString(VerdictKind verdict);
/// "bitwise", "another order", "reassociating".
std::string toString(Sameness sameness);

/// Calls `visit` for every place in the source that the finding names: its range, its evidence, and what its sentences
/// speak of. A place without a file lies in that of the kernel.
void visitPlaces(Opportunity& opportunity, const std::function<void(SourcePosition&)>& visit);

using ParameterValues = std::map<std::string, std::string>;

}  // namespace warpwright
