#include "analysis/passes/kernel_opportunity.h"

#include <charconv>
#include <utility>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/judgement.h"

namespace warpwright::passes {

Opportunity kernelOpportunity(const PassDescription& pass, const model::ParsedKernel& kernel, Message title) {
  const KernelModel& model = kernel.models.front();
  Opportunity shown;
  shown.pass = pass.id;
  shown.kernel = shown.subject = model.name;
  shown.signature = model.signature;
  shown.id = makeOpportunityId(pass.id, model.qualifiedName, model::writtenName(kernel), shown.subject);
  shown.range = {model.nameAt, model.nameAt.line, model.nameAt.column + static_cast<uint32_t>(model.name.size())};
  shown.title = std::move(title);
  return shown;
}

Error goneError(const Opportunity& opportunity) {
  return Error{ErrorKind::stale, "`" + opportunity.kernel + "` is no longer there. Analyse the file again.",
               opportunity.range};
}

uint32_t numberOf(const ParameterValues& values, const std::string& name, uint32_t otherwise) {
  const auto found = values.find(name);
  if (found == values.end()) return otherwise;
  uint32_t number = 0;
  std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number > 0 ? number : otherwise;
}

}  // namespace warpwright::passes
