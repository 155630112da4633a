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

Parameter offeredNumbers(const std::string& name, const std::vector<unsigned>& numbers) {
  Parameter parameter{name, {}};
  for (const unsigned number : numbers) parameter.values.push_back(std::to_string(number));
  return parameter;
}

Result<unsigned> chosenNumber(const ParameterValues& values, const std::string& name,
                              const std::vector<unsigned>& numbers) {
  const auto given = values.find(name);
  if (given == values.end()) return numbers.front();
  for (const unsigned number : numbers) {
    if (std::to_string(number) == given->second) return number;
  }
  return inputError({"%1 = %2 is not offered.", name, given->second});
}

}  // namespace warpwright::passes
