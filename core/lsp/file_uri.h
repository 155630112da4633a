#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpwright::lsp {

/// The absolute path that a `file:` URI of this machine names, normalised; nothing: it is none.
std::optional<std::string> pathOfUri(std::string_view uri);

/// "file:///a%20b.cu" of an absolute path.
std::string uriOfPath(std::string_view path);

}  // namespace warpwright::lsp
