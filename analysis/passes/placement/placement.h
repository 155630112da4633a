#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_context.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// What rules a shared object out, or leaves it open, before anything is proved. `fixedSize`: why dynamic shared memory
/// does not do, "a register array needs a fixed size"; `question`: what cannot be told then, "whether `s` is private".
std::optional<Judgement> judgeAtSight(const KernelModel& model, const MemoryObject& object,
                                      const std::string& fixedSize, const Message& question);

/// Is the object of the kernel's model `index` its threads' own? Applicable: yes, by proof, and no atomic operation
/// works on it.
Judgement judgePrivate(const KernelContext& context, size_t index, const MemoryObject& object,
                       const std::string& fixedSize);

/// What other passes find in the same kernel, looked up once it is wanted. Keeps a reference.
class OtherFindings {
 public:
  explicit OtherFindings(const KernelContext& context) : context_(context) {}

  /// Is the change that pass `id` makes to the object applicable?
  bool applies(const std::string& id, const MemoryObject& object);

 private:
  const KernelContext& context_;
  std::map<std::string, std::vector<Opportunity>> found_;
};

/// The object of a model that `object` of another model of the same kernel is; null where that leaves it out.
const MemoryObject* sameObject(const KernelModel& model, const MemoryObject& object);

/// How many accesses a thread makes, loops counted by their weight; the figures that rank opportunities (CGO'15 §3.2).
Estimate accessEstimate(const KernelModel& model, const MemoryObject& object);

}  // namespace warpwright::passes
