#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/base/message.h"
#include "core/base/source_range.h"

namespace warpwright {

/// What kind of thing went wrong; the command line turns it into its exit code.
enum class ErrorKind {
  usage,      ///< the request is malformed (exit 2)
  input,      ///< the user's file or program could not be read, analysed or run (exit 3)
  worker,     ///< a worker process crashed, hung or could not be started (exit 4)
  io,         ///< a file could not be read or written; nothing was changed (exit 3)
  stale,      ///< the text changed since the request was made (exit 3)
  cancelled,  ///< asked to stop; views drop it silently
};

/// Why something did not work: one plain sentence that says what to do next, and where, if there is a place.
struct Error {
  ErrorKind kind = ErrorKind::input;
  std::string message;
  std::optional<SourceRange> range;
  Message parts = {};  ///< the message with the lines it names, where it names some; see `said`
};

/// The message of an error as a part of another one: it keeps the lines it names.
Message said(const Error& error);
Error inputError(const Message& message, std::optional<SourceRange> range = std::nullopt);
Error cancelledError();

/// A value or the reason why there is none. There is no conversion to bool: ask `ok()`.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  /// Requires: ok().
  const T& value() const& { return assert(ok()), std::get<0>(state_); }
  T& value() & { return assert(ok()), std::get<0>(state_); }
  T&& value() && { return assert(ok()), std::get<0>(std::move(state_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  /// Requires: !ok().
  const Error& error() const { return assert(!ok()), std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// Success, or the reason why not.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  /// Requires: !ok().
  const Error& error() const { return assert(!ok()), *error_; }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace warpwright
