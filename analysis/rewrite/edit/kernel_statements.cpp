#include "analysis/rewrite/edit/kernel_statements.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/tree_walk.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// See kernelStatements.
struct KernelStatements {
  std::vector<Stmt*> list;
};

class StatementFinder : public frontend::TreeWalk {
 public:
  explicit StatementFinder(const frontend::ParsedUnit& unit) : text_(unit) { instances_ = true; }
  std::vector<Stmt*> found;

 private:
  bool visit(Stmt& statement) override {
    const auto* call = dyn_cast<CallExpr>(&statement);
    const auto* name = dyn_cast<DeclRefExpr>(&statement);
    const auto* function = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
    if (isa<CUDAKernelCallExpr, OverloadExpr>(statement) || (call && model::onlyLooksAtKernels(*call, text_)) ||
        (function && isKernel(*function)))
      found.push_back(&statement);
    return true;
  }

  model::SourceText text_;
};

}  // namespace

bool isKernel(const FunctionDecl& function) {
  const auto isGlobal = [](const FunctionDecl* one) { return one->hasAttr<CUDAGlobalAttr>(); };
  return llvm::any_of(function.redecls(), isGlobal) || isGlobal(model::writtenForm(&function));
}

const std::vector<Stmt*>& kernelStatements(const frontend::ParsedUnit& unit) {
  const auto& found = frontend::keptFact<KernelStatements>(unit, [&] {
    StatementFinder finder(unit);
    finder.walk(unit.ast());
    return KernelStatements{std::move(finder.found)};
  });
  return found.list;
}

}  // namespace warpwright::rewrite
