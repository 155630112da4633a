#include "analysis/passes/compaction/loop_header.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

bool names(const Stmt* part, const VarDecl& variable) {
  return frontend::anyPart(part, [&](const Stmt& inner) {
    const auto* name = dyn_cast<DeclRefExpr>(&inner);
    return name && name->getDecl() == &variable;
  });
}

// The type that an expression spells, `(T)x` or `sizeof(T)`; null: none.
QualType spelledType(const Stmt& part) {
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(&part)) return cast->getTypeAsWritten();
  const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(&part);
  return size && size->isArgumentType() ? size->getArgumentType() : QualType();
}

// Arithmetic on variables, and loads: nothing that happens once more, or elsewhere, when it is evaluated.
bool isPure(const Stmt* part) {
  if (!part || indexNamed(*part)) return true;
  const auto* expression = dyn_cast<Expr>(part);
  if (!expression || expression->getType().isVolatileQualified()) return false;
  // It may name variables that are not seen below.
  if (const QualType type = spelledType(*part); !type.isNull() && isa<DecltypeType, TypeOfExprType>(*type))
    return false;
  if (const auto* unary = dyn_cast<UnaryOperator>(part); unary && unary->isIncrementDecrementOp()) return false;
  if (const auto* binary = dyn_cast<BinaryOperator>(part); binary && binary->isAssignmentOp()) return false;
  const bool isKnown = isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, DeclRefExpr,
                           ParenExpr, CastExpr, UnaryOperator, BinaryOperator, ConditionalOperator, ArraySubscriptExpr,
                           MemberExpr, UnaryExprOrTypeTraitExpr, SubstNonTypeTemplateParmExpr, ConstantExpr>(part);
  return isKnown && std::all_of(part->child_begin(), part->child_end(), isPure);
}

// `a += s, ++b` in order.
void flatten(const Expr* increment, std::vector<const Expr*>& steps) {
  if (!increment) return;
  const auto* pair = dyn_cast<BinaryOperator>(increment);
  if (!pair || pair->getOpcode() != BO_Comma) return steps.push_back(increment);
  flatten(pair->getLHS(), steps);
  steps.push_back(pair->getRHS());
}

// The variable that `b += row`, `b = b + row` or `++b` changes, and what is added.
const VarDecl* changedBy(const Expr& step, const Expr*& value) {
  if (const auto* assignment = dyn_cast<BinaryOperator>(&step); assignment && assignment->isAssignmentOp()) {
    value = assignment->getRHS();
    return namedVariable(assignment->getLHS());
  }
  const auto* unary = dyn_cast<UnaryOperator>(&step);
  value = nullptr;
  return unary && unary->isIncrementDecrementOp() ? namedVariable(unary->getSubExpr()) : nullptr;
}

// A `continue` that ends a round of this loop would pass over steps at the end of its body.
bool endsRoundEarly(const Stmt* part) {
  if (!part || isa<ForStmt, WhileStmt, DoStmt>(part)) return false;
  if (isa<ContinueStmt>(part)) return true;
  return std::any_of(part->child_begin(), part->child_end(), endsRoundEarly);
}

void addWords(StringRef text, std::set<std::string>& words) {
  llvm::SmallVector<StringRef> parts;
  llvm::SplitString(text, parts, " \t:<>,()[]*&");
  for (const StringRef part : parts) words.insert(part.str());
}

// Names of the step that the body declares anew.
bool hidesNames(const Stmt* body, const Expr& step) {
  std::set<std::string> named;
  frontend::anyPart(&step, [&](const Stmt& inner) {
    if (const auto* name = dyn_cast<DeclRefExpr>(&inner)) {
      named.insert(name->getDecl()->getNameAsString());
      std::string qualifier;
      llvm::raw_string_ostream stream(qualifier);
      if (name->getQualifier())
        name->getQualifier()->print(stream, name->getDecl()->getASTContext().getPrintingPolicy());
      addWords(qualifier, named);
    }
    if (const QualType type = spelledType(inner); !type.isNull()) addWords(type.getAsString(), named);
    return false;
  });
  return frontend::anyDeclared(body, [&](const Decl& declared) {
    const auto* one = dyn_cast<NamedDecl>(&declared);
    return !one || isa<UsingDirectiveDecl>(one) || named.contains(one->getNameAsString());
  });
}

std::vector<const VarDecl*> variablesOf(const ForStmt& loop) {
  std::vector<const VarDecl*> variables;
  const auto* declarations = dyn_cast_or_null<DeclStmt>(loop.getInit());
  if (!declarations) return {};
  for (const Decl* declared : declarations->decls()) {
    const auto* variable = dyn_cast<VarDecl>(declared);
    const bool isPlain = variable && variable->getType()->isArithmeticType() && !variable->getType().hasQualifiers() &&
                         variable->isLocalVarDecl() && variable->getInit() &&
                         variable->getInitStyle() == VarDecl::CInit;
    if (!isPlain) return {};
    variables.push_back(variable);
  }
  return variables;
}

class HeaderReader {
 public:
  explicit HeaderReader(const ForStmt& loop) : loop_(loop), variables_(variablesOf(loop)) {
    flatten(loop.getInc(), steps_);
  }

  LoopHeader read() {
    LoopHeader header;
    const bool isBlock = isa<CompoundStmt>(ignoreWrappers(loop_.getBody()));
    if (variables_.empty() || !isBlock || loop_.getConditionVariable() || endsRoundEarly(loop_.getBody()))
      return header;
    std::set<const Expr*> moving;
    for (const VarDecl* variable : variables_) {
      std::vector<const Expr*> steps;
      if (mayMove(*variable, steps)) {
        header.movable.push_back({variable, steps});
        moving.insert(steps.begin(), steps.end());
      } else {
        header.staying.push_back(variable);
        // What stays may do things in an order with what would move.
        if (!isPure(variable->getInit())) return {};
      }
    }
    for (const Expr* step : steps_) {
      if (moving.contains(step)) continue;
      header.stayingSteps.push_back(step);
      const Expr* value = nullptr;
      const VarDecl* changed = changedBy(*step, value);
      if (!isPure(changed ? value : step)) return {};
    }
    return header;
  }

 private:
  bool mayMove(const VarDecl& variable, std::vector<const Expr*>& steps) const {
    if (!isAlone(variable.getInit(), variable)) return false;
    for (const Expr* step : steps_) {
      const Expr* value = nullptr;
      const VarDecl* changed = changedBy(*step, value);
      if (changed != &variable) {
        if (names(step, variable)) return false;
        continue;
      }
      if (value && !isAlone(value, variable)) return false;
      if (hidesNames(loop_.getBody(), *step)) return false;
      steps.push_back(step);
    }
    return true;
  }

  // No effects, and nothing named that the head declares or changes, the variable itself aside.
  bool isAlone(const Expr* value, const VarDecl& variable) const {
    if (!isPure(value)) return false;
    for (const VarDecl* other : variables_) {
      if (other != &variable && names(value, *other)) return false;
    }
    return std::none_of(steps_.begin(), steps_.end(), [&](const Expr* step) {
      const Expr* added = nullptr;
      const VarDecl* changed = changedBy(*step, added);
      return !changed || (changed != &variable && names(value, *changed));
    });
  }

  const ForStmt& loop_;
  std::vector<const VarDecl*> variables_;
  std::vector<const Expr*> steps_;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

LoopHeader LoopHeader::of(const ForStmt& loop) {
  return HeaderReader(loop).read();
}

Result<std::string> headerWithout(const ForStmt& loop, const std::vector<const VarDecl*>& gone, const KernelText& text,
                                  uint32_t begin, uint32_t bodyBegin) {
  const auto isGone = [&](const VarDecl* variable) {
    return std::find(gone.begin(), gone.end(), variable) != gone.end();
  };
  const std::vector<const VarDecl*> variables = variablesOf(loop);
  const auto type = text.inDefinition(loop.getInit()->getBeginLoc());
  const auto open = text.inDefinition(loop.getLParenLoc());
  if (!type || !open || variables.empty()) return inputError("has a macro in the head of its loop");
  const std::string_view head = text.between(open->begin, bodyBegin);
  if (head.find("//") != std::string_view::npos || head.find("/*") != std::string_view::npos) {
    return inputError("has a comment in the head of its loop");
  }
  std::vector<std::string> declared, stepped;
  uint32_t initEnd = 0, firstName = 0;
  for (const VarDecl* variable : variables) {
    const auto name = text.inDefinition(variable->getLocation());
    const auto value = text.expression(variable->getInit()->getSourceRange());
    if (!name || !value) return inputError("has a macro in the head of its loop");
    if (firstName == 0) firstName = name->begin;
    initEnd = value->end;
    if (!isGone(variable)) declared.push_back(text.render(name->begin, value->end));
  }
  std::vector<const Expr*> steps;
  flatten(loop.getInc(), steps);
  std::optional<TextRange> whole;
  if (loop.getInc()) whole = text.expression(loop.getInc()->getSourceRange());
  if (loop.getInc() && !whole) return inputError("has a macro in the head of its loop");
  for (const Expr* step : steps) {
    const Expr* value = nullptr;
    const VarDecl* changed = changedBy(*step, value);
    const auto place = text.expression(step->getSourceRange());
    if (!place) return inputError("has a macro in the head of its loop");
    if (!isGone(changed)) stepped.push_back(text.render(*place));
  }
  std::string out = text.render(begin, type->begin);
  if (!declared.empty()) out += text.render(type->begin, firstName) + joined(declared);
  // What is changed right behind a value or a step that is gone goes with it.
  const TextRange semicolon = text.tokenAt(initEnd);
  if (text.between(semicolon) != ";") return inputError("has a macro in the head of its loop");
  out += text.between(initEnd, semicolon.end);
  if (!whole) return out + text.render(semicolon.end, bodyBegin);
  out += text.render(semicolon.end, whole->begin) + joined(stepped);
  out += text.between(whole->end, bodyBegin);
  return out;
}

}  // namespace warpwright::rewrite
