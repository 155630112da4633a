#include "analysis/passes/shared_table/table_place.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/PrettyPrinter.h>

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// "::codes::"; empty for what all of the unit finds by its name alone. Namespaces without a name, and inline ones, are
/// looked through by whoever names what is in them.
std::string qualifierOf(const VarDecl& table) {
  std::string qualifier;
  for (const DeclContext* around = table.getDeclContext(); around; around = around->getParent()) {
    const auto* space = dyn_cast<NamespaceDecl>(around);
    if (space && !space->isAnonymousNamespace() && !space->isInline())
      qualifier = space->getNameAsString() + "::" + qualifier;
  }
  return qualifier.empty() ? qualifier : "::" + qualifier;
}

/// Behind the `;` that ends a declaration of which a part ends at `offset`; nothing: it is not found.
std::optional<uint32_t> declarationEnd(const Editor& editor, const std::string& file, uint32_t offset) {
  int depth = 0;
  const auto end = static_cast<uint32_t>(editor.textOf(file).size());
  for (const RawToken& token : editor.tokens({file, offset, end})) {
    if (token.is("{") || token.is("(") || token.is("[")) ++depth;
    if (token.is("}") || token.is(")") || token.is("]")) --depth;
    if (depth < 0 || token.is("#")) return std::nullopt;
    if (depth == 0 && token.is(";")) return token.end;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TablePlace> placeBehind(const Editor& editor, const VarDecl& table) {
  const ASTContext& context = table.getASTContext();
  const QualType element = context.getBaseElementType(table.getType()).getCanonicalType().getUnqualifiedType();
  const Result<TextRange> declared = editor.locate({table.getLocation(), table.getEndLoc()});
  if (!element->isBuiltinType() || !element->isArithmeticType() || !declared.ok() ||
      !editor.unit()->isProjectFile(declared->file))
    return std::nullopt;
  const std::optional<uint32_t> end = declarationEnd(editor, declared->file, declared->end);
  if (!end) return std::nullopt;
  TablePlace place{declared->file,    *end, "\n", "", element.getAsString(PrintingPolicy(context.getLangOpts())),
                   qualifierOf(table)};
  const std::string_view text = editor.textOf(declared->file);
  const size_t newline = std::min(text.find('\n', *end), text.size());
  const std::string_view rest = text.substr(*end, newline - *end);
  const size_t word = rest.find_first_not_of(" \t\r");
  const bool endsLine = word == std::string_view::npos || rest.substr(word, 2) == "//";
  if (endsLine) place.offset = static_cast<uint32_t>(newline - (rest.ends_with('\r') ? 1 : 0));
  if (!endsLine) place.behind = "\n";
  return place;
}

}  // namespace warpwright::rewrite
