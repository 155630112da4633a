#include "core/base/json_text.h"

#include <array>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "core/base/utf8.h"

namespace warpwright {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string fromBase64(std::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const size_t digit = digits.find(c);
    if (digit == std::string_view::npos) continue;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    held += 6;
    if (held >= 8) bytes += static_cast<char>(bits >> (held -= 8) & 0xff);
  }
  return bytes;
}

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

nlohmann::json jsonText(std::string_view text) {
  return isUtf8(text) ? std::string(text) : replaceInvalidUtf8(text);
}

nlohmann::json jsonBytes(std::string_view bytes) {
  if (isUtf8(bytes)) return std::string(bytes);
  return {{"base64", toBase64(bytes)}};
}

std::string bytesFromJson(const nlohmann::json& json) {
  if (json.is_object()) return fromBase64(json.at("base64").get<std::string>());
  return json.get<std::string>();
}

}  // namespace warpwright
