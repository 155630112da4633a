#include "analysis/rewrite/source/function_name.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>

#include "analysis/rewrite/source/macro_text.h"

namespace warpwright::rewrite {

using namespace clang;

std::string functionName(const Editor& editor, const std::string& name, const FunctionDecl& function, bool isHidden) {
  ASTContext& context = editor.unit()->ast();
  const TranslationUnitDecl* unit = context.getTranslationUnitDecl();
  const DeclarationName looked(&context.Idents.get(name));
  const auto isOfProject = [&](const NamedDecl* one) {
    return editor.unit()->isProjectFile(fileNameAt(*editor.unit(), one->getLocation()));
  };
  if (isMacroName(editor, name) || llvm::any_of(unit->lookup(looked), isOfProject)) return {};
  const auto isNamedSo = [&](const Decl* one) {
    const auto* named = dyn_cast<NamedDecl>(one);
    return named && named->getDeclName() == looked;
  };
  const bool isPlain = !isHidden && function.getDeclContext()->getRedeclContext()->isTranslationUnit() &&
                       llvm::none_of(function.decls(), isNamedSo) &&
                       llvm::none_of(unit->using_directives(), [&](const UsingDirectiveDecl* names) {
                         return isOfProject(names->getNominatedNamespace());
                       });
  return isPlain ? name : "::" + name;
}

}  // namespace warpwright::rewrite
