#include "core/base/json_text.h"

#include <cstdint>

#include <nlohmann/json.hpp>

#include "core/base/json_fields.h"
#include "core/base/utf8.h"

namespace warpwright {

// The first is what an unknown word of a later version is read as.
NLOHMANN_JSON_SERIALIZE_ENUM(ErrorKind, {{ErrorKind::input, "input"},
                                         {ErrorKind::usage, "usage"},
                                         {ErrorKind::worker, "worker"},
                                         {ErrorKind::io, "io"},
                                         {ErrorKind::stale, "stale"},
                                         {ErrorKind::cancelled, "cancelled"}})

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string toBase64(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) group = group << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const size_t digit = digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<uint32_t>(digit);
    bits += 6;
    if (bits >= 8) bytes += static_cast<char>(group >> (bits -= 8) & 0xff);
  }
  return bytes;
}

nlohmann::json jsonText(std::string_view text) {
  return isUtf8(text) ? std::string(text) : replaceInvalidUtf8(text);
}

nlohmann::json jsonBytes(std::string_view bytes) {
  if (isUtf8(bytes)) return std::string(bytes);
  return {{"base64", toBase64(bytes)}};
}

std::string bytesFromJson(const nlohmann::json& json) {
  if (!json.is_object()) return json.get<std::string>();
  if (auto bytes = fromBase64(json.at("base64").get<std::string>())) return *std::move(bytes);
  throw nlohmann::json::other_error::create(501, "this is not base64", &json);
}

void to_json(nlohmann::json& json, const Error& error) {
  if (error.range)
    json = error.range->begin;
  else
    json = nlohmann::json::object();
  json["kind"] = error.kind;
  json["message"] = jsonText(error.message);
}

void from_json(const nlohmann::json& json, Error& error) {
  error = {json.value("kind", ErrorKind::input), json.at("message").get<std::string>(), std::nullopt};
  if (!json.contains("line")) return;
  const auto at = json.get<SourcePosition>();
  error.range = SourceRange{at, at.line, at.column};
}

}  // namespace warpwright
