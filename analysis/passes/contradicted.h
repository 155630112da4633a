#pragma once

#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/model/pointer_origins.h"
#include "analysis/model/pointer_sharing.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/pass.h"
#include "analysis/passes/resource_answers.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// What the launches in a unit's host code say against findings. The host code is read once, where it is asked for.
class Contradictions {
 public:
  /// `open`: names of functions, variables and members that other files of the program may call or set.
  Contradictions(const frontend::ParsedUnit& unit, std::set<std::string> open, std::stop_token stop)
      : unit_(unit), open_(std::move(open)), stop_(std::move(stop)) {}

  /// Refuses those applicable findings about a kernel of the unit that rest on two memories lying apart where a launch
  /// passes one and the same for both: `k<<<…>>>(a, a)`, `(o + 1, o)`, one variable twice in a structure; those that
  /// rest on threads not racing where they do in that one memory; all of them where a launch is one that GPUs refuse.
  /// The reason names the launch's line. Where it is not understood what a launch passes, or how far apart in one
  /// memory, they become unknown (of races: where pointers are seen that may lead into one); so do all of them where
  /// the program shows what it asks of the kernel's resources.
  void refuse(const model::ParsedKernel& kernel, std::vector<Opportunity>& found);

 private:
  void readLaunches();
  /// What is against an assumption; nothing: no launch is.
  std::optional<Judgement> judge(const model::ParsedKernel& kernel, const Assumption& assumption);

  const frontend::ParsedUnit& unit_;
  std::set<std::string> open_;
  std::stop_token stop_;
  std::optional<model::PointerOrigins> origins_;
  std::optional<model::PointerSharing> sharing_;
  std::map<const clang::FunctionDecl*, std::vector<const clang::CallExpr*>> launches_;  ///< by the kernel, as written
  std::map<const clang::FunctionDecl*, SourcePosition> named_;  ///< kernels that are named otherwise than launched
  std::map<const model::ParsedKernel*, std::optional<Judgement>> races_;  ///< what launches say against none
  std::optional<ResourceAnswers> answers_;
};

}  // namespace warpwright::passes
