#include "analysis/passes/shared_table/lookup_tables.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>

#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

QualType elementOf(const VarDecl& table) {
  return table.getASTContext().getBaseElementType(table.getType());
}

template <typename Attribute>
bool says(const VarDecl& variable) {
  const auto* attribute = variable.getAttr<Attribute>();
  return attribute && !attribute->isImplicit();
}

bool isTable(const VarDecl& variable) {
  const bool isOfDevice = says<CUDAConstantAttr>(variable) || says<CUDADeviceAttr>(variable);
  // Of managed memory, which the host may write while a kernel runs, one of the two marks tells.
  if (!isOfDevice || variable.hasAttr<CUDASharedAttr>() || variable.hasAttr<HIPManagedAttr>() ||
      variable.hasAttr<AnnotateAttr>() || isa<VarTemplateSpecializationDecl>(variable) || variable.isStaticLocal() ||
      !variable.getDeclContext()->getRedeclContext()->isFileContext())
    return false;
  const ASTContext& context = variable.getASTContext();
  QualType type = variable.getType();
  if (!type->isArrayType()) return false;
  for (; const ArrayType* array = context.getAsArrayType(type); type = array->getElementType()) {
    const auto* sized = dyn_cast<ConstantArrayType>(array);
    if (!sized || sized->getSize().isZero()) return false;
  }
  return !type.isVolatileQualified() && isCopiedAsBytes(type, context);
}

/// Of a constant, a function that is called with it may be another one than with what can be written.
bool isArgument(const VariableUse& use) {
  for (size_t i = use.parents.size(); i-- > 0;) {
    if (isa<CallExpr, CXXConstructExpr>(use.parents[i])) return true;
    if (!isa<ImplicitCastExpr, ParenExpr, MemberExpr>(use.parents[i])) return false;
  }
  return false;
}

bool isConstantExpression(const VariableUse& use) {
  return std::ranges::any_of(use.parents, [](const Stmt* parent) { return isa<ConstantExpr>(parent); });
}

void noteUses(const FunctionDecl& function, LookupTable& table) {
  const bool ofConstants = elementOf(*table.variable).isConstQualified();
  const auto rank = static_cast<unsigned>(table.extents().size());
  for (const VariableUse& use : findUses(function, *table.variable, rank)) {
    const bool isRead = use.kind == VariableUse::Kind::value && !isConstantExpression(use);
    if (isRead && !(ofConstants && isArgument(use)))
      table.reads.push_back({&function, use.name, use.element});
    else
      table.others.push_back(use.name);
  }
}

}  // namespace

bool isCopiedAsBytes(QualType type, const ASTContext& context) {
  if (type->isScalarType()) return true;
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !type.isTrivialType(context) || !record->isAggregate() || record->hasMutableFields() ||
      record->getNumBases() > 0)
    return false;
  return llvm::none_of(record->decls(), [](const Decl* member) {
    if (member->isImplicit()) return false;
    const auto* named = dyn_cast<NamedDecl>(member);
    return named && named->getDeclName().getCXXOverloadedOperator() == OO_Equal;
  });
}

std::string LookupTable::name() const {
  return variable->getNameAsString();
}

QualType LookupTable::type() const {
  return elementOf(*variable).getUnqualifiedType();
}

std::vector<uint64_t> LookupTable::extents() const {
  std::vector<uint64_t> all;
  QualType type = variable->getType();
  const ASTContext& context = variable->getASTContext();
  for (; const ConstantArrayType* array = context.getAsConstantArrayType(type); type = array->getElementType())
    all.push_back(array->getSize().getZExtValue());
  return all;
}

uint64_t LookupTable::elements() const {
  uint64_t all = 1;
  for (const uint64_t extent : extents()) all *= extent;
  return all;
}

uint64_t LookupTable::bytes() const {
  return static_cast<uint64_t>(variable->getASTContext().getTypeSizeInChars(variable->getType()).getQuantity());
}

bool LookupTable::isConstant() const {
  return variable->hasAttr<CUDAConstantAttr>() || elementOf(*variable).isConstQualified();
}

std::vector<LookupTable> lookupTables(const std::set<const FunctionDecl*>& functions) {
  std::map<const VarDecl*, LookupTable> tables;
  for (const FunctionDecl* function : functions) {
    const Mentions mentions = mentionsOf(function->getBody());
    for (const auto& [variable, places] : mentions.variables) {
      if (!isTable(*variable)) continue;
      LookupTable& table = tables[variable->getCanonicalDecl()];
      table.variable = variable->getCanonicalDecl();
      noteUses(*function, table);
    }
  }
  std::vector<LookupTable> found;
  for (auto& [variable, table] : tables) {
    if (!table.reads.empty()) found.push_back(std::move(table));
  }
  std::ranges::sort(found, [](const LookupTable& a, const LookupTable& b) {
    const SourceManager& sources = a.variable->getASTContext().getSourceManager();
    return sources.isBeforeInTranslationUnit(a.variable->getLocation(), b.variable->getLocation());
  });
  return found;
}

}  // namespace warpwright::rewrite
