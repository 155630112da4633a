#include "core/capture/output_tries.h"

namespace warpwright {
namespace {

/// More pieces than this are not tried one by one: each try is a run of the kernel.
constexpr size_t mostTries = 8;

}  // namespace

Status tryForOutputs(MemoryPieces changed, const MemoryPieces& unchanged,
                     const std::function<Result<bool>(const MemoryPieces&)>& tryPieces) {
  if (!changed.empty()) {
    Result<bool> all = tryPieces(changed);
    if (!all.ok()) return all.error();
    if (*all || changed.size() == 1) changed.clear();
  }
  changed.insert(changed.end(), unchanged.begin(), unchanged.end());
  if (changed.size() > mostTries) changed.resize(mostTries);
  for (const uint32_t piece : changed) {
    if (Result<bool> one = tryPieces({piece}); !one.ok()) return one.error();
  }
  return {};
}

}  // namespace warpwright
