#include "analysis/analyzer/own_names.h"

#include <clang/Basic/IdentifierTable.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "analysis/model/code_text.h"

namespace warpwright::analysis {
namespace {

/// What begins with a digit is a number; a quote behind it makes it the prefix of a string.
bool isName(std::string_view plain, std::string_view text, size_t at, size_t length) {
  if (std::isdigit(static_cast<unsigned char>(plain[at])) != 0) return false;
  const char behind = at + length < text.size() ? text[at + length] : ' ';
  return behind != '"' && behind != '\'';
}

/// Where each name begins that stands outside of comments and quotes, and the name.
template <typename Take>
void eachName(const std::string& text, Take take) {
  const std::string plain = model::codeOf(text);
  model::eachWord(plain, [&](std::string_view word) {
    const auto at = static_cast<size_t>(word.data() - plain.data());
    if (isName(plain, text, at, word.size())) take(at, word);
  });
}

bool hasWordsOfTheLanguage(const std::string& text) {
  const std::string plain = model::codeOf(text);
  return std::ranges::any_of(std::initializer_list<std::string_view>{"#", "[[", "__attribute__", "_Pragma"},
                             [&](std::string_view what) { return plain.find(what) != std::string::npos; });
}

}  // namespace

model::Words ownNames(const Rewrite& change, const std::string& suffix, const clang::IdentifierTable& said) {
  const auto isSaid = [&](const std::string& name) { return said.find(name) != said.end(); };
  model::Words own;
  bool areAll = true;
  for (const FileEdits& file : change.files) {
    for (const TextEdit& edit : file.edits) {
      areAll &= !hasWordsOfTheLanguage(edit.replacement);
      eachName(edit.replacement, [&](size_t, std::string_view word) {
        const std::string name(word);
        if (isSaid(name) || !own.insert(name).second) return;
        areAll &= !isSaid(name + suffix);
      });
    }
  }
  return areAll ? own : model::Words();
}

std::vector<TextEdit> renamed(std::vector<TextEdit> edits, const model::Words& names, const std::string& suffix) {
  for (TextEdit& edit : edits) {
    std::string text;
    size_t done = 0;
    eachName(edit.replacement, [&](size_t at, std::string_view word) {
      if (!names.contains(word)) return;
      text.append(edit.replacement, done, at + word.size() - done).append(suffix);
      done = at + word.size();
    });
    edit.replacement = text.append(edit.replacement, done);
  }
  return edits;
}

}  // namespace warpwright::analysis
