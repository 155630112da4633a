#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <unordered_set>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/host_values.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/shared_names.h"

namespace warpwright::model {

/// Which of .x, .y, .z a member is; -1: none of them.
static int dimensionOf(const clang::MemberExpr& member) {
  const llvm::StringRef name = member.getMemberDecl()->getName();
  return name == "x" ? 0 : name == "y" ? 1 : name == "z" ? 2 : -1;
}

/// The variable that an expression names, parentheses and casts aside.
static const clang::VarDecl* namedVariable(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// Constants whose class has a `mutable` member may change, too.
static bool mayChange(const clang::VarDecl& variable) {
  const auto* record = variable.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  const bool hasMutable = record && record->hasDefinition() && record->hasMutableFields();
  return hasMutable || !variable.getType().isConstQualified();
}

class HostFactCollector {
 public:
  /// `jumps`: what stands later in the function may run earlier. `seen`: pieces of code and names of
  /// functions that were visited.
  HostFactCollector(HostFacts& facts, const SourceText& text, std::unordered_set<const clang::Stmt*>& seen, bool jumps)
      : facts_(facts), text_(text), seen_(seen), jumps_(jumps) {}

  void visit(const clang::Stmt* statement) {
    if (!statement || llvm::isa<clang::PseudoObjectExpr>(statement) || isUnevaluated(*statement)) return;
    bool visitsChildren = true;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) return visitLambda(*lambda);
    if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) return visitChoice(*choice);
    if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) return visitSwitch(*choice);
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* declaration : declarations->decls()) {
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) declare(*variable);
      }
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
               binary && binary->isAssignmentOp()) {
      const bool plain = binary->getOpcode() == clang::BO_Assign;
      if (assign(binary->getLHS(), plain ? binary->getRHS() : binary, *binary)) {
        visitsChildren = false;
        visitUnder(statement, binary->getRHS());
      }
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
               unary && unary->isIncrementDecrementOp()) {
      visitsChildren = !assign(unary->getSubExpr(), nullptr, *unary);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      visitsChildren = !visitCall(*call);
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement)) {
      const bool reads = cast->getCastKind() == clang::CK_LValueToRValue;
      visitsChildren = !(reads && (isPlainRead(cast->getSubExpr()) || visitElement(cast->getSubExpr())));
      if (reads && isPlainRead(cast->getSubExpr())) noteRead(*cast);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement)) {
      const bool copies = made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1;
      visitsChildren = !(copies && (isPlainRead(made->getArg(0)) || visitElement(made->getArg(0))));
      noteArguments(made->getConstructor(), {made->getArgs(), made->getNumArgs()});
    } else if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement)) {
      visitsChildren = !visitRange(*loop);
    } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      noteFunction(*name, llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()));
      const bool isHanded = facts_.handed_.names.contains(name);  // to what changes nothing
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()); variable && !isHanded) {
        facts_.readOtherwise_.insert(variable->getCanonicalDecl());
      }
      // Neither read nor plainly assigned: its address is taken or it is bound to a reference.
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
          variable && mayChange(*variable) && !isHanded && !facts_.references_.isRead(*name)) {
        facts_.variables_[variable->getCanonicalDecl()].whole.push_back({nullptr, name->getBeginLoc(), false});
      }
    } else if (const auto* assembly = llvm::dyn_cast<clang::GCCAsmStmt>(statement)) {
      facts_.assembly_ += assembly->getAsmString()->getString().str() + '\n';
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
      if (method && method->isStatic()) noteFunction(*member, method);
    }
    if (!visitsChildren) return;
    ancestors_.push_back(statement);
    for (const clang::Stmt* child : statement->children()) visit(child);
    ancestors_.pop_back();
  }

  void declare(const clang::VarDecl& variable) {
    homes_[variable.getCanonicalDecl()] = ancestors_.empty() ? nullptr : ancestors_.back();
    if (variable.getType()->isReferenceType() && variable.getInit()) {
      facts_.variables_[variable.getCanonicalDecl()].whole.push_back({nullptr, variable.getLocation(), false});
      return;
    }
    facts_.variables_[variable.getCanonicalDecl()].isDeclared = true;
    if (variable.getInit()) {
      facts_.variables_[variable.getCanonicalDecl()].whole.push_back(
          {variable.getInit(), variable.getLocation(), true});
    }
  }

 private:
  /// `[n = 7]`. It keeps from one call to the next what the body assigns to it: what it begins with hides nothing.
  void declareCapture(const clang::VarDecl& variable) {
    HostFacts::Variable& known = facts_.variables_[variable.getCanonicalDecl()];
    known.isDeclared = true;
    const bool isRead = variable.getInit() && !variable.getType()->isReferenceType();
    known.whole.push_back({isRead ? variable.getInit() : nullptr, variable.getLocation(), false});
  }

  void visitChoice(const clang::IfStmt& choice) {
    visitUnder(&choice, choice.getInit());
    visitUnder(&choice, choice.getConditionVariableDeclStmt());
    visitUnder(&choice, choice.getCond());
    for (const bool taken : {true, false}) {
      const clang::Stmt* side = taken ? choice.getThen() : choice.getElse();
      const bool known = !holdsLabel(side);  // else jumps lead there, whatever comes out
      if (known) conditions_.emplace_back(choice.getCond(), taken);
      visitUnder(&choice, side);
      if (known) conditions_.pop_back();
    }
  }

  /// The statements between braces behind `switch`, each with the labels that lead to it.
  void visitSwitch(const clang::SwitchStmt& choice) {
    visitUnder(&choice, choice.getInit());
    visitUnder(&choice, choice.getConditionVariableDeclStmt());
    visitUnder(&choice, choice.getCond());
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(choice.getBody());
    if (!body || hasInnerLabels(*body)) return visitUnder(&choice, choice.getBody());
    ancestors_.push_back(&choice);
    ancestors_.push_back(body);
    std::vector<const clang::Expr*> labels;
    bool any = true;  // what comes before the first label is not reached through one
    for (const clang::Stmt* statement : body->body()) {
      const clang::Stmt* inner = statement;
      while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(inner)) {
        const auto* one = llvm::dyn_cast<clang::CaseStmt>(label);
        if (one && !one->getRHS()) labels.push_back(one->getLHS());
        any = any && one && !one->getRHS();
        inner = label->getSubStmt();
      }
      const bool known = any && !labels.empty();
      if (known) cases_.emplace_back(choice.getCond(), labels);
      visit(statement);
      if (known) cases_.pop_back();
      if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(inner); block && !block->body_empty()) {
        inner = block->body_back();
      }
      if (llvm::isa<clang::BreakStmt, clang::ReturnStmt>(inner)) {
        labels.clear();
        any = true;
      }
    }
    ancestors_.resize(ancestors_.size() - 2);
  }

  /// Are there labels that are not at the start of a statement of the block itself?
  static bool hasInnerLabels(const clang::CompoundStmt& body) {
    for (const clang::Stmt* statement : body.body()) {
      while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) statement = label->getSubStmt();
      if (holdsLabel(statement)) return true;
    }
    return false;
  }
  /// Labels of a `switch` inside of the statement are its own; `goto` leads into that, too.
  static bool holdsLabel(const clang::Stmt* statement, bool isInSwitch = false) {
    if (!statement) return false;
    if (llvm::isa<clang::LabelStmt>(statement)) return true;
    if (!isInSwitch && llvm::isa<clang::SwitchCase>(statement)) return true;
    const bool isInner = isInSwitch || llvm::isa<clang::SwitchStmt>(statement);
    return std::any_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt* child) { return holdsLabel(child, isInner); });
  }

  /// Does what is being visited stand where a call names its function?
  bool isCallee() const {
    const clang::Stmt* below = nullptr;
    for (auto up = ancestors_.rbegin(); up != ancestors_.rend(); ++up) {
      if (llvm::isa<clang::CastExpr, clang::ParenExpr>(*up)) {
        below = *up;
        continue;
      }
      const auto* call = llvm::dyn_cast<clang::CallExpr>(*up);
      return call && below && call->getCallee() == below;
    }
    return false;
  }

  /// Of a generic lambda the instances are read, each a piece of its own.
  void visitLambda(const clang::LambdaExpr& lambda) {
    const auto* captured = lambda.capture_init_begin();
    for (const clang::LambdaCapture& capture : lambda.captures()) noteCaptured(lambda, capture, *captured++);
    for (const clang::LambdaCapture& capture : lambda.captures()) {
      if (lambda.isInitCapture(&capture)) declareCapture(llvm::cast<clang::VarDecl>(*capture.getCapturedVar()));
    }
    if (lambda.isGenericLambda() || !seen_.insert(lambda.getBody()).second) return;
    visitUnder(&lambda, lambda.getBody());
  }

  /// `[&]`: what the body names is the variable itself.
  void noteCaptured(const clang::LambdaExpr& lambda, const clang::LambdaCapture& capture, const clang::Expr* captured) {
    const bool isItself = capture.getCaptureKind() == clang::LCK_ByRef && !lambda.isInitCapture(&capture);
    const clang::VarDecl* variable = isItself ? namedVariable(captured) : nullptr;
    if (!variable || variable->getType()->isReferenceType() || variable->getType()->isArrayType())
      return visitUnder(&lambda, captured);
    facts_.readOtherwise_.insert(variable->getCanonicalDecl());
    if (mayChange(*variable)) facts_.variables_[variable->getCanonicalDecl()].captured = captured->getBeginLoc();
  }

  static bool isUnevaluated(const clang::Stmt& statement) {
    const auto* question = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&statement);
    // The size of an array of variable length is found by running what names the array.
    return question && !question->isArgumentType() && !question->getArgumentExpr()->getType()->isVariablyModifiedType();
  }

  /// A mention of a function that is no call of it: it may be called with anything, and a kernel launched from
  /// anywhere.
  void noteFunction(const clang::Expr& name, const clang::FunctionDecl* function) {
    if (!function) return;
    seen_.insert(&name);
    if (!function->hasAttr<clang::CUDAGlobalAttr>()) {
      const bool isCalled = isCallee() || facts_.handed_.names.contains(&name);
      if (!isCalled) facts_.handedOn_.emplace(function->getCanonicalDecl(), name.getBeginLoc());
      return;
    }
    if (facts_.handed_.names.contains(&name)) return;
    const KernelUse use = useOf(name, ancestors_, text_);
    if (use.kind == KernelUse::Kind::kept) {
      facts_.kept_.push_back({function->getCanonicalDecl(), use.variable->getCanonicalDecl(), name.getBeginLoc()});
    } else if (use.kind == KernelUse::Kind::handedOn) {
      facts_.handedOn_.emplace(function->getCanonicalDecl(), name.getBeginLoc());
    }
  }

  /// What a variable that holds a kernel is read for.
  void noteRead(const clang::CastExpr& read) {
    const clang::VarDecl* variable = namedVariable(read.getSubExpr());
    if (!variable || !variable->getType()->isPointerType()) return;
    const KernelUse::Kind kind = useOf(read, ancestors_, text_).kind;
    if (kind == KernelUse::Kind::launched || kind == KernelUse::Kind::lookedAt) return;
    if (facts_.handed_.names.contains(read.getSubExpr()->IgnoreParenImpCasts())) return;
    facts_.readOtherwise_.insert(variable->getCanonicalDecl());
  }

  /// A function that is not the project's calls the lambdas that it gets with anything.
  void noteArguments(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments) {
    if (!callee || callee->getBuiltinID() != 0 || text_.isInProject(callee->getLocation())) return;
    for (const clang::Expr* argument : arguments) noteGivenAway(recordBehind(argument->getType()));
  }
  /// A lambda, or what is derived from some (`Overloaded{f, g}`), holds one, or is made for one (`std::vector`).
  void noteGivenAway(const clang::CXXRecordDecl* record) {
    if (!record || !facts_.givenAway_.insert(record->getCanonicalDecl()).second) return;
    record = record->getDefinition();
    if (!record || record->isLambda()) return;
    for (const clang::CXXBaseSpecifier& base : record->bases()) noteGivenAway(base.getType()->getAsCXXRecordDecl());
    for (const clang::FieldDecl* field : record->fields()) noteGivenAway(recordBehind(field->getType()));
    const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (!made) return;
    for (const clang::TemplateArgument& argument : made->getTemplateArgs().asArray()) noteGivenAway(argument);
  }
  void noteGivenAway(const clang::TemplateArgument& argument) {
    if (argument.getKind() == clang::TemplateArgument::Type) noteGivenAway(recordBehind(argument.getAsType()));
    if (argument.getKind() != clang::TemplateArgument::Pack) return;
    for (const clang::TemplateArgument& one : argument.pack_elements()) noteGivenAway(one);
  }
  static const clang::CXXRecordDecl* recordBehind(clang::QualType type) {
    type = type.getNonReferenceType();
    if (type->isPointerType()) type = type->getPointeeType();
    return type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  }

  void visitUnder(const clang::Stmt* parent, const clang::Stmt* child) {
    ancestors_.push_back(parent);
    visit(child);
    ancestors_.pop_back();
  }

  static bool isPlainRead(const clang::Expr* expression) {
    const clang::Expr* inner = expression->IgnoreParenImpCasts();
    for (int depth = 0; depth < 2; ++depth) {  // `b.x`, `config.block.x`
      const auto* member = llvm::dyn_cast<clang::MemberExpr>(inner);
      if (!member || member->isArrow()) break;
      inner = member->getBase()->IgnoreParenImpCasts();
    }
    return namedVariable(inner) != nullptr;
  }

  /// An element of an array that is read, `blocks[i]`: true if it is one, and its subscript was visited.
  bool visitElement(const clang::Expr* expression) {
    const clang::Expr* inner = expression->IgnoreParenImpCasts();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(inner); member && !member->isArrow()) {
      inner = member->getBase()->IgnoreParenImpCasts();
    }
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(inner);
    const clang::VarDecl* array = element ? namedVariable(element->getBase()) : nullptr;
    if (!array || !array->getType()->isArrayType()) return false;
    visitUnder(element, element->getIdx());
    return true;
  }

  /// A loop over the values of an array, each copied: it changes none of them.
  bool visitRange(const clang::CXXForRangeStmt& loop) {
    const clang::VarDecl* array = namedVariable(loop.getRangeInit());
    const clang::VarDecl* variable = loop.getLoopVariable();
    if (!array || !array->getType()->isConstantArrayType() || !variable || variable->getType()->isReferenceType())
      return false;
    visitUnder(&loop, loop.getInit());
    HostFacts::Variable& known = facts_.variables_[variable->getCanonicalDecl()];
    known.isDeclared = true;
    known.whole.push_back({variable->getInit(), variable->getLocation(), false});
    visitUnder(&loop, loop.getBody());
    return true;
  }

  /// True if the target is a variable or a member of one, which needs no further look.
  bool assign(const clang::Expr* target, const clang::Expr* value, const clang::Expr& operation) {
    const clang::Expr* inner = target->IgnoreParenImpCasts();
    if (const clang::VarDecl* variable = namedVariable(inner)) {
      facts_.variables_[variable->getCanonicalDecl()].whole.push_back(assignment(value, operation, *variable));
      return true;
    }
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(inner);
    if (!member || member->isArrow()) return false;
    const clang::VarDecl* variable = namedVariable(member->getBase());
    const int dimension = dimensionOf(*member);
    if (variable && dimension >= 0 && isDim3(variable->getType(), text_)) {
      facts_.variables_[variable->getCanonicalDecl()].members[dimension].push_back(
          assignment(value, operation, *variable));
      return true;
    }
    // `config.block = …`, `config.block.x = …`
    const auto* outer = llvm::dyn_cast<clang::MemberExpr>(member->getBase()->IgnoreParenImpCasts());
    if (!variable && outer && !outer->isArrow() && dimension >= 0 && isDim3(outer->getType(), text_)) {
      variable = namedVariable(outer->getBase());
      member = outer;
    } else {
      outer = nullptr;
    }
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    const auto* record = variable ? variable->getType()->getAsCXXRecordDecl() : nullptr;
    if (!field || !record || record->isUnion() || field->getParent()->getCanonicalDecl() != record->getCanonicalDecl())
      return false;
    HostFacts::Variable& known = facts_.variables_[variable->getCanonicalDecl()].fields[field->getCanonicalDecl()];
    (outer ? known.members[dimension] : known.whole).push_back(assignment(value, operation, *variable));
    return true;
  }

  /// `b.x /= 2` has the value that it has after the one before, where it runs once, in order. What is assigned is
  /// computed before it is assigned: it takes place at the end of the operation.
  HostFacts::Assignment assignment(const clang::Expr* value, const clang::Expr& operation,
                                   const clang::VarDecl& variable) const {
    const bool always = isAlways(variable);
    return {value == &operation && !always ? nullptr : value, operation.getEndLoc(), always};
  }

  /// Is what is being visited one of the statements of the block that declares the variable, or assigned on in one?
  bool isAlways(const clang::VarDecl& variable) const {
    if (jumps_) return false;
    const auto home = homes_.find(variable.getCanonicalDecl());
    for (auto up = ancestors_.rbegin(); up != ancestors_.rend(); ++up) {
      if (llvm::isa<clang::ExprWithCleanups, clang::CastExpr, clang::ParenExpr>(*up)) continue;
      if (const auto* outer = llvm::dyn_cast<clang::BinaryOperator>(*up); outer && outer->isAssignmentOp()) {
        if (isPlainRead(outer->getLHS())) continue;  // another target is computed after this, and stands before it
        return false;
      }
      return llvm::isa<clang::CompoundStmt>(*up) && home != homes_.end() && home->second == *up;
    }
    return false;
  }

  /// Does an `operator=` give each part of an object the value of that part of the other one? Of a class whose parts
  /// run code of the project nothing is read: HostFolder::fieldOf sees to that.
  static bool assignsParts(const clang::FunctionDecl* callee) {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    return method && !method->isUserProvided();
  }

  /// May an `operator=` change what it is given, `S& operator=(int& b)`?
  static bool mayChangeIt(const clang::FunctionDecl* callee) {
    if (!callee || callee->getNumParams() != 1) return true;
    const clang::QualType given = callee->getParamDecl(0)->getType();
    return given->isReferenceType() && !given.getNonReferenceType().isConstQualified();
  }

  /// True if the children were visited here.
  bool visitCall(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee) facts_.calls_[callee->getCanonicalDecl()].push_back(&call);
    const bool isLaunch = llvm::isa<clang::CUDAKernelCallExpr>(call);
    // A size in a type may be come by twice: as a part of its statement and as a piece of code.
    const bool isKnown = std::any_of(facts_.launches_.begin(), facts_.launches_.end(),
                                     [&](const HostFacts::LaunchSite& site) { return site.call == &call; });
    if (!isKnown && (isLaunch || launchesItsFirstArgument(call, text_))) {
      facts_.launches_.push_back({&call, conditions_, cases_});
    }
    noteArguments(callee, {call.getArgs(), call.getNumArgs()});
    if (const auto* conversion = llvm::dyn_cast_or_null<clang::CXXConversionDecl>(callee)) {
      noteGivenAway(conversion->getParent());  // a pointer to its function
    }
    if (isLaunch) visitUnder(&call, llvm::cast<clang::CUDAKernelCallExpr>(call).getConfig());
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
    if (!operation || operation->getOperator() != clang::OO_Equal || operation->getNumArgs() != 2) return false;
    if (!assign(operation->getArg(0), assignsParts(callee) ? operation->getArg(1) : nullptr, *operation)) return false;
    if (!isPlainRead(operation->getArg(1)) || mayChangeIt(callee)) visitUnder(&call, operation->getArg(1));
    return true;
  }

  HostFacts& facts_;
  const SourceText& text_;
  std::unordered_set<const clang::Stmt*>& seen_;
  bool jumps_;
  std::vector<const clang::Stmt*> ancestors_;
  std::vector<std::pair<const clang::Expr*, bool>> conditions_;
  std::vector<std::pair<const clang::Expr*, std::vector<const clang::Expr*>>> cases_;
  std::map<const clang::Decl*, const clang::Stmt*> homes_;
};

/// Does the body jump, or call what may return twice, as `setjmp` does? Then what stands later may run earlier.
static bool mayGoBack(const clang::Stmt* body) {
  return frontend::containsJump(body) || frontend::anyPart(body, [](const clang::Stmt& part) {
           const auto* call = llvm::dyn_cast<clang::CallExpr>(&part);
           const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
           return callee && callee->hasAttr<clang::ReturnsTwiceAttr>();
         });
}

HostFacts::HostFacts(const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions,
                     const CodePieces& code, bool isWholeProgram)
    : handed_(handedFunctions(unit)),
      references_(readReferences(unit)),
      isWholeProgram_(isWholeProgram),
      saidElsewhere_(namesElsewhere(unit)) {
  const SourceText text(unit);
  std::unordered_set<const clang::Stmt*> seen;
  for (const clang::FunctionDecl* function : functions) {
    if (function->isTemplated() || !seen.insert(function->getBody()).second) continue;
    HostFactCollector(*this, text, seen, mayGoBack(function->getBody())).visit(function->getBody());
  }
  // Of what stands beside the bodies of functions it is not known when it runs.
  for (const clang::Stmt* piece : code.pieces) {
    if (seen.insert(piece).second) HostFactCollector(*this, text, seen, /*jumps=*/true).visit(piece);
  }
  for (const auto& [function, calls] : handed_.calls) {
    std::ranges::transform(calls, std::back_inserter(calls_[function]), &HandedFunctions::Call::call);
  }
  for (auto& [declaration, variable] : variables_) {
    const auto* known = llvm::cast<clang::VarDecl>(declaration);
    // What a `catch` is given, and whatever else begins without a statement that was read.
    // A lambda runs later than it is written: what else is ever assigned may be what it finds.
    if (variable.captured.isValid() && variable.isSetAgain(*known))
      variable.whole.push_back({nullptr, variable.captured, false});
    const bool begins = llvm::isa<clang::ParmVarDecl>(known) || !known->hasLocalStorage() || variable.isDeclared;
    if (!begins) variable.whole.push_back({nullptr, known->getLocation(), false});
  }
  for (const auto& [name, function] : code.functionNames) {
    if (!seen.contains(name)) handedOn_.emplace(function->getCanonicalDecl(), name->getBeginLoc());
  }
  for (const Kept& kept : kept_) {
    if (!isOnlyLaunched(kept.variable)) handedOn_.emplace(kept.kernel, kept.at);
  }
}

}  // namespace warpwright::model
