#include "analysis/model/cuda_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"

namespace warpwright::model {
namespace {

using namespace clang;

/// Declared outside of namespaces and classes, by no file of the project.
bool isOfCuda(const Decl& declaration, const SourceText& text) {
  const bool isAtFileScope = declaration.getDeclContext()->getRedeclContext()->isTranslationUnit();
  return isAtFileScope && declaration.getLocation().isValid() && !text.isInProject(declaration.getLocation());
}

/// Is there a `this` that is not just the object that a member is read from?
bool handsThisOn(const Stmt* part) {
  if (!part) return false;
  if (isa<CXXThisExpr>(part)) return true;
  if (const auto* cast = dyn_cast<ImplicitCastExpr>(part); cast && cast->getCastKind() == CK_LValueToRValue) {
    const auto* member = dyn_cast<MemberExpr>(cast->getSubExpr()->IgnoreParens());
    if (member && isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) return false;
  }
  if (const auto* standard = dyn_cast<CXXDefaultInitExpr>(part)) return handsThisOn(standard->getExpr());
  return std::any_of(part->child_begin(), part->child_end(), handsThisOn);
}

/// May computing the value of a member change something? Calls may, unless their value is known.
bool changesSomething(const Expr& initial, const ASTContext& context) {
  if (initial.isValueDependent()) return true;
  if (initial.HasSideEffects(context, /*IncludePossibleEffects=*/false)) return true;
  const auto isCall = [](const Stmt& part) { return isa<CallExpr>(part); };
  return frontend::anyPart(&initial, isCall) && !initial.isEvaluatable(context);
}

/// Walks the classes that an object is made of, each once.
class OwnCodeFinder {
 public:
  explicit OwnCodeFinder(const SourceText& text) : text_(text) {}

  bool isIn(const CXXRecordDecl& declared) {
    const CXXRecordDecl* record = declared.getDefinition();
    if (!record) return true;
    if (!seen_.insert(record).second) return false;
    const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
    if (instance && isIn(instance->getTemplateArgs().asArray())) return true;
    if (!text_.isInProject(record->getLocation())) return false;
    return isWritten(*record) ||
           std::any_of(record->bases_begin(), record->bases_end(),
                       [&](const auto& base) { return isIn(base.getType()); }) ||
           std::any_of(record->field_begin(), record->field_end(),
                       [&](const FieldDecl* field) { return isIn(*field); });
  }

 private:
  bool isIn(QualType type) {
    const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return record && isIn(*record);
  }
  bool isIn(llvm::ArrayRef<TemplateArgument> arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [&](const TemplateArgument& one) {
      if (one.getKind() == TemplateArgument::Pack) return isIn(one.getPackAsArray());
      return one.getKind() == TemplateArgument::Type && isIn(one.getAsType());
    });
  }
  bool isIn(const FieldDecl& field) {
    const Expr* initial = field.hasInClassInitializer() ? field.getInClassInitializer() : nullptr;
    const bool isUnknown = field.hasInClassInitializer() && !initial;
    if (isUnknown || isIn(field.getType())) return true;
    return initial && (handsThisOn(initial) || changesSomething(*initial, field.getASTContext()));
  }

  /// A template may be taken before what the compiler would write.
  static bool isWritten(const CXXRecordDecl& record) {
    return std::any_of(record.decls_begin(), record.decls_end(), [](const Decl* member) {
      const auto* function = dyn_cast_or_null<CXXMethodDecl>(member->getAsFunction());
      const bool makes =
          function && (isa<CXXConstructorDecl>(function) || function->getOverloadedOperator() == OO_Equal);
      return makes && (function->isUserProvided() || isa<FunctionTemplateDecl>(member));
    });
  }

  const SourceText& text_;
  std::set<const CXXRecordDecl*> seen_;
};

}  // namespace

std::string cudaFunction(const CallExpr& call, const SourceText& text) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee || !callee->getDeclName().isIdentifier() || !isOfCuda(*callee->getCanonicalDecl(), text)) return {};
  // The project may define, or specialise, what the headers only declare.
  const FunctionDecl* definition = nullptr;
  const bool isDefinedHere = callee->hasBody(definition) && text.isInProject(definition->getLocation());
  const bool isSpecial = callee->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
  return isDefinedHere || isSpecial ? std::string() : callee->getName().str();
}

const std::set<std::string>& captureCalls() {
  // With a default stream for each thread the headers call the runtime's by names of their own.
  static const std::set<std::string> calls = {"cudaStreamBeginCapture",        "cudaStreamBeginCapture_ptsz",
                                              "cudaStreamBeginCaptureToGraph", "cudaStreamBeginCaptureToGraph_ptsz",
                                              "cuStreamBeginCapture",          "cuStreamBeginCapture_v2",
                                              "cuStreamBeginCaptureToGraph"};
  return calls;
}

bool isDim3(QualType type, const SourceText& text) {
  const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record && record->getDeclName().isIdentifier() && record->getName() == "dim3" && isOfCuda(*record, text);
}

bool runsOwnCode(const CXXRecordDecl& record, const SourceText& text) {
  return OwnCodeFinder(text).isIn(record);
}

}  // namespace warpwright::model
