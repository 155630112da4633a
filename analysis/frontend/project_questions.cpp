#include "analysis/frontend/project_questions.h"

#include <nlohmann/json.hpp>

#include "core/base/json_fields.h"

namespace warpwright::frontend {

using nlohmann::json;

std::string headersQuestion(const std::filesystem::path& root, const std::filesystem::path& file,
                            const std::string& name) {
  return json{{"asks", "headers"},
              {"root", jsonBytes(root.string())},
              {"variant", jsonBytes(variantFolder(file).string())},
              {"file", jsonBytes(file.string())},
              {"name", jsonBytes(name)}}
      .dump();
}

std::string headersAnswer(const FileIndex& project, const std::string& name) {
  json files = json::array();
  for (const std::filesystem::path& file : project.filesOf(name)) files.push_back(jsonBytes(file.string()));
  return files.dump();
}

}  // namespace warpwright::frontend
