#include "core/kernel/rounding_words.h"

#include <vector>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_text.h"

namespace warpwright::rounding_words {

bool isUnknown(std::string_view form) {
  return form.find('?') != std::string_view::npos;
}

bool isExact(const std::string& operation) {
  const std::vector<std::string_view> parts = textWords(operation, ". ");
  const bool isSimple = isPtxWord(parts.front(), {"add", "sub", "mul"});
  const bool isRounded = isPtxWord(parts.front(), {"div", "sqrt", "rcp"}) && parts.size() > 1 && parts[1] == "rn";
  return (isSimple || isRounded) && operation.find("ftz") == std::string::npos;
}

bool isFused(const std::string& operation) {
  return operation.starts_with("fma") || operation.starts_with("mad");
}

}  // namespace warpwright::rounding_words
