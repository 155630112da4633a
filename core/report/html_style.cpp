#include "core/report/html_style.h"

#include "core/report/tokens.h"
#include "report_files.h"

namespace warpwright {

std::string reportStyle() {
  // Paper is white whatever the screen prefers.
  const std::string variables = cssVariables(), light = variables.substr(0, variables.find('\n'));
  return variables + '\n' + styleSheet + "@media print{" + light + "}\n";
}

}  // namespace warpwright
