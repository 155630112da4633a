#include "analysis/model/pointer_types.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <set>

namespace warpwright::model {
namespace {

using namespace clang;

using Types = std::set<const Type*>;

/// What the pointers in a value lead to, those in structures behind them as well.
void addPointees(QualType type, Types& pointees, std::set<const RecordDecl*>& seen) {
  type = type.getNonReferenceType().getCanonicalType();
  while (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType().getCanonicalType();
  if (type->isPointerType()) {
    const QualType to = type->getPointeeType().getCanonicalType().getUnqualifiedType();
    if (pointees.insert(to.getTypePtr()).second) addPointees(to, pointees, seen);
    return;
  }
  const RecordDecl* record = type->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || !seen.insert(record).second) return;
  for (const FieldDecl* field : record->fields()) addPointees(field->getType(), pointees, seen);
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record)) {
    for (const CXXBaseSpecifier& base : derived->bases()) addPointees(base.getType(), pointees, seen);
  }
}

Types pointeesOf(QualType type) {
  Types pointees;
  std::set<const RecordDecl*> seen;
  addPointees(type, pointees, seen);
  return pointees;
}

}  // namespace

bool mayGivePointer(QualType from, QualType made) {
  const Types own = pointeesOf(from), others = pointeesOf(made);
  const auto fits = [&](const Type* one) { return one->isVoidType() || others.contains(one); };
  const bool isAny = std::any_of(others.begin(), others.end(), [](const Type* one) { return one->isVoidType(); });
  return !own.empty() && !others.empty() && (isAny || std::any_of(own.begin(), own.end(), fits));
}

bool isPointer(QualType type) {
  return type.getNonReferenceType()->isPointerType() && !type.getNonReferenceType()->isFunctionPointerType();
}

bool holdsPointers(QualType type) {
  return !pointeesOf(type).empty();
}

bool leadsToPointers(QualType type) {
  if (!type.getNonReferenceType()->isRecordType()) return false;
  const Types all = pointeesOf(type);
  return std::any_of(all.begin(), all.end(), [](const Type* one) { return one->isPointerType(); });
}

bool isOfAddresses(QualType type) {
  const auto* array = type->getAsArrayTypeUnsafe();
  return array && array->getElementType()->isVoidPointerType();
}

bool isOfPointers(QualType type) {
  const auto* array = type.getNonReferenceType()->getAsArrayTypeUnsafe();
  return array && holdsPointers(array->getElementType());
}

std::vector<QualType> typesIn(const RecordDecl* record) {
  std::vector<QualType> types;
  const auto add = [&](const auto& add, llvm::ArrayRef<TemplateArgument> arguments) -> void {
    for (const TemplateArgument& one : arguments) {
      if (one.getKind() == TemplateArgument::Type) types.push_back(one.getAsType());
      if (one.getKind() == TemplateArgument::Pack) add(add, one.getPackAsArray());
    }
  };
  if (const auto* made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record))
    add(add, made->getTemplateArgs().asArray());
  return types;
}

bool keepsReferences(QualType type) {
  const RecordDecl* record = type.getNonReferenceType()->getAsRecordDecl();
  if (!record) return false;
  const std::vector<QualType> types = typesIn(record);
  const bool isOne =
      record->getIdentifier() && (record->getName() == "reference_wrapper" || record->getName() == "atomic_ref");
  return (isOne && !types.empty()) ||
         std::ranges::any_of(types, [](QualType one) { return one->isReferenceType() || keepsReferences(one); });
}

bool isMixedUnion(const RecordDecl& record) {
  const auto isOne = [](const FieldDecl* field) { return isPointer(field->getType()); };
  return record.isUnion() && !std::all_of(record.field_begin(), record.field_end(), isOne);
}

}  // namespace warpwright::model
