#include "core/execute/replay/capture_choice.h"

namespace warpwright {

bool means(const CaptureRequest& request, const std::string& name, const std::string& mangledName) {
  const std::string& wanted = request.kernel;
  return wanted.empty() || wanted == name || wanted == mangledName || name.ends_with("::" + wanted);
}

Error missingLaunch(const CaptureRequest& request, const std::vector<std::pair<std::string, uint64_t>>& launches) {
  std::string seen;
  for (const auto& [name, count] : launches) {
    seen += (seen.empty() ? "" : ", ") + name + " (" + std::to_string(count) + ")";
  }
  const std::string which = request.kernel.empty() ? "of the program" : "of `" + request.kernel + "`";
  return inputError("There was no launch " + std::to_string(request.launchIndex) + " " + which +
                    " to capture (they count from 0). " +
                    (seen.empty() ? "The program launched nothing." : "The program launched: " + seen + "."));
}

}  // namespace warpwright
