#pragma once

#include <set>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/shared_table/lookup_tables.h"

namespace warpwright::passes {

/// Where data decides which element of a memory a kernel reads: what was loaded for a thread, or computed of its
/// indices in a way that the model does not follow. Threads of a warp look up different elements then.
class DataReads {
 public:
  /// Keeps a reference.
  explicit DataReads(const model::ParsedKernel& kernel);

  /// In one of the kernel's models, at least.
  bool has(const rewrite::TableRead& read) const;
  /// Does data decide on an element of that memory, where a model of the kernel reads it?
  bool leadInto(const KernelModel& model, ObjectId object) const;

 private:
  const model::ParsedKernel& kernel_;
  std::set<SourcePosition> places_;
};

/// What the model knows of a table; null: nothing.
const MemoryObject* objectOf(const model::ParsedKernel& kernel, const KernelModel& model,
                             const rewrite::LookupTable& table);

}  // namespace warpwright::passes
