#pragma once

#include <cstdint>
#include <string>

namespace warpwright {

/// A place in a source file. Lines and columns count from 1 in bytes, as compilers print them; 0 means "not known".
struct SourcePosition {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;

  bool isValid() const { return line != 0; }
  bool operator==(const SourcePosition&) const = default;
  auto operator<=>(const SourcePosition&) const = default;
};

/// A half-open range of one file: from `begin` up to, not including, (endLine, endColumn).
struct SourceRange {
  SourcePosition begin;
  uint32_t endLine = 0;
  uint32_t endColumn = 0;

  bool isValid() const { return begin.isValid(); }
  bool operator==(const SourceRange&) const = default;
  auto operator<=>(const SourceRange&) const = default;
};

/// "file:line:column", leaving out what is not known.
std::string toString(const SourcePosition& position);

}  // namespace warpwright
