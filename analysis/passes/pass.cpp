#include "analysis/passes/pass.h"

#include <clang/AST/Decl.h>

#include <algorithm>

#include "analysis/passes/judgement.h"

namespace warpwright::passes {

Message whyNoneHolds(const KernelContext& context) {
  const auto parameters = context.kernel().pattern->parameters();
  const auto isPack = [](const clang::ParmVarDecl* one) { return one->isParameterPack(); };
  const auto pack = std::ranges::find_if(parameters, isPack);
  if (pack == parameters.end()) return context.restrictExchange();
  return {"%1 is any number of parameters: what launches pass is not told apart.", code((*pack)->getNameAsString())};
}

std::vector<Opportunity> Pass::findUnlessOpen(const KernelContext& context) const {
  std::vector<Opportunity> found = find(context);
  for (Opportunity& one : found) {
    if (one.verdict != VerdictKind::applicable) continue;
    if (const Message why = whyNoneHolds(context); !why.empty()) turnDown(one, VerdictKind::unknown, why);
  }
  return found;
}

}  // namespace warpwright::passes
