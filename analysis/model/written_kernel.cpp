#include "analysis/model/written_kernel.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {

std::string writtenName(const ParsedKernel& kernel) {
  const clang::PrintingPolicy& policy = kernel.unit->ast().getPrintingPolicy();
  std::string name;
  llvm::raw_string_ostream text(name);
  kernel.pattern->getNameForDiagnostic(text, policy, /*Qualified=*/true);
  text << ' ' << kernel.pattern->getType().getAsString(policy);
  return name;
}

const clang::FunctionDecl* writtenForm(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  return (pattern ? pattern : function)->getCanonicalDecl();
}

std::vector<const clang::FunctionDecl*> instancesOf(const ParsedKernel& kernel) {
  if (kernel.declaration == kernel.pattern) return {kernel.declaration};
  std::vector<const clang::FunctionDecl*> instances;
  for (const clang::FunctionDecl* function : projectFunctions(*kernel.unit)) {
    const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
    const clang::FunctionDecl* written = nullptr;
    if (pattern && (pattern->hasBody(written) ? written : pattern) == kernel.pattern) instances.push_back(function);
  }
  return instances;
}

bool isReadAgain(const ParsedKernel& kernel) {
  const SourceText text(*kernel.unit);
  const auto bodyAt = [&](const clang::FunctionDecl* function) {
    return text.filePlace(function->getBody()->getBeginLoc());
  };
  const SourcePosition here = bodyAt(kernel.pattern);
  const std::vector<const clang::FunctionDecl*> functions = projectFunctions(*kernel.unit);
  return std::any_of(functions.begin(), functions.end(), [&](const clang::FunctionDecl* other) {
    return writtenForm(other) != writtenForm(kernel.pattern) && bodyAt(other) == here;
  });
}

}  // namespace warpwright::model
