#include "analysis/rewrite/edit/written_lines.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/language_functions.h"
#include "analysis/rewrite/edit/floating_point.h"
#include "analysis/rewrite/edit/product_values.h"
#include "analysis/rewrite/edit/rounded_functions.h"
#include "analysis/rewrite/edit/sum_choices.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

class LineReader {
 public:
  LineReader(const frontend::ParsedUnit& unit, const FunctionDecl& function) : unit_(unit), productValues_(function) {}

  bool isOpen(const Expr* value) const {
    if (!value) return false;
    return frontend::anyPart(value, [&](const Stmt& part) { return leavesChoice(part); }) || callsOther(*value);
  }

 private:
  bool leavesChoice(const Stmt& part) const {
    const auto* expression = dyn_cast<Expr>(&part);
    if (const auto* step = dyn_cast<UnaryOperator>(&part))
      return step->isIncrementDecrementOp() && isNumber(step->getType()) && productValues_.mayBe(*step->getSubExpr());
    const BinaryOperator* sum = expression ? arithmetic(expression) : nullptr;
    if (!sum || (!sum->isValueDependent() && sum->isEvaluatable(unit_.ast()))) return false;
    return isProduct(*sum) || productValues_.mayBe(*sum->getLHS()) || productValues_.mayBe(*sum->getRHS());
  }

  bool hasBodyInProject(const FunctionDecl* function) const {
    const FunctionDecl* definition = nullptr;
    return function && function->hasBody(definition) &&
           unit_.isProjectFile(fileNameAt(unit_, definition->getLocation()));
  }

  /// Calls what computes more than it says.
  bool callsOther(const Expr& value) const {
    const Mentions mentions = mentionsOf(&value);
    if (mentions.strange || mentions.destroyed) return true;
    const bool isOther = std::ranges::any_of(mentions.calls, [&](const auto& call) {
      const FunctionDecl* called = call.node->getDirectCallee();
      return !hasBodyInProject(called) && !(called && leavesNoChoice(*called));
    });
    return isOther || std::ranges::any_of(mentions.made, [&](const CXXConstructExpr* made) {
             return !made->getConstructor()->isTrivial() && !hasBodyInProject(made->getConstructor());
           });
  }

  const frontend::ParsedUnit& unit_;
  ProductValues productValues_;
};

}  // namespace

void noteRoundedLines(const frontend::ParsedUnit& unit, const FunctionDecl& function,
                      std::map<std::string, RoundedLines>& lines) {
  const LineReader reader(unit, function);
  eachStatement(*function.getBody(), [&](SourceLocation begin, SourceLocation end, const Expr* value) {
    const SourcePosition first = positionAt(unit, begin);
    RoundedLines& ofFile = lines[first.file];
    std::set<uint32_t>& all = reader.isOpen(value) ? ofFile.open : ofFile.written;
    for (uint32_t line = first.line; line <= std::max(first.line, positionAt(unit, end).line); ++line) all.insert(line);
  });
}

}  // namespace warpwright::rewrite
