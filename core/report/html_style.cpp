#include "core/report/html_style.h"

#include <string_view>

#include "core/base/json_text.h"
#include "core/report/tokens.h"
#include "report_files.h"

namespace warpwright {

std::string reportStyle() {
  // Paper is white whatever the screen prefers.
  const std::string variables = cssVariables(), light = variables.substr(0, variables.find('\n'));
  return variables + '\n' + styleSheet + "@media print{" + light + "}\n";
}

std::string reportScript() {
  return scriptText;
}

std::string reportScriptSource() {
  const std::string_view digits = scriptHash;
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  return "'sha256-" + toBase64(bytes) + "'";
}

}  // namespace warpwright
