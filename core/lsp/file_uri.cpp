#include "core/lsp/file_uri.h"

#include <strings.h>

#include <cctype>
#include <charconv>
#include <filesystem>

namespace warpwright::lsp {

std::optional<std::string> pathOfUri(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (uri.size() < scheme.size() || ::strncasecmp(uri.data(), scheme.data(), scheme.size()) != 0) return std::nullopt;
  uri.remove_prefix(scheme.size());
  const size_t slash = uri.find('/');
  if (slash == std::string_view::npos || (slash != 0 && uri.substr(0, slash) != "localhost")) return std::nullopt;
  uri.remove_prefix(slash);
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '?' || uri[i] == '#') break;
    if (uri[i] != '%') {
      path += uri[i];
      continue;
    }
    unsigned value = 0;
    const char* digits = uri.data() + i + 1;
    if (i + 2 >= uri.size() || std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2 || value == 0)
      return std::nullopt;
    path += static_cast<char>(value);
    i += 2;
  }
  return std::filesystem::path(path).lexically_normal().string();
}

std::string uriOfPath(std::string_view path) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos)
      uri += c;
    else
      (uri += '%').append({digits[byte >> 4], digits[byte & 15]});
  }
  return uri;
}

}  // namespace warpwright::lsp
