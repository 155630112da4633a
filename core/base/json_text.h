#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"

namespace warpwright {

/// Text for people: bytes that are not UTF-8 become U+FFFD.
nlohmann::json jsonText(std::string_view text);

/// Source text that must survive byte for byte: a string where it is UTF-8, else {"base64": "..."}.
nlohmann::json jsonBytes(std::string_view bytes);

std::string toBase64(std::string_view bytes);
/// Back; nothing where the text holds other characters.
std::optional<std::string> fromBase64(std::string_view text);

/// Reads what `jsonBytes` wrote. Throws nlohmann::json::exception on anything else: callers catch at their edge.
std::string bytesFromJson(const nlohmann::json& json);

/// {"kind": "worker", "message": "…"}, and "file", "line", "column" where there is a place. A kind of a later version
/// reads as `input`. Reading throws as `bytesFromJson` does.
void to_json(nlohmann::json& json, const Error& error);
void from_json(const nlohmann::json& json, Error& error);

}  // namespace warpwright
