#include "core/base/source_range.h"

namespace warpwright {

std::string toString(const SourcePosition& position) {
  std::string text = position.file;
  if (position.line == 0) return text;
  text += ':' + std::to_string(position.line);
  if (position.column != 0) text += ':' + std::to_string(position.column);
  return text;
}

}  // namespace warpwright
