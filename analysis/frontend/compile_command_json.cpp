#include "analysis/frontend/compile_command_json.h"

#include "core/base/json_fields.h"
#include "core/base/json_text.h"

namespace warpwright::frontend {
namespace {

using nlohmann::json;

json pathJson(const std::filesystem::path& path) {
  return jsonBytes(path.string());
}

std::filesystem::path pathFrom(const json& path) {
  return bytesFromJson(path);
}

json wordsJson(const std::vector<std::string>& words) {
  json list = json::array();
  for (const std::string& word : words) list.push_back(jsonBytes(word));
  return list;
}

std::vector<std::string> wordsFrom(const json& list) {
  std::vector<std::string> words;
  for (const json& word : list) words.push_back(bytesFromJson(word));
  return words;
}

}  // namespace

void fieldsOf(auto& fields, Of<CompileCommand> auto& unit) {
  fields.through("file", unit.file, pathJson, pathFrom);
  fields.through("folder", unit.folder, pathJson, pathFrom);
  fields.through("root", unit.root, pathJson, pathFrom);
  fields.through("flags", unit.flags, wordsJson, wordsFrom);
  fields.through("nvcc_flags", unit.nvccFlags, wordsJson, wordsFrom);
  fields("arch", unit.arch);
  fields("relocatable_device", unit.relocatableDevice);
  fields("told_by_user", unit.isToldByUser);
  fields("cuda", unit.cuda);
  fields.through("notes", unit.notes, wordsJson, wordsFrom);
}

json unitsJson(const std::vector<CompileCommand>& units) {
  json list = json::array();
  for (const CompileCommand& unit : units) writeFields(list.emplace_back(), unit);
  return list;
}

Result<std::vector<CompileCommand>> unitsFromJson(const json& array) {
  try {
    std::vector<CompileCommand> units;
    for (const json& one : array) readFields(one, units.emplace_back());
    return units;
  } catch (const json::exception& problem) {
    return Error{ErrorKind::usage, std::string("These are no units: ") + problem.what(), std::nullopt};
  }
}

}  // namespace warpwright::frontend
