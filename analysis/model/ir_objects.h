#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/model/ir_analyses.h"
#include "analysis/model/source_index.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::model {

/// What a pointer starts from: a variable, a pointer argument, or (with `field`) the pointer at that byte offset of an
/// argument passed by value.
struct Base {
  const llvm::Value* value = nullptr;
  int64_t field = -1;
  auto operator<=>(const Base&) const = default;
};

/// The objects of a kernel, found from the IR and described with what the source says of them.
class ObjectTable {
 public:
  ObjectTable(const IrAnalyses& ir, const SourceIndex& source, KernelModel& model);

  /// Every base that a pointer may start from, through arithmetic, casts, joins and selections. Null and undefined
  /// pointers are left out. A base without an object (a pointer loaded from memory, the result of a call) is in it too.
  std::vector<Base> basesOf(const llvm::Value* pointer) const;
  /// The one object that a pointer points into; invalid where there are several or it is not known.
  ObjectId objectOf(const llvm::Value* pointer);
  /// Does it compare places of one object, or ask whether a pointer is null? Where the object lies does not matter
  /// then.
  bool comparesWithin(const llvm::Instruction& instruction) const;
  /// The object for a base; invalid for a base that is not a variable or argument.
  ObjectId objectFor(const Base& base);
  /// The base of `pointer` if the pointer itself is one: a field of an argument passed by value is loaded.
  Base directBase(const llvm::Value* pointer) const;
  /// An argument passed by value and never changed by the kernel, read at a constant offset: the argument's number and
  /// the offset.
  bool isArgumentField(const llvm::Value* address, unsigned& argument, int64_t& offset) const;
  /// The source name of a byte range of an argument: "n", "params.count", "params+12" where no field has that name.
  std::string fieldName(unsigned argument, int64_t offset) const;
  /// The linker name of each object's variable, by ObjectId; empty for others.
  const std::vector<std::string>& linkerNames() const { return linkerNames_; }

 private:
  ObjectId add(MemoryObject object, std::string linkerName);
  MemoryObject describeVariable(const llvm::Value& value) const;
  MemoryObject describeArgument(const llvm::Value& value, int64_t field) const;
  MemoryObject describeLocal(const llvm::Value& value) const;
  void findChangedArguments();

  const IrAnalyses& ir_;
  const SourceIndex& source_;
  KernelModel& model_;
  std::map<Base, ObjectId> ids_;
  ObjectId dynamicShared_;
  std::vector<std::string> linkerNames_;
  std::vector<bool>
      changed_;  ///< by argument: passed by value, and the kernel writes to its copy or hands its address on
};

}  // namespace warpwright::model
