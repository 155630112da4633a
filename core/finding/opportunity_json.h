#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/message.h"
#include "core/base/source_range.h"

/// How places are written in JSON. Included by the .cpp files of this folder only, for nlohmann's whole header.
namespace warpwright {

/// {"file", "line", "column", "end_line", "end_column"}; null where the range is not known.
nlohmann::json toJson(const SourceRange& range);
SourceRange rangeFromJson(const nlohmann::json& json);

/// A number that may be missing: null.
template <typename T>
nlohmann::json optionalJson(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

template <typename T>
std::optional<T> optionalFromJson(const nlohmann::json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<T>();
}

/// {"text": "%1 at %2 …", "arguments": [{"code": "x"}, {"lines": [{"line": 43}]}]}: a message with what it speaks of.
/// Throws nlohmann::json::exception where it is something else, as all that reads does: callers catch at their edge.
nlohmann::json partsJson(const Message& message);
Message messageFromParts(const nlohmann::json& json);
/// A message as the member `name`, as it reads, and with what it speaks of as `name`_parts, where that is anything.
void writeMessage(nlohmann::json& object, const char* name, const Message& message);
/// What that wrote; the words alone where there are no parts, or where those say something else. Missing: empty.
Message readMessage(const nlohmann::json& object, const char* name);

/// The member `name`, or null where it is missing.
const nlohmann::json& member(const nlohmann::json& json, const char* name);

}  // namespace warpwright
