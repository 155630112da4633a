#include "analysis/frontend/host_instantiations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/TemplateBase.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

#include "analysis/frontend/parse_action.h"
#include "analysis/frontend/source_files.h"

namespace warpwright::frontend {

using namespace clang;

namespace {

// Other libraries' templates may launch kernels of their own: Thrust's do.
bool isStandard(const Decl& decl) {
  const NamespaceDecl* outermost = nullptr;
  for (const DeclContext* around = decl.getDeclContext(); around; around = around->getParent()) {
    if (const auto* space = dyn_cast<NamespaceDecl>(around)) outermost = space;
  }
  return outermost && (outermost->getName() == "std" || outermost->getName() == "__gnu_cxx");
}

}  // namespace

void HostInstantiations::drop(Sema& sema) {
  auto& pending = sema.PendingInstantiations;
  const SourceManager& sources = sema.getSourceManager();
  pending.erase(std::remove_if(pending.begin(), pending.end(),
                               [&](const Sema::PendingImplicitInstantiation& one) {
                                 const auto* function = dyn_cast<FunctionDecl>(one.first);
                                 return function && !isNeeded(*function, sources);
                               }),
                pending.end());
}

bool HostInstantiations::isNeeded(const FunctionDecl& function, const SourceManager& sources) {
  const TemplateSpecializationKind kind = function.getTemplateSpecializationKind();
  // Of `extern template` only inline members are made, and their library holds them as well.
  if (kind != TSK_ImplicitInstantiation && kind != TSK_ExplicitInstantiationDeclaration) return true;
  if (function.hasAttr<CUDADeviceAttr>() || function.hasAttr<CUDAGlobalAttr>()) return true;
  // Their bodies decide what declarations mean.
  if (function.isConstexpr() || function.getReturnType()->isUndeducedType()) return true;
  const FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  if (!pattern || !isStandard(*pattern) || isProjectDecl(*pattern, sources, files_)) return true;
  if (const auto* arguments = function.getTemplateSpecializationArgs();
      arguments && mayLeadToProject(*arguments, sources)) {
    return true;
  }
  for (const DeclContext* around = function.getDeclContext(); around; around = around->getParent()) {
    const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(around);
    if (isa<FunctionDecl>(around) || (special && mayLeadToProject(special->getTemplateArgs(), sources))) return true;
  }
  return std::any_of(function.param_begin(), function.param_end(),
                     [&](const ParmVarDecl* parameter) { return mayLeadToProject(parameter->getType(), sources); });
}

bool HostInstantiations::mayLeadToProject(const TemplateArgumentList& arguments, const SourceManager& sources) {
  const ArrayRef<TemplateArgument> list = arguments.asArray();
  return std::any_of(list.begin(), list.end(),
                     [&](const TemplateArgument& one) { return mayLeadToProject(one, sources); });
}

bool HostInstantiations::mayLeadToProject(const TemplateArgument& argument, const SourceManager& sources) {
  switch (argument.getKind()) {
    case TemplateArgument::Null:
    case TemplateArgument::Integral:
    case TemplateArgument::NullPtr:
      return false;
    case TemplateArgument::Type:
      return mayLeadToProject(argument.getAsType(), sources);
    case TemplateArgument::Pack:
      return std::any_of(argument.pack_begin(), argument.pack_end(),
                         [&](const TemplateArgument& one) { return mayLeadToProject(one, sources); });
    default:
      return true;
  }
}

bool HostInstantiations::mayLeadToProject(QualType type, const SourceManager& sources) {
  const Type* plain = type.getCanonicalType().getTypePtr();
  // A type that leads to itself leads nowhere else.
  const auto [known, isNew] = types_.emplace(plain, false);
  if (!isNew) return known->second;
  bool leads = true;
  if (isa<BuiltinType>(plain)) {
    leads = false;
  } else if (const auto* pointer = dyn_cast<PointerType>(plain)) {
    leads = mayLeadToProject(pointer->getPointeeType(), sources);
  } else if (const auto* reference = dyn_cast<ReferenceType>(plain)) {
    leads = mayLeadToProject(reference->getPointeeType(), sources);
  } else if (const auto* array = dyn_cast<ArrayType>(plain)) {
    leads = mayLeadToProject(array->getElementType(), sources);
  } else if (const auto* function = dyn_cast<FunctionProtoType>(plain)) {
    leads = mayLeadToProject(function->getReturnType(), sources) ||
            std::any_of(function->param_type_begin(), function->param_type_end(),
                        [&](QualType one) { return mayLeadToProject(one, sources); });
  } else if (const auto* member = dyn_cast<MemberPointerType>(plain)) {
    leads = mayLeadToProject(member->getPointeeType(), sources) ||
            mayLeadToProject(QualType(member->getClass(), 0), sources);
  } else if (const auto* tag = dyn_cast<TagType>(plain)) {
    leads = isProjectDecl(*tag->getDecl(), sources, files_);
    for (const DeclContext* at = tag->getDecl(); at && !leads; at = at->getParent()) {
      const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(at);
      leads = isa<FunctionDecl>(at) || (special && mayLeadToProject(special->getTemplateArgs(), sources));
    }
  }
  types_[plain] = leads;
  return leads;
}

}  // namespace warpwright::frontend
