#include "core/base/result.h"

namespace warpwright {

Message said(const Error& error) {
  return toText(error.parts) == error.message ? error.parts : Message(error.message);
}

Error inputError(const Message& message, std::optional<SourceRange> range) {
  return Error{ErrorKind::input, toText(message), std::move(range), message.arguments.empty() ? Message() : message};
}

Error cancelledError() {
  return Error{ErrorKind::cancelled, "Cancelled.", std::nullopt};
}

}  // namespace warpwright
