#include "analysis/passes/warp_exchange/tree_work.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>
#include <string>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/index_names.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// Declared as `__shared__`.
bool isShared(const VarDecl& variable) {
  return variable.hasAttr<CUDASharedAttr>();
}

class WorkReader {
 public:
  WorkReader(const WorkQuestion& question) : question_(question), mentions_(rewrite::mentionsOf(bodyOf(question))) {}

  TreeWork read(const Stmt& work) {
    rewrite::eachPart(&work, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      if (made_.why.empty()) made_.why = look(part, parents);
    });
    if (made_.why.empty()) made_.why = severalArrays();
    if (made_.why.empty() && made_.written.empty()) made_.why = "it writes no element";
    if (made_.why.empty()) made_.why = missingElements();
    return std::move(made_);
  }

 private:
  static const Stmt* bodyOf(const WorkQuestion& question) { return question.kernel->getBody(); }

  Message look(const Stmt& part, const std::vector<const Stmt*>& parents) {
    const auto* property = dyn_cast<MSPropertyRefExpr>(&part);
    if (known_.contains(&part) || (property && rewrite::indexNamed(*property))) return {};
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(&part)) return elementOf(*element, parents);
    if (const auto* name = dyn_cast<DeclRefExpr>(&part)) return nameOf(*name, parents);
    if (const auto* declared = dyn_cast<DeclStmt>(&part)) return declarations(*declared);
    if (const auto* call = dyn_cast<CallExpr>(&part)) {
      const FunctionDecl* callee = call->getDirectCallee();
      const bool isPlain =
          callee && givesNumberOfNumbers(*callee) && !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call);
      return isPlain ? Message() : Message("it calls a function that is looked at no further");
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(&part)) {
      const bool isPointer = unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref;
      return isPointer ? Message("it uses addresses") : Message();
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(&part))
      made_.multiplies = made_.multiplies || multipliesNumbers(*binary);
    const bool isKnown = isa<CompoundStmt, IfStmt, NullStmt, BinaryOperator, ConditionalOperator, ParenExpr,
                             ImplicitCastExpr, ExplicitCastExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr,
                             ConstantExpr, ExprWithCleanups, SubstNonTypeTemplateParmExpr, CharacterLiteral>(part);
    return isKnown ? Message() : Message("it does more than compute numbers");
  }

  /// `a[t]` or `a[t + s]`.
  Message elementOf(const ArraySubscriptExpr& element, const std::vector<const Stmt*>& parents) {
    const auto* name = dyn_cast<DeclRefExpr>(element.getBase()->IgnoreParenImpCasts());
    const auto* array = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!array || !isMemoryOfBlock(*array)) return "it touches memory beside a shared array";
    if (!isShuffled(element.getType()))
      return {"there are no shuffles for elements of %1", code(array->getName().str())};
    const bool isOwn = question_.isThread(*element.getIdx());
    if (!isOwn && !isPartner(*element.getIdx()))
      return {"%1 has another subscript than the thread, with or without the stride", code(array->getName().str())};
    frontend::anyPart(&element, [&](const Stmt& part) {
      known_.insert(&part);
      return false;
    });
    made_.elements.push_back({&element, array, isOwn});
    if ((isOwn || isShared(*array)) && isDoneAlways(element, parents)) whole_.insert(array);
    if (std::find(made_.arrays.begin(), made_.arrays.end(), array) == made_.arrays.end()) made_.arrays.push_back(array);
    const Use use = useOf(element, parents);
    if (use == Use::read) return {};
    if (use == Use::other) return {"what it does with %1 is not known", code(array->getName().str())};
    if (!isOwn) return "it writes an element of another thread";
    if (std::find(made_.written.begin(), made_.written.end(), array) == made_.written.end())
      made_.written.push_back(array);
    return {};
  }

  /// Is the part computed whenever the work is done?
  static bool isDoneAlways(const Stmt& part, const std::vector<const Stmt*>& parents) {
    for (size_t i = 0; i < parents.size(); ++i) {
      const Stmt* inner = i + 1 < parents.size() ? parents[i + 1] : &part;
      const auto* choice = dyn_cast<IfStmt>(parents[i]);
      const auto* value = dyn_cast<AbstractConditionalOperator>(parents[i]);
      const auto* both = dyn_cast<BinaryOperator>(parents[i]);
      if (choice && inner != choice->getCond()) return false;
      if (value && inner != value->getCond()) return false;
      if (both && both->isLogicalOp() && inner != both->getLHS()) return false;
    }
    return true;
  }

  /// Threads below the stride load and store what they hold, whether the work asks first or not: it has to be there.
  Message missingElements() const {
    for (const VarDecl* array : made_.arrays) {
      const auto* type = question_.kernel->getASTContext().getAsConstantArrayType(array->getType());
      if (!whole_.contains(array) && !(type && type->getSize().getZExtValue() >= lanesOfWarp))
        return {"not every thread of a warp may have an element of %1", code(array->getName().str())};
    }
    return {};
  }

  enum class Use { read, write, other };

  static Use useOf(const ArraySubscriptExpr& element, const std::vector<const Stmt*>& parents) {
    for (size_t i = parents.size(); i-- > 0;) {
      if (isa<ParenExpr, ConditionalOperator>(parents[i])) continue;  // of places, too
      if (const auto* cast = dyn_cast<ImplicitCastExpr>(parents[i])) {
        if (cast->getCastKind() == CK_LValueToRValue) return Use::read;
        if (cast->getCastKind() == CK_NoOp) continue;
        return Use::other;
      }
      if (isa<CallExpr>(parents[i])) return Use::read;  // by reference, of a function of numbers
      const auto* binary = dyn_cast<BinaryOperator>(parents[i]);
      const auto* unary = dyn_cast<UnaryOperator>(parents[i]);
      const bool isWritten = (binary && binary->isAssignmentOp() && binary->getLHS()->IgnoreParens() == &element) ||
                             (unary && unary->isIncrementDecrementOp());
      return isWritten ? Use::write : Use::other;
    }
    return Use::other;
  }

  bool isPartner(const Expr& index) const {
    const auto* sum = dyn_cast<BinaryOperator>(index.IgnoreParenImpCasts());
    if (!sum || sum->getOpcode() != BO_Add) return false;
    const auto isStride = [&](const Expr* side) { return rewrite::namedVariable(side) == question_.stride; };
    return (isStride(sum->getLHS()) && question_.isThread(*sum->getRHS())) ||
           (isStride(sum->getRHS()) && question_.isThread(*sum->getLHS()));
  }

  /// Is it a shared array, or a pointer to the same place in one for all threads?
  bool isMemoryOfBlock(const VarDecl& variable) const {
    if (isShared(variable)) return variable.getType()->isArrayType();
    const bool isPointer = variable.isLocalVarDecl() && !variable.isStaticLocal() &&
                           variable.getType()->isPointerType() && variable.hasInit() &&
                           !variable.getType().isVolatileQualified() && isOnlyRead(variable);
    return isPointer && pointsToBlock(*variable.getInit());
  }

  bool pointsToBlock(const Expr& given) const {
    const Expr* pointer = given.IgnoreParenCasts();
    if (const auto* name = dyn_cast<DeclRefExpr>(pointer)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return variable && isMemoryOfBlock(*variable);
    }
    const auto* sum = dyn_cast<BinaryOperator>(pointer);
    if (sum && sum->getOpcode() == BO_Add) return pointsToBlock(*sum->getLHS()) && question_.isUniform(*sum->getRHS());
    const auto* address = dyn_cast<UnaryOperator>(pointer);
    if (!address || address->getOpcode() != UO_AddrOf) return false;
    const auto* element = dyn_cast<ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens());
    return element && pointsToBlock(*element->getBase()) && question_.isUniform(*element->getIdx());
  }

  bool isOnlyRead(const VarDecl& variable) const { return rewrite::isOnlyRead(mentions_, variable.getCanonicalDecl()); }

  Message nameOf(const DeclRefExpr& name, const std::vector<const Stmt*>& parents) {
    if (isa<FunctionDecl, EnumConstantDecl>(name.getDecl())) return {};
    if (!parents.empty() && isa<MSPropertyRefExpr>(parents.back())) return {};
    const auto* variable = dyn_cast<VarDecl>(name.getDecl());
    if (!variable) return "it names something that is no variable";
    if (variable->getCanonicalDecl() == question_.stride) {
      made_.strides.push_back(&name);
    } else if (declared_.contains(variable)) {
      return {};
    }
    const auto* read = parents.empty() ? nullptr : dyn_cast<ImplicitCastExpr>(parents.back());
    const bool isRead = read && read->getCastKind() == CK_LValueToRValue;
    const bool isOwn = (variable->isLocalVarDecl() || isa<ParmVarDecl>(variable)) && !variable->isStaticLocal() &&
                       !isShared(*variable) && variable->getType()->isArithmeticType() &&
                       !variable->getType().isVolatileQualified();
    return isRead && isOwn ? Message()
                           : Message{"it does more with %1 than read a number", code(variable->getName().str())};
  }

  Message declarations(const DeclStmt& statement) {
    for (const Decl* decl : statement.decls()) {
      const auto* variable = dyn_cast<VarDecl>(decl);
      const bool isPlain = variable && variable->isLocalVarDecl() && !variable->isStaticLocal() &&
                           !isShared(*variable) && variable->getType()->isArithmeticType() &&
                           !variable->getType().isVolatileQualified();
      if (!isPlain) return "it declares more than numbers";
      declared_.insert(variable);
    }
    return {};
  }

  /// Arrays that may lie in one memory would have to be written in each round.
  Message severalArrays() const {
    if (made_.arrays.size() < 2) return {};
    const auto isApart = [](const VarDecl* array) { return isShared(*array) && !array->hasExternalStorage(); };
    const auto others =
        std::count_if(made_.arrays.begin(), made_.arrays.end(), [&](const VarDecl* array) { return !isApart(array); });
    const bool isOneDynamic = others == 1 && std::all_of(made_.arrays.begin(), made_.arrays.end(),
                                                         [](const VarDecl* array) { return isShared(*array); });
    return others == 0 || isOneDynamic ? Message() : Message("its arrays may be one memory");
  }

  const WorkQuestion& question_;
  rewrite::Mentions mentions_;
  TreeWork made_;
  std::set<const Stmt*> known_;     ///< parts of elements
  std::set<const VarDecl*> whole_;  ///< arrays that each thread below the stride touches in each round
  std::set<const VarDecl*> declared_;
};

/// May a function that is called wait for, or exchange values with, other threads?
bool isOfThreads(llvm::StringRef name) {
  static constexpr const char* words[] = {"sync",    "shfl", "ballot", "vote", "activemask", "match_a",
                                          "barrier", "bar_", "trap",   "exit", "wait"};
  return std::any_of(std::begin(words), std::end(words), [&](const char* word) { return name.contains(word); });
}

class QuietReader {
 public:
  Message read(const Stmt& statement, bool isCallee) {
    Message why;
    frontend::anyPart(&statement, [&](const Stmt& part) {
      why = look(part, isCallee);
      return !why.empty();
    });
    return why;
  }

 private:
  Message look(const Stmt& part, bool isCallee) {
    if (isa<AsmStmt, LambdaExpr, CXXNewExpr, CXXDeleteExpr, CXXTryStmt, CXXThrowExpr>(part))
      return "the work holds assembly, or what is not looked into";
    if (isa<GotoStmt, IndirectGotoStmt, LabelStmt>(part)) return "the work jumps";
    if (!isCallee && isa<ReturnStmt, BreakStmt, ContinueStmt>(part)) return "threads leave the loop in the work";
    if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) return ofFunction(made->getConstructor());
    const auto* call = dyn_cast<CallExpr>(&part);
    if (!call) return {};
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return "the work calls a function that is not known";
    return ofFunction(callee);
  }

  Message ofFunction(const FunctionDecl* function) {
    if (function->getIdentifier() && isOfThreads(function->getName()))
      return {"%1 in the work may wait for other threads", code(function->getNameAsString())};
    if (!seen_.insert(function->getCanonicalDecl()).second) return {};
    const FunctionDecl* definition = nullptr;
    const SourceManager& sources = function->getASTContext().getSourceManager();
    if (function->hasBody(definition) && !sources.isInSystemHeader(definition->getLocation()))
      return read(*definition->getBody(), true);
    const bool isKnown = function->getBuiltinID() != 0 || definition || function->isTrivial() ||
                         sources.isInSystemHeader(function->getLocation());
    return isKnown ? Message() : Message{"%1, which the work calls, is not known", code(function->getNameAsString())};
  }

  std::set<const FunctionDecl*> seen_;
};

}  // namespace

bool isShuffled(QualType type) {
  const auto* plain = type.getCanonicalType()->getAs<BuiltinType>();
  if (!plain || type.isVolatileQualified()) return false;
  switch (plain->getKind()) {
    case BuiltinType::Int:
    case BuiltinType::UInt:
    case BuiltinType::Long:
    case BuiltinType::ULong:
    case BuiltinType::LongLong:
    case BuiltinType::ULongLong:
    case BuiltinType::Float:
    case BuiltinType::Double:
      return true;
    default:
      return false;
  }
}

bool givesNumberOfNumbers(const FunctionDecl& function) {
  static const std::set<std::string> names = {"min",  "max",  "umin",  "umax",  "llmin", "llmax", "ullmin", "ullmax",
                                              "fmin", "fmax", "fminf", "fmaxf", "abs",   "fabs",  "fabsf"};
  const ASTContext& context = function.getASTContext();
  const SourceManager& sources = context.getSourceManager();
  const DeclContext* outer = function.getDeclContext()->getRedeclContext();
  const bool isLibrary = function.getBuiltinID() != 0 || sources.isInSystemHeader(function.getLocation());
  const bool isGlobal = outer->isTranslationUnit() || outer->isStdNamespace() || outer->isExternCContext();
  return isLibrary && isGlobal && function.getIdentifier() && names.contains(function.getNameAsString());
}

bool multipliesNumbers(const BinaryOperator& binary) {
  const bool isProduct =
      binary.isMultiplicativeOp() || binary.getOpcode() == BO_MulAssign || binary.getOpcode() == BO_DivAssign;
  const auto* compound = dyn_cast<CompoundAssignOperator>(&binary);
  const QualType type = compound ? compound->getComputationResultType() : binary.getType();
  return isProduct && type->isFloatingType();
}

TreeWork readWork(const Stmt& work, const WorkQuestion& question) {
  return WorkReader(question).read(work);
}

Message notQuiet(const Stmt& statement) {
  return QuietReader().read(statement, false);
}

}  // namespace warpwright::passes
