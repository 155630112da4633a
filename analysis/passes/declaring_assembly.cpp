#include "analysis/passes/declaring_assembly.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <cctype>
#include <set>
#include <string_view>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/source/editor.h"

namespace warpwright::passes {
namespace {

using namespace clang;

bool declaresNames(std::string_view text) {
  int depth = 0;
  bool beginsStatement = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth <= 0) {
      const std::string_view rest = text.substr(i);
      const bool isDeclaration = rest.starts_with(".reg") || rest.starts_with(".local") ||
                                 rest.starts_with(".shared") || rest.starts_with(".param");
      if ((beginsStatement && isDeclaration) || c == ':') return true;
    }
    if (std::isspace(static_cast<unsigned char>(c)) == 0) beginsStatement = c == ';' || c == '{' || c == '}';
  }
  return false;
}

/// Functions that may be called from here, and the first assembly that declares names.
class Search {
 public:
  const GCCAsmStmt* found = nullptr;

  void lookInto(const FunctionDecl* function) {
    const FunctionDecl* definition = nullptr;
    if (found || !function || !function->hasBody(definition) || !seen_.insert(definition->getCanonicalDecl()).second)
      return;
    frontend::anyPart(definition->getBody(), [&](const Stmt& part) {
      if (const auto* assembly = dyn_cast<GCCAsmStmt>(&part);
          assembly && declaresNames(assembly->getAsmString()->getString()))
        found = assembly;
      if (const auto* call = dyn_cast<CallExpr>(&part)) lookInto(call->getDirectCallee());
      if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) lookInto(made->getConstructor());
      return found != nullptr;
    });
  }

 private:
  std::set<const FunctionDecl*> seen_;
};

}  // namespace

Message declaringAssembly(const model::ParsedKernel& kernel) {
  Search search;
  for (const FunctionDecl* instance : model::instancesOf(kernel)) search.lookInto(instance);
  if (!search.found) return {};
  return {"%1 declares a name in assembly",
          lineText(rewrite::positionAt(*kernel.unit, search.found->getBeginLoc()).line)};
}

}  // namespace warpwright::passes
