#include "analysis/passes/tile_reuse/thread_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

std::optional<uint64_t> constantOf(const Expr& value, const ASTContext& context) {
  Expr::EvalResult result;
  if (value.isValueDependent() || !value.getType()->isIntegralOrEnumerationType()) return std::nullopt;
  if (!value.EvaluateAsInt(result, context) || result.Val.getInt().isNegative()) return std::nullopt;
  return result.Val.getInt().getZExtValue();
}

bool isConstant(const Expr& value, const ASTContext& context) {
  Expr::EvalResult result;
  return !value.isValueDependent() && value.getType()->isIntegralOrEnumerationType() &&
         value.EvaluateAsInt(result, context);
}

bool isDivision(const BinaryOperator& operation) {
  return operation.getOpcode() == BO_Div || operation.getOpcode() == BO_Rem;
}

/// A conversion that makes the same value of the same value, and looks at nothing.
bool isPlainConversion(CastKind kind) {
  static const std::set<CastKind> kinds = {CK_NoOp,
                                           CK_BitCast,
                                           CK_IntegralCast,
                                           CK_IntegralToBoolean,
                                           CK_IntegralToFloating,
                                           CK_FloatingToIntegral,
                                           CK_FloatingToBoolean,
                                           CK_FloatingCast,
                                           CK_BooleanToSignedIntegral};
  return kinds.contains(kind);
}

bool isWide(QualType type, const ASTContext& context) {
  return type->isIntegerType() && context.getIntWidth(type) >= 32;
}

constexpr unsigned mostAlongOthers = 65535;  // blocks along y and z

}  // namespace

std::string Coordinate::text() const {
  const std::string index = std::string("threadIdx.") + "xyz"[dimension];
  return divisor == 0 ? index : index + (isRest ? " % " : " / ") + std::to_string(divisor);
}

ThreadValues::ThreadValues(const FunctionDecl& kernel, std::shared_ptr<const Mentions> mentions,
                           const std::array<unsigned, 3>& block)
    : context_(&kernel.getASTContext()), mentions_(std::move(mentions)), block_(block) {
  if (block_[1] == 1 && block_[2] == 1) splitAlongX(kernel);
  for (int d = 0; d < 3 && coordinates_.empty(); ++d) {
    for (int of = d; of < 3; ++of) {
      if (block_[static_cast<size_t>(of)] > 1) coordinates_.push_back({of, block_[static_cast<size_t>(of)], 0, false});
    }
  }
}

// `threadIdx.x / 32` and `threadIdx.x % 32`, wherever they stand, are a row and a column: all with one number.
void ThreadValues::splitAlongX(const FunctionDecl& kernel) {
  std::set<uint64_t> divisors;
  bool hasQuotient = false, hasRest = false;
  frontend::anyPart(kernel.getBody(), [&](const Stmt& part) {
    const auto* operation = dyn_cast<BinaryOperator>(&part);
    if (!operation || !isDivision(*operation) || !isIndexAlongX(*operation->getLHS())) return false;
    divisors.insert(constantOf(*operation->getRHS(), *context_).value_or(0));
    (operation->getOpcode() == BO_Div ? hasQuotient : hasRest) = true;
    return false;
  });
  if (divisors.size() != 1 || !hasQuotient || !hasRest) return;
  const uint64_t divisor = *divisors.begin();
  if (divisor < 2 || divisor >= block_[0] || block_[0] % divisor != 0) return;
  const auto number = static_cast<unsigned>(divisor);
  coordinates_ = {{0, number, number, true}, {0, block_[0] / number, number, false}};
}

const Expr* ThreadValues::initial(const VarDecl& variable) const {
  const QualType type = variable.getType();
  const bool isNumber = type->isArithmeticType() || type->isPointerType() || type->isEnumeralType();
  if (forgotten_.contains(&variable)) return nullptr;
  if (isa<ParmVarDecl>(variable) || !isOfThread(variable) || !isNumber || type.isVolatileQualified()) return nullptr;
  return isOnlyRead(*mentions_, &variable) ? variable.getInit() : nullptr;
}

/// Without brackets, conversions between whole numbers that hold every index, and names of what stays.
const Expr* ThreadValues::withoutConversions(const Expr& given) const {
  const Expr* value = &given;
  for (;;) {
    value = value->IgnoreParens();
    const auto* cast = dyn_cast<CastExpr>(value);
    if (indexNamed(*value)) return value;
    if (cast && (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp ||
                 (cast->getCastKind() == CK_IntegralCast && isWide(cast->getType(), *context_)))) {
      value = cast->getSubExpr();
      continue;
    }
    const VarDecl* variable = isa<DeclRefExpr>(value) ? namedVariable(value) : nullptr;
    const bool isNumber = variable && isWide(variable->getType(), *context_);
    const Expr* first = isNumber ? initial(*variable) : nullptr;
    if (!first) return value;
    value = first;
  }
}

bool ThreadValues::isIndexAlongX(const Expr& value) const {
  const auto named = indexNamed(*withoutConversions(value));
  return named && named->first == "threadIdx" && named->second == 0;
}

Dependence ThreadValues::ofIndex(const std::string& object, int dimension) const {
  if (object != "threadIdx") return 0;
  Dependence all = 0;
  for (size_t c = 0; c < coordinates_.size(); ++c) {
    if (coordinates_[c].dimension == dimension) all |= 1U << c;
  }
  return all;
}

std::optional<size_t> ThreadValues::coordinateNamed(const Expr& given) const {
  const Expr* value = withoutConversions(given);
  const auto* operation = dyn_cast<BinaryOperator>(value);
  for (size_t c = 0; c < coordinates_.size(); ++c) {
    const Coordinate& one = coordinates_[c];
    if (one.divisor == 0) {
      const auto named = indexNamed(*value);
      if (named && named->first == "threadIdx" && named->second == one.dimension) return c;
    } else if (operation && operation->getOpcode() == (one.isRest ? BO_Rem : BO_Div) &&
               isIndexAlongX(*operation->getLHS()) && constantOf(*operation->getRHS(), *context_) == one.divisor) {
      return c;
    }
  }
  return std::nullopt;
}

/// `threadIdx.y`, `threadIdx.x / 32` as they stand there.
bool ThreadValues::isPlainCoordinate(const Expr& value, size_t coordinate) const {
  return (indexNamed(value) || isa<BinaryOperator>(value)) && coordinateNamed(value) == coordinate;
}

Dependence ThreadValues::ofVariable(const VarDecl& variable, const VarDecl* counter) const {
  if (counter && variable.getCanonicalDecl() == counter->getCanonicalDecl()) return ofRound;
  if (isa<ParmVarDecl>(variable)) {
    const QualType type = variable.getType();
    return isOnlyRead(*mentions_, &variable) && !type->isReferenceType() && !type.isVolatileQualified() ? 0 : notKnown;
  }
  const Expr* first = initial(variable);
  return first ? of(*first, counter) : notKnown;
}

Dependence ThreadValues::ofRead(const Expr& given, const VarDecl* counter) const {
  const Expr* place = given.IgnoreParens();
  if (const auto* name = dyn_cast<DeclRefExpr>(place)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    return variable ? ofVariable(*variable, counter) : notKnown;
  }
  // A member of a structure that was passed by value.
  const Expr* inner = place;
  while (const auto* member = dyn_cast<MemberExpr>(inner)) {
    if (member->isArrow() || !isa<FieldDecl>(member->getMemberDecl())) return notKnown;
    inner = member->getBase()->IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(inner); cast && cast->getCastKind() == CK_NoOp)
      inner = cast->getSubExpr()->IgnoreParens();
  }
  const auto* parameter = inner == place ? nullptr : dyn_cast_or_null<ParmVarDecl>(namedVariable(inner));
  if (!parameter || parameter->getType()->isReferenceType() || place->getType().isVolatileQualified()) return notKnown;
  const auto found = mentions_->variables.find(parameter->getCanonicalDecl());
  const auto readsMember = [](const Mention& mention) {
    size_t at = mention.parents.size();
    while (at > 0 && (isa<MemberExpr, ParenExpr>(mention.parents[at - 1]))) --at;
    const auto* read = at > 0 ? dyn_cast<CastExpr>(mention.parents[at - 1]) : nullptr;
    return read && read->getCastKind() == CK_LValueToRValue;
  };
  const bool isFixed =
      found == mentions_->variables.end() || std::all_of(found->second.begin(), found->second.end(), readsMember);
  return isFixed ? 0 : notKnown;
}

Dependence ThreadValues::of(const Expr& given, const VarDecl* counter) const {
  const Expr* value = given.IgnoreParens();
  if (const auto named = indexNamed(*value)) return ofIndex(named->first, named->second);
  if (isConstant(*value, *context_)) return 0;
  if (coordinates_.size() > 1 && coordinates_.front().divisor != 0) {
    if (const auto coordinate = isa<BinaryOperator>(value) ? coordinateNamed(*value) : std::nullopt)
      return 1U << *coordinate;
  }
  if (const auto* cast = dyn_cast<CastExpr>(value)) {
    if (cast->getCastKind() == CK_LValueToRValue) return ofRead(*cast->getSubExpr(), counter);
    return isPlainConversion(cast->getCastKind()) ? of(*cast->getSubExpr(), counter) : notKnown;
  }
  if (isa<FloatingLiteral, UnaryExprOrTypeTraitExpr>(value)) return 0;
  if (const auto* constant = dyn_cast<SubstNonTypeTemplateParmExpr>(value))
    return of(*constant->getReplacement(), counter);
  if (const auto* operation = dyn_cast<UnaryOperator>(value)) {
    const UnaryOperatorKind kind = operation->getOpcode();
    const bool isPlain = kind == UO_Plus || kind == UO_Minus || kind == UO_Not || kind == UO_LNot;
    return isPlain ? of(*operation->getSubExpr(), counter) : notKnown;
  }
  if (const auto* operation = dyn_cast<BinaryOperator>(value)) {
    if (operation->isAssignmentOp() || operation->isCommaOp() || operation->isPtrMemOp()) return notKnown;
    return of(*operation->getLHS(), counter) | of(*operation->getRHS(), counter);
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(value)) {
    return of(*choice->getCond(), counter) | of(*choice->getTrueExpr(), counter) | of(*choice->getFalseExpr(), counter);
  }
  return notKnown;
}

/// "blockIdx.x * blockDim.x", a number of 32 bits: blocks of as many threads as the coordinate has
/// values, so that none of them wraps between two threads of one block.
std::optional<std::string> ThreadValues::blockStart(const Expr& given, const Coordinate& coordinate) const {
  const auto* product = dyn_cast<BinaryOperator>(withoutConversions(given));
  if (!product || product->getOpcode() != BO_Mul) return std::nullopt;
  if (!product->getType()->isIntegerType() || context_->getIntWidth(product->getType()) != 32) return std::nullopt;
  for (const bool isReversed : {false, true}) {
    const Expr* index = withoutConversions(isReversed ? *product->getRHS() : *product->getLHS());
    const Expr* extent = withoutConversions(isReversed ? *product->getLHS() : *product->getRHS());
    const auto block = indexNamed(*index), size = indexNamed(*extent);
    if (!block || block->first != "blockIdx") continue;
    const bool isNamed = size && size->first == "blockDim";
    const auto number =
        isNamed ? block_[static_cast<size_t>(size->second)] : constantOf(*extent, *context_).value_or(0);
    if (number != coordinate.extent) return std::nullopt;
    // Multiples of a power of two wrap at one; as many blocks as there are along y reach no end.
    const bool isPowerOfTwo = (number & (number - 1)) == 0;
    if (!isPowerOfTwo && block->second == 0) return std::nullopt;
    static_assert(uint64_t{mostAlongOthers} * 1024 < uint64_t{1} << 31);
    return std::string("blockIdx.") + "xyz"[block->second] + " * " +
           (isNamed ? std::string("blockDim.") + "xyz"[size->second] : std::to_string(number) + "u");
  }
  return std::nullopt;
}

std::optional<std::string> ThreadValues::least(const Expr& given, size_t coordinate) const {
  const Expr* value = given.IgnoreParens();
  if (isPlainCoordinate(*value, coordinate)) return value->getType()->isSignedIntegerType() ? "0" : "0u";
  if (const auto* cast = dyn_cast<CastExpr>(value); cast && !indexNamed(*value)) {
    const bool isRead = cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp;
    if (!isRead && (cast->getCastKind() != CK_IntegralCast || !isWide(cast->getType(), *context_))) return std::nullopt;
    const auto inner = least(*cast->getSubExpr(), coordinate);
    if (isRead || !inner) return inner;
    if (*inner == "0u" || *inner == "0") return cast->getType()->isSignedIntegerType() ? "0" : "0u";
    const QualType type = cast->getType().getCanonicalType().getUnqualifiedType();
    return "static_cast<" + type.getAsString(context_->getPrintingPolicy()) + ">(" + *inner + ")";
  }
  if (const VarDecl* variable = isa<DeclRefExpr>(value) ? namedVariable(value) : nullptr) {
    const Expr* first = isWide(variable->getType(), *context_) ? initial(*variable) : nullptr;
    return first ? least(*first, coordinate) : std::nullopt;
  }
  const auto* sum = dyn_cast<BinaryOperator>(value);
  if (!sum || sum->getOpcode() != BO_Add || !sum->getType()->isIntegerType() ||
      context_->getIntWidth(sum->getType()) != 32)
    return std::nullopt;
  for (const bool isReversed : {false, true}) {
    const Expr &start = isReversed ? *sum->getRHS() : *sum->getLHS(),
               &own = isReversed ? *sum->getLHS() : *sum->getRHS();
    if (coordinateNamed(own) != coordinate) continue;
    const auto block = blockStart(start, coordinates_[coordinate]);
    return block && sum->getType()->isSignedIntegerType() ? "static_cast<int>(" + *block + ")" : block;
  }
  return std::nullopt;
}

bool dividesSafely(const Expr& value, const ASTContext& context) {
  return !frontend::anyPart(&value, [&](const Stmt& part) {
    const auto* operation = dyn_cast<BinaryOperator>(&part);
    if (!operation || !operation->getType()->isIntegerType()) return false;
    const bool divides =
        isDivision(*operation) || operation->getOpcode() == BO_DivAssign || operation->getOpcode() == BO_RemAssign;
    return divides && constantOf(*operation->getRHS(), context).value_or(0) == 0;
  });
}

}  // namespace warpwright::rewrite
