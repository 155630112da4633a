#include "analysis/makefile/shell_commands.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

#include "analysis/makefile/make_text.h"

namespace warpwright::makefile {
namespace {

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool isAssignment(const std::string& word) {
  const size_t equals = word.find('=');
  return equals != std::string::npos && equals > 0 && !(word[0] >= '0' && word[0] <= '9') &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), isNameCharacter);
}

template <size_t N>
bool isOneOf(const std::string& word, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Splitter {
 public:
  Splitter(std::string_view line, size_t unknown) : line_(line), mark_(unknownMark(unknown)) {}

  std::vector<ShellCommand> run() {
    for (at_ = 0; at_ < line_.size(); ++at_) take(line_[at_]);
    endCommand(false);
    return std::move(commands_);
  }

 private:
  char next() const { return at_ + 1 < line_.size() ? line_[at_ + 1] : '\0'; }

  void take(char c) {
    if (c == ' ' || c == '\t' || c == '\r') {
      endWord();
    } else if (c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
      takeOperator(c);
    } else if (c == '<' || c == '>') {
      // A number in front of it says which stream.
      if (std::all_of(word_.text.begin(), word_.text.end(), [](char d) { return d >= '0' && d <= '9'; })) drop();
      endWord();
      while (next() == '>' || next() == '<' || next() == '&') ++at_;
      isRedirected_ = true;
    } else if (c == '#' && !inWord_) {
      at_ = std::min(line_.find('\n', at_), line_.size()) - 1;
    } else {
      takeCharacter(c);
    }
  }

  void takeCharacter(char c) {
    inWord_ = true;
    if (c == '\\') {
      if (at_ + 1 < line_.size()) word_.text += line_[++at_];
    } else if (c == '\'') {
      const size_t end = std::min(line_.find('\'', at_ + 1), line_.size());
      word_.text.append(line_.substr(at_ + 1, end - at_ - 1));
      at_ = end;
    } else if (c == '"') {
      takeQuoted();
    } else if (c == '$' || c == '`') {
      takeUnknown(c);
    } else {
      word_.isPattern |= c == '*' || c == '?' || c == '[';
      word_.text += c;
    }
  }

  void takeQuoted() {
    for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_) {
      const char c = line_[at_];
      if (c == '\\' && std::string_view("\"\\$`").find(next()) != std::string_view::npos)
        word_.text += line_[++at_];
      else if (c == '$' || c == '`')
        takeUnknown(c);
      else
        word_.text += c;
    }
  }

  /// `$x`, `${x}`, `$(x)`, `` `x` ``.
  void takeUnknown(char c) {
    word_.text += mark_;
    if (c == '`') {
      at_ = std::min(line_.find('`', at_ + 1), line_.size());
    } else if (next() == '(' || next() == '{') {
      at_ = std::min(closingOf(line_, at_ + 1), line_.size());
    } else {
      const bool isName = isNameCharacter(next());
      if (next()) ++at_;
      while (isName && isNameCharacter(next())) ++at_;
    }
  }

  void drop() {
    word_ = {};
    inWord_ = false;
  }

  void endWord() {
    if (!inWord_) return;
    ShellWord word = std::move(word_);
    drop();
    if (std::exchange(isRedirected_, false)) return;
    if (command_.words.empty() && isControl(word.text)) return;
    if (command_.words.empty() && isAssignment(word.text)) return command_.assigned.push_back(std::move(word));
    command_.words.push_back(std::move(word));
  }

  /// Words in front of a command that say when it runs.
  bool isControl(const std::string& word) {
    static constexpr std::array begins = {"if", "while", "until", "case"};
    static constexpr std::array ends = {"fi", "done", "esac"};
    static constexpr std::array others = {"then", "else", "elif", "do", "{", "}", "!"};
    if (isOneOf(word, begins) || word == "for") {
      loops_.push_back(word == "for");
      if (word == "for") isLoopHead_ = true;
      return true;
    }
    if (isOneOf(word, ends)) {
      if (!loops_.empty()) loops_.pop_back();
      return true;
    }
    if (word == "do") isLoopHead_ = false;
    return isOneOf(word, others);
  }

  void takeOperator(char c) {
    if (c == '&' && isRedirected_) return;  // >&
    endWord();
    const bool isDouble = (c == '&' || c == '|') && next() == c;
    if (isDouble) ++at_;
    const bool isTest = !command_.words.empty() && (command_.words[0].text == "[" || command_.words[0].text == "test");
    const bool isOr = isDouble && c == '|', isAnd = isDouble && c == '&';
    endCommand(isOr || (isAnd && (isTest || afterTest_)));
  }

  /// `isMaybeNext`: whether the next one runs depends on this one.
  void endCommand(bool isMaybeNext) {
    endWord();
    const bool isConditional = std::any_of(loops_.begin(), loops_.end(), [](bool isLoop) { return !isLoop; });
    command_.isMaybe = afterTest_ || isConditional;
    if (!command_.words.empty() && !isLoopHead_) commands_.push_back(std::move(command_));
    command_ = {};
    isLoopHead_ = false;
    afterTest_ = isMaybeNext;
  }

  std::string_view line_;
  std::string mark_;
  size_t at_ = 0;
  ShellWord word_;
  bool inWord_ = false, isRedirected_ = false, isLoopHead_ = false, afterTest_ = false;
  std::vector<bool> loops_;  ///< what is open: a loop, or something that only may run
  ShellCommand command_;
  std::vector<ShellCommand> commands_;
};

}  // namespace

std::vector<ShellCommand> commandsOf(std::string_view line, size_t unknown) {
  return Splitter(line, unknown).run();
}

}  // namespace warpwright::makefile
