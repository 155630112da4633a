#include "analysis/model/host_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/ScopeExit.h>

#include <algorithm>
#include <iterator>

#include "analysis/model/cuda_names.h"
#include "analysis/model/host_arithmetic.h"

namespace warpwright::model {
namespace {

constexpr size_t mostValues = 8;

}  // namespace

HostFolder::HostFolder(const frontend::ParsedUnit& unit, const HostFacts& facts)
    : context_(unit.ast()), text_(unit), facts_(facts) {}

HostFolder::Values HostFolder::fail(const clang::Expr* expression, const Message& why) {
  if (reason_.empty()) {
    reason_ = {"%1 at %2 %3", code(text_.text(expression->getSourceRange())),
               lineText(text_.filePlace(expression->getBeginLoc())), why};
  }
  return std::nullopt;
}

HostFolder::Values HostFolder::values(const clang::Expr* expression) {
  if (!expression || expression->isValueDependent() || expression->containsErrors()) return std::nullopt;
  if (expression->getType()->isIntegerType() && context_.getIntWidth(expression->getType()) > 64)
    return fail(expression, "has more than 64 bits");
  clang::Expr::EvalResult result;
  if (expression->getType()->isIntegralOrEnumerationType() && expression->EvaluateAsInt(result, context_) &&
      result.Val.getInt().getSignificantBits() <= 64) {
    const llvm::APSInt& number = result.Val.getInt();
    return std::set<int64_t>{static_cast<int64_t>(number.isSigned() ? number.getSExtValue() : number.getZExtValue())};
  }
  Values found = compute(expression);
  if (!found) return found;
  std::set<int64_t> converted;
  for (const int64_t value : *found) converted.insert(convert(value, expression->getType(), context_));
  if (converted.size() > mostValues) return fail(expression, "has too many possible values");
  return converted;
}

HostFolder::Values HostFolder::compute(const clang::Expr* expression) {
  if (const auto* parens = llvm::dyn_cast<clang::ParenExpr>(expression)) return values(parens->getSubExpr());
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return values(full->getSubExpr());
  if (const auto* standard = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression)) return values(standard->getExpr());
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    switch (cast->getCastKind()) {
      case clang::CK_LValueToRValue:
      case clang::CK_NoOp:
      case clang::CK_IntegralCast:
      case clang::CK_IntegralToBoolean:
        return values(cast->getSubExpr());
      default:
        return fail(expression, "is not a constant integer");
    }
  }
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) return ofVariable(variable, expression);
    return fail(expression, "is not a constant");
  }
  if (llvm::isa<clang::MemberExpr>(expression)) return ofMember(expression);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression); call && isForward(*call))
    return values(call->getArg(0));
  if (const auto elements = elementsOf(expression)) {
    std::set<int64_t> all;
    for (const clang::Expr* element : *elements) {
      const Values one = values(element);
      if (!one) return one;
      all.insert(one->begin(), one->end());
    }
    return all;
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) return ofChoice(*choice);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) return ofUnary(*unary);
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(expression)) return ofCompound(*compound);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) return ofBinary(*binary);
  return fail(expression, "is not a constant");
}

HostFolder::Values HostFolder::ofChoice(const clang::ConditionalOperator& choice) {
  const Message before = reason_;
  const Values condition = values(choice.getCond());
  if (!condition) reason_ = before;
  std::set<int64_t> all;
  for (const bool taken : {true, false}) {
    const bool possible = !condition || condition->size() > 1 || (*condition->begin() != 0) == taken;
    if (!possible) continue;
    const Values side = values(taken ? choice.getTrueExpr() : choice.getFalseExpr());
    if (!side) return side;
    all.insert(side->begin(), side->end());
  }
  return all;
}

HostFolder::Values HostFolder::ofUnary(const clang::UnaryOperator& operation) {
  const Values operand = values(operation.getSubExpr());
  if (!operand) return operand;
  std::set<int64_t> all;
  for (const int64_t value : *operand) {
    switch (operation.getOpcode()) {
      case clang::UO_Plus:
        all.insert(value);
        break;
      case clang::UO_Minus:
        all.insert(static_cast<int64_t>(0 - static_cast<uint64_t>(value)));
        break;
      case clang::UO_Not:
        all.insert(~value);
        break;
      case clang::UO_LNot:
        all.insert(!value);
        break;
      default:
        return fail(&operation, "is not a constant");
    }
  }
  return all;
}

HostFolder::Values HostFolder::ofBinary(const clang::BinaryOperator& operation) {
  if (operation.getOpcode() == clang::BO_Assign) {  // a = b = 1
    if (operation.getLHS()->refersToBitField()) return fail(&operation, "is cut to the width of a bit-field");
    return values(operation.getRHS());
  }
  const Values left = values(operation.getLHS());
  if (!left) return left;
  const Values right = values(operation.getRHS());
  if (!right) return right;
  std::set<int64_t> all;
  for (const int64_t x : *left) {
    for (const int64_t y : *right) {
      const auto value = apply(operation.getOpcode(), x, y, isWide(operation.getLHS()->getType(), context_));
      if (!value) return fail(&operation, "cannot be computed");
      all.insert(*value);
    }
  }
  return all;
}

/// `b.x /= 2`: from the values that the variable has just before. Only of a variable whose assignments come in order.
HostFolder::Values HostFolder::ofCompound(const clang::CompoundAssignOperator& operation) {
  if (operation.getLHS()->refersToBitField()) return fail(&operation, "is cut to the width of a bit-field");
  const clang::Expr* target = operation.getLHS()->IgnoreParens();
  while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target))
    target = member->getBase()->IgnoreParenImpCasts();
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage() || variable->getType()->isReferenceType()) {
    return fail(&operation, "changes something that may be changed elsewhere");
  }
  // It is looked at again, as it was before this step.
  const bool wasLookedAt = inProgress_.erase(variable->getCanonicalDecl()) != 0;
  const Values left = values(operation.getLHS());
  if (wasLookedAt) inProgress_.insert(variable->getCanonicalDecl());
  if (!left) return left;
  const Values right = values(operation.getRHS());
  if (!right) return right;
  const bool wide = isWide(operation.getComputationLHSType(), context_);
  std::set<int64_t> all;
  for (const int64_t x : *left) {
    for (const int64_t y : *right) {
      const auto value = apply(clang::BinaryOperator::getOpForCompoundAssignment(operation.getOpcode()),
                               convert(x, operation.getComputationLHSType(), context_), y, wide);
      if (!value) return fail(&operation, "cannot be computed");
      all.insert(convert(*value, operation.getComputationResultType(), context_));
    }
  }
  return all;
}

/// The assignments that a use may see. One that always runs hides those before it; one that always runs but stands
/// after the use, in the block that declares the variable, cannot come first.
std::vector<HostFacts::Assignment> HostFolder::reaching(const std::vector<HostFacts::Assignment>& all,
                                                        const clang::Expr* use) const {
  const clang::SourceManager& manager = context_.getSourceManager();
  const auto before = [&](clang::SourceLocation first, clang::SourceLocation second) {
    return manager.isBeforeInTranslationUnit(first, second);
  };
  clang::SourceLocation last;
  for (const HostFacts::Assignment& assignment : all) {
    if (!assignment.always || !before(assignment.at, use->getBeginLoc())) continue;
    if (last.isInvalid() || before(last, assignment.at)) last = assignment.at;
  }
  std::vector<HostFacts::Assignment> seen;
  for (const HostFacts::Assignment& assignment : all) {
    const bool unknown = assignment.value == nullptr;  // an address may be kept and written through at any time
    if (!unknown && last.isValid() && before(assignment.at, last)) continue;
    if (assignment.always && !unknown && before(use->getBeginLoc(), assignment.at)) continue;
    seen.push_back(assignment);
  }
  return seen;
}

const clang::VarDecl* HostFolder::steadyVariable(const clang::Expr* expression) const {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage() || variable->getType()->isReferenceType()) return nullptr;
  const HostFacts::Variable* facts = facts_.variable(variable);
  return !facts || !facts->isSetAgain(*variable) ? variable : nullptr;
}

void HostFolder::suppose(const clang::VarDecl* variable, std::set<int64_t> values) {
  const auto [known, isNew] = supposed_.emplace(variable->getCanonicalDecl(), values);
  if (isNew) return;
  std::set<int64_t> both;
  std::set_intersection(known->second.begin(), known->second.end(), values.begin(), values.end(),
                        std::inserter(both, both.begin()));
  if (!both.empty()) known->second = std::move(both);
}

void HostFolder::suppose(const clang::FunctionDecl* function, std::vector<const clang::CallExpr*> callers) {
  supposedCallers_[function->getCanonicalDecl()] = std::move(callers);
}

void HostFolder::supposeNothing() {
  supposed_.clear();
  supposedCallers_.clear();
}

HostFolder::Values HostFolder::ofVariable(const clang::VarDecl* variable, const clang::Expr* use) {
  if (const auto known = supposed_.find(variable->getCanonicalDecl()); known != supposed_.end()) return known->second;
  const bool isParameter = llvm::isa<clang::ParmVarDecl>(variable);
  const bool isLocal = variable->hasLocalStorage();
  if (variable->getType()->isReferenceType() && !isParameter) return fail(use, "is a reference");
  const HostFacts::Variable* facts = facts_.variable(variable);
  if (!inProgress_.insert(variable->getCanonicalDecl()).second) return fail(use, "depends on itself");
  std::set<int64_t> all;
  const auto finish = [&](Values result) {
    inProgress_.erase(variable->getCanonicalDecl());
    return result;
  };
  std::vector<HostFacts::Assignment> assignments;
  if (facts) assignments = facts->whole;
  if (!isLocal && !isParameter) {
    const clang::VarDecl* definition = variable->getDefinition();
    const bool mayChangeElsewhere = !facts_.isClosed(*variable) && !variable->getType().isConstQualified();
    if (variable->isWeak()) return finish(fail(use, "is a weak variable that another file may replace"));
    const bool isOnDevice = variable->hasAttr<clang::CUDADeviceAttr>();
    if (mayChangeElsewhere && isOnDevice) return finish(fail(use, "is a variable that device code may set"));
    if (mayChangeElsewhere) return finish(fail(use, "is a global variable that another file may set"));
    if (!definition) return finish(fail(use, "is defined in another file"));
    if (isOfLibrary(*definition)) return finish(fail(use, "is a variable of a library, which may set it"));
    if (!definition->getInit())
      all.insert(0);
    else if (!variable->isStaticLocal())  // whose declaration is one of the assignments
      assignments.push_back({definition->getInit(), definition->getLocation(), false});
    for (HostFacts::Assignment& assignment : assignments) assignment.always = false;
  } else {
    const bool hidden = std::any_of(assignments.begin(), assignments.end(),
                                    [&](const HostFacts::Assignment& one) { return one.always && one.value; });
    assignments = reaching(assignments, use);
    if (isParameter && !hidden) {
      const Values passed = ofParameter(variable, use);
      if (!passed) return finish(passed);
      all = *passed;
    }
  }
  bool isKnown = true;
  const auto addAssigned = [&] {
    for (const HostFacts::Assignment& assignment : assignments) {
      const Values value = assignment.value
                               ? values(assignment.value)
                               : fail(use, {"may be changed at %1", lineText(text_.filePlace(assignment.at))});
      isKnown = isKnown && value;
      if (!isKnown) return;
      for (const int64_t number : *value) all.insert(convert(number, variable->getType(), context_));
    }
  };
  if (isLocal)
    addAssigned();
  else
    supposingNothing(addAssigned);
  if (!isKnown) return finish(std::nullopt);
  if (all.empty()) return finish(fail(use, "is never set"));
  return finish(all);
}

/// Is it a variable that code outside of the project sees, and may set?
bool HostFolder::isOfLibrary(const clang::VarDecl& variable) const {
  return !variable.getType().isConstQualified() && !text_.isInProject(variable.getLocation());
}

HostFolder::Values HostFolder::ofMember(const clang::Expr* expression) {
  const auto* member = llvm::cast<clang::MemberExpr>(expression);
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
    return ofVariable(variable, expression);
  if (member->refersToBitField()) return fail(expression, "is a bit-field");
  const llvm::StringRef name =
      member->getMemberDecl()->getDeclName().isIdentifier() ? member->getMemberDecl()->getName() : "";
  const int dimension = name == "x" ? 0 : name == "y" ? 1 : name == "z" ? 2 : -1;
  if (const auto field = fieldOf(*member)) {
    std::set<int64_t> all;
    const auto* variable =
        llvm::cast<clang::VarDecl>(llvm::cast<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts())->getDecl());
    if (!inProgress_.insert(variable->getCanonicalDecl()).second) return fail(expression, "depends on itself");
    const auto done = llvm::make_scope_exit([&] { inProgress_.erase(variable->getCanonicalDecl()); });
    for (const HostFacts::Assignment& assignment : reaching(field->whole, expression)) {
      if (!assignment.value)
        return fail(expression, {"may be changed at %1", lineText(text_.filePlace(assignment.at))});
      const Values one = values(assignment.value);
      if (!one) return one;
      for (const int64_t value : *one) all.insert(convert(value, member->getType(), context_));
    }
    return all.empty() ? fail(expression, "is never set") : Values(all);
  }
  if (dimension < 0 || member->isArrow() || !isDim3(member->getBase()->getType(), text_))
    return fail(expression, "is not a constant");
  return shape(member->getBase())[static_cast<size_t>(dimension)];
}

HostFolder::Shape HostFolder::shape(const clang::Expr* expression) {
  if (!expression || expression->containsErrors()) return {};
  if (const auto* standard = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression)) return shape(standard->getExpr());
  if (!isDim3(expression->getType(), text_)) {
    if (!expression->getType()->isIntegralOrEnumerationType()) return fail(expression, "is not a constant"), Shape{};
    const std::set<int64_t> one{1};
    return {values(expression), one, one};
  }
  const clang::Expr* inner = expression->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(inner)) return shape(full->getSubExpr());
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(inner))
    return shape(temporary->getSubExpr());
  if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner)) return shape(bound->getSubExpr());
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner)) return shape(cast->getSubExpr());
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner)) return shapeOfConstruction(*made, expression);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(inner)) {
    const std::set<int64_t> one{1};
    Shape result{one, one, one};
    for (unsigned i = 0; i < list->getNumInits() && i < 3; ++i) result[i] = values(list->getInit(i));
    return result;
  }
  if (const auto elements = elementsOf(inner)) {
    Shape all;
    for (int i = 0; i < 3; ++i) all[i] = std::set<int64_t>{};
    for (const clang::Expr* element : *elements) {
      const Shape one = shape(element);
      for (int i = 0; i < 3; ++i) {
        if (!one[i]) all[i].reset();
        if (all[i]) all[i]->insert(one[i]->begin(), one[i]->end());
      }
    }
    return all;
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(inner)) return shapeOfField(*member, expression);
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(inner)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) return shapeOfVariable(variable, inner);
  }
  if (const auto* conditional = llvm::dyn_cast<clang::ConditionalOperator>(inner)) {
    const Shape yes = shape(conditional->getTrueExpr()), no = shape(conditional->getFalseExpr());
    Shape result;
    for (int i = 0; i < 3; ++i) {
      if (!yes[i] || !no[i]) continue;
      result[i] = yes[i];
      result[i]->insert(no[i]->begin(), no[i]->end());
    }
    return result;
  }
  fail(expression, "is not a constant");
  return {};
}

HostFolder::Shape HostFolder::shapeOfConstruction(const clang::CXXConstructExpr& made, const clang::Expr* use) {
  if (made.getConstructor()->isCopyOrMoveConstructor() && made.getNumArgs() == 1) return shape(made.getArg(0));
  const std::set<int64_t> one{1};
  Shape result{one, one, one};
  for (unsigned i = 0; i < made.getNumArgs() && i < 3; ++i) {
    if (!made.getArg(i)->getType()->isIntegralOrEnumerationType()) return fail(use, "is not made of integers"), Shape{};
    result[i] = values(made.getArg(i));
  }
  return result;
}

HostFolder::Shape HostFolder::shapeOfVariable(const clang::VarDecl* variable, const clang::Expr* use) {
  const HostFacts::Variable* facts = facts_.variable(variable);
  Shape result;
  const bool isParameter = llvm::isa<clang::ParmVarDecl>(variable);
  const bool isGlobal = !variable->hasLocalStorage();
  if (isParameter || (isGlobal && !variable->isStaticLocal()) || variable->getType()->isReferenceType()) {
    if (isGlobal && variable->getDefinition() && variable->getDefinition()->getInit() && !facts &&
        !isOfLibrary(*variable->getDefinition())) {
      if (variable->getType().isConstQualified() || facts_.isClosed(*variable)) {
        return shape(variable->getDefinition()->getInit());
      }
    }
    if (isParameter && (!facts || !facts->isSetAgain(*variable))) return shapeOfParameter(variable, use);
    fail(use, "is a dim3 set elsewhere");
    return {};
  }
  if (!facts || !inProgress_.insert(variable->getCanonicalDecl()).second) {
    fail(use, "is never set");
    return {};
  }
  const auto read = [&] { result = shapeFrom(*facts, !isGlobal, use); };
  if (isGlobal)
    supposingNothing(read);
  else
    read();
  inProgress_.erase(variable->getCanonicalDecl());
  return result;
}

/// `inOrder`: the assignments run in the order of the text.
HostFolder::Shape HostFolder::shapeFrom(const HostFacts::Variable& facts, bool inOrder, const clang::Expr* use) {
  Shape result;
  const auto whole = inOrder ? reaching(facts.whole, use) : facts.whole;
  for (int i = 0; i < 3; ++i) {
    std::vector<HostFacts::Assignment> members = facts.members[i];
    // A whole assignment takes part in the order of the member's assignments.
    std::vector<HostFacts::Assignment> all = whole;
    all.insert(all.end(), members.begin(), members.end());
    std::set<int64_t> found;
    bool known = !all.empty();
    for (const HostFacts::Assignment& assignment : inOrder ? reaching(all, use) : all) {
      if (!assignment.value) {
        fail(use, {"may be changed at %1", lineText(text_.filePlace(assignment.at))});
        known = false;
        break;
      }
      const Values one =
          isDim3(assignment.value->getType(), text_) ? shape(assignment.value)[i] : values(assignment.value);
      if (!one) {
        known = false;
        break;
      }
      for (const int64_t value : *one) found.insert(static_cast<int64_t>(static_cast<uint32_t>(value)));
    }
    if (known && !found.empty() && found.size() <= mostValues) result[i] = found;
  }
  return result;
}

}  // namespace warpwright::model
