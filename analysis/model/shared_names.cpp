#include "analysis/model/shared_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <filesystem>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/pointer_types.h"

namespace warpwright::model {

using namespace clang;

namespace {

class NameFinder {
 public:
  NameFinder(const frontend::ParsedUnit& unit, bool onlyPointers)
      : unit_(unit), text_(unit), onlyPointers_(onlyPointers) {}

  void look(const Decl& declaration) {
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration))
      return lookInside(*cast<DeclContext>(&declaration));
    if (!text_.isInProject(declaration.getLocation())) return;
    if (const auto* made = dyn_cast<TemplateDecl>(&declaration)) {
      if (made->getTemplatedDecl()) look(*made->getTemplatedDecl());
      return;
    }
    if (const auto* record = dyn_cast<CXXRecordDecl>(&declaration)) return lookInside(*record);
    if (const auto* function = dyn_cast<FunctionDecl>(&declaration)) {
      const bool isGiven =
          !onlyPointers_ || std::any_of(function->param_begin(), function->param_end(), [](const ParmVarDecl* one) {
            return one->getType()->isDependentType() || holdsPointers(one->getType());
          });
      if (isGiven) add(*function);
      return;
    }
    const auto* variable = dyn_cast<VarDecl>(&declaration);
    const auto* field = dyn_cast<FieldDecl>(&declaration);
    if (variable && !onlyPointers_) return add(*variable);
    const QualType type = variable ? variable->getType() : field ? field->getType() : QualType();
    const bool isPointer = !type.isNull() && (type->isDependentType() || holdsPointers(type));
    if (isPointer && onlyPointers_) add(*cast<NamedDecl>(&declaration));
  }

  std::set<std::string> found;

 private:
  void lookInside(const DeclContext& context) {
    for (const Decl* one : context.noload_decls()) look(*one);
  }

  void add(const NamedDecl& declaration) {
    const std::string name = nameElsewhere(declaration);
    if (!name.empty() && isShared(declaration, unit_, text_)) found.insert(name);
  }

  const frontend::ParsedUnit& unit_;
  SourceText text_;
  bool onlyPointers_;
};

struct NamesElsewhere {
  std::set<std::string> names;
};

std::set<std::string> namesIn(const frontend::ParsedUnit& unit, bool onlyPointers) {
  NameFinder finder(unit, onlyPointers);
  for (const Decl* one : unit.ast().getTraversalScope()) finder.look(*one);
  return std::move(finder.found);
}

}  // namespace

bool isShared(const NamedDecl& declaration, const frontend::ParsedUnit& unit, const SourceText& text) {
  const auto* function = dyn_cast<FunctionDecl>(&declaration);
  if (function && function->isMain()) return false;
  const bool isLinked = !isa<FieldDecl>(declaration) && declaration.isExternallyVisible();
  const SourcePosition at = text.filePlace(declaration.getLocation());
  return isLinked || std::filesystem::path(at.file).lexically_normal() != unit.command().file.lexically_normal();
}

const FunctionDecl* bodyThatRuns(const FunctionDecl& function) {
  const FunctionDecl* definition = nullptr;
  const bool isSeen = function.hasBody(definition) && !definition->isWeak() && !definition->hasAttr<GNUInlineAttr>() &&
                      !definition->hasAttr<NakedAttr>();
  return isSeen ? definition : nullptr;
}

std::string nameElsewhere(const NamedDecl& declaration) {
  const auto* constructor = dyn_cast<CXXConstructorDecl>(&declaration);
  const NamedDecl& named = constructor ? *cast<NamedDecl>(constructor->getParent()) : declaration;
  return named.getDeclName().isIdentifier() ? named.getName().str() : "";
}

std::set<std::string> sharedPointerNames(const frontend::ParsedUnit& unit) {
  return namesIn(unit, true);
}

std::set<std::string> sharedNames(const frontend::ParsedUnit& unit) {
  return namesIn(unit, false);
}

void keepNamesElsewhere(const frontend::ParsedUnit& unit, std::set<std::string> names) {
  frontend::keptFact<NamesElsewhere>(unit, [&] { return NamesElsewhere{std::move(names)}; });
}

const std::set<std::string>& namesElsewhere(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<NamesElsewhere>(unit, [] { return NamesElsewhere{}; }).names;
}

}  // namespace warpwright::model
