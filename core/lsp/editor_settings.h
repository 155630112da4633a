#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace warpwright::lsp {

/// What an editor tells the server in `initializationOptions`, or below `warpwright` in its configuration.
struct EditorSettings {
  bool showsTrades = true, showsUnknown = false, showsRefused = false;  ///< as diagnostics
  bool showsErrors = true;                                              ///< what the compiler says
  std::vector<std::string> flags, launches, arguments;                  ///< `arguments`: of the program that is run
  std::optional<std::vector<std::string>> passes;
  std::string arch, device, toolkit = "auto";
  std::string program;  ///< which of several that a file is a part of
};

/// Reads {"show": ["trades", "unknown", "refused"], "errors", "flags", "launches", "arguments", "passes", "arch",
/// "device", "cuda", "program"}; what is missing is as by default. `problems` gets a sentence for each that cannot be
/// read and each name that is none.
EditorSettings settingsFromJson(const nlohmann::json& options, std::vector<std::string>& problems);

}  // namespace warpwright::lsp
