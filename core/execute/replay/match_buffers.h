#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/job/output_record.h"

namespace warpwright {

/// How far each buffer was written, in bytes; in fresh memory every byte is 0xCD.
class WrittenEnds {
 public:
  explicit WrittenEnds(const OutputRecord& record);
  /// One past the last byte of the buffer that became another; 0: none did.
  uint64_t of(uint32_t buffer) const;

 private:
  uint64_t ofChunk(const std::vector<ContentHash>& contents, bool isVariable) const;

  const OutputRecord& record_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<ContentHash>> contents_;  ///< of chunks, in turn
};

/// Buffer of the variant for each buffer of the original, -1: none. By name, size and order; the rest of a name in
/// order; then written buffers by size and order, whatever their names.
std::vector<int64_t> matchBuffers(const OutputRecord& original, const OutputRecord& variant,
                                  const WrittenEnds& written);

}  // namespace warpwright
