#include "core/execute/service/request_json.h"

#include "core/base/json_fields.h"

namespace warpwright {

using nlohmann::json;

namespace {

json textsJson(const std::map<std::string, std::string>& texts) {
  json list = json::array();
  for (const auto& [path, text] : texts) list.push_back({{"path", jsonBytes(path)}, {"text", jsonBytes(text)}});
  return list;
}

std::map<std::string, std::string> textsFrom(const json& list) {
  std::map<std::string, std::string> texts;
  for (const json& entry : list) texts[bytesFromJson(entry.at("path"))] = bytesFromJson(entry.at("text"));
  return texts;
}

json pathsJson(const std::vector<std::filesystem::path>& paths) {
  json list = json::array();
  for (const auto& path : paths) list.push_back(jsonBytes(path.string()));
  return list;
}

std::vector<std::filesystem::path> pathsFrom(const json& list) {
  std::vector<std::filesystem::path> paths;
  for (const json& path : list) paths.emplace_back(bytesFromJson(path));
  return paths;
}

json familiesJson(const std::vector<Family>& families) {
  json list = json::array();
  for (const Family family : families) list.push_back(nameOf(family));
  return list;
}

std::vector<Family> familiesFrom(const json& list) {
  std::vector<Family> families;
  for (const json& name : list) families.push_back(familyNamed(name));
  return families;
}

}  // namespace

void fieldsOf(auto& fields, Of<AnalysisRequest> auto& request) {
  fields.through("paths", request.paths, pathsJson, pathsFrom);
  if (fields.has("open_texts")) fields.through("open_texts", request.openTexts, textsJson, textsFrom);
  fields.defaulted("flags", request.flags);
  fields.sparse("project", request.project);
  fields.sparse("compares_code", request.comparesCode);
  fields.sparse("compares_later", request.comparesLater);
  fields.sparse("allows_reassociation", request.allowsReassociation);
  fields.sparse("codes", request.codes);
  fields.sparse("only_programs", request.onlyPrograms);
  fields.defaulted("passes", request.passes);
  if (fields.has("families")) fields.through("families", request.families, familiesJson, familiesFrom);
  fields.sparse("kernel", request.kernel);
  fields.defaulted("launches", request.launches);
  fields.defaulted("arch", request.arch);
  fields.defaulted("device", request.device);
  fields.defaulted("toolkit", request.toolkit);
  fields.sparse("observed", request.observed);
}

void fieldsOf(auto& fields, Of<RewriteRequest> auto& request) {
  fieldsOf(fields, request.context);
  fields("opportunity", request.opportunity);
  fields.defaulted("values", request.values);
}

json toJson(const AnalysisRequest& request) {
  return request;
}

json toJson(const RewriteRequest& request) {
  return request;
}

Result<AnalysisRequest> analysisRequestFromJson(const json& object) {
  return readJson<AnalysisRequest>(object, "This is not a request for analysis: ", ErrorKind::usage);
}

Result<RewriteRequest> rewriteRequestFromJson(const json& object) {
  return readJson<RewriteRequest>(object, "This is not a request for a rewrite: ", ErrorKind::usage);
}

Error errorFromJson(const json& object) {
  try {
    return object.get<Error>();
  } catch (const json::exception& failure) {
    return {ErrorKind::worker, std::string("The worker sent an error that cannot be read: ") + failure.what(), {}};
  }
}

}  // namespace warpwright
