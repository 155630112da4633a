#include "analysis/passes/all_passes.h"

namespace warpwright::passes {

const std::vector<std::unique_ptr<const Pass>>& allPasses() {
  static const std::vector<std::unique_ptr<const Pass>> passes = [] {
    std::vector<std::unique_ptr<const Pass>> list;
#define MAKE_PASS(name) list.push_back(make##name());
    WARPWRIGHT_PASSES(MAKE_PASS)
#undef MAKE_PASS
    return list;
  }();
  return passes;
}

const Pass* findPass(std::string_view id) {
  for (const std::unique_ptr<const Pass>& pass : allPasses()) {
    if (pass->about().id == id) return pass.get();
  }
  return nullptr;
}

PassDescriptions allDescriptions() {
  PassDescriptions all;
  for (const std::unique_ptr<const Pass>& pass : allPasses()) all.push_back(pass->about());
  return all;
}

}  // namespace warpwright::passes
