#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <optional>

#include "analysis/model/code_pieces.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/handed_functions.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/pointer_cells.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"

namespace warpwright::model {

using namespace clang;

namespace {

bool isSamePlace(const Expr& a, const Expr& b, const ASTContext& context) {
  return areAlike(*stripped(&a), *stripped(&b), context);
}

/// A variable, or an element of one that a constant numbers.
bool isFixed(const Expr& place, const ASTContext& context) {
  const Expr* inner = place.IgnoreParenImpCasts();
  while (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) {
    if (element->getIdx()->isValueDependent() || !element->getIdx()->isEvaluatable(context)) return false;
    inner = element->getBase()->IgnoreParenImpCasts();
    if (!inner->getType()->isArrayType()) return false;
  }
  const auto* name = dyn_cast<DeclRefExpr>(inner);
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && !variable->getType()->isReferenceType();
}

/// `const_cast<int*&>(p)`, `*(int**)&p`: may a place of a pointer that is a constant be changed from there?
bool castsConstantAway(const Stmt& statement) {
  const auto* cast = dyn_cast<ExplicitCastExpr>(&statement);
  if (!cast) return false;
  const Expr& inner = *cast->getSubExpr();
  const auto isAway = [](QualType from, QualType to) {
    return from.isConstQualified() && !to.isConstQualified() && holdsPointers(from);
  };
  if (cast->isGLValue()) return isAway(inner.getType(), cast->getType());
  const QualType from = inner.getType(), to = cast->getType();
  return from->isPointerType() && to->isPointerType() && isAway(from->getPointeeType(), to->getPointeeType());
}

/// `(&s.p)[1]`, `w + 1`, `++w`: from a place of a pointer to those beside it.
bool stepsBeside(const Stmt& statement) {
  const auto leadsToPointer = [](const Expr& one) {
    return one.getType()->isPointerType() && isPointer(one.getType()->getPointeeType());
  };
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(&statement))
    return isPointer(element->getType()) && !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
  if (const auto* binary = dyn_cast<BinaryOperator>(&statement))
    return (binary->isAdditiveOp() || binary->isCompoundAssignmentOp()) && leadsToPointer(*binary);
  if (const auto* cast = dyn_cast<CastExpr>(&statement); cast && cast->getCastKind() == CK_BitCast) {
    const QualType to = cast->getType();
    return leadsToPointer(*cast->getSubExpr()) && to->isPointerType() && to->getPointeeType()->isArrayType();
  }
  const auto* unary = dyn_cast<UnaryOperator>(&statement);
  return unary && unary->isIncrementDecrementOp() && leadsToPointer(*unary);
}

}  // namespace

PointerCells::Call PointerCells::callOf(const Expr& call) {
  if (const auto* made = dyn_cast<CXXConstructExpr>(&call)) return {made, {made->arg_begin(), made->arg_end()}};
  return {&call, argumentsOf(cast<CallExpr>(call)).vec()};
}

PointerCells::PointerCells(const frontend::ParsedUnit& unit, std::set<std::string> open)
    : context(unit.ast()),
      text(unit),
      unit_(unit),
      open_(std::move(open)),
      addressNumbers_(text),
      references_(readReferences(unit)) {
  cell(nullptr, false);  // everything that pointers to pointers may lead to
  const CodePieces& code = codePieces(unit);
  std::unordered_set<const Stmt*> seen, called;
  for (const Stmt* piece : code.pieces) {
    if (seen.insert(piece).second) noteCallers(piece, called);
  }
  const HandedFunctions& handed = handedFunctions(unit);
  for (const auto& [function, calls] : handed.calls) {
    for (const HandedFunctions::Call& one : calls) calls_[function].push_back(callOf(*one.call));
  }
  for (const auto& [name, function] : code.functionNames) {
    if (!called.contains(name) && !handed.names.contains(name)) elsewhere_.insert(function->getCanonicalDecl());
  }
  for (const auto& [declaration, initial] : code.initialisers) addressNumbers_.set(*declaration, *initial);
  addressNumbers_.close();
  for (const CXXRecordDecl* record : made_) forget(context.getRecordType(record), nullptr);
  regions_.push_back({});
  for (const auto& [declaration, initial] : code.initialisers) declare(*declaration, *initial, initial);
  seen = exchangers();
  for (const Stmt* piece : code.pieces) {
    if (!seen.insert(piece).second) continue;
    const size_t root = regions_.size();
    regions_.push_back({root, root, false});
    walk(piece, root);
  }
  if (!stepsBeside_) return;
  for (const RecordDecl* record : pointedInto_) expose(context.getRecordType(record));
}

/// Which functions a part of the code calls, and hands to libraries, which may call them.
void PointerCells::noteCallers(const Stmt* part, std::unordered_set<const Stmt*>& called) {
  if (!part) return;
  if (const auto* lambda = dyn_cast<LambdaExpr>(part)) {
    addressNumbers_.look(*lambda);
    for (const Expr* captured : lambda->capture_inits()) noteCallers(captured, called);
    return;
  }
  noteUses(*part);
  if (const auto* call = dyn_cast<CallExpr>(part)) {
    called.insert(call->getCallee()->IgnoreParenImpCasts());
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee) calls_[callee->getCanonicalDecl()].push_back(callOf(*call));
    if (!callee || !isOfProject(*callee)) {
      for (const Expr* argument : call->arguments()) handOn(argument->getType());
    }
    const bool gives = llvm::any_of(
        call->arguments(), [&](const Expr* one) { return isPointer(one->getType()) || one->getType()->isArrayType(); });
    if (callee && !isOfProject(*callee) && gives) noteMakers(*callee);
    const auto* converted = dyn_cast_or_null<CXXConversionDecl>(callee);
    if (converted && converted->getParent()->isLambda())
      elsewhere_.insert(converted->getParent()->getLambdaCallOperator()->getCanonicalDecl());
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(part)) {
    const CXXConstructorDecl* constructor = made->getConstructor();
    calls_[constructor->getCanonicalDecl()].push_back(callOf(*made));
    if (!isOfProject(*constructor->getParent())) {
      for (const Expr* argument : made->arguments()) handOn(argument->getType());
      const bool gives = llvm::any_of(made->arguments(), [](const Expr* one) { return isPointer(one->getType()); });
      if (gives) noteMakers(*constructor);
    }
  } else if (const auto* inherited = dyn_cast<CXXInheritedCtorInitExpr>(part)) {
    elsewhere_.insert(inherited->getConstructor()->getCanonicalDecl());
  }
  for (const Stmt* child : part->children()) noteCallers(child, called);
}

/// How often an array of addresses is named, and how often where it is filled or given to a launch; numbers that
/// addresses are made to.
void PointerCells::noteUses(const Stmt& part) {
  castsConstantsAway_ = castsConstantsAway_ || castsConstantAway(part);
  const auto arrayIn = [&](const Expr& expression) -> const ValueDecl* {
    const auto* name = dyn_cast<DeclRefExpr>(stripped(&expression));
    return name && isOfAddresses(name->getType()) ? name->getDecl() : nullptr;
  };
  addressNumbers_.look(part);
  if (const auto* name = dyn_cast<DeclRefExpr>(&part)) {
    if (isOfAddresses(name->getType())) ++uses_[name->getDecl()].first;
  } else if (const auto* binary = dyn_cast<BinaryOperator>(&part); binary && binary->getOpcode() == BO_Assign) {
    const auto* element = dyn_cast<ArraySubscriptExpr>(binary->getLHS()->IgnoreParens());
    if (const ValueDecl* array = element ? arrayIn(*element->getBase()) : nullptr) ++uses_[array].second;
  } else if (const auto* call = dyn_cast<CallExpr>(&part); call && launchesItsFirstArgument(*call, text)) {
    for (const Expr* argument : call->arguments()) {
      if (const ValueDecl* array = arrayIn(*argument)) ++uses_[array].second;
    }
  }
}

/// Is an array of addresses only given to launches, and filled?
bool PointerCells::isUsedOnlyToLaunch(const ValueDecl& array) const {
  const auto uses = uses_.find(&array);
  return uses == uses_.end() || uses->second.first == uses->second.second;
}

size_t PointerCells::addRegion(size_t parent, bool isLoop) {
  regions_.push_back({parent, regions_[parent].root, isLoop});
  return regions_.size() - 1;
}

void PointerCells::write(Cell cell, Write write) {
  const Expr* value = write.kind == Write::Kind::value ? write.value : nullptr;
  if (value && isNull(*value, context)) return;
  // `std::exchange(o.d, nullptr)`: the other place gives it up.
  const auto* call = value ? dyn_cast<CallExpr>(stripped(value)) : nullptr;
  if (call && givesUp(*call)) {
    unite(cell, cellOf(*call->getArg(0)));
    exchanged_.insert(sameAs(cell));
    return;
  }
  writes_[sameAs(cell)].push_back(write);
}

void PointerCells::walk(const Stmt* statement, size_t region) {
  if (!statement || isa<PseudoObjectExpr, UnaryExprOrTypeTraitExpr>(statement)) return;
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const Expr* captured : lambda->capture_inits()) walk(captured, region);
    for (const LambdaCapture& capture : lambda->captures()) {
      const auto* own = capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
      if (own && own->isInitCapture() && own->getInit()) declare(*own, *own->getInit(), lambda);
    }
    return;
  }
  if (isa<LabelStmt, IndirectGotoStmt>(statement)) jumping_.insert(regions_[region].root);
  note(*statement);
  walkParts(*statement, region);
  positions_.try_emplace(statement, Position{region, positions_.size()});  // it is done when its parts are
}

void PointerCells::walkParts(const Stmt& statement, size_t region) {
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, CXXTryStmt>(statement)) {
    const size_t inner = addRegion(region, true);
    for (const Stmt* child : statement.children()) walk(child, inner);
    return;
  }
  const auto* choice = dyn_cast<IfStmt>(&statement);
  const auto* value = dyn_cast<AbstractConditionalOperator>(&statement);
  const auto* logical = dyn_cast<BinaryOperator>(&statement);
  const auto isArm = [&](const Stmt* child) {
    if (choice) return child == choice->getThen() || child == choice->getElse();
    if (value) return child == value->getTrueExpr() || child == value->getFalseExpr();
    return logical && logical->isLogicalOp() && child == logical->getRHS();
  };
  for (const Stmt* child : statement.children()) walk(child, child && isArm(child) ? addRegion(region, false) : region);
}

void PointerCells::note(const Stmt& statement) {
  stepsBeside_ = stepsBeside_ || stepsBeside(statement);
  if (const auto* block = dyn_cast<CompoundStmt>(&statement)) return noteExchanges(*block);
  if (const auto* declarations = dyn_cast<DeclStmt>(&statement)) return noteDeclarations(*declarations);
  if (const auto* list = dyn_cast<InitListExpr>(&statement)) return noteList(*list);
  if (const auto* call = dyn_cast<CallExpr>(&statement)) return noteCall(*call);
  if (const auto* made = dyn_cast<CXXConstructExpr>(&statement)) return noteMade(*made);
  if (const auto* made = dyn_cast<CXXParenListInitExpr>(&statement)) return forget(made->getType(), made);
  if (const auto* returned = dyn_cast<ReturnStmt>(&statement)) return noteReturn(*returned);
  if (const auto* member = dyn_cast<MemberExpr>(&statement)) return noteMember(*member);
  if (const auto* name = dyn_cast<DeclRefExpr>(&statement)) return noteParameter(*name);
  if (const auto* binary = dyn_cast<BinaryOperator>(&statement)) return noteAssignment(*binary);
  const auto* element = dyn_cast<ArraySubscriptExpr>(&statement);
  const auto* unary = dyn_cast<UnaryOperator>(&statement);
  const bool follows = element || (unary && unary->getOpcode() == UO_Deref);
  if (const Expr* base = !follows ? nullptr : element ? element->getBase() : unary->getSubExpr()) {
    if (isa<ImplicitCastExpr>(base->IgnoreParens())) understood_.insert(base->IgnoreParens());  // of an array
    return;
  }
  if (unary) {
    if (unary->getOpcode() == UO_AddrOf && !understood_.contains(unary)) noteAddress(*unary->getSubExpr());
    return;
  }
  if (const auto* cast = dyn_cast<CastExpr>(&statement)) return noteCast(*cast);
  if (isa<AtomicExpr, CXXNewExpr, GCCAsmStmt>(statement)) return noteUnread(statement);
  const auto* chosen = dyn_cast<AbstractConditionalOperator>(&statement);
  if (chosen && chosen->isGLValue() && !understood_.contains(chosen)) {
    noteAddress(*chosen->getTrueExpr());
    noteAddress(*chosen->getFalseExpr());
  }
}

void PointerCells::noteAssignment(const BinaryOperator& binary) {
  if (!binary.isAssignmentOp()) return;
  const Expr& place = *binary.getLHS();
  if (!isPointer(place.getType())) return;
  if (binary.isCompoundAssignmentOp()) {
    if (addressNumbers_.isIn(*binary.getRHS())) forgetPlace(place, &binary);
    return;
  }
  const auto* element = dyn_cast<ArraySubscriptExpr>(place.IgnoreParens());
  const auto* array = element ? dyn_cast<DeclRefExpr>(element->getBase()->IgnoreParenImpCasts()) : nullptr;
  const bool isForLaunches = array && isOfAddresses(array->getType()) && isUsedOnlyToLaunch(*array->getDecl());
  if (isForLaunches && takenIn(*binary.getRHS())) understood_.insert(stripped(binary.getRHS()));
  if (!understood_.contains(&binary))
    write(cellOf(place), {Write::Kind::value, binary.getRHS(), &binary, true, isFixed(place, context), &place});
}

void PointerCells::noteReturn(const ReturnStmt& returned) {
  const Expr* value = returned.getRetValue();
  if (!value) return;
  if (value->isGLValue()) return noteAddress(*value);
  const auto* made = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());  // the local variable ends
  if (made && returned.getNRVOCandidate()) understood_.insert(made);
  // Its memory lives on, in what gets it.
  if (ownsMemory(value->getType()) && ownObject(*stripped(value)))
    exchanged_.insert(sameAs(elementsOf(*stripped(value))));
}

/// What a member of a union holds, others of other kinds may have been set to.
void PointerCells::noteMember(const MemberExpr& member) {
  const auto* field = dyn_cast<FieldDecl>(member.getMemberDecl());
  if (!field || !isMixedUnion(*field->getParent())) return;
  const QualType type = context.getRecordType(field->getParent());
  if (!holdsPointers(type)) return;
  expose(type);
  forget(type, &member);
}

/// What a function of another file hands to one leads to places of its own.
void PointerCells::noteParameter(const DeclRefExpr& name) {
  const auto* parameter = dyn_cast<ParmVarDecl>(name.getDecl());
  const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
  if (!function || !isOpen(*function)) return;
  const QualType type = parameter->getType(), value = type.getNonReferenceType();
  const QualType behind = isPointer(value) ? value->getPointeeType() : QualType();
  const bool leads = isContainer(value) || isOfPointers(value) || (type->isReferenceType() && isPointer(value)) ||
                     (!behind.isNull() && (isPointer(behind) || isOfPointers(behind) || isContainer(behind)));
  if (leads) write(elsewhere, {Write::Kind::unread, nullptr, &name, false});
}

void PointerCells::noteCast(const CastExpr& cast) {
  const Expr* inner = cast.getSubExpr()->IgnoreParens();
  const QualType from = inner->getType(), to = cast.getType();
  switch (cast.getCastKind()) {
    case CK_LValueToRValue:
      if (isa<AbstractConditionalOperator>(inner)) understood_.insert(inner);
      return;
    case CK_ArrayToPointerDecay:
      if (!understood_.contains(&cast) && isOfPointers(from)) noteAddress(*inner);
      return;
    case CK_LValueBitCast:
      if (holdsPointers(from) && !isPointer(to)) forgetPlace(*inner, &cast);
      if (isContainer(from) || to->isRecordType()) noteAddress(*inner);
      expose(from);
      expose(to);
      return;
    case CK_LValueToRValueBitCast:
      return forget(to, &cast);
    case CK_NoOp:
      if (cast.isXValue() && isContainer(to)) moveOn(*inner);
      return;
    case CK_BitCast: {
      if (understood_.contains(&cast) || !isPointer(from) || !isPointer(to)) return;
      // Seen as something else, its members are reached otherwise.
      if (!to->getPointeeType()->isPointerType() || from->getPointeeType()->isRecordType()) {
        expose(from->getPointeeType());
        expose(to->getPointeeType());
      }
      // As bytes or numbers, they may be put together anew.
      const bool isBytes = !to->isVoidPointerType() && holdsPointers(from->getPointeeType()) &&
                           !holdsPointers(to->getPointeeType()) && !to->getPointeeType()->isRecordType();
      if (isBytes) forgetBehind(*inner, &cast);
      const QualType seen = to->getPointeeType();
      const bool isOfAnything = from->isVoidPointerType() && !isa<CallExpr>(stripped(inner));
      if (isOfAnything && seen->isIntegralOrEnumerationType() && !seen.isConstQualified())
        write(elsewhere, {Write::Kind::unread, nullptr, &cast, false});
      return;
    }
    default:
      return;
  }
}

/// What sets places in a way that is not read: atomics, placement new, assembly.
void PointerCells::noteUnread(const Stmt& statement) {
  if (const auto* made = dyn_cast<CXXNewExpr>(&statement)) {
    for (unsigned i = 0; i < made->getNumPlacementArgs(); ++i) {
      forgetBehind(*stripped(made->getPlacementArg(i)), made);
      if (made->getAllocatedType()->isPointerType()) write(elsewhere, {Write::Kind::unread, nullptr, made, false});
    }
    const bool isSet = made->hasInitializer() && made->getAllocatedType()->isPointerType();
    if (isSet && !made->isArray()) write(elsewhere, {Write::Kind::value, made->getInitializer(), made, true});
    return;
  }
  if (const auto* text = dyn_cast<GCCAsmStmt>(&statement)) {
    for (unsigned i = 0; i < text->getNumOutputs(); ++i) forgetPlace(*text->getOutputExpr(i), text);
    write(elsewhere, {Write::Kind::unread, nullptr, text, false});
    return;
  }
  for (const Stmt* child : statement.children()) {
    const auto* part = dyn_cast_or_null<Expr>(child);
    if (part && isPointer(part->getType())) forgetBehind(*stripped(part), &statement);
  }
}

/// Pointers lead to a place from now on.
void PointerCells::noteAddress(const Expr& place) {
  const QualType type = place.getType().getNonReferenceType();
  const auto* member = dyn_cast<MemberExpr>(place.IgnoreParens());
  if (const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr)
    pointedInto_.insert(field->getParent());
  if (isPointer(type) || isOfPointers(type)) return unite(elsewhere, cellOf(place));
  if (isContainer(type)) unite(elsewhere, elementsOf(place));
}

void PointerCells::noteDeclarations(const DeclStmt& declarations) {
  for (const Decl* one : declarations.decls()) {
    const auto* variable = dyn_cast<VarDecl>(one);
    if (variable && variable->getInit()) declare(*variable, *variable->getInit(), &declarations);
  }
}

// `t = a; a = b; b = t`, and longer rounds: the places exchange what they hold.
void PointerCells::noteExchanges(const CompoundStmt& block) {
  const std::vector<const Stmt*> parts(block.body_begin(), block.body_end());
  struct Step {
    const Expr *to = nullptr, *from = nullptr;
    const VarDecl* variable = nullptr;
    const BinaryOperator* assignment = nullptr;
  };
  const auto stepOf = [&](const Stmt* part) -> std::optional<Step> {
    if (const auto* declarations = dyn_cast<DeclStmt>(part); declarations && declarations->isSingleDecl()) {
      const auto* variable = dyn_cast<VarDecl>(declarations->getSingleDecl());
      if (variable && variable->getInit() && variable->getType()->isPointerType() && !variable->isStaticLocal())
        return Step{nullptr, variable->getInit(), variable, nullptr};
    }
    const auto* expression = dyn_cast<Expr>(part);
    const auto* binary = expression ? dyn_cast<BinaryOperator>(expression->IgnoreUnlessSpelledInSource()) : nullptr;
    if (!binary || binary->getOpcode() != BO_Assign || !isPointer(binary->getLHS()->getType())) return std::nullopt;
    if (binary->getLHS()->HasSideEffects(context) || binary->getRHS()->HasSideEffects(context)) return std::nullopt;
    return Step{binary->getLHS(), binary->getRHS(), nullptr, binary};
  };
  for (size_t i = 0; i < parts.size(); ++i) {
    if (const auto* declarations = dyn_cast<DeclStmt>(parts[i])) {
      for (const Decl* one : declarations->decls()) {
        if (const auto* variable = dyn_cast<VarDecl>(one)) declared_[variable] = {&block, i};
      }
    }
    const std::optional<Step> first = stepOf(parts[i]);
    if (!first) continue;
    const auto isKept = [&](const Expr& place) {
      if (first->to) return isSamePlace(place, *first->to, context);
      const auto* name = dyn_cast<DeclRefExpr>(stripped(&place));
      return name && name->getDecl() == first->variable;
    };
    std::vector<Step> round;
    const Expr* next = first->from;
    for (size_t j = i + 1; j < parts.size(); ++j) {
      const std::optional<Step> step = stepOf(parts[j]);
      if (!step || !step->to || !isSamePlace(*step->to, *next, context)) break;
      round.push_back(*step);
      next = step->from;
      if (isKept(*next)) break;
    }
    if (round.size() < 2 || !isKept(*round.back().from)) continue;
    const Cell whole = cellOf(*round.front().to);
    for (const Step& step : round) {
      unite(whole, cellOf(*step.to));
      understood_.insert(step.assignment);
    }
    exchanged_.insert(sameAs(whole));
  }
}

}  // namespace warpwright::model
