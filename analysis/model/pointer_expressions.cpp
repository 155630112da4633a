#include "analysis/model/pointer_expressions.h"

#include <algorithm>
#include <optional>

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>

namespace warpwright::model {

using namespace clang;

const Expr* stripped(const Expr* expression) {
  for (;;) {
    const Expr* inner = expression->IgnoreParenCasts();
    if (const auto* full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(inner))
      inner = replaced->getReplacement();
    else if (const auto* made = dyn_cast<CXXConstructExpr>(inner);
             made && made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1)
      inner = made->getArg(0);
    if (inner == expression) return inner;
    expression = inner;
  }
}

const Expr* takenIn(const Expr& expression) {
  const Expr* inner = stripped(&expression);
  if (const auto* call = dyn_cast<CallExpr>(inner)) {
    const FunctionDecl* callee = call->getDirectCallee();
    const unsigned function = callee ? callee->getBuiltinID() : 0;
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool isOfTraits = method && method->getParent()->isInStdNamespace() && method->getDeclName().isIdentifier() &&
                            method->getName() == "pointer_to";
    const bool takes = function == Builtin::BIaddressof || function == Builtin::BI__addressof ||
                       function == Builtin::BI__builtin_addressof || isOfTraits;
    return takes && call->getNumArgs() == 1 ? call->getArg(0)->IgnoreParens() : nullptr;
  }
  const auto* taken = dyn_cast<UnaryOperator>(inner);
  return taken && taken->getOpcode() == UO_AddrOf ? taken->getSubExpr()->IgnoreParens() : nullptr;
}

bool seesOtherwise(const CastExpr& cast) {
  return cast.getCastKind() == CK_LValueBitCast && cast.getSubExpr()->getType()->isRecordType();
}

bool isNull(const Expr& expression, ASTContext& context) {
  return !expression.isValueDependent() &&
         expression.isNullPointerConstant(context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

bool areAlike(const Expr& a, const Expr& b, const ASTContext& context) {
  llvm::FoldingSetNodeID x, y;
  a.Profile(x, context, true);
  b.Profile(y, context, true);
  return x == y;
}

namespace {

/// An operator that is a method, whose first argument is the object.
bool namesObject(const CallExpr& call) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(call.getDirectCallee());
  return method && method->isInstance() && isa<CXXOperatorCallExpr>(call);
}

}  // namespace

const Expr* objectOf(const CallExpr& call) {
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(&call)) return member->getImplicitObjectArgument();
  return namesObject(call) ? call.getArg(0) : nullptr;
}

bool makesMemory(const FunctionDecl& function) {
  const DeclarationName name = function.getDeclName();
  if (name.getCXXOverloadedOperator() == OO_New || name.getCXXOverloadedOperator() == OO_Array_New) return true;
  if (!name.isIdentifier()) return false;
  const llvm::StringRef text = function.getName();
  return text.contains_insensitive("alloc") || text.contains_insensitive("memalign");
}

llvm::ArrayRef<const Expr*> argumentsOf(const CallExpr& call) {
  return llvm::ArrayRef(call.getArgs(), call.getNumArgs()).drop_front(namesObject(call) ? 1 : 0);
}

const FieldDecl* memberOf(const FieldDecl& field) {
  const RecordDecl* record = field.getParent();
  return record->isUnion() && !record->field_empty() ? (*record->field_begin())->getCanonicalDecl()
                                                     : field.getCanonicalDecl();
}

std::vector<const FieldDecl*> membersOf(QualType structure, const std::string& path) {
  std::vector<const FieldDecl*> members;
  for (size_t from = 1; from <= path.size();) {
    const size_t dot = std::min(path.find('.', from), path.size());
    const RecordDecl* record = structure.getNonReferenceType()->getAsRecordDecl();
    const FieldDecl* found = nullptr;
    if (record) {
      for (const FieldDecl* field : record->fields()) {
        if (field->getName() == path.substr(from, dot - from)) found = field;
      }
    }
    if (!found) return {};
    members.push_back(found);
    structure = found->getType();
    from = dot + 1;
  }
  return members;
}

const Expr* elementOf(const Expr* list, int64_t index) {
  const auto* inits = list ? dyn_cast<InitListExpr>(stripped(list)) : nullptr;
  const bool isIn =
      inits && inits->getType()->isArrayType() && index >= 0 && index < static_cast<int64_t>(inits->getNumInits());
  return isIn ? inits->getInit(static_cast<unsigned>(index)) : nullptr;
}

namespace {

/// What an index is where its one variable has a value.
class IndexAt {
 public:
  explicit IndexAt(int64_t value) : value_(value) {}

  std::optional<int64_t> of(const Expr& expression) {
    const Expr* inner = expression.IgnoreParenCasts();
    if (const auto* literal = dyn_cast<IntegerLiteral>(inner))
      return literal->getValue().getActiveBits() < 32 ? std::optional<int64_t>(literal->getValue().getZExtValue())
                                                      : std::nullopt;
    if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      if (!variable || (this->variable && this->variable != variable)) return std::nullopt;
      this->variable = variable;
      return value_;
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(inner)) return ofUnary(*unary);
    const auto* binary = dyn_cast<BinaryOperator>(inner);
    return binary ? ofBinary(*binary) : std::nullopt;
  }

  const VarDecl* variable = nullptr;  ///< the one that was met

 private:
  int64_t value_;

  std::optional<int64_t> ofUnary(const UnaryOperator& unary) {
    const std::optional<int64_t> value = of(*unary.getSubExpr());
    if (!value) return std::nullopt;
    switch (unary.getOpcode()) {
      case UO_Minus:
        return -*value;
      case UO_LNot:
        return *value == 0 ? 1 : 0;
      case UO_Not:
        return ~*value;
      default:
        return std::nullopt;
    }
  }

  std::optional<int64_t> ofBinary(const BinaryOperator& binary) {
    const std::optional<int64_t> a = of(*binary.getLHS()), b = of(*binary.getRHS());
    if (!a || !b) return std::nullopt;
    if (binary.getOpcode() == BO_Rem && (*a < 0 || *b <= 0)) return std::nullopt;  // without a sign, it is large
    switch (binary.getOpcode()) {
      case BO_Add:
        return *a + *b;
      case BO_Sub:
        return *a - *b;
      case BO_Mul:
        return *a * *b;
      case BO_Rem: {
        // Numbers without a sign begin anew, where others than powers of two do not.
        const bool isRound = (*b & (*b - 1)) == 0 || binary.getType()->isSignedIntegerType();
        return isRound ? std::optional(*a % *b) : std::nullopt;
      }
      case BO_And:
        return *a & *b;
      case BO_Or:
        return *a | *b;
      case BO_Xor:
        return *a ^ *b;
      case BO_EQ:
        return *a == *b ? 1 : 0;
      case BO_NE:
        return *a != *b ? 1 : 0;
      default:
        return std::nullopt;
    }
  }
};

}  // namespace

bool mayMeet(const Expr* first, const Expr* second) {
  constexpr int64_t most = 64;  // patterns of turns repeat sooner
  for (int64_t value = 0; value < most; ++value) {
    IndexAt one(value), other(value);
    const std::optional<int64_t> a = first ? one.of(*first) : 0, b = second ? other.of(*second) : 0;
    if (!a || !b || (one.variable && other.variable && one.variable != other.variable)) return true;
    if (*a == *b) return true;
  }
  return false;
}

void addReturns(const Stmt* statement, std::vector<const ReturnStmt*>& found) {
  if (!statement || isa<LambdaExpr>(statement)) return;
  if (const auto* one = dyn_cast<ReturnStmt>(statement)) found.push_back(one);
  for (const Stmt* child : statement->children()) addReturns(child, found);
}

std::vector<std::pair<const FieldDecl*, const Expr*>> valuesOfMembers(const InitListExpr& list) {
  std::vector<std::pair<const FieldDecl*, const Expr*>> values;
  const RecordDecl* record = list.getType()->getAsRecordDecl();
  if (record->isUnion()) {
    const FieldDecl* one = list.getInitializedFieldInUnion();
    if (one && list.getNumInits() == 1) values.emplace_back(one, list.getInit(0));
    return values;
  }
  const auto* derived = dyn_cast<CXXRecordDecl>(record);
  unsigned index = derived ? derived->getNumBases() : 0;
  for (const FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    if (index < list.getNumInits()) values.emplace_back(field, list.getInit(index));
    ++index;
  }
  return values;
}

const Expr* partOf(const Expr* value, const std::string& path) {
  const auto* list = dyn_cast<InitListExpr>(stripped(value));
  if (!list || !list->getType()->isRecordType() || path.size() < 2) return value;
  const auto values = valuesOfMembers(*list);
  const auto part =
      std::ranges::find_if(values, [&](const auto& one) { return one.first->getNameAsString() == path.substr(1); });
  return part == values.end() ? value : part->second;
}

bool movesPointer(const UnaryOperator& change) {
  return change.getType()->isPointerType();
}
bool movesPointer(const BinaryOperator& change) {
  return change.isCompoundAssignmentOp() && change.getType()->isPointerType();
}

}  // namespace warpwright::model
