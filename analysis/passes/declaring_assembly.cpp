#include "analysis/passes/declaring_assembly.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <cctype>
#include <optional>
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

/// Functions that may be called from here, and the first assembly of a kind.
class Search {
 public:
  using IsMeant = bool (*)(const GCCAsmStmt&);
  explicit Search(IsMeant isMeant) : isMeant_(isMeant) {}

  const GCCAsmStmt* found = nullptr;

  void lookInto(const FunctionDecl* function) {
    const FunctionDecl* definition = nullptr;
    if (found || !function || !function->hasBody(definition) || !seen_.insert(definition->getCanonicalDecl()).second)
      return;
    frontend::anyPart(definition->getBody(), [&](const Stmt& part) {
      if (const auto* assembly = dyn_cast<GCCAsmStmt>(&part); assembly && isMeant_(*assembly)) found = assembly;
      if (const auto* call = dyn_cast<CallExpr>(&part)) lookInto(call->getDirectCallee());
      if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) lookInto(made->getConstructor());
      return found != nullptr;
    });
  }

 private:
  IsMeant isMeant_;
  std::set<const FunctionDecl*> seen_;
};

/// The line of the first one; nothing: there is none.
std::optional<Message> lineOfAssembly(const model::ParsedKernel& kernel, Search::IsMeant isMeant) {
  Search search(isMeant);
  for (const FunctionDecl* instance : model::instancesOf(kernel)) search.lookInto(instance);
  if (!search.found) return std::nullopt;
  return Message(lineText(rewrite::positionAt(*kernel.unit, search.found->getBeginLoc()).line));
}

}  // namespace

Message declaringAssembly(const model::ParsedKernel& kernel) {
  const auto line =
      lineOfAssembly(kernel, [](const GCCAsmStmt& one) { return declaresNames(one.getAsmString()->getString()); });
  return line ? Message("%1 declares a name in assembly", *line) : Message();
}

Message assemblyWithEffects(const model::ParsedKernel& kernel) {
  const auto line = lineOfAssembly(kernel, [](const GCCAsmStmt& one) {
    return one.isVolatile() || one.getNumClobbers() > 0 ||
           one.getAsmString()->getString().find("activemask") != StringRef::npos;
  });
  return line ? Message("%1 is assembly that does more than compute", *line) : Message();
}

}  // namespace warpwright::passes
