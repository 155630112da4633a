#include <algorithm>

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/DiagnosticSema.h>

#include "analysis/frontend/parsed_unit_state.h"
#include "analysis/frontend/tree_walk.h"

namespace warpwright::frontend {
namespace {

/// Looks for places in one body that Clang could not make sense of.
class DamageFinder : public TreeWalk {
 public:
  bool found = false;

  DamageFinder() { implicitCode_ = true; }

 private:
  bool visit(clang::Stmt& statement) override {
    const auto* expression = clang::dyn_cast<clang::Expr>(&statement);
    if (!expression) return true;
    const auto* use = clang::dyn_cast<clang::DeclRefExpr>(expression);
    if (use && use->getDecl()->isInvalidDecl()) return stop();
    if (clang::isa<clang::RecoveryExpr>(expression) || expression->containsErrors()) return stop();
    if (expression->getType().isNull()) return stop();
    const clang::CXXRecordDecl* record = expression->getType()->getAsCXXRecordDecl();
    return record && record->isInvalidDecl() ? stop() : true;
  }
  bool visit(clang::Decl& declaration) override { return declaration.isInvalidDecl() ? stop() : true; }

  bool stop() {
    found = true;
    return false;
  }
};

/// Visits every function definition, also those made from templates.
class FunctionCollector : public TreeWalk {
 public:
  explicit FunctionCollector(ParsedUnit::State& state) : state_(state), sources_(state.compiler->getSourceManager()) {
    instances_ = true;
  }

 private:
  bool visit(clang::Decl& declaration) override {
    auto* function = clang::dyn_cast<clang::FunctionDecl>(&declaration);
    if (!function) return true;
    const bool kernel = function->hasAttr<clang::CUDAGlobalAttr>();
    if (!function->doesThisDeclarationHaveABody()) return true;
    state_.kernels += kernel;
    const size_t errors = errorsWithin(function->getSourceRange());
    const bool broken = errors > 0 || function->isInvalidDecl() || isDamaged(*function);
    if (broken) state_.broken.insert(function);
    const bool deviceCode = kernel || function->hasAttr<clang::CUDADeviceAttr>();
    if (deviceCode) state_.errorsInKernels += errors;
    if (deviceCode) state_.brokenKernels += broken;
    return true;
  }

  static bool isDamaged(const clang::FunctionDecl& function) {
    DamageFinder finder;
    finder.walk(function.getBody());
    for (const clang::ParmVarDecl* parameter : function.parameters()) finder.walk(parameter);
    return finder.found;
  }

  size_t errorsWithin(clang::SourceRange range) const {
    const auto [beginFile, begin] = sources_.getDecomposedLoc(sources_.getFileLoc(range.getBegin()));
    const auto [endFile, end] = sources_.getDecomposedLoc(sources_.getFileLoc(range.getEnd()));
    if (beginFile != endFile) return 0;
    return static_cast<size_t>(std::count_if(
        state_.diagnostics.errors.begin(), state_.diagnostics.errors.end(), [&](const LocatedError& error) {
          // Calling host code from the device leaves the tree whole: the call is there, to an unknown function. A
          // kernel that device code names is lost with all that is done with it.
          const bool isWhole = error.id == clang::diag::err_ref_bad_target &&
                               state_.diagnostics.messages[error.diagnostic].about != Diagnostic::About::nestedLaunch;
          return error.file == beginFile && error.offset >= begin && error.offset <= end && !isWhole;
        }));
  }

  ParsedUnit::State& state_;
  const clang::SourceManager& sources_;
};

}  // namespace

void findBrokenFunctions(ParsedUnit::State& state) {
  clang::ASTContext& context = state.compiler->getASTContext();
  const auto& errors = state.diagnostics.errors;
  if (errors.empty()) return;
  const clang::SourceManager& sources = context.getSourceManager();
  const bool outside = std::any_of(errors.begin(), errors.end(), [&](const LocatedError& error) {
    if (error.file.isInvalid()) return true;
    const auto entry = sources.getFileEntryRefForID(error.file);
    return !entry || !state.files->isProject(entry->getName().str());
  });
  FunctionCollector collector(state);
  if (outside) {
    collector.walk(context.getTranslationUnitDecl());
  } else {
    collector.walk(context);
  }
}

}  // namespace warpwright::frontend
