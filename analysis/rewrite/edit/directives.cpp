#include "analysis/rewrite/edit/directives.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// A word of a text, comments left out.
struct Word {
  uint32_t begin = 0, end = 0;
  std::string_view text;
  bool startsLine = false;  ///< of a line as the preprocessor counts them: a backslash or a comment goes on in the next

  bool isHash() const { return startsLine && (text == "#" || text == "%:"); }
};

/// Requires: a zero stands behind the text, as the lexer asks.
std::vector<Word> wordsOf(const LangOptions& language, std::string_view text, uint32_t begin, uint32_t end) {
  std::vector<Word> words;
  Lexer lexer(SourceLocation(), language, text.data(), text.data() + begin, text.data() + text.size());
  Token token;
  for (uint32_t last = begin; !lexer.LexFromRawLexer(token);) {
    const auto behind = static_cast<uint32_t>(lexer.getBufferLocation() - text.data());
    const uint32_t first = behind - token.getLength();
    if (first >= end || behind <= last) break;
    last = behind;
    words.push_back({first, behind, text.substr(first, behind - first), token.isAtStartOfLine()});
  }
  return words;
}

/// Those of a part of a file in which a directive may stand; none where none can.
std::vector<Word> wordsOf(const Editor& editor, const TextRange& text) {
  const std::string_view part = editor.textOf(text);
  if (part.find('#') == std::string_view::npos && part.find("%:") == std::string_view::npos) return {};
  return wordsOf(editor.unit()->ast().getLangOpts(), editor.textOf(text.file), text.begin, text.end);
}

size_t endOfLine(const std::vector<Word>& words, size_t hash) {
  size_t end = hash + 1;
  while (end < words.size() && !words[end].startsLine) ++end;
  return end;
}

Directive directiveAt(const std::string& file, const std::vector<Word>& words, size_t hash) {
  const size_t end = endOfLine(words, hash);
  Directive found{{file, words[hash].begin, words[end - 1].end}, {}, {}};
  if (hash + 1 < end) found.word = words[hash + 1].text;
  if (hash + 2 < end && (found.word == "define" || found.word == "undef")) found.name = words[hash + 2].text;
  return found;
}

bool isPragma(const std::vector<Word>& words, size_t hash) {
  return hash + 1 < words.size() && words[hash + 1].text == "pragma";
}

bool isBracket(std::string_view word) {
  return word == "{" || word == "}" || word == ";";
}

/// Where the parts of a body begin in its file; those that calls leave to defaults stand elsewhere.
std::set<uint32_t> beginningsOf(const SourceManager& sources, const Stmt& body) {
  const FileID file = sources.getFileID(sources.getExpansionLoc(body.getBeginLoc()));
  std::set<uint32_t> all;
  eachPart(&body, [&](const Stmt& part, const auto&) {
    for (const SourceLocation at :
         {sources.getExpansionLoc(part.getBeginLoc()), sources.getFileLoc(part.getBeginLoc())})
      if (sources.getFileID(at) == file) all.insert(sources.getFileOffset(at));
  });
  return all;
}

/// Is a block what most narrowly holds the place, so that a statement may begin or end there?
bool isInBlock(const SourceManager& sources, const CompoundStmt& body, uint32_t place) {
  const FileID file = sources.getFileID(sources.getExpansionLoc(body.getBeginLoc()));
  const Stmt* innermost = &body;
  uint32_t size = UINT32_MAX;
  eachPart(&body, [&](const Stmt& part, const auto&) {
    const auto range = sources.getExpansionRange(part.getSourceRange());
    if (sources.getFileID(range.getBegin()) != file || sources.getFileID(range.getEnd()) != file) return;
    const uint32_t begin = sources.getFileOffset(range.getBegin()), end = sources.getFileOffset(range.getEnd());
    // A node that stands for the same text as its parent says the same.
    if (place <= begin || end < place || end - begin >= size) return;
    innermost = &part;
    size = end - begin;
  });
  return isa<CompoundStmt>(innermost);
}

/// The last word in front of a directive that no directive holds; empty: there is none.
std::string_view wordBefore(const std::vector<Word>& words, size_t hash) {
  std::string_view last;
  for (size_t at = 0; at < hash;) {
    if (words[at].isHash())
      at = endOfLine(words, at);
    else
      last = words[at++].text;
  }
  return last;
}

/// What the directives of a text say of one name, and where it is used, itself or by a macro that stands for it.
struct NamedMacro {
  size_t defined = SIZE_MAX, undefined = SIZE_MAX;  ///< behind its definition
  size_t firstUse = SIZE_MAX, lastUse = 0;
  unsigned definitions = 0;
};

bool stands(const Editor& editor, std::string_view word, std::string_view name) {
  const bool isJoined = word.find('\\') != std::string_view::npos &&
                        (std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '_');
  return word == name || isJoined ||
         (isMacroName(editor, word) && (standsFor(editor, word, {name}) || pastesWords(editor, word)));
}

/// A name that may be spelled in other ways, too: `W\u00e9`, or over two lines.
bool isSpelledOtherwise(std::string_view name) {
  return !std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::map<std::string_view, NamedMacro> macrosNamedIn(const std::vector<Word>& words) {
  std::map<std::string_view, NamedMacro> named;
  for (size_t at = 0; at + 2 < words.size(); ++at) {
    if (!words[at].isHash()) continue;
    const std::string_view word = words[at + 1].text;
    if (word != "define" && word != "undef") continue;
    NamedMacro& one = named[words[at + 2].text];
    if (word == "define") {
      ++one.definitions;
      one.defined = at;
    } else if (one.definitions > 0) {
      one.undefined = std::min(one.undefined, at);
    }
  }
  return named;
}

/// Does each name mean one thing throughout the text: is it defined once in it, and used behind that alone, before it
/// is undefined again? Errors: a name of which that is not so.
Status meanOneThing(const Editor& editor, const std::vector<Word>& words) {
  std::map<std::string_view, NamedMacro> named = macrosNamedIn(words);
  if (named.empty()) return {};
  for (auto& [name, macro] : named) {
    if (isSpelledOtherwise(name)) return inputError({"`%1` may be spelled in another way, too", std::string(name)});
    if (macro.definitions != 1) return inputError({"`%1` is not defined once", std::string(name)});
  }
  for (size_t at = 0; at < words.size(); ++at) {
    if (words[at].isHash()) {
      at = endOfLine(words, at) - 1;
      continue;
    }
    for (auto& [name, macro] : named) {
      if (!stands(editor, words[at].text, name)) continue;
      macro.firstUse = std::min(macro.firstUse, at);
      macro.lastUse = at;
    }
  }
  for (const auto& [name, macro] : named) {
    if (macro.firstUse < macro.defined) return inputError({"`%1` is a word before it is defined", std::string(name)});
    if (macro.lastUse > macro.undefined) return inputError({"`%1` is a word behind its #undef", std::string(name)});
  }
  return {};
}

}  // namespace

std::vector<Directive> directivesIn(const Editor& editor, const TextRange& text) {
  std::vector<Directive> found;
  const std::vector<Word> words = wordsOf(editor, text);
  for (size_t at = 0; at < words.size(); ++at) {
    if (words[at].isHash()) found.push_back(directiveAt(text.file, words, at));
  }
  return found;
}

Status mayDirectivesStandTwice(const Editor& editor, const TextRange& text) {
  const std::vector<Word> words = wordsOf(editor, text);
  const std::map<std::string_view, NamedMacro> named = macrosNamedIn(words);
  for (size_t at = 0; at < words.size(); ++at) {
    if (!words[at].isHash() || isPragma(words, at)) continue;
    const Directive one = directiveAt(text.file, words, at);
    if (!one.isMacro() && !one.isCondition()) return inputError("it holds directives that cannot stand twice");
    for (size_t next = at; one.isCondition() && next < endOfLine(words, at); ++next)
      for (const auto& [name, macro] : named)
        if (stands(editor, words[next].text, name)) return inputError("it asks for macros that it defines");
  }
  return meanOneThing(editor, words);
}

Status standBetweenStatements(const Editor& editor, const CompoundStmt& body, const TextRange& text) {
  const ASTContext& context = editor.unit()->ast();
  const std::vector<Word> words = wordsOf(editor, text);
  for (size_t at = 0; at < words.size(); ++at) {
    if (!words[at].isHash() || isPragma(words, at)) continue;
    const Directive one = directiveAt(text.file, words, at);
    const auto refusal = [&](const Message& why) {
      return inputError(lineText(editor.lineOf(text.file, one.place.begin)) + " " + why);
    };
    if (!one.isMacro() && !one.isCondition()) return refusal("has a directive of the preprocessor inside the kernel");
    const std::string_view before = wordBefore(words, at);
    if (!(before.empty() || isBracket(before)) || !isInBlock(context.getSourceManager(), body, one.place.begin))
      return refusal("has a directive of the preprocessor inside of a statement");
  }
  return meanOneThing(editor, words);
}

KeptDirectives::KeptDirectives(const Editor& editor, const CompoundStmt& body, const TextRange& text)
    : editor_(editor) {
  const std::vector<Word> words = wordsOf(editor, text);
  if (words.empty()) return;
  const std::set<uint32_t> parts = beginningsOf(editor.unit()->ast().getSourceManager(), body);
  for (size_t at = 0; at < words.size(); ++at) {
    if (!words[at].isHash() || isPragma(words, at)) continue;
    bool holdsWords = false, isRead = false;
    for (size_t next = endOfLine(words, at); next < words.size(); ++next) {
      if (words[next].isHash() && !isPragma(words, next)) break;
      holdsWords = holdsWords || !isBracket(words[next].text);
      isRead = isRead || parts.contains(words[next].begin);
    }
    leftOut_.push_back(holdsWords && !isRead);
  }
  pieces_ = piecesOf(std::string(editor.textOf(text)));
}

std::vector<std::string> KeptDirectives::piecesOf(const std::string& text) const {
  std::vector<std::string> pieces;
  const std::vector<Word> words =
      wordsOf(editor_.unit()->ast().getLangOpts(), text, 0, static_cast<uint32_t>(text.size()));
  for (size_t at = 0; at < words.size(); ++at) {
    if (!words[at].isHash() || isPragma(words, at)) continue;
    size_t end = endOfLine(words, at);
    if (pieces.size() < leftOut_.size() && leftOut_[pieces.size()]) {
      while (end < words.size() && (!words[end].isHash() || isPragma(words, end))) ++end;
    }
    std::string piece;
    for (size_t word = at; word < end; ++word)
      piece.append(words[word].text).append(words[word].startsLine ? "\n" : " ");
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

Status KeptDirectives::areIn(const std::string& body) const {
  if (piecesOf(body) != pieces_) return inputError("a directive of the preprocessor stands where lines have to move");
  return meanOneThing(editor_,
                      wordsOf(editor_.unit()->ast().getLangOpts(), body, 0, static_cast<uint32_t>(body.size())));
}

}  // namespace warpwright::rewrite
