#include "analysis/passes/read_ahead/applicability.h"

namespace warpwright::preexecution {

Applicability applicabilityOn(const Device& device) {
  if (device.coherent) {
    return {VerdictKind::applicable,
            "The " + device.name + " reads the CPU's memory through the CPU's caches" +
                (device.integrated ? "." : ": what lies in the GPU's own memory is not helped.")};
  }
  if (!device.integrated) {
    return {VerdictKind::refused,
            "The " + device.name +
                " has memory and caches of its own: what the CPU loads does not come "
                "into any cache that the GPU reads from. Pre-execution needs a chip on which both share "
                "the last cache."};
  }
  return {VerdictKind::applicable, "CPU and GPU share the last cache of the " + device.name + "."};
}

Applicability applicabilityTo(const KernelModel& model, const Slice& slice) {
  const Code name = code(model.name);
  if (model.hasErrors) return {VerdictKind::unknown, name + " has errors: correct them first."};
  if (!model.unknownReason.empty()) return {VerdictKind::unknown, name + ": " + model.unknownReason + "."};
  if (slice.fetches > 0) return {VerdictKind::applicable, ""};
  const Message nothing{"There is nothing to fetch ahead for %1: ", name};
  if (slice.notes.empty()) return {VerdictKind::refused, nothing + "it touches no global memory."};
  return {VerdictKind::unknown, nothing + slice.notes.front().text};
}

}  // namespace warpwright::preexecution
