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
    if (const auto* other = dyn_cast<BinaryOperator>(&part); other && isOfOtherNumbers(*other)) return true;
    const BinaryOperator* sum = expression ? arithmetic(expression) : nullptr;
    return sum && productValues_.leaveChoice(*sum, unit_.ast());
  }

  /// Sums and products of what is no float or double: `long double` is a double on a device, complex numbers are two.
  static bool isOfOtherNumbers(const BinaryOperator& one) {
    const QualType type = one.getLHS()->getType();
    const bool isOther = (type->isFloatingType() || type->isVectorType() || type->isExtVectorType()) && !isNumber(type);
    return isOther && !one.isComparisonOp() && !one.isLogicalOp() && !one.isCommaOp() && one.getOpcode() != BO_Assign;
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

/// Lines of a body that hold nothing but its statements: default arguments, initialisers of members, and what else a
/// class says, stand in front of its brace, and nvcc gives their code the line where they are spelled.
class InnerLines {
 public:
  InnerLines(const frontend::ParsedUnit& unit, const Stmt& body)
      : begin_(positionAt(unit, body.getBeginLoc())), end_(positionAt(unit, body.getEndLoc())) {
    frontend::anyPart(&body, [&](const Stmt& part) {
      const auto* declares = dyn_cast<DeclStmt>(&part);
      if (!declares || !std::ranges::any_of(declares->decls(), [](const Decl* one) { return !isa<VarDecl>(one); }))
        return false;
      const uint32_t last = positionAt(unit, part.getEndLoc()).line;
      for (uint32_t line = positionAt(unit, part.getBeginLoc()).line; line <= last; ++line) classes_.insert(line);
      return false;
    });
  }

  bool hold(const SourcePosition& at) const {
    return at.file == begin_.file && at.file == end_.file && at.line > begin_.line && at.line < end_.line &&
           !classes_.contains(at.line);
  }

 private:
  SourcePosition begin_, end_;
  std::set<uint32_t> classes_;
};

}  // namespace

void noteRoundedLines(const frontend::ParsedUnit& unit, const FunctionDecl& function,
                      std::map<std::string, RoundedLines>& lines) {
  const LineReader reader(unit, function);
  const InnerLines inner(unit, *function.getBody());
  eachStatement(*function.getBody(), [&](SourceLocation begin, SourceLocation end, const Expr* value) {
    const SourcePosition first = positionAt(unit, begin);
    RoundedLines& ofFile = lines[first.file];
    const bool isOpen = reader.isOpen(value);
    for (uint32_t line = first.line; line <= std::max(first.line, positionAt(unit, end).line); ++line)
      (isOpen || !inner.hold({first.file, line, 0}) ? ofFile.open : ofFile.written).insert(line);
  });
}

}  // namespace warpwright::rewrite
