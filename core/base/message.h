#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/source_range.h"

namespace warpwright {

class Message;

/// A word of the source: rendered in backticks.
struct Code {
  std::string text;
  bool operator==(const Code&) const = default;
};

/// One or several lines of the source: "line 43", "lines 3, 5 and 9".
struct LineList {
  std::vector<SourcePosition> at;  ///< as they are named; without a file: in that of the kernel the message is about
  std::string last = " and ";      ///< what stands before the last one; between the others stands ", "
  bool capital = false;            ///< at the start of a sentence: "Line 43"
  bool operator==(const LineList&) const = default;
};

/// What stands at a place of a message: words, a word of the source, a number, lines of the source, or another message
/// (one; in a vector, for a message is not complete here).
using Argument = std::variant<std::string, Code, int64_t, LineList, std::vector<Message>>;

/// The text of a message with places for `Count` arguments, checked where it is compiled: each of %1 to %Count is
/// there, and nothing else is.
template <size_t Count>
struct MessageText {
  consteval MessageText(const char* written) : text(written) {
    static_assert(Count < 10);
    bool seen[10] = {};
    for (const char* c = written; *c; ++c) {
      if (*c != '%') continue;
      ++c;
      if (*c == '%') continue;
      if (*c < '1' || *c > static_cast<char>('0' + Count)) throw "a place without an argument";
      seen[*c - '0'] = true;
    }
    for (size_t i = 1; i <= Count; ++i) {
      if (!seen[i]) throw "an argument without a place";
    }
  }
  const char* text;
};

/// A sentence, or a part of one, that still knows what it speaks of: where lines move, they are moved in the arguments;
/// where it is shown, they are links; where it is translated, the text is. Written
///   Message("%1 at %2 may touch any memory.", code(call.name), lineText(call.line))
/// or put together with +; words that name no line are messages as they are. `toText` renders it.
class Message {
 public:
  std::string text;  ///< with places: %1, %2 …; a percent sign is written %%
  std::vector<Argument> arguments;

  // Made, copied and thrown away out of line: every source that may fail does so, and what a variant needs for it would
  // be compiled in each of them.
  Message();
  Message(const Message& other);
  Message(Message&& other) noexcept;
  Message& operator=(const Message& other);
  Message& operator=(Message&& other) noexcept;
  ~Message();
  /// Words as they are: a % in them is no place.
  Message(std::string_view words);
  Message(const std::string& words) : Message(std::string_view(words)) {}
  Message(const char* words) : Message(std::string_view(words)) {}
  Message(Code word);
  Message(LineList lines);
  template <typename... Arguments>
    requires(sizeof...(Arguments) > 0)
  Message(MessageText<sizeof...(Arguments)> written, Arguments&&... given) : text(written.text) {
    reserve(sizeof...(given));
    (add(std::forward<Arguments>(given)), ...);
  }

  bool empty() const { return text.empty(); }
  void clear() { *this = {}; }
  Message& operator+=(const Message& more);
  bool operator==(const Message&) const;

 private:
  void reserve(size_t count);
  void add(Code word);
  void add(LineList lines);
  void add(Message message);
  void add(std::string words);
  void addNumber(int64_t number);
  template <std::integral Number>
  void add(Number number) {
    addNumber(static_cast<int64_t>(number));
  }
  template <std::convertible_to<std::string> Words>
    requires(!std::same_as<std::remove_cvref_t<Words>, std::string>)
  void add(Words&& words) {
    add(std::string(std::forward<Words>(words)));
  }
};

Message operator+(Message first, const Message& second);

/// The message as it reads: "`x` at line 43 may touch any memory."
std::string toText(const Message& message);

/// Whether it reads so. For messages alone: not where both sides are words.
template <std::same_as<Message> Left, typename Words>
  requires std::convertible_to<const Words&, std::string_view>
bool operator==(const Left& message, const Words& words) {
  return toText(message) == std::string_view(words);
}
std::ostream& operator<<(std::ostream& stream, const Message& message);

/// A word of the source.
Code code(std::string text);
/// "line 43". A number alone is a line of the file that the kernel stands in.
LineList lineText(uint32_t line);
LineList lineText(const SourcePosition& at);
/// "line 3", "lines 3, 5 and 9"; `last` stands before the last one.
LineList linesText(const std::vector<uint32_t>& lines, std::string last = " and ");
/// As it stands at the start of a sentence.
LineList capitalised(LineList lines);

/// A part of a rendered message: words, or one line with the place it speaks of.
struct MessagePiece {
  std::string text;  ///< "may touch any memory.", "line 43"
  std::optional<SourcePosition> at;
};
/// The parts in order; joined they are `toText`. `translate` gives the text of a message, and the words "line" and
/// "lines", in another language; null: they stay.
std::vector<MessagePiece> piecesOf(const Message& message,
                                   const std::function<std::string(const std::string&)>& translate = nullptr);

/// Calls `visit` for each place in the source that the message names, those of messages inside it too.
void visitPlaces(Message& message, const std::function<void(SourcePosition&)>& visit);

}  // namespace warpwright
