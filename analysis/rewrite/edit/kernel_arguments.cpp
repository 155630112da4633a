#include "analysis/rewrite/edit/kernel_arguments.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>

namespace warpwright::rewrite {

Status mayTakeParameter(const clang::FunctionDecl& kernel) {
  const std::string name = "`" + kernel.getNameAsString() + "`";
  for (const clang::NamedDecl* other : kernel.getDeclContext()->getRedeclContext()->lookup(kernel.getDeclName())) {
    const auto* overload = other->getAsFunction();
    if (!overload || overload->getCanonicalDecl() != kernel.getCanonicalDecl()) {
      return inputError(name + " is overloaded: another parameter may choose another kernel");
    }
  }
  if (const clang::FunctionTemplateDecl* pattern = kernel.getDescribedFunctionTemplate()) {
    const auto isExplicit = [](const clang::FunctionDecl* one) {
      return one->getTemplateSpecializationKind() >= clang::TSK_ExplicitSpecialization;
    };
    if (llvm::any_of(pattern->specializations(), isExplicit)) {
      return inputError(name + " is instantiated or specialised explicitly: each of them would need the parameter too");
    }
  }
  const auto isPack = [](const clang::ParmVarDecl* one) { return one->isParameterPack(); };
  if (llvm::any_of(kernel.parameters(), isPack)) {
    return inputError(name + " takes any number of arguments, after which none can be added");
  }
  if (kernel.isVariadic() || (kernel.getNumParams() > 0 && kernel.parameters().back()->hasDefaultArg())) {
    return inputError(name + " has default arguments, after which none can be added");
  }
  return {};
}

Status addParameter(Editor& editor, const clang::FunctionDecl& kernel, const std::string& parameter,
                    const std::string& note) {
  for (const clang::FunctionDecl* declaration : kernel.redecls()) {
    const auto type = declaration->getTypeSourceInfo()->getTypeLoc().getAsAdjusted<clang::FunctionTypeLoc>();
    if (!type) {
      const uint32_t line = positionAt(*editor.unit(), declaration->getLocation()).line;
      return inputError(lineText(line) + " declares the kernel in a way that is not understood");
    }
    Result<TextRange> closing = editor.locate(type.getRParenLoc());
    if (!closing.ok()) return closing.error();
    Result<TextRange> opening = editor.locate(type.getLParenLoc());
    if (!opening.ok()) return opening.error();
    if (declaration->getNumParams() == 0) {
      editor.replace({closing->file, opening->end, closing->begin}, parameter, note);
    } else {
      Result<TextRange> last = editor.locate(declaration->parameters().back()->getEndLoc());
      if (!last.ok()) return last.error();
      editor.insert(last->file, last->end, ", " + parameter, note);
    }
  }
  return {};
}

Status addArgument(Editor& editor, const LaunchSite& site, const std::string& argument) {
  Result<TextRange> closing = editor.locate(site.call->getRParenLoc());
  if (!closing.ok()) return closing.error();
  editor.insert(closing->file, closing->begin, (site.call->getNumArgs() > 0 ? ", " : "") + argument);
  return {};
}

}  // namespace warpwright::rewrite
