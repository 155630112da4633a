#include "analysis/passes/all_passes.h"

namespace warpwright::passes {

const std::vector<std::unique_ptr<const Pass>>& allPasses() {
  static const std::vector<std::unique_ptr<const Pass>> passes = [] {
    std::vector<std::unique_ptr<const Pass>> list;
    list.push_back(makeBlockCompaction());
    list.push_back(makeCachePolicy());
    list.push_back(makeCpuPreexecution());
    list.push_back(makeL2Prefetch());
    list.push_back(makeRedundantBarrier());
    list.push_back(makeSharedToGlobal());
    list.push_back(makeSharedToLocal());
    list.push_back(makeSharedToRegister());
    list.push_back(makeTaskRepartition());
    list.push_back(makeThreadCompaction());
    return list;
  }();
  return passes;
}

const Pass* findPass(std::string_view id) {
  for (const std::unique_ptr<const Pass>& pass : allPasses()) {
    if (pass->info().id == id) return pass.get();
  }
  return nullptr;
}

}  // namespace warpwright::passes
