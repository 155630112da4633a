#include "core/capture/output_tries.h"

#include <cstring>

#include "core/base/symbol_name.h"

namespace warpwright {
namespace {

/// More pieces than this are not tried one by one: each try is a run of the kernel.
constexpr size_t mostTries = 8;

}  // namespace

bool isOnlyRead(const LaunchCapture& capture, uint32_t piece) {
  const CapturedMemory& memory = capture.memory[piece];
  const std::vector<std::string> types = parameterTypes(capture.kernel.mangledName);
  bool isRead = false;
  for (size_t i = 0; i < capture.arguments.size(); ++i) {
    const std::string& bytes = capture.arguments[i].bytes;
    for (size_t at = 0; at + sizeof(uint64_t) <= bytes.size(); at += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, sizeof word);
      if (word - memory.address >= memory.size) continue;
      const bool isOfConstants =
          bytes.size() == sizeof word && i < types.size() && types[i].ends_with(" const*") && !memory.isVariable();
      if (!isOfConstants) return false;
      isRead = true;
    }
  }
  return isRead;
}

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
