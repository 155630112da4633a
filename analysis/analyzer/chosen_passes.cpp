#include "analysis/analyzer/chosen_passes.h"

#include <algorithm>

#include "analysis/passes/all_passes.h"

namespace warpwright::analysis {

Result<std::vector<const passes::Pass*>> choosePasses(const std::optional<std::vector<std::string>>& ids,
                                                      const std::vector<Family>& families, const Device& device) {
  std::vector<const passes::Pass*> chosen;
  std::string known;
  for (const auto& pass : passes::allPasses()) {
    known += (known.empty() ? "" : ", ") + pass->about().id;
    const bool isOfFamily = std::find(families.begin(), families.end(), pass->about().family) != families.end();
    if (isOfFamily || (!ids && pass->isLookedFor(device))) chosen.push_back(pass.get());
  }
  if (!ids) return chosen;
  for (const std::string& id : *ids) {
    const passes::Pass* pass = passes::findPass(id);
    if (!pass) {
      return Error{ErrorKind::usage, "There is no pass `" + id + "`. Known passes: " + known + ".", std::nullopt};
    }
    if (std::find(chosen.begin(), chosen.end(), pass) == chosen.end()) chosen.push_back(pass);
  }
  return chosen;
}

PassDescriptions describe(const std::vector<const passes::Pass*>& passes) {
  PassDescriptions all;
  for (const passes::Pass* pass : passes) all.push_back(pass->about());
  return all;
}

}  // namespace warpwright::analysis
