#include "analysis/rewrite/edit/kernel_arguments.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>

#include <map>
#include <set>
#include <utility>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/tree_walk.h"

namespace warpwright::rewrite {
namespace {

/// The functions of a unit that are no members, by their names. Every kernel asks.
struct NamedFunctions {
  std::map<clang::DeclarationName, std::set<const clang::FunctionDecl*>> all;
};

/// Has another function the kernel's name, in whichever namespace? With another argument, a launch may mean that one.
bool hasNamesake(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel) {
  struct Search : frontend::TreeWalk {
    NamedFunctions found;
    bool visit(clang::Decl& declaration) override {
      const auto* function = clang::dyn_cast<clang::FunctionDecl>(&declaration);
      if (function && !clang::isa<clang::CXXMethodDecl>(*function))
        found.all[function->getDeclName()].insert(function->getCanonicalDecl());
      return true;
    }
  };
  const auto& known = frontend::keptFact<NamedFunctions>(unit, [&] {
    Search search;
    search.walk(unit.ast());
    return std::move(search.found);
  });
  const auto same = known.all.find(kernel.getDeclName());
  return same != known.all.end() && (same->second.size() > 1 || !same->second.contains(kernel.getCanonicalDecl()));
}

/// Bytes that the arguments of a kernel take.
uint64_t argumentBytes(const clang::FunctionDecl& kernel) {
  const clang::ASTContext& context = kernel.getASTContext();
  uint64_t bytes = 0;
  for (const clang::ParmVarDecl* one : kernel.parameters()) {
    const clang::QualType type = one->getType();
    if (type->isDependentType() || type->isIncompleteType()) continue;
    bytes = llvm::alignTo(bytes, static_cast<uint64_t>(context.getTypeAlignInChars(type).getQuantity())) +
            static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  }
  return bytes;
}

/// Have a launch's arguments room for some more? 4,096 bytes for every GPU and compiler, 32,764 for newer ones: a
/// kernel that takes more than the former is made for those.
bool hasRoom(const clang::FunctionDecl& kernel) {
  constexpr uint64_t everywhere = 4096, newer = 32764, added = 32;
  const uint64_t bytes = argumentBytes(kernel);
  return bytes + added <= (bytes <= everywhere ? everywhere : newer);
}

}  // namespace

bool saysSignature(const clang::FunctionDecl& kernel) {
  struct Search : frontend::TreeWalk {
    bool isFound = false;
    bool visit(clang::Stmt& statement) override {
      using Kind = clang::PredefinedIdentKind;
      if (const auto* name = clang::dyn_cast<clang::PredefinedExpr>(&statement))
        isFound = isFound || (name->getIdentKind() != Kind::Func && name->getIdentKind() != Kind::Function);
      const auto* place = clang::dyn_cast<clang::SourceLocExpr>(&statement);
      isFound = isFound || (place && place->getIdentKind() == clang::SourceLocIdentKind::SourceLocStruct);
      return !isFound;
    }
  } search;
  search.walk(&kernel);
  return search.isFound;
}

Status mayTakeParameter(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel) {
  const std::string name = "`" + kernel.getNameAsString() + "`";
  if (const clang::FunctionTemplateDecl* pattern = kernel.getDescribedFunctionTemplate()) {
    const auto isExplicit = [](const clang::FunctionDecl* one) {
      return one->getTemplateSpecializationKind() >= clang::TSK_ExplicitSpecialization;
    };
    if (llvm::any_of(pattern->specializations(), isExplicit)) {
      return inputError(name + " is instantiated or specialised explicitly: each of them would need the parameter too");
    }
  }
  if (hasNamesake(unit, kernel))
    return inputError(name + " is overloaded: another parameter may choose another kernel");
  const auto isPack = [](const clang::ParmVarDecl* one) { return one->isParameterPack(); };
  if (llvm::any_of(kernel.parameters(), isPack)) {
    return inputError(name + " takes any number of arguments, after which none can be added");
  }
  const auto hasDefault = [](const clang::FunctionDecl* one) {  // one that comes later may have some, too
    return one->getNumParams() > 0 && one->parameters().back()->hasDefaultArg();
  };
  if (kernel.isVariadic() || llvm::any_of(kernel.redecls(), hasDefault)) {
    return inputError(name + " has default arguments, after which none can be added");
  }
  const clang::FunctionTemplateDecl* made = kernel.getDescribedFunctionTemplate();
  const auto lacksRoom = [](const clang::FunctionDecl* one) { return !hasRoom(*one); };
  if (made ? llvm::any_of(made->specializations(), lacksRoom) : lacksRoom(&kernel))
    return inputError(name + " takes as many bytes of arguments as a launch can hand over, or nearly");
  if (saysSignature(kernel)) return inputError(name + " says its own signature (`__PRETTY_FUNCTION__`)");
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
