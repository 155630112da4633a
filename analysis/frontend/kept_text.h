#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace warpwright::frontend {

/// The text of a file of a unit, with what is asked of it again and again.
struct KeptText {
  std::string text;
  uint64_t hash = 0;                 ///< hashText of it
  std::vector<uint32_t> lineStarts;  ///< where each line begins

  /// Of a byte, counted from 1. The text has this byte, or ends there.
  uint32_t lineOf(uint32_t offset) const;
  /// One of the lines, counted from 0, without what ends it.
  std::string_view line(size_t number) const;
};

/// What ParsedUnit::text gives, read once a unit: a unit of thousands of kernels is long, and each of them asks. For
/// one thread at a time, as the AST; what it gives may be kept, and read by any. Errors: those of ParsedUnit::text.
Result<std::shared_ptr<const KeptText>> keptText(const ParsedUnit& unit, const std::string& file);

}  // namespace warpwright::frontend
