#include "core/finding/opportunity.h"

#include "core/base/hash.h"

namespace warpwright {

std::string makeOpportunityId(const std::string& pass, const std::string& kernel, const std::string& signature,
                              const std::string& subject, int ordinal) {
  uint64_t hash = hashText(pass);
  for (const std::string* part : {&kernel, &signature, &subject}) hash = hashText(*part, hashText("\x1f", hash));
  if (ordinal != 0) hash = hashText(std::to_string(ordinal), hash);
  return pass + '-' + hexText(hash).substr(0, 10);
}

std::string passOfId(const std::string& opportunityId) {
  return opportunityId.substr(0, opportunityId.rfind('-'));
}

const std::vector<std::string>& Parameter::valuesWith(const std::map<std::string, std::string>& others) const {
  const auto other = others.find(dependsOn);
  if (other == others.end()) return values;
  const auto left = valuesBy.find(other->second);
  return left == valuesBy.end() ? values : left->second;
}

std::string toString(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::applicable:
      return "applicable";
    case VerdictKind::refused:
      return "refused";
    case VerdictKind::unknown:
      break;
  }
  return "unknown";
}

std::string toString(Sameness sameness) {
  switch (sameness) {
    case Sameness::anotherOrder:
      return "another order";
    case Sameness::reassociating:
      return "reassociating";
    case Sameness::bitwise:
      break;
  }
  return "bitwise";
}

void visitPlaces(Opportunity& opportunity, const std::function<void(SourcePosition&)>& visit) {
  visit(opportunity.range.begin);
  visitPlaces(opportunity.title, visit);
  visitPlaces(opportunity.reason, visit);
  for (Assumption& assumption : opportunity.assumptions) {
    visitPlaces(assumption.text, visit);
    if (assumption.check.at.isValid()) visit(assumption.check.at);
  }
  for (Evidence& step : opportunity.evidence) {
    visit(step.at);
    visitPlaces(step.text, visit);
  }
}

}  // namespace warpwright
