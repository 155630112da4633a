#include "analysis/model/constant_questions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Builtins.h>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/tree_walk.h"

namespace warpwright::model {
namespace {

class QuestionFinder : public frontend::TreeWalk {
 public:
  std::string found;

 private:
  bool visit(clang::Stmt& part) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&part);
    switch (call ? call->getBuiltinCallee() : 0) {
      case clang::Builtin::BI__builtin_constant_p:
      case clang::Builtin::BI__builtin_object_size:
      case clang::Builtin::BI__builtin_dynamic_object_size:
        found = call->getDirectCallee()->getNameAsString();
        return false;
      default:
        return true;
    }
  }
};

}  // namespace

std::string asksForConstants(const frontend::ParsedUnit& unit) {
  struct Asked {
    std::string what;
  };
  return frontend::keptFact<Asked>(unit,
                                   [&] {
                                     QuestionFinder finder;
                                     finder.walk(unit.ast());
                                     return Asked{finder.found};
                                   })
      .what;
}

}  // namespace warpwright::model
