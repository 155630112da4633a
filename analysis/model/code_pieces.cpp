#include "analysis/model/code_pieces.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

using namespace clang;

class PieceFinder : public RecursiveASTVisitor<PieceFinder> {
 public:
  explicit PieceFinder(const frontend::ParsedUnit& unit) : context_(unit.ast()), text_(unit) {}

  CodePieces found;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }  // classes of lambdas: what a generic one was instantiated to

  bool TraverseDecl(Decl* declaration) {
    if (!declaration) return true;
    const bool nests = isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration);
    if (nests) return walk(*declaration);
    const bool isOutside =
        declaration->getLexicalDeclContext() && declaration->getLexicalDeclContext()->isFileContext();
    if (isOutside && !text_.isInProject(declaration->getLocation())) return true;
    // A template runs as its instances, which come on their own.
    if (const auto* function = dyn_cast<FunctionDecl>(declaration); function && function->isTemplated()) return true;
    if (const auto* record = dyn_cast<CXXRecordDecl>(declaration); record && record->isDependentContext()) return true;
    if (const auto* variable = dyn_cast<VarDecl>(declaration); variable && variable->isTemplated()) return true;
    if (isa<StaticAssertDecl, ConceptDecl>(declaration)) return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool VisitFunctionDecl(FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody()) return true;
    add(function->getBody());
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function)) {
      const bool onlyCopies = constructor->isCopyOrMoveConstructor() && !constructor->isUserProvided();
      for (const CXXCtorInitializer* part : constructor->inits())
        addInitial(onlyCopies ? nullptr : part->getAnyMember(), part->getInit());
    }
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    if (const auto* parameter = dyn_cast<ParmVarDecl>(variable)) {
      const bool isRead = parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg() &&
                          !parameter->hasUnparsedDefaultArg();
      if (isRead) add(parameter->getDefaultArg());
    } else if (!variable->isLocalVarDecl()) {
      // Where a template's class is made, the definition of its member stands in no scope that is walked.
      const bool isOfInstance =
          variable->isStaticDataMember() && isTemplateInstantiation(variable->getTemplateSpecializationKind());
      const Expr* initial = isOfInstance ? variable->getAnyInitializer() : variable->getInit();
      if (initial) addInitial(variable, initial);
    }
    return true;
  }
  bool VisitFieldDecl(FieldDecl* field) {
    if (field->hasInClassInitializer()) addInitial(field, field->getInClassInitializer());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* name) {
    if (const auto* function = dyn_cast<FunctionDecl>(name->getDecl()))
      found.functionNames.emplace_back(name, function);
    return true;
  }
  bool VisitMemberExpr(MemberExpr* member) {
    const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
    if (method && method->isStatic()) found.functionNames.emplace_back(member, method);
    return true;
  }

  // The body of a generic lambda depends on what it is called with: its instances are read.
  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    for (Expr* captured : lambda->capture_inits()) {
      if (!TraverseStmt(captured)) return false;
    }
    return TraverseDecl(lambda->getLambdaClass());
  }

  // What is not evaluated launches nothing.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr* question) {
    if (!question->isArgumentType() && !question->getArgumentExpr()->getType()->isVariablyModifiedType()) return true;
    return RecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(question);
  }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr*) { return true; }
  bool TraverseCXXTypeidExpr(CXXTypeidExpr* question) {
    return !question->isPotentiallyEvaluated() || RecursiveASTVisitor::TraverseCXXTypeidExpr(question);
  }
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc) { return true; }
  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc question) {
    Expr* named = question.getUnderlyingExpr();
    if (!named->getType()->isVariablyModifiedType()) return true;
    addSize(named);
    return TraverseStmt(named);
  }
  // Sizes of arrays are computed where a type is named, in declarations, casts and parameters.
  bool VisitVariableArrayTypeLoc(VariableArrayTypeLoc array) {
    addSize(array.getSizeExpr());
    return true;
  }

 private:
  void add(const Stmt* piece) {
    if (piece) found.pieces.push_back(piece);
  }

  void addInitial(const ValueDecl* declaration, const Expr* initial) {
    if (declaration && initial) found.initialisers.emplace_back(declaration, initial);
    add(initial);
  }

  void addSize(const Expr* size) {
    if (size && !size->isValueDependent() && size->HasSideEffects(context_)) add(size);
  }

  bool walk(const Decl& scope) {
    // What an edited file declares is there; a namespace of a header in its preamble has to be read first.
    const auto& context = *cast<DeclContext>(&scope);
    if (scope.isFromASTFile() && text_.isInProject(scope.getLocation())) context.decls_begin();
    for (Decl* declaration : context.noload_decls()) {
      if (!TraverseDecl(declaration)) return false;
    }
    return true;
  }

  const ASTContext& context_;
  SourceText text_;
};

}  // namespace

const CodePieces& codePieces(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<CodePieces>(unit, [&] {
    PieceFinder finder(unit);
    for (Decl* declaration : unit.ast().getTraversalScope()) finder.TraverseDecl(declaration);
    return std::move(finder.found);
  });
}

}  // namespace warpwright::model
