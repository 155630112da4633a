#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

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

/// The member `name`, or null where it is missing.
const nlohmann::json& member(const nlohmann::json& json, const char* name);

}  // namespace warpwright
