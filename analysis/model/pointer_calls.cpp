#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <set>

#include "analysis/model/cuda_names.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/pointer_cells.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"
#include "analysis/model/shared_names.h"

namespace warpwright::model {

using namespace clang;

namespace {

/// May what a library's function gives be a reference to what it is given by one?
bool handsOn(const FunctionDecl& callee) {
  const QualType given = callee.getReturnType();
  return given->isReferenceType() || keepsReferences(given);
}

/// Or lead to what it is given the address of?
bool pointsOn(const FunctionDecl& callee) {
  const QualType given = callee.getReturnType();
  return handsOn(callee) || given->isPointerType() || given->isRecordType();
}

/// `void swap(T*& a, T*& b) { T* t = a; a = b; b = t; }`: does a function exchange what it is given, and nothing else?
bool exchanges(const FunctionDecl& function) {
  const FunctionDecl* definition = bodyThatRuns(function);
  const auto* body = definition ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
  const bool isEnd = body && body->size() == 4 && isa<ReturnStmt>(body->body_back());
  if (!body || body->size() != (isEnd ? 4 : 3) || definition->getNumParams() != 2) return false;
  const auto named = [](const Expr* expression) -> const ValueDecl* {
    const auto* name = expression ? dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts()) : nullptr;
    return name ? name->getDecl() : nullptr;
  };
  const ParmVarDecl *a = definition->getParamDecl(0), *b = definition->getParamDecl(1);
  const QualType type = a->getType().getNonReferenceType();
  if (!a->getType()->isLValueReferenceType() || a->getType().getCanonicalType() != b->getType().getCanonicalType() ||
      !type->isPointerType() || type.isConstQualified() || type.isVolatileQualified())
    return false;
  const auto* first = dyn_cast<DeclStmt>(body->body_begin()[0]);
  const auto* kept = first && first->isSingleDecl() ? dyn_cast<VarDecl>(first->getSingleDecl()) : nullptr;
  if (!kept || !kept->hasLocalStorage() || !kept->getType()->isPointerType()) return false;
  const ValueDecl* from = named(kept->getInit());
  const ValueDecl* other = from == a ? b : a;
  const auto assigns = [&](const Stmt* part, const ValueDecl* to, const ValueDecl* value) {
    const auto* binary = dyn_cast<BinaryOperator>(part);
    return binary && binary->getOpcode() == BO_Assign && named(binary->getLHS()) == to &&
           named(binary->getRHS()) == value;
  };
  return (from == a || from == b) && assigns(body->body_begin()[1], from, other) &&
         assigns(body->body_begin()[2], other, kept);
}

bool mayBeWritten(QualType parameter) {
  if (const auto* reference = parameter->getAs<LValueReferenceType>())
    return !reference->getPointeeType().isConstQualified();
  return parameter->isPointerType() && !parameter->getPointeeType().isConstQualified();
}

}  // namespace

/// A library gets an object: it may call it, and keep copies.
void PointerCells::handOn(QualType type) {
  type = type.getNonReferenceType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || !isOfProject(*record)) return;
  for (const CXXMethodDecl* method : record->methods()) {
    if (method->getOverloadedOperator() == OO_Call) elsewhere_.insert(method->getCanonicalDecl());
  }
  if (!record->isLambda()) copy(type);
}

/// `emplace_back(p)` and `make_unique<T>(p)` make objects of the project's.
void PointerCells::noteMakers(const FunctionDecl& callee) {
  const auto add = [&](const TemplateArgumentList* arguments) {
    for (const TemplateArgument& one : arguments ? arguments->asArray() : llvm::ArrayRef<TemplateArgument>()) {
      const CXXRecordDecl* record =
          one.getKind() == TemplateArgument::Type ? one.getAsType()->getAsCXXRecordDecl() : nullptr;
      record = record ? record->getDefinition() : nullptr;
      if (!record || !isOfProject(*record) || record->isLambda()) continue;
      for (const CXXConstructorDecl* constructor : record->ctors()) elsewhere_.insert(constructor->getCanonicalDecl());
      made_.insert(record);
    }
  };
  add(callee.getTemplateSpecializationArgs());
  if (const auto* of = dyn_cast<ClassTemplateSpecializationDecl>(callee.getDeclContext())) add(&of->getTemplateArgs());
}

void PointerCells::noteMade(const CXXConstructExpr& made) {
  const CXXConstructorDecl* constructor = made.getConstructor();
  const bool copies = constructor->isCopyOrMoveConstructor() && made.getNumArgs() == 1;
  if (copies && !constructor->isUserProvided() && !understood_.contains(&made)) copy(made.getType());
  if (!isOfProject(*constructor->getParent())) {
    for (const Expr* argument : made.arguments()) {
      if (argument->isGLValue() && keepsReferences(made.getType())) noteAddress(*argument);
    }
    if (!holdsPointers(made.getType())) return;
    if (isContainer(made.getType())) {
      if (!filled_.contains(&made)) fillObject(elsewhere, made, &made);  // that no variable is
    } else if (copies) {
      write(elsewhere, {Write::Kind::unread, nullptr, &made, false});
    }
    return;
  }
  noteArguments(callOf(made), constructor);
}

/// What a call of the runtime sets a pointer to, where it is one that does; true: nothing else is to be said of it.
bool PointerCells::noteRuntime(const CallExpr& call) {
  const std::string name = cudaFunction(call, text);
  static const std::set<std::string> allocating = {"cudaMalloc",     "cudaMallocManaged", "cudaMallocAsync",
                                                   "cudaMallocHost", "cudaHostAlloc",     "cudaMallocPitch"};
  const bool lends = name == "cudaGetSymbolAddress" || name == "cudaHostGetDevicePointer";
  if ((lends || allocating.contains(name)) && call.getNumArgs() > 1) {
    const Expr& first = *call.getArg(0);
    const Expr* taken = takenIn(first);
    if (taken) understood_.insert(stripped(&first));
    const auto kind = !lends                           ? Write::Kind::made
                      : name == "cudaGetSymbolAddress" ? Write::Kind::address
                                                       : Write::Kind::value;
    write(taken ? cellOf(*taken) : elementsOf(first),
          {kind, lends ? call.getArg(1) : nullptr, &call, true, false, taken});
    return true;
  }
  if (isa<CUDAKernelCallExpr>(call) || launchesItsFirstArgument(call, text)) {
    for (const Expr* argument : call.arguments()) {
      const auto* made = dyn_cast<CXXConstructExpr>(argument->IgnoreImplicit());
      if (made) understood_.insert(made);  // the kernel's own copy
    }
    return true;
  }
  // What lies on the device is not read here.
  const auto isThere = [](const Expr* argument) {
    const auto* way = dyn_cast<DeclRefExpr>(argument->IgnoreParenImpCasts());
    const std::string kind = way ? way->getNameInfo().getAsString() : "";
    return kind == "cudaMemcpyHostToDevice" || kind == "cudaMemcpyDeviceToDevice";
  };
  if (name.starts_with("cudaMemcpy")) return llvm::any_of(call.arguments(), isThere);
  return name == "cudaFree" || name == "cudaFreeHost" || name == "cudaMemset";
}

/// An object of the project's that a library makes of others: of their bytes, or what one of them was.
void PointerCells::noteGiven(const CallExpr& call, const FunctionDecl& callee) {
  const RecordDecl* record = call.isPRValue() ? call.getType()->getAsRecordDecl() : nullptr;
  if (isOfProject(callee) || !record || !isOfProject(*record) || !holdsPointers(call.getType())) return;
  const bool isOne = callee.getDeclName().isIdentifier() && callee.getName() == "exchange";
  if (isOne)
    copy(call.getType());
  else
    forget(call.getType(), &call);
}

/// `std::swap(a, b)`, and what else a library does without a trace.
bool PointerCells::noteLibrary(const CallExpr& call, const FunctionDecl& callee) {
  if (isOfProject(callee) || !callee.getDeclName().isIdentifier()) return false;
  static const std::set<llvm::StringRef> harmless = {"move", "forward", "free", "memset", "as_const"};
  const bool moves = call.isXValue() && call.getNumArgs() == 1 && isContainer(call.getArg(0)->getType());
  if (moves) moveOn(*call.getArg(0));
  if (const Expr* taken = takenIn(call)) {
    if (!understood_.contains(&call)) noteAddress(*taken);
    return true;
  }
  if (callee.getName() == "move" && call.getNumArgs() > 1) return false;  // the algorithm
  if (harmless.contains(callee.getName()) || givesUp(call)) return true;
  if (callee.getName() != "swap" || call.getNumArgs() != 2) return false;
  exchange(*call.getArg(0), *call.getArg(1));
  return true;
}

/// Two places get what the other has held.
void PointerCells::exchange(const Expr& a, const Expr& b) {
  const bool isOne = isPointer(a.getType());
  if (!isOne && !isOfPointers(a.getType()) && !isContainer(a.getType())) {
    copy(a.getType());
    return;
  }
  const Cell x = isOne ? cellOf(a) : elementsOf(a), y = isOne ? cellOf(b) : elementsOf(b);
  unite(x, y);
  exchanged_.insert(sameAs(x));
}

/// Bodies of functions that exchange what they are given, whose calls are all read as that.
std::unordered_set<const Stmt*> PointerCells::exchangers() const {
  std::unordered_set<const Stmt*> bodies;
  for (const auto& [function, calls] : calls_) {
    const bool isOne = isOfProject(*function) && !mayBeCalledElsewhere(*function) && exchanges(*function);
    if (isOne) bodies.insert(bodyThatRuns(*function)->getBody());
  }
  return bodies;
}

void PointerCells::noteCall(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  const bool isUnread = !callee || (isOfProject(*callee) && !bodyThatRuns(*callee) && !isa<CUDAKernelCallExpr>(call));
  if (isUnread) {
    if (const auto* member = dyn_cast<CXXMemberCallExpr>(&call))
      forgetPlace(*member->getImplicitObjectArgument(), &call);
    if (!call.getType()->isVoidType()) forget(call.getType(), &call);
  }
  if (!callee) return noteArguments(callOf(call), nullptr);
  if (noteRuntime(call)) return;
  noteGiven(call, *callee);
  if (noteLibrary(call, *callee)) return;
  const llvm::ArrayRef<const Expr*> given = argumentsOf(call);
  if (isOfProject(*callee) && given.size() == 2 && exchanges(*callee)) return exchange(*given[0], *given[1]);
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const Expr* object = objectOf(call);
  const bool assigns = method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
  if (assigns && !method->isUserProvided() && object && isOfProject(*method->getParent()))
    return copy(object->getType());
  if (object && !isOfProject(*method->getParent())) return noteMember(call, *object, method);
  noteArguments(callOf(call), callee);
}

/// A method of a library's object: what goes into it, and whether it gives others a way to its elements.
void PointerCells::noteMember(const CallExpr& call, const Expr& object, const FunctionDecl* method) {
  const std::string name = method->getDeclName().isIdentifier() ? method->getNameAsString() : "";
  const OverloadedOperatorKind symbol = method->getOverloadedOperator();
  const Cell elements = elementsOf(object);
  if (symbol == OO_Call) noteArguments(callOf(call), method);
  for (const Expr* argument : argumentsOf(call)) {
    const Expr& given = *argument;
    if (given.isGLValue() && keepsReferences(object.getType())) noteAddress(given);
    if (symbol == OO_Equal && !isPointer(given.getType())) {
      fillObject(elements, given, &call);
    } else if (holdsPointers(given.getType())) {
      static const std::set<std::string> once = {"push_back", "emplace_back", "push_front", "emplace_front", "reset"};
      write(elements, {Write::Kind::value, &given, &call, once.contains(name) || symbol == OO_Equal});
      if (isContainer(given.getType())) unite(elsewhere, elementsOf(given));
    }
  }
  static const std::set<std::string> reading = {
      "at",    "front", "back",     "size",     "empty",     "push_back", "emplace_back", "push_front", "emplace_front",
      "clear", "reset", "reserve",  "pop_back", "pop_front", "get",       "release",      "has_value",  "value",
      "top",   "count", "capacity", "data"};
  static const std::set<OverloadedOperatorKind> symbols = {OO_Subscript, OO_Star,       OO_Arrow,
                                                           OO_Equal,     OO_EqualEqual, OO_ExclaimEqual};
  const bool leads = call.getType()->isPointerType() && holdsPointers(call.getType()->getPointeeType());
  const bool only = (reading.contains(name) && !leads) || symbols.contains(symbol) || isa<CXXConversionDecl>(method);
  if (name == "swap" && call.getNumArgs() == 1) {
    unite(elements, elementsOf(*call.getArg(0)));
    exchanged_.insert(sameAs(elements));
  } else if (!only) {
    unite(elsewhere, elements);
  }
}

/// What a library puts into a place is of its own making, or of what else it is given.
void PointerCells::noteSet(const Expr& place, const Call& call, const FunctionDecl* callee, QualType parameter) {
  const bool isPlace = parameter->isReferenceType() || parameter->getPointeeType()->isPointerType();
  const bool isStepped = std::ranges::any_of(call.arguments, [&](const Expr* one) { return isMadeOfAddresses(*one); });
  const bool isRead = callee && !isOfProject(*callee) && isPlace && !isStepped;  // not bytes
  std::vector<const Expr*> given;
  for (const Expr* other : call.arguments) {
    const Expr* taken = takenIn(*other);
    const Expr* value = taken && isPointer(taken->getType()) ? taken : other;
    if (isRead && stripped(value) != stripped(&place) && holdsPointers(value->getType())) given.push_back(value);
  }
  const bool isMade = isRead && (!given.empty() || makesMemory(*callee));
  write(cellOf(place), {isMade ? Write::Kind::made : Write::Kind::unread, nullptr, call.at, true});
  for (const Expr* value : given) write(cellOf(place), {Write::Kind::value, value, call.at, false});
}

void PointerCells::noteArguments(const Call& call, const FunctionDecl* callee) {
  for (unsigned i = 0; i < call.arguments.size(); ++i) noteArgument(call, callee, i);
}

/// A parameter refers to a pointer, an array or a container.
void PointerCells::noteReference(const Expr& argument, const Call& call, const FunctionDecl* callee,
                                 QualType parameter) {
  const QualType given = argument.getType();
  const bool mayChange = !parameter.getNonReferenceType().isConstQualified();
  if (argument.isGLValue() && (mayChange || !isPointer(given))) noteAddress(argument);
  const bool isOfLibrary = callee && !isOfProject(*callee);
  if (isOfLibrary && argument.isGLValue() && handsOn(*callee)) noteAddress(argument);
  if (callee && !isOfLibrary && bodyThatRuns(*callee)) return;
  if (!isOfLibrary && !mayChange) forgetReached(given, call.at);
  if (!mayChange) return;
  if (isPointer(given)) {
    if (parameter->isLValueReferenceType()) noteSet(argument, call, callee, parameter);
  } else {
    write(elsewhere, {Write::Kind::unread, nullptr, call.at, false});
  }
  if (ownsMemory(given)) moveOn(argument);
  if (isOfLibrary)
    copy(given);
  else
    forget(given, call.at);
}

void PointerCells::noteArgument(const Call& call, const FunctionDecl* callee, unsigned index) {
  const Expr& argument = *call.arguments[index];
  const bool isNamed = callee && index < callee->getNumParams();
  QualType type = isNamed ? callee->getParamDecl(index)->getType() : argument.getType();
  if (!isNamed && argument.isGLValue()) type = context.getLValueReferenceType(type);
  const bool isSeen = callee && isOfProject(*callee) && bodyThatRuns(*callee);
  const bool isOfLibrary = callee && !isOfProject(*callee);
  const QualType given = argument.getType();
  if (isNamed && type->isReferenceType() && !isOfLibrary) {
    const bool isKept = keeps(*callee->getParamDecl(index));
    const QualType place = type.getNonReferenceType();
    if (isKept != place.isConstQualified())
      type = context.getLValueReferenceType(isKept ? place.withConst() : place.getUnqualifiedType());
  }
  if (type->isReferenceType() && (isPointer(given) || isOfPointers(given) || isContainer(given)))
    return noteReference(argument, call, callee, type);
  const Expr* taken = takenIn(argument);
  if (isContainer(given)) noteAddress(*stripped(&argument));
  if (isOfLibrary && leadsToPointers(given)) write(elsewhere, {Write::Kind::unread, nullptr, call.at, false});
  const auto* part = dyn_cast<CastExpr>(argument.IgnoreParens());
  for (; isOfLibrary && part; part = dyn_cast<CastExpr>(part->getSubExpr()->IgnoreParens())) {
    if (part->getCastKind() == CK_BitCast) understood_.insert(part);
  }
  if (isOfLibrary && taken && !mayBeWritten(type)) understood_.insert(stripped(&argument));  // it is only read
  if (!isSeen && !isOfLibrary) forgetReached(given, call.at);
  if (isSeen || !mayBeWritten(type)) return;
  if (isOfLibrary && !isNamed) {
    if (taken && isPointer(taken->getType())) forgetPlace(*taken, call.at);  // scanf
    return;
  }
  if (taken && isPointer(taken->getType())) {
    understood_.insert(stripped(&argument));
    if (isOfLibrary && pointsOn(*callee)) noteAddress(*taken);
    return noteSet(*taken, call, callee, type);
  }
  const Expr* inner = stripped(&argument);
  if (isPointer(inner->getType()) || inner->getType()->isArrayType()) {
    const QualType to = inner->getType()->isArrayType() ? inner->getType()->getAsArrayTypeUnsafe()->getElementType()
                                                        : inner->getType()->getPointeeType();
    forget(to, call.at);
  } else if (type->isReferenceType()) {
    forget(given, call.at);
  }
}

bool PointerCells::givesUp(const CallExpr& call) const {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee && callee->getDeclName().isIdentifier() && callee->getName() == "exchange" && call.getNumArgs() == 2 &&
         !isOfProject(*callee) && isPointer(call.getArg(0)->getType()) && isNull(*stripped(call.getArg(1)), context);
}

/// What a place holds is not known.
void PointerCells::forgetPlace(const Expr& place, const Stmt* at) {
  const QualType type = place.getType().getNonReferenceType();
  if (isPointer(type) || isOfPointers(type))
    write(cellOf(place), {Write::Kind::unread, nullptr, at, false});
  else if (isContainer(type))
    forgetContents(elementsOf(place), at);
  else
    forget(type, at);
}

/// What is in an array or a container is not known, nor which memory a container has.
void PointerCells::forgetContents(Cell elements, const Stmt* at) {
  write(elements, {Write::Kind::unread, nullptr, at, false});
  exchanged_.insert(sameAs(elements));
}

/// What a pointer leads to holds is not known.
void PointerCells::forgetBehind(const Expr& pointer, const Stmt* at) {
  const Expr* taken = takenIn(pointer);
  if (taken)
    forgetPlace(*taken, at);
  else if (isPointer(pointer.getType()))
    forget(pointer.getType()->getPointeeType(), at);
}

/// What objects of a type hold is not known: something that is not read has their address.
void PointerCells::forget(QualType type, const Stmt* at) {
  type = type.getNonReferenceType();
  while (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  if (isPointer(type) || type->isVoidType()) {
    write(elsewhere, {Write::Kind::unread, nullptr, at, false});
    if (isPointer(type) && type->getPointeeType()->isRecordType()) forget(type->getPointeeType(), at);
    return;
  }
  if (ownsMemory(type)) exchanged_.insert(elsewhere);
  const RecordDecl* record = type->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || !forgotten_.insert(record).second) return;
  for (const QualType part : typesIn(record)) {
    if (holdsPointers(part)) forget(part, at);
  }
  if (!isOfProject(*record)) return;
  for (const FieldDecl* field : record->fields()) {
    const QualType own = field->getType();
    if (isPointer(own))
      write(cellOf(*field), {Write::Kind::unread, nullptr, at, false});
    else if (isOfPointers(own) || isContainer(own))
      forgetContents(contentsOf(*field), at);
    if (!isPointer(own) || own->getPointeeType()->isRecordType()) forget(own, at);
  }
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record)) {
    for (const CXXBaseSpecifier& base : derived->bases()) forget(base.getType(), at);
  }
}

/// What objects hold that a value leads to is not known.
void PointerCells::forgetReached(QualType type, const Stmt* at) {
  type = type.getNonReferenceType();
  while (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  if (isPointer(type)) {
    const QualType behind = type->getPointeeType();
    if (!holdsPointers(behind)) return;
    return behind.isConstQualified() ? forgetReached(behind, at) : forget(behind, at);
  }
  const RecordDecl* record = type->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || !reached_.insert(record).second) return;
  for (const QualType part : typesIn(record)) forgetReached(part, at);
  if (!isOfProject(*record)) return;
  for (const FieldDecl* field : record->fields()) {
    const QualType own = field->getType();
    const bool mayChange = own->isReferenceType() && !own.getNonReferenceType().isConstQualified();
    if (mayChange)
      forget(own, at);
    else
      forgetReached(own, at);
  }
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record)) {
    for (const CXXBaseSpecifier& base : derived->bases()) forgetReached(base.getType(), at);
  }
}

/// Pointers to pointers may lead to the members of objects of a type.
void PointerCells::expose(QualType type) {
  const RecordDecl* record = type.getNonReferenceType()->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || !isOfProject(*record) || !exposed_.insert(record).second) return;
  for (const FieldDecl* field : record->fields()) {
    QualType own = field->getType();
    if (isPointer(own)) unite(elsewhere, cellOf(*field));
    if (isOfPointers(own) || isContainer(own)) unite(elsewhere, contentsOf(*field));
    while (const auto* array = own->getAsArrayTypeUnsafe()) own = array->getElementType();
    expose(own);
  }
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record)) {
    for (const CXXBaseSpecifier& base : derived->bases()) expose(base.getType());
  }
}

/// Two objects hold the same from now on.
void PointerCells::copy(QualType type) {
  type = type.getNonReferenceType();
  while (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  const auto* record = dyn_cast_or_null<CXXRecordDecl>(type->getAsRecordDecl());
  record = record ? record->getDefinition() : nullptr;
  if (!record || !copied_.insert(cast<RecordDecl>(record->getCanonicalDecl())).second) return;
  for (const QualType part : typesIn(record)) copy(part);
  for (const FieldDecl* field : record->fields()) copy(field->getType());
  for (const CXXBaseSpecifier& base : record->bases()) copy(base.getType());
}

}  // namespace warpwright::model
