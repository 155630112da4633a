#include "analysis/passes/task_order/task_indices.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <optional>

#include "analysis/passes/task_order/task_data.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// Where in its element an address lies: the constant at the end of the sum.
std::optional<uint64_t> lowBytes(const KernelModel& model, ExpressionId address, uint64_t size) {
  if (!address.isValid()) return std::nullopt;
  const ExpressionNode& node = model.pool.at(address);
  if (node.op != ExpressionOp::add) return 0;
  const ExpressionNode& right = model.pool.at(node.operands[1]);
  if (right.op != ExpressionOp::constant) return 0;
  return right.constant % size;
}

/// What of an element is loaded: the element itself, or a member of it. Nothing where it cannot be named, or is no
/// subscript.
std::optional<std::string> memberAt(const ParmVarDecl& parameter, const TaskArray& array, const KernelModel& model,
                                    const Symbol& symbol) {
  const ASTContext& context = parameter.getASTContext();
  const QualType element = parameter.getType()->getPointeeType();
  const auto isSubscript = [&](QualType type) { return type->isIntegerType() && context.getTypeSize(type) <= 64; };
  const RecordDecl* record = element->getAsRecordDecl();
  if (!record) return isSubscript(element) ? std::optional(std::string()) : std::nullopt;
  const auto size = static_cast<uint64_t>(context.getTypeSizeInChars(element).getQuantity());
  const std::optional<uint64_t> bytes = lowBytes(model, symbol.address, size);
  if (!bytes || array.perTask != 1) return std::nullopt;
  const ASTRecordLayout& layout = context.getASTRecordLayout(record);
  const TypedefNameDecl* unnamed = record->getTypedefNameForAnonDecl();
  const std::string type = unnamed ? unnamed->getQualifiedNameAsString() : record->getQualifiedNameAsString();
  std::optional<std::string> member;
  for (const FieldDecl* field : record->fields()) {
    const bool isIt = layout.getFieldOffset(field->getFieldIndex()) == *bytes * 8 && isSubscript(field->getType());
    if (isIt && canBeNamed(*record, *field)) member = type + "::" + field->getNameAsString();
  }
  return member;
}

}  // namespace

TaskArray* arrayBehind(const MemoryObject& object, std::vector<TaskArray>& arrays) {
  for (TaskArray& array : arrays) {
    if (object.argumentIndex == static_cast<int>(array.parameter)) return &array;
  }
  return nullptr;
}

void findTaskIndices(const FunctionDecl& kernel, const KernelModel& model, std::vector<TaskArray>& arrays) {
  for (const Access& access : model.accesses) {
    if (!access.object.isValid() || !access.offset.isValid()) continue;
    for (const SymbolId id : model.pool.symbolsOf(access.offset)) {
      const Symbol& symbol = model.pool.symbolAt(id);
      if (symbol.kind != SymbolKind::loaded || !symbol.object.isValid()) continue;
      TaskArray* array = arrayBehind(model.object(symbol.object), arrays);
      const bool holdsIndices =
          array && (array->role == TaskArray::Role::reads || array->role == TaskArray::Role::inRows);
      if (!holdsIndices || arrayBehind(model.object(access.object), arrays)) continue;
      const auto member = memberAt(*kernel.getParamDecl(array->parameter), *array, model, symbol);
      const auto isSame = [&](const TaskArray::Index& one) { return one.member == member; };
      if (!member || std::any_of(array->indices.begin(), array->indices.end(), isSame)) continue;
      array->indices.push_back({*member, static_cast<int>(access.object.value)});
    }
  }
}

}  // namespace warpwright::passes
