#include "analysis/rewrite/edit/printed_expression.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>
#include <llvm/Support/raw_ostream.h>

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Instead = std::function<std::optional<std::string>(const Expr&)>;

class Printer final : public PrinterHelper {
 public:
  Printer(const Expr& whole, const Instead& instead) : whole_(whole), instead_(instead) {}

  bool handledStmt(Stmt* part, llvm::raw_ostream& out) override {
    const auto* expression = dyn_cast<Expr>(part);
    const std::optional<std::string> text =
        expression && expression != &whole_ ? instead_(*expression) : std::optional<std::string>();
    if (text) out << *text;
    return text.has_value();
  }

 private:
  const Expr& whole_;
  const Instead& instead_;
};

}  // namespace

std::string printedExpression(const Expr& expression, const ASTContext& context, const Instead& instead) {
  const Expr* inside = expression.IgnoreParenImpCasts();
  std::string text;
  llvm::raw_string_ostream stream(text);
  Printer printer(*inside, instead);
  inside->printPretty(stream, &printer, PrintingPolicy(context.getLangOpts()));
  const auto* binary = dyn_cast<BinaryOperator>(inside);
  return binary && binary->getOpcode() == BO_Comma ? "(" + text + ")" : text;
}

}  // namespace warpwright::rewrite
