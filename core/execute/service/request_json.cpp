#include "core/execute/service/request_json.h"

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr std::pair<ErrorKind, const char*> kindNames[] = {
    {ErrorKind::usage, "usage"}, {ErrorKind::input, "input"}, {ErrorKind::worker, "worker"},
    {ErrorKind::io, "io"},       {ErrorKind::stale, "stale"}, {ErrorKind::cancelled, "cancelled"},
};

AnalysisRequest readAnalysisRequest(const json& object) {
  AnalysisRequest request;
  for (const json& path : object.at("paths")) request.paths.emplace_back(bytesFromJson(path));
  for (const json& entry : object.value("open_texts", json::array())) {
    request.openTexts[bytesFromJson(entry.at("path"))] = bytesFromJson(entry.at("text"));
  }
  request.flags = object.value("flags", request.flags);
  if (const auto passes = object.find("passes"); passes != object.end() && !passes->is_null())
    request.passes = passes->get<std::vector<std::string>>();
  for (const json& name : object.value("families", json::array())) request.families.push_back(familyNamed(name));
  request.launches = object.value("launches", request.launches);
  request.arch = object.value("arch", request.arch);
  request.device = object.value("device", request.device);
  request.toolkit = object.value("toolkit", request.toolkit);
  return request;
}

}  // namespace

json toJson(const AnalysisRequest& request) {
  json paths = json::array(), texts = json::array();
  for (const auto& path : request.paths) paths.push_back(jsonBytes(path.string()));
  for (const auto& [path, text] : request.openTexts) {
    texts.push_back({{"path", jsonBytes(path)}, {"text", jsonBytes(text)}});
  }
  json families = json::array();
  for (const Family family : request.families) families.push_back(nameOf(family));
  return {{"paths", paths},
          {"open_texts", texts},
          {"flags", request.flags},
          {"passes", request.passes ? json(*request.passes) : json(nullptr)},
          {"launches", request.launches},
          {"arch", request.arch},
          {"device", request.device},
          {"toolkit", request.toolkit},
          {"families", families}};
}

json toJson(const RewriteRequest& request) {
  json params = toJson(request.context);
  params["opportunity"] = request.opportunity;
  params["values"] = request.values;
  return params;
}

Result<AnalysisRequest> analysisRequestFromJson(const json& object) {
  try {
    return readAnalysisRequest(object);
  } catch (const json::exception& failure) {
    return Error{ErrorKind::usage, std::string("This is not a request for analysis: ") + failure.what() + ".", {}};
  }
}

Result<RewriteRequest> rewriteRequestFromJson(const json& object) {
  try {
    return RewriteRequest{readAnalysisRequest(object), object.at("opportunity").get<std::string>(),
                          object.value("values", ParameterValues{})};
  } catch (const json::exception& failure) {
    return Error{ErrorKind::usage, std::string("This is not a request for a rewrite: ") + failure.what() + ".", {}};
  }
}

json toJson(const Error& error) {
  json object = {{"kind", "input"}, {"message", jsonText(error.message)}};
  for (const auto& [kind, name] : kindNames) {
    if (kind == error.kind) object["kind"] = name;
  }
  if (error.range) {
    object["file"] = jsonText(error.range->begin.file);
    object["line"] = error.range->begin.line;
    object["column"] = error.range->begin.column;
  }
  return object;
}

Error errorFromJson(const json& object) {
  Error error;
  try {
    error.message = object.at("message").get<std::string>();
    const std::string name = object.value("kind", "input");
    for (const auto& [kind, known] : kindNames) {
      if (name == known) error.kind = kind;
    }
    if (object.contains("file")) {
      SourceRange range;
      range.begin = {object.at("file").get<std::string>(), object.value("line", 0u), object.value("column", 0u)};
      range.endLine = range.begin.line;
      range.endColumn = range.begin.column;
      error.range = range;
    }
  } catch (const json::exception& failure) {
    return Error{ErrorKind::worker, std::string("The worker sent an error that cannot be read: ") + failure.what(), {}};
  }
  return error;
}

}  // namespace warpwright
