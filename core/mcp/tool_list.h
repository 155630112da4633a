#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace warpwright::mcp {

/// What an assistant is told of a tool.
struct ToolDescription {
  std::string name, title, description;
  bool runsProgram = false;  ///< of the user's, with the rights of whoever started the server
  bool writes = false;       ///< where it is asked to
  std::string document;      ///< the file in resources/schemas that says what it gives
  std::string input;         ///< the JSON Schema of its arguments, as text
};

/// All of them, in the order in which they are used.
const std::vector<ToolDescription>& toolDescriptions();

}  // namespace warpwright::mcp
