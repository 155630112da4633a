#include "analysis/model/prepared_unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Mangle.h>

#include <optional>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/project_functions.h"

namespace warpwright::model {
namespace {

struct PreparedKernels {
  mutable std::optional<PreparedModule> module;
};

}  // namespace

PreparedModule* preparedKernels(const frontend::ParsedUnit& unit) {
  const auto& kept = frontend::keptFact<PreparedKernels>(unit, [&] {
    PreparedKernels made;
    llvm::Module* module = unit.deviceModule();
    if (!module) return made;
    clang::ASTNameGenerator mangled(unit.ast());
    std::vector<std::string> names;
    for (const clang::FunctionDecl* function : projectFunctions(unit)) {
      if (function->hasAttr<clang::CUDAGlobalAttr>() && !function->isTemplated())
        names.push_back(mangled.getName(function));
    }
    made.module.emplace(*module, names);
    return made;
  });
  return kept.module ? &*kept.module : nullptr;
}

}  // namespace warpwright::model
