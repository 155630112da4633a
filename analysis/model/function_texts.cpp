#include "analysis/model/function_texts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <limits>
#include <set>

#include "analysis/model/function_files.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"
#include "core/base/hash.h"

namespace warpwright::model {
namespace {

using namespace clang;

/// The function as the source writes it, with its body where it has one.
const FunctionDecl& writtenDefinition(const FunctionDecl& function) {
  const FunctionDecl* written = writtenForm(&function);
  const FunctionDecl* definition = nullptr;
  return written->hasBody(definition) ? *definition : *written;
}

class Namer {
 public:
  explicit Namer(const frontend::ParsedUnit& unit) : unit_(unit), policy_(unit.ast().getPrintingPolicy()) {}

  uint64_t numberOf(const FunctionDecl& written) const {
    std::string name;
    llvm::raw_string_ostream text(name);
    written.getNameForDiagnostic(text, policy_, /*Qualified=*/true);
    text << ' ' << written.getType().getAsString(policy_);
    for (const auto* attribute : written.attrs()) {
      if (isa<CUDAGlobalAttr, CUDADeviceAttr, CUDAHostAttr>(attribute)) text << ' ' << attribute->getSpelling();
    }
    frontend::anyPart(written.getBody(), [&](const Stmt& part) {
      if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(&part)) addLaunch(*launch, text);
      return false;
    });
    return hashText(text.str());
  }

 private:
  void addLaunch(const CUDAKernelCallExpr& launch, llvm::raw_ostream& text) const {
    text << " launches ";
    const FunctionDecl* kernel = launch.getDirectCallee();
    bool isOwn = false;
    if (kernel) {
      kernel->getNameForDiagnostic(text, policy_, /*Qualified=*/true);
      text << ' ' << kernel->getType().getAsString(policy_);
      isOwn = isOfUnit(*kernel);
    } else {
      launch.getCallee()->printPretty(text, nullptr, policy_);
      const auto* names = dyn_cast<OverloadExpr>(launch.getCallee()->IgnoreParenImpCasts());
      isOwn = !names || std::any_of(names->decls_begin(), names->decls_end(), [&](const NamedDecl* one) {
        const FunctionDecl* function = one->getUnderlyingDecl()->getAsFunction();
        return !function || isOfUnit(*function);
      });
    }
    if (isOwn) text << " of " << unit_.command().file.string();
  }
  /// May each unit have one of its own by that name?
  bool isOfUnit(const FunctionDecl& kernel) const {
    const FunctionDecl& written = writtenDefinition(kernel);
    return unit_.ast().getSourceManager().isInMainFile(written.getLocation()) &&
           (!written.isExternallyVisible() || written.isTemplated());
  }

  const frontend::ParsedUnit& unit_;
  const PrintingPolicy& policy_;
};

}  // namespace

FunctionTexts functionTexts(const frontend::ParsedUnit& unit) {
  const SourceText text(unit);
  const SourceManager& manager = unit.ast().getSourceManager();
  const Namer namer(unit);
  FunctionTexts all;
  std::set<const FunctionDecl*> seen;
  for (const FunctionDecl* one : projectFunctions(unit)) {
    const FunctionDecl& written = writtenDefinition(*one);
    if (!written.hasBody() || !seen.insert(&written).second) continue;
    const FileID own = manager.getDecomposedLoc(manager.getFileLoc(written.getBeginLoc())).first;
    const uint64_t number = namer.numberOf(written);
    for (const auto& [file, piece] : filesOf(written)) {
      // What else such a file holds is the function's, too.
      const bool isPart = file != own;
      const FunctionText one{isPart ? 0 : piece.first, isPart ? std::numeric_limits<uint32_t>::max() : piece.second,
                             number};
      all[text.filePlace(manager.getLocForStartOfFile(file)).file].push_back(one);
    }
  }
  return all;
}

uint64_t functionNumber(const ParsedKernel& kernel) {
  return Namer(*kernel.unit).numberOf(writtenDefinition(*kernel.pattern));
}

}  // namespace warpwright::model
