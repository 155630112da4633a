#include "core/base/message.h"

#include <ostream>

namespace warpwright {
namespace {

using Translate = std::function<std::string(const std::string&)>;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Is the last of a text with places a place, and not words behind `%%` such as "100%%1"?
bool endsInPlace(std::string_view text) {
  size_t digits = 0;
  while (digits < text.size() && isDigit(text[text.size() - 1 - digits])) ++digits;
  size_t percents = 0;
  while (digits + percents < text.size() && text[text.size() - 1 - digits - percents] == '%') ++percents;
  return digits > 0 && percents % 2 == 1;
}

/// Neighbouring words are one part.
void addWords(std::vector<MessagePiece>& pieces, std::string_view words) {
  if (words.empty()) return;
  if (pieces.empty() || pieces.back().at) pieces.push_back({});
  pieces.back().text += words;
}

void addLines(std::vector<MessagePiece>& pieces, const LineList& lines, const Translate& translate) {
  std::string word = lines.at.size() == 1 ? (lines.capital ? "Line" : "line") : (lines.capital ? "Lines" : "lines");
  if (translate) word = translate(word);
  if (lines.at.empty()) addWords(pieces, word + " ");
  for (size_t i = 0; i < lines.at.size(); ++i) {
    const bool isLast = i + 1 == lines.at.size();
    if (i > 0) addWords(pieces, isLast ? (translate ? translate(lines.last) : lines.last) : ", ");
    pieces.push_back({(i == 0 ? word + " " : "") + std::to_string(lines.at[i].line), lines.at[i]});
  }
}

void addMessage(std::vector<MessagePiece>& pieces, const Message& message, const Translate& translate);

void addArgument(std::vector<MessagePiece>& pieces, const Argument& argument, const Translate& translate) {
  if (const auto* words = std::get_if<std::string>(&argument)) addWords(pieces, *words);
  if (const auto* word = std::get_if<Code>(&argument)) addWords(pieces, "`" + word->text + "`");
  if (const auto* number = std::get_if<int64_t>(&argument)) addWords(pieces, std::to_string(*number));
  if (const auto* lines = std::get_if<LineList>(&argument)) addLines(pieces, *lines, translate);
  if (const auto* messages = std::get_if<std::vector<Message>>(&argument)) {
    for (const Message& message : *messages) addMessage(pieces, message, translate);
  }
}

/// Calls `words` and `place` for what the text is made of: a place is an index from 0.
void readText(std::string_view text, auto&& words, auto&& place) {
  while (!text.empty()) {
    const size_t percent = text.find('%');
    if (percent == std::string_view::npos || percent + 1 == text.size()) return words(text);
    words(text.substr(0, percent));
    size_t end = percent + 1;
    size_t number = 0;
    while (end < text.size() && isDigit(text[end]) && end < percent + 5) {
      number = number * 10 + static_cast<size_t>(text[end++] - '0');
    }
    if (number > 0) {
      place(number - 1);
    } else {
      words(text.substr(end = percent + 1, 1)), ++end;
    }
    text.remove_prefix(end);
  }
}

void addMessage(std::vector<MessagePiece>& pieces, const Message& message, const Translate& translate) {
  readText(
      translate ? translate(message.text) : message.text, [&](std::string_view words) { addWords(pieces, words); },
      [&](size_t index) {
        if (index < message.arguments.size()) addArgument(pieces, message.arguments[index], translate);
      });
}

}  // namespace

Message::Message() = default;
Message::Message(const Message& other) = default;
Message::Message(Message&& other) noexcept = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) noexcept = default;
Message::~Message() = default;
Message::Message(Code word) : text("%1"), arguments{std::move(word)} {}
Message::Message(LineList lines) : text("%1"), arguments{std::move(lines)} {}

Message::Message(std::string_view words) {
  text.reserve(words.size());
  for (const char c : words) text.append(c == '%' ? 2 : 1, c);
}

void Message::reserve(size_t count) {
  arguments.reserve(count);
}
void Message::add(Code word) {
  arguments.emplace_back(std::move(word));
}
void Message::add(LineList lines) {
  arguments.emplace_back(std::move(lines));
}
void Message::add(Message message) {
  arguments.emplace_back(std::vector<Message>{std::move(message)});
}
void Message::add(std::string words) {
  arguments.emplace_back(std::move(words));
}
void Message::addNumber(int64_t number) {
  arguments.emplace_back(number);
}

bool Message::operator==(const Message&) const = default;

Message& Message::operator+=(const Message& more) {
  const Message second = more;
  const size_t before = arguments.size();
  arguments.insert(arguments.end(), second.arguments.begin(), second.arguments.end());
  bool isPlaceLast = endsInPlace(text);
  readText(
      second.text,
      [&](std::string_view words) {
        // A digit would be read as part of the number of the place before it.
        if (isPlaceLast && !words.empty() && isDigit(words.front())) {
          arguments.emplace_back(std::string(words));
          text += "%" + std::to_string(arguments.size());
          return;
        }
        for (const char c : words) text.append(c == '%' ? 2 : 1, c);
        isPlaceLast = isPlaceLast && words.empty();
      },
      [&](size_t index) {
        text += "%" + std::to_string(before + index + 1);
        isPlaceLast = true;
      });
  return *this;
}

Message operator+(Message first, const Message& second) {
  first += second;
  return first;
}

std::string toText(const Message& message) {
  std::string text;
  for (const MessagePiece& piece : piecesOf(message)) text += piece.text;
  return text;
}

std::ostream& operator<<(std::ostream& stream, const Message& message) {
  return stream << toText(message);
}

Code code(std::string text) {
  return {std::move(text)};
}

LineList lineText(uint32_t line) {
  return lineText(SourcePosition{{}, line, 0});
}

LineList lineText(const SourcePosition& at) {
  LineList lines;
  lines.at.push_back(at);
  return lines;
}

LineList linesText(const std::vector<uint32_t>& numbers, std::string last) {
  LineList lines;
  lines.last = std::move(last);
  for (const uint32_t number : numbers) lines.at.push_back({{}, number, 0});
  return lines;
}

LineList capitalised(LineList lines) {
  lines.capital = true;
  return lines;
}

std::vector<MessagePiece> piecesOf(const Message& message, const Translate& translate) {
  std::vector<MessagePiece> pieces;
  addMessage(pieces, message, translate);
  return pieces;
}

void visitPlaces(Message& message, const std::function<void(SourcePosition&)>& visit) {
  for (Argument& argument : message.arguments) {
    if (auto* lines = std::get_if<LineList>(&argument)) {
      for (SourcePosition& at : lines->at) visit(at);
    } else if (auto* messages = std::get_if<std::vector<Message>>(&argument)) {
      for (Message& inner : *messages) visitPlaces(inner, visit);
    }
  }
}

}  // namespace warpwright
