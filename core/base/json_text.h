#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace warpwright {

/// Text for people: bytes that are not UTF-8 become U+FFFD.
nlohmann::json jsonText(std::string_view text);

/// Source text that must survive byte for byte: a string where it is UTF-8, else {"base64": "..."}.
nlohmann::json jsonBytes(std::string_view bytes);

std::string toBase64(std::string_view bytes);

/// Reads what `jsonBytes` wrote. Throws nlohmann::json::exception on anything else: callers catch at their edge.
std::string bytesFromJson(const nlohmann::json& json);

}  // namespace warpwright
