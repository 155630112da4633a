#include "analysis/passes/compaction/thread_numbers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Without brackets and conversions to whole numbers of so many bits: 32 hold every index.
const Expr* withoutConversions(const Expr* expression, const ASTContext& context, unsigned bits = 32) {
  for (;;) {
    expression = expression->IgnoreParens();
    const auto* cast = dyn_cast<CastExpr>(expression);
    if (!cast || indexNamed(*expression)) return expression;
    const CastKind kind = cast->getCastKind();
    const bool isWide = cast->getType()->isIntegerType() && context.getIntWidth(cast->getType()) >= bits;
    if ((kind != CK_IntegralCast && kind != CK_NoOp) || !isWide) return expression;
    expression = cast->getSubExpr();
  }
}

bool names(const Expr* expression, const char* object, const ASTContext& context) {
  const auto named = indexNamed(*withoutConversions(expression, context));
  return named && named->first == object && named->second == 0;
}

Error refusal(const Editor& editor, const Stmt& at, const std::string& what) {
  return inputError(lineText(positionAt(*editor.unit(), at.getBeginLoc()).line) + " " + what);
}

Status collect(const Editor& editor, const Stmt& part, NumberUses& found) {
  if (isa<CXXDefaultArgExpr>(part)) return {};
  if (const auto named = indexNamed(part)) {
    if (named->second != 0 || named->first == "blockDim") return {};
    if (named->first != "gridDim")
      return refusal(editor, part, "uses " + named->first + ".x in another way than for the number of the thread");
    found.extents.push_back(&part);
    return {};
  }
  const auto* sum = dyn_cast<BinaryOperator>(&part);
  if (const auto number = sum ? threadNumber(*sum, editor.unit()->ast()) : std::nullopt) {
    found.numbers.push_back(*number);
    return {};
  }
  for (const Stmt* child : part.children()) {
    if (!child) continue;
    if (Status could = collect(editor, *child, found); !could.ok()) return could;
  }
  return {};
}

/// `return;`, in braces or not.
const ReturnStmt* onlyReturns(const Stmt* statement) {
  statement = ignoreWrappers(statement);
  if (const auto* block = dyn_cast_or_null<CompoundStmt>(statement))
    statement = block->size() == 1 ? ignoreWrappers(block->body_front()) : nullptr;
  const auto* back = dyn_cast_or_null<ReturnStmt>(statement);
  return back && !back->getRetValue() ? back : nullptr;
}

bool isOfNumbers(const Stmt& part) {
  if (indexNamed(part)) return true;
  const auto* value = dyn_cast<Expr>(&part);
  const QualType type = value ? value->getType() : QualType();
  if (!value || (!type->isIntegralOrEnumerationType() && !type->isFunctionType() && !type->isFunctionPointerType()))
    return false;
  return std::all_of(part.child_begin(), part.child_end(),
                     [](const Stmt* child) { return child && isOfNumbers(*child); });
}

bool mentionsOnly(const Stmt& part, const KernelHead& head, const Mentions& mentions) {
  return !frontend::anyPart(&part, [&](const Stmt& inner) {
    const auto* name = dyn_cast<DeclRefExpr>(&inner);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return variable && isOfThread(*variable) && !isa<ParmVarDecl>(variable) && !head.fixed(*name, mentions);
  });
}

class HeadReader {
 public:
  HeadReader(EffectReader& reader, const Mentions& mentions) : reader_(reader), mentions_(mentions) {}

  KernelHead read(const Stmt& body) {
    descend(body);
    return std::move(head_);
  }

 private:
  void descend(const Stmt& body) {
    const auto* block = dyn_cast<CompoundStmt>(&body);
    const std::vector<const Stmt*> list =
        block ? std::vector<const Stmt*>(block->body_begin(), block->body_end()) : std::vector{&body};
    for (size_t i = 0; i < list.size(); ++i) {
      const Stmt* inner = ifOnly(*list[i], i + 1 == list.size());
      if (inner) return descend(*ignoreWrappers(inner));
      if (takes(*list[i])) continue;
      head_.work.assign(list.begin() + static_cast<std::ptrdiff_t>(i), list.end());
      head_.isBare = !block;
      return;
    }
  }

  /// What stands under the last condition of all; null: the statement is no such condition.
  const Stmt* ifOnly(const Stmt& statement, bool isLast) {
    const IfStmt* choice = condition(statement);
    if (!choice || !isLast || onlyReturns(choice->getThen())) return nullptr;
    head_.parts.push_back({&statement, choice->getCond(), nullptr});
    return choice->getThen();
  }

  const IfStmt* condition(const Stmt& statement) {
    const auto* choice = dyn_cast<IfStmt>(ignoreWrappers(&statement));
    const bool isSimple = choice && !choice->getElse() && !choice->getInit() && !choice->getConditionVariable() &&
                          !choice->isConstexpr() && !choice->isConsteval();
    return isSimple && isPlain(reader_, *choice->getCond(), head_, mentions_) ? choice : nullptr;
  }

  bool takes(const Stmt& statement) {
    const Stmt* bare = ignoreWrappers(&statement);
    if (const IfStmt* choice = condition(statement)) {
      const ReturnStmt* back = onlyReturns(choice->getThen());
      if (back) head_.parts.push_back({&statement, choice->getCond(), back});
      return back;
    }
    const auto* declared = dyn_cast<DeclStmt>(bare);
    if (!declared) return false;
    const Result<Effects> effects = reader_.ofStatement(declared);
    if (!effects.ok() || !effects->memory.empty() || effects->calls || effects->hasBarrier || effects->repeats)
      return false;
    const bool isAlone = std::includes(effects->declares.begin(), effects->declares.end(), effects->writes.begin(),
                                       effects->writes.end());
    if (isAlone) head_.parts.push_back({&statement, nullptr, nullptr});
    return isAlone;
  }

  EffectReader& reader_;
  const Mentions& mentions_;
  KernelHead head_;
};

bool declares(const HeadPart& part, const VariableSet& wanted) {
  const auto* statement = part.condition ? nullptr : dyn_cast<DeclStmt>(ignoreWrappers(part.statement));
  return statement && std::any_of(statement->decl_begin(), statement->decl_end(), [&](const Decl* one) {
           const auto* variable = dyn_cast<VarDecl>(one);
           return variable && wanted.contains(variable);
         });
}

void addVariables(const Stmt* part, VariableSet& wanted) {
  frontend::anyPart(part, [&](const Stmt& inner) {
    const auto* name = dyn_cast<DeclRefExpr>(&inner);
    if (const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr) wanted.insert(variable);
    return false;
  });
}

}  // namespace

std::optional<ThreadNumber> threadNumber(const Expr& expression, const ASTContext& context) {
  const auto* sum = dyn_cast<BinaryOperator>(withoutConversions(&expression, context));
  if (!sum || sum->getOpcode() != BO_Add || !sum->getType()->isIntegerType()) return std::nullopt;
  const auto isProduct = [&](const Expr* part) {
    const unsigned bits = context.getIntWidth(sum->getType());
    const auto* product = dyn_cast<BinaryOperator>(withoutConversions(part, context, std::max(bits, 32U)));
    if (!product || product->getOpcode() != BO_Mul) return false;
    if (context.getIntWidth(product->getType()) < bits) return false;  // it may wrap
    const Expr *left = product->getLHS(), *right = product->getRHS();
    return (names(left, "blockIdx", context) && names(right, "blockDim", context)) ||
           (names(right, "blockIdx", context) && names(left, "blockDim", context));
  };
  const Expr *left = sum->getLHS(), *right = sum->getRHS();
  const bool isNumber = (isProduct(left) && names(right, "threadIdx", context)) ||
                        (isProduct(right) && names(left, "threadIdx", context));
  if (!isNumber) return std::nullopt;
  const QualType type = sum->getType().getCanonicalType().getUnqualifiedType();
  return ThreadNumber{sum, type.getAsString(PrintingPolicy(context.getLangOpts()))};
}

bool isThreadCount(const Expr& expression, const ASTContext& context) {
  const auto* product = dyn_cast<BinaryOperator>(withoutConversions(&expression, context));
  if (!product || product->getOpcode() != BO_Mul) return false;
  const Expr *left = product->getLHS(), *right = product->getRHS();
  return (names(left, "gridDim", context) && names(right, "blockDim", context)) ||
         (names(right, "gridDim", context) && names(left, "blockDim", context));
}

Result<NumberUses> findThreadNumbers(const Editor& editor, const Stmt& body) {
  NumberUses found;
  if (Status could = collect(editor, body, found); !could.ok()) return could.error();
  if (found.numbers.empty()) return inputError("no thread looks at its number along x");
  return found;
}

const VarDecl* KernelHead::fixed(const Expr& name, const Mentions& mentions) const {
  const auto* variable = namedVariable(&name);
  if (!variable || !variable->getInit() || !isOnlyRead(mentions, variable)) return nullptr;
  const bool isOfHead =
      std::any_of(parts.begin(), parts.end(), [&](const HeadPart& part) { return declares(part, {variable}); });
  return isOfHead ? variable : nullptr;
}

Result<KernelHead> readHead(EffectReader& reader, const Stmt& body, const Mentions& mentions) {
  KernelHead head = HeadReader(reader, mentions).read(body);
  if (head.work.empty()) return inputError("its threads do nothing with memory");
  return head;
}

bool isPlain(EffectReader& reader, const Expr& expression, const KernelHead& head, const Mentions& mentions) {
  const Result<Effects> effects = reader.ofExpression(&expression);
  if (!effects.ok() || !effects->memory.empty() || !effects->writes.empty() || effects->calls || effects->repeats ||
      effects->hasBarrier || effects->isTied)
    return false;
  return isOfNumbers(expression) && mentionsOnly(expression, head, mentions);
}

Result<std::vector<HeadPart>> neededParts(EffectReader& reader, const KernelHead& head,
                                          const std::vector<const Expr*>& expressions, const Mentions& mentions) {
  VariableSet wanted;
  for (const Expr* one : expressions) addVariables(one, wanted);
  std::vector<HeadPart> needed;
  for (auto part = head.parts.rbegin(); part != head.parts.rend(); ++part) {
    if (part->condition) {
      addVariables(part->condition, wanted);
      needed.push_back(*part);
      continue;
    }
    if (!declares(*part, wanted)) continue;
    for (const Decl* one : cast<DeclStmt>(ignoreWrappers(part->statement))->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      const Expr* value = variable ? variable->getInit() : nullptr;
      if (!value || !variable->getType()->isIntegralOrEnumerationType() || !isPlain(reader, *value, head, mentions))
        return inputError({"what is declared beside %1 cannot be computed twice",
                           code(variable ? variable->getNameAsString() : "a name")});
      addVariables(value, wanted);
    }
    needed.push_back(*part);
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

}  // namespace warpwright::rewrite
