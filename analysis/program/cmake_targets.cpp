#include "analysis/program/cmake_targets.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/base/regular_file.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json readReply(const fs::path& file) {
  const Result<std::string> text = readFile(file, largestDatabase);
  if (!text.ok()) throw json::other_error::create(501, text.error().message, nullptr);
  return json::parse(*text);
}

/// The newest index: CMake writes a new one each time, with the date in its name.
fs::path newestIndex(const fs::path& replies) {
  fs::path newest;
  std::error_code problem;
  for (fs::directory_iterator it(replies, problem), end; !problem && it != end; it.increment(problem)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with("index-") && name.ends_with(".json") && name > newest.filename().string()) newest = it->path();
  }
  return newest;
}

struct Target {
  std::string name, type;
  std::vector<fs::path> sources;
  std::vector<std::string> needs;  ///< ids
};

Target readTarget(const fs::path& file, const fs::path& sourceFolder) {
  const json object = readReply(file);
  Target target;
  target.name = object.at("name").get<std::string>();
  target.type = object.at("type").get<std::string>();
  for (const json& source : object.value("sources", json::array())) {
    if (!source.contains("compileGroupIndex")) continue;  // a header
    const fs::path path = source.at("path").get<std::string>();
    target.sources.push_back((path.is_absolute() ? path : sourceFolder / path).lexically_normal());
  }
  for (const json& needed : object.value("dependencies", json::array()))
    target.needs.push_back(needed.at("id").get<std::string>());
  return target;
}

/// The sources of a target and of the libraries that it needs, directly or not. Another executable is only built first.
std::vector<fs::path> sourcesOf(const std::string& id, const std::map<std::string, Target>& targets) {
  std::vector<fs::path> sources;
  std::vector<std::string> open{id};
  std::set<std::string> seen{id};
  while (!open.empty()) {
    const auto target = targets.find(open.back());
    const bool isFirst = open.back() == id;
    open.pop_back();
    if (target == targets.end()) continue;
    const std::string& type = target->second.type;
    if (!isFirst && !type.ends_with("_LIBRARY")) continue;
    for (const fs::path& source : target->second.sources) {
      if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
    }
    for (const std::string& needed : target->second.needs) {
      if (seen.insert(needed).second) open.push_back(needed);
    }
  }
  return sources;
}

std::vector<CMakeExecutable> readExecutables(const fs::path& replies, const fs::path& index) {
  std::vector<CMakeExecutable> found;
  const json replyOf = readReply(index);
  for (const json& reply : replyOf.at("objects")) {
    if (reply.value("kind", "") != "codemodel") continue;
    const json model = readReply(replies / reply.at("jsonFile").get<std::string>());
    const fs::path sourceFolder = model.at("paths").at("source").get<std::string>();
    if (model.at("configurations").empty()) continue;
    std::map<std::string, Target> targets;
    std::vector<std::string> order;
    for (const json& one : model.at("configurations").front().at("targets")) {
      const std::string id = one.at("id").get<std::string>();
      targets[id] = readTarget(replies / one.at("jsonFile").get<std::string>(), sourceFolder);
      order.push_back(id);
    }
    for (const std::string& id : order) {
      if (targets[id].type == "EXECUTABLE") found.push_back({targets[id].name, sourcesOf(id, targets)});
    }
    break;
  }
  return found;
}

}  // namespace

Result<std::vector<CMakeExecutable>> cmakeExecutables(const fs::path& buildFolder) {
  const fs::path replies = buildFolder / ".cmake/api/v1/reply";
  const fs::path index = newestIndex(replies);
  if (index.empty()) return std::vector<CMakeExecutable>();
  try {
    return readExecutables(replies, index);
  } catch (const json::exception& problem) {
    return inputError("What CMake says of " + buildFolder.string() + " cannot be read: " + problem.what() +
                      ". Configure it again.");
  }
}

}  // namespace warpwright::analysis
