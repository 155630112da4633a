#include "analysis/passes/compaction/effects.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::rewrite {

using namespace clang;

bool Effects::loads() const {
  return std::any_of(memory.begin(), memory.end(), [](const MemoryUse& use) { return !use.isStore; });
}

bool Effects::stores() const {
  return std::any_of(memory.begin(), memory.end(), [](const MemoryUse& use) { return use.isStore; });
}

void Effects::add(const Effects& other) {
  reads.insert(other.reads.begin(), other.reads.end());
  writes.insert(other.writes.begin(), other.writes.end());
  declares.insert(other.declares.begin(), other.declares.end());
  memory.insert(memory.end(), other.memory.begin(), other.memory.end());
  usesIndex = usesIndex || other.usesIndex;
  usesExtent = usesExtent || other.usesExtent;
  repeats = repeats || other.repeats;
  reorders = reorders || other.reorders;
  calls = calls || other.calls;
  hasBarrier = hasBarrier || other.hasBarrier;
  takesAddress = takesAddress || other.takesAddress;
  leaksPointer = leaksPointer || other.leaksPointer;
  isTied = isTied || other.isTied;
  isForBlock = isForBlock || other.isForBlock;
  exchanges = exchanges || other.exchanges;
  orders = orders || other.orders;
  retypes = retypes || other.retypes;
}

template <typename Read>
Result<Effects> EffectReader::collected(const Read& read) {
  Effects outer = std::exchange(effects_, {});
  const Status understood = read();
  Effects found = std::exchange(effects_, std::move(outer));
  if (!understood.ok()) return understood.error();
  return found;
}

Result<Effects> EffectReader::ofStatement(const Stmt* given) {
  return collected([&] { return statement(given); });
}

Result<Effects> EffectReader::ofExpression(const Expr* expression) {
  return collected([&] { return read(expression); });
}

Result<Effects> EffectReader::ofVariable(const VarDecl& variable) {
  return collected([&] { return declare(variable); });
}

Result<Effects> EffectReader::ofHead(const Stmt& statement) {
  return collected([&] { return head(statement); });
}

Error EffectReader::refusal(const Stmt& at, const Message& what) const {
  return inputError(lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line) + " " + what);
}

// `namespace cg = cooperative_groups;`, where nothing around the function has the name for something else: text that
// leaves its reach does not compile, and so means nothing else.
static bool isAloneWithItsName(const Decl& declaration) {
  const auto* alias = dyn_cast<NamespaceAliasDecl>(&declaration);
  if (!alias) return false;
  for (const DeclContext* around = alias->getDeclContext(); around; around = around->getParent()) {
    if (around->isFunctionOrMethod()) continue;
    for (const NamedDecl* other : around->lookup(alias->getDeclName())) {
      const auto* same = dyn_cast<NamespaceAliasDecl>(other);
      if (!same || same->getNamespace() != alias->getNamespace()) return false;
    }
  }
  return true;
}

Status EffectReader::statement(const Stmt* given) {
  const Stmt* statement = ignoreWrappers(given);
  if (!statement) return {};
  if (const auto* expression = dyn_cast<Expr>(statement)) {
    const Expr* value = expression->IgnoreParens();
    while (true) {
      const auto* cast = dyn_cast<ExplicitCastExpr>(value);  // `(void)f();`
      const auto* full = dyn_cast<FullExpr>(value);
      if (cast ? !cast->getType()->isVoidType() : !full) break;
      value = (cast ? cast->getSubExpr() : full->getSubExpr())->IgnoreParens();
    }
    dropped_.insert(value);
    return read(expression);
  }
  if (const auto* declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl* declaration : declarations->decls()) {
      if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
        if (Status declared = declare(*variable); !declared.ok()) return declared;
      } else if (!isa<TypedefNameDecl, StaticAssertDecl, UsingDecl>(declaration) && !isAloneWithItsName(*declaration)) {
        return refusal(*statement, "declares something that is not understood");
      }
    }
    return {};
  }
  if (const StatementParts parts = partsOf(*statement); !parts.bodies.empty()) {
    Status known = head(*statement);
    for (const Stmt* body : parts.bodies) known = allOf({known, this->statement(body)});
    return known;
  }
  if (const auto* back = dyn_cast<ReturnStmt>(statement)) return read(back->getRetValue());
  if (isa<CompoundStmt>(statement)) {
    for (const Stmt* child : statement->children()) {
      if (Status known = this->statement(child); !known.ok()) return known;
    }
    return {};
  }
  if (isa<BreakStmt>(statement) || isa<ContinueStmt>(statement) || isa<NullStmt>(statement)) return {};
  if (isa<GotoStmt>(statement) || isa<LabelStmt>(statement) || isa<IndirectGotoStmt>(statement)) {
    return refusal(*statement, "jumps with `goto`");
  }
  if (const auto* text = dyn_cast<GCCAsmStmt>(statement)) return assembly(*text);
  return refusal(*statement,
                 std::string("holds a statement that is not understood (") + statement->getStmtClassName() + ")");
}

// What is chosen when the program is compiled has no effect; of a template, the branch not taken is not there any more.
Status EffectReader::branchHead(const IfStmt& choice) {
  if (choice.isConsteval()) return refusal(choice, "chooses with `if consteval`");
  return allOf({statement(choice.getInit()), statement(choice.getConditionVariableDeclStmt()),
                choice.isConstexpr() ? Status() : read(choice.getCond())});
}

Status EffectReader::head(const Stmt& statement) {
  if (const auto* choice = dyn_cast<IfStmt>(&statement)) return branchHead(*choice);
  if (const auto* loop = dyn_cast<CXXForRangeStmt>(&statement)) return rangeHead(*loop);
  const StatementParts parts = partsOf(statement);
  Status known;
  for (const auto* list : {&parts.head, &parts.after}) {
    for (const Stmt* part : *list) {
      const auto* value = dyn_cast<Expr>(part);
      known = allOf({known, value ? read(value) : this->statement(part)});
    }
  }
  return known;
}

// `for (float w : weights)` over an array, whose elements stay as they are.
Status EffectReader::rangeHead(const CXXForRangeStmt& loop) {
  if (Status known = statement(loop.getInit()); !known.ok()) return known;
  const VarDecl& variable = *loop.getLoopVariable();
  const Expr* range = loop.getRangeInit()->IgnoreParens();
  const QualType type = variable.getType(), plain = type.getNonReferenceType();
  const bool isArray = range->isLValue() && range->getType()->isConstantArrayType();
  const bool onlyReads = !type->isReferenceType() || plain.isConstQualified();
  if (!isArray || !onlyReads || isa<DecompositionDecl>(variable) || plain.isVolatileQualified() ||
      !plain.isTriviallyCopyableType(editor_.unit()->ast())) {
    return refusal(loop, "goes over something else than the values of an array with its range-based `for`");
  }
  effects_.declares.insert(&variable);
  effects_.writes.insert(&variable);
  return place(range, Use::read);
}

// `static constexpr int N = 64;`: one value for all, which nothing can change.
static bool isStaticConstant(const VarDecl& variable, const ASTContext& context) {
  return variable.isStaticLocal() && variable.getType().isConstQualified() && !variable.getType()->isReferenceType() &&
         variable.isUsableInConstantExpressions(context);
}

Status EffectReader::declare(const VarDecl& variable) {
  const Expr* init = variable.getInit();
  if (variable.hasAttr<CUDASharedAttr>() || variable.hasExternalStorage()) {
    if (isOwn(variable, axis_)) effects_.declares.insert(&variable);
    return {};
  }
  const auto refuse = [&](const std::string& what) {
    return inputError(lineText(positionAt(*editor_.unit(), variable.getLocation()).line) + " " + what);
  };
  static const std::set<std::string> builtIn = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  if (const std::string name = variable.getNameAsString(); builtIn.contains(name)) {
    return refuse("declares `" + name + "` of its own");  // a change that let macros keep their meaning made it
  }
  if (isStaticConstant(variable, editor_.unit()->ast())) {
    effects_.declares.insert(&variable);
    return {};
  }
  if (variable.isStaticLocal()) return refuse("keeps `" + variable.getNameAsString() + "` as a static variable");
  if (isa<DecompositionDecl>(variable)) return refuse("takes a value apart with a structured binding");
  if (variable.getType().isVolatileQualified()) return refuse("declares `" + variable.getNameAsString() + "` volatile");
  if (variable.getType()->isVariableArrayType()) return refuse("declares an array of variable size");
  const auto* record = variable.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record && record->hasDefinition() && !record->hasTrivialDestructor()) {
    return refuse("declares `" + variable.getNameAsString() + "`, whose type has a destructor");
  }
  effects_.declares.insert(&variable);
  if (!isInitialised(variable)) return {};
  effects_.writes.insert(&variable);
  // What a compiler computes does nothing when it runs, whatever is called for it.
  if (variable.isConstexpr() && variable.getType()->isArithmeticType()) return {};
  if (variable.getType()->isReferenceType()) {
    if (!init->isGLValue() || isa<MaterializeTemporaryExpr>(init->IgnoreParenImpCasts())) {
      return refuse("binds `" + variable.getNameAsString() + "` to a temporary value");
    }
    return place(init, Use::address);
  }
  return read(init);
}

void EffectReader::memory(const VarDecl* root, bool direct, Use use) {
  if (use == Use::address) return;
  if (use != Use::write) effects_.memory.push_back({root, direct, false, false});
  if (use != Use::read) effects_.memory.push_back({root, direct, true, false});
  if (use == Use::update) effects_.repeats = true;
}

Status EffectReader::variable(const VarDecl& variable, const Expr& at, Use use) {
  const std::string name = variable.getNameAsString();
  if (variable.getType().isVolatileQualified()) return refusal(at, "uses `" + name + "`, which is volatile");
  if (!isOwn(variable, axis_)) {
    if (name == "warpSize" && use == Use::read && variable.getType()->isIntegerType() &&
        variable.getType().isConstQualified())
      return {};  // the same everywhere
    if (name == "threadIdx" || name == "blockDim" || name == "blockIdx" || name == "gridDim" || name == "warpSize") {
      return refusal(at, "uses `" + name + "` as a whole");
    }
    if (axis_.ofBlocks && variable.hasAttr<CUDASharedAttr>() && !isSharedOfKernel(variable)) {
      return refusal(at,
                     "uses `" + name + "`, shared memory that " +
                         (variable.hasExternalStorage() ? "the launch gives its size" : "another function declares"));
    }
    const ASTContext& context = editor_.unit()->ast();
    if (use == Use::read && variable.getType().isConstQualified() && variable.isUsableInConstantExpressions(context))
      return {};
    memory(&variable, true, use);
    return {};
  }
  if (variable.getType()->isReferenceType()) {  // a reference to memory: others are not taken in
    effects_.reads.insert(&variable);
    if (use == Use::address) effects_.takesAddress = true;
    memory(nullptr, false, use);
    return {};
  }
  if (use == Use::address) {
    return refusal(at,
                   "takes the address of `" + name + "`, " +
                       (isOfThread(variable) ? "a variable of the thread" : "of which each merged block has its own"));
  }
  if (use != Use::write) effects_.reads.insert(&variable);
  if (use != Use::read) effects_.writes.insert(&variable);
  return {};
}

Status EffectReader::index(const Stmt& expression) {
  const auto named = indexNamed(expression);
  if (!named) return refusal(expression, "uses a property that is not understood");
  if (named->second != axis_.dimension) return {};
  if (named->first == axis_.indexObject()) effects_.usesIndex = true;
  if (named->first == axis_.extentObject()) effects_.usesExtent = true;
  return {};
}

bool EffectReader::isMadeByPreprocessor(SourceLocation at) const {
  const SourceManager& sources = editor_.unit()->ast().getSourceManager();
  return at.isMacroID() && sources.isWrittenInScratchSpace(sources.getSpellingLoc(at));
}

// Numbers of the preprocessor are __LINE__ and __COUNTER__, or were pasted together: `x##LU`.
bool EffectReader::dependsOnPlace(SourceLocation at) const {
  if (!isMadeByPreprocessor(at)) return false;
  const StringRef macro =
      Lexer::getImmediateMacroName(at, editor_.unit()->ast().getSourceManager(), editor_.unit()->ast().getLangOpts());
  return macro == "__LINE__" || macro == "__COUNTER__";
}

Status EffectReader::text(const StringLiteral& string) {
  if (!isMadeByPreprocessor(string.getBeginLoc())) return {};
  return refusal(string, "uses text of the program as a string, which would be another one");
}

// A size is known without the variable, but its declaration may move with a value that differs: then this must too.
Status EffectReader::sizeOf(const UnaryExprOrTypeTraitExpr& size) {
  if (size.isArgumentType()) return {};
  Status known;
  frontend::anyPart(size.getArgumentExpr(), [&](const Stmt& part) {
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    const bool isMine = variable && isOwn(*variable, axis_);
    if (isMine && (isa<ParmVarDecl>(*variable) || isInitialised(*variable))) effects_.reads.insert(variable);
    if (const auto* string = dyn_cast<StringLiteral>(&part)) known = text(*string);
    if (isa<PseudoObjectExpr>(part)) known = index(part);  // the name that its text gets is that of one merged thread
    return !known.ok();
  });
  return known;
}

Status EffectReader::assign(const Expr* target, const Expr* value) {
  const auto before = static_cast<std::ptrdiff_t>(effects_.memory.size());
  if (Status known = place(target, Use::write); !known.ok()) return known;
  const auto isStore = [](const MemoryUse& use) { return use.isStore; };
  const bool inMemory = std::any_of(effects_.memory.begin() + before, effects_.memory.end(), isStore);
  if (inMemory && mayHoldPointer(target->getType())) effects_.leaksPointer = true;
  return read(value);
}

Status EffectReader::place(const Expr* expression, Use use) {
  expression = expression->IgnoreParens();
  if (!expression->isGLValue()) return read(expression);
  if (expression->getType().isVolatileQualified()) return refusal(*expression, "reads or writes something volatile");
  if (const auto* name = dyn_cast<DeclRefExpr>(expression)) {
    if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) return this->variable(*variable, *name, use);
    if (isa<FunctionDecl>(name->getDecl())) return refusal(*name, "uses a function as a value");
    return {};
  }
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    const auto* decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
    const bool isArray = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
    const Expr* seen = isArray ? nullptr : ownSeenAs(*subscript->getBase());
    return allOf({read(subscript->getIdx()), isArray ? place(decay->getSubExpr(), use)
                                             : seen  ? place(seen, partly(use))
                                                     : behindPointer(subscript->getBase(), use)});
  }
  if (const auto* member = dyn_cast<MemberExpr>(expression)) {
    if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl())) {
      memory(variable, true, use);
      return {};
    }
    if (!isa<FieldDecl>(member->getMemberDecl())) return refusal(*member, "uses a member function as a value");
    if (const Expr* seen = member->isArrow() ? ownSeenAs(*member->getBase()) : nullptr) return place(seen, partly(use));
    return member->isArrow() ? behindPointer(member->getBase(), use) : place(member->getBase(), use);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_Deref) {
      const Expr* seen = ownSeenAs(*unary->getSubExpr());
      return seen ? place(seen, partly(use)) : behindPointer(unary->getSubExpr(), use);
    }
    if (unary->isIncrementDecrementOp()) {
      return allOf(
          {place(unary->getSubExpr(), Use::update), use == Use::address ? place(unary->getSubExpr(), use) : Status()});
    }
    if (unary->getOpcode() == UO_Extension) return place(unary->getSubExpr(), use);
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    if (binary->isAssignmentOp()) {
      if (binary->isCompoundAssignmentOp() || use == Use::update) {
        if (Status known = allOf({read(binary->getRHS()), place(binary->getLHS(), Use::update)}); !known.ok()) {
          return known;
        }
      } else if (Status known = assign(binary->getLHS(), binary->getRHS()); !known.ok()) {
        return known;
      }
      return use == Use::address ? place(binary->getLHS(), use) : Status();
    }
    if (binary->getOpcode() == BO_Comma) return allOf({read(binary->getLHS()), place(binary->getRHS(), use)});
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
    return allOf({read(choice->getCond()), place(choice->getTrueExpr(), use), place(choice->getFalseExpr(), use)});
  }
  if (const auto* cast = dyn_cast<CastExpr>(expression)) return place(cast->getSubExpr(), use);
  if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expression)) return read(temporary->getSubExpr());
  if (const auto* full = dyn_cast<FullExpr>(expression)) return place(full->getSubExpr(), use);
  if (const auto* replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(expression))
    return place(replaced->getReplacement(), use);
  if (const auto* called = dyn_cast<CallExpr>(expression)) {
    // What an assignment of a structure gives is the structure itself; other references may be to anything.
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(called->getDirectCallee());
    const bool isAssignment = method && method->isTrivial() && called->getNumArgs() == 2;
    if ((use == Use::read && givesArgument(*called)) || dropped_.contains(called)) return call(*called);
    if (Part part; givesPart(*called, part)) return partGiven(part, use);
    if (!isAssignment || use == Use::address) return refusal(*called, "calls a function that gives a reference");
    return call(*called);
  }
  if (const auto* string = dyn_cast<StringLiteral>(expression)) return text(*string);
  if (isa<PredefinedExpr>(expression)) {
    effects_.isTied = true;
    return {};
  }
  if (const auto* literal = dyn_cast<CompoundLiteralExpr>(expression)) return read(literal->getInitializer());
  return refusal(*expression,
                 std::string("holds an expression that is not understood (") + expression->getStmtClassName() + ")");
}

Status EffectReader::read(const Expr* expression) {
  if (!expression) return {};
  expression = expression->IgnoreParens();
  if (const auto* full = dyn_cast<FullExpr>(expression)) return read(full->getSubExpr());
  if (isa<PseudoObjectExpr>(expression)) return index(*expression);
  if (const auto* called = dyn_cast<CallExpr>(expression); called && !expression->isGLValue()) return call(*called);
  if (expression->isGLValue()) return place(expression, Use::read);
  if (const auto* cast = dyn_cast<CastExpr>(expression)) {
    switch (cast->getCastKind()) {
      case CK_LValueToRValue:
        return place(cast->getSubExpr(), Use::read);
      case CK_ArrayToPointerDecay:
        return place(cast->getSubExpr(), Use::address);
      case CK_FunctionToPointerDecay:
      case CK_BuiltinFnToFnPtr:
        return refusal(*cast, "uses a function as a value");
      case CK_PointerToIntegral:
        effects_.leaksPointer = true;
        return read(cast->getSubExpr());
      default:
        return read(cast->getSubExpr());
    }
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(expression)) return construct(*made);
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_AddrOf) return place(unary->getSubExpr(), Use::address);
    if (unary->isIncrementDecrementOp()) return place(unary->getSubExpr(), Use::update);
    return read(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    if (binary->isPtrMemOp()) return refusal(*binary, "uses a pointer to a member");
    if (binary->isCompoundAssignmentOp()) {
      return allOf({read(binary->getRHS()), place(binary->getLHS(), Use::update)});
    }
    if (binary->isAssignmentOp()) return assign(binary->getLHS(), binary->getRHS());
    return allOf({read(binary->getLHS()), read(binary->getRHS())});
  }
  if (const auto* member = dyn_cast<MemberExpr>(expression); member && isa<FieldDecl>(member->getMemberDecl())) {
    return read(member->getBase());
  }
  if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(expression)) return sizeOf(*size);
  if (isa<IntegerLiteral>(expression) && dependsOnPlace(expression->getBeginLoc())) {
    return refusal(*expression, "uses a number that depends on where the text stands (`__LINE__`, `__COUNTER__`)");
  }
  if (isa<DeclRefExpr>(expression) || isa<IntegerLiteral>(expression) || isa<FloatingLiteral>(expression) ||
      isa<CharacterLiteral>(expression) || isa<CXXBoolLiteralExpr>(expression) ||
      isa<CXXNullPtrLiteralExpr>(expression) || isa<GNUNullExpr>(expression) ||
      isa<ImplicitValueInitExpr>(expression) || isa<CXXScalarValueInitExpr>(expression) ||
      isa<TypeTraitExpr>(expression) || isa<OffsetOfExpr>(expression) ||
      isa<SubstNonTypeTemplateParmExpr>(expression) || isa<SizeOfPackExpr>(expression)) {
    return {};
  }
  if (const auto* standard = dyn_cast<CXXDefaultInitExpr>(expression)) {
    return readElsewhere(*standard->getExpr(), *expression, "makes an object with a member that begins as ");
  }
  if (const auto* standard = dyn_cast<CXXDefaultArgExpr>(expression)) {
    return readElsewhere(*standard->getExpr(), *expression, "calls a function with a default argument that reads ");
  }
  if (isa<ConditionalOperator>(expression) || isa<InitListExpr>(expression)) {
    for (const Stmt* child : expression->children()) {
      if (Status known = read(cast_or_null<Expr>(child)); !known.ok()) return known;
    }
    return {};
  }
  if (const auto* literal = dyn_cast<CompoundLiteralExpr>(expression)) return read(literal->getInitializer());
  if (isa<CXXThisExpr>(expression)) return refusal(*expression, "hands on `this`");
  if (isa<LambdaExpr>(expression)) return refusal(*expression, "holds a lambda");
  return refusal(*expression,
                 std::string("holds an expression that is not understood (") + expression->getStmtClassName() + ")");
}

Status EffectReader::readElsewhere(const Expr& standard, const Expr& at, const std::string& what) {
  const Result<Effects> given = ofExpression(&standard);
  if (!given.ok()) return given.error();
  if (given->usesIndex || given->usesExtent) {
    return refusal(at, what + (given->usesIndex ? axis_.index() : axis_.extent()));
  }
  effects_.add(*given);
  return {};
}

}  // namespace warpwright::rewrite
