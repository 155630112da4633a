#include "analysis/rewrite/source/editor.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/kept_text.h"
#include "analysis/frontend/project_files.h"
#include "analysis/frontend/source_files.h"
#include "analysis/model/code_text.h"
#include "analysis/model/source_text.h"
#include "analysis/rewrite/source/self_text.h"
#include "analysis/rewrite/style/formatting.h"
#include "core/base/hash.h"

namespace warpwright::rewrite {
namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

// The macro whose body a location stands in.
std::string macroNameAt(clang::SourceLocation location, const clang::ASTContext& context) {
  return clang::Lexer::getImmediateMacroName(location, context.getSourceManager(), context.getLangOpts()).str();
}

TextRange rangeOf(const clang::CharSourceRange& chars, const frontend::ParsedUnit& unit) {
  const clang::SourceManager& sources = unit.ast().getSourceManager();
  return {fileNameAt(unit, chars.getBegin()), sources.getFileOffset(chars.getBegin()),
          sources.getFileOffset(chars.getEnd())};
}

// The edits in the layout of the file's own style, or as they are where what the text tells of itself stands against
// it.
Result<std::vector<TextEdit>> laidOut(const Editor& editor, const std::string& file, std::vector<TextEdit> edits) {
  SelfText self(editor, file);
  const KeptText kept{[&] { return !edits.empty() && self.tellsLinesAfter(edits.front().offset); },
                      [&](uint32_t begin, uint32_t end) { return self.isString(begin, end); }};
  std::vector<TextEdit> inStyle = formatted(file, editor.textOf(file), edits, kept);
  if (self.keep(inStyle).ok()) return inStyle;
  if (Status agrees = self.keep(edits); !agrees.ok()) return agrees.error();
  return edits;
}

/// Does a file name its line from `offset` on?
bool namesLine(const frontend::ParsedUnit& unit, const std::string& file, uint32_t offset) {
  struct LastNames {
    mutable std::map<std::string, size_t> byFile;  ///< where it does so last; npos: nowhere
  };
  const auto& known = frontend::keptFact<LastNames>(unit, [] { return LastNames{}; });
  const auto [last, isNew] = known.byFile.try_emplace(file, std::string::npos);
  const auto kept = isNew ? frontend::keptText(unit, file) : Result<std::shared_ptr<const frontend::KeptText>>(nullptr);
  if (isNew && kept.ok()) last->second = (*kept)->text.rfind("__LINE__");
  return last->second != std::string::npos && last->second >= offset;
}

}  // namespace

std::string fileNameAt(const frontend::ParsedUnit& unit, clang::SourceLocation location) {
  struct Names {
    mutable std::map<clang::FileID, std::string> of;
  };
  const clang::SourceManager& sources = unit.ast().getSourceManager();
  const clang::FileID file = sources.getFileID(sources.getFileLoc(location));
  const auto [known, isNew] = frontend::keptFact<Names>(unit, [] { return Names(); }).of.try_emplace(file);
  if (!isNew) return known->second;
  const auto entry = sources.getFileEntryRefForID(file);
  if (!entry) return {};
  llvm::SmallString<256> path(entry->getName());
  sources.getFileManager().makeAbsolutePath(path);
  return known->second = frontend::normalPath(path.str().str());
}

SourcePosition positionAt(const frontend::ParsedUnit& unit, clang::SourceLocation location) {
  if (location.isInvalid()) return {};
  const clang::SourceManager& sources = unit.ast().getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  return {fileNameAt(unit, location), sources.getLineNumber(file, offset), sources.getColumnNumber(file, offset)};
}

Editor::Editor(const frontend::ParsedUnit& unit) : unit_(&unit) {}

Result<TextRange> Editor::locate(clang::SourceRange range) const {
  const clang::ASTContext& context = unit_->ast();
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::CharSourceRange chars = model::charsInFile(range, context);
  // A range that is all of a macro's expansion maps to the macro's name: those are not the tokens asked for.
  if (chars.isInvalid() || sources.getSpellingLoc(range.getBegin()) != chars.getBegin() ||
      clang::Lexer::getLocForEndOfToken(sources.getSpellingLoc(range.getEnd()), 0, sources, context.getLangOpts()) !=
          chars.getEnd()) {
    SourceRange at;
    at.begin = positionAt(*unit_, range.getBegin());
    const clang::SourceLocation inMacro = range.getBegin().isMacroID() ? range.getBegin() : range.getEnd();
    const std::string name = inMacro.isMacroID() ? macroNameAt(inMacro, context) : std::string();
    return inputError(
        lineText(at.begin.line) + " spells it inside the macro `" + name + "`, which would have to change everywhere",
        at);
  }
  const TextRange bytes = rangeOf(chars, *unit_);
  if (!unit_->isProjectFile(bytes.file)) {
    return inputError("`" + bytes.file + "` is not a file of the project");
  }
  return bytes;
}

Result<TextRange> Editor::locate(clang::SourceLocation token) const {
  return locate(clang::SourceRange(token, token));
}

Result<TextRange> Editor::spelled(clang::SourceRange range) const {
  const clang::CharSourceRange chars = model::charsInFile(range, unit_->ast());
  if (chars.isInvalid()) return locate(range);
  const TextRange bytes = rangeOf(chars, *unit_);
  return unit_->isProjectFile(bytes.file) ? Result<TextRange>(bytes) : locate(range);
}

std::string_view Editor::textOf(const std::string& file) const {
  const auto kept = frontend::keptText(*unit_, file);
  return kept.ok() ? (*kept)->text : texts_[file];  // the unit lives on, and with it what it keeps
}

std::string_view Editor::textOf(const TextRange& bytes) const {
  const std::string_view text = textOf(bytes.file);
  if (bytes.begin > bytes.end || bytes.end > text.size()) return {};
  return text.substr(bytes.begin, bytes.end - bytes.begin);
}

uint32_t Editor::lineOf(const std::string& file, uint32_t offset) const {
  const auto kept = frontend::keptText(*unit_, file);
  return kept.ok() ? (*kept)->lineOf(std::min(offset, static_cast<uint32_t>((*kept)->text.size()))) : 1;
}

std::vector<RawToken> Editor::tokens(const TextRange& bytes) const {
  // The lexer needs the byte after the bytes to be readable and the buffer to end in a zero: it gets a copy's bounds
  // by way of the whole text, which std::string terminates.
  const std::string_view text = textOf(bytes.file);
  std::vector<RawToken> found;
  if (bytes.end > text.size()) return found;
  clang::Lexer lexer(clang::SourceLocation(), unit_->ast().getLangOpts(), text.data(), text.data() + bytes.begin,
                     text.data() + text.size());
  clang::Token token;
  uint32_t position = bytes.begin;
  while (!lexer.LexFromRawLexer(token)) {
    const auto end = static_cast<uint32_t>(lexer.getBufferLocation() - text.data());
    const uint32_t begin = end - token.getLength();
    if (begin >= bytes.end || end <= position) break;
    position = end;
    found.push_back({begin, end, text.substr(begin, end - begin), token.is(clang::tok::raw_identifier)});
  }
  return found;
}

uint32_t Editor::lineStart(const std::string& file, uint32_t offset) const {
  const std::string_view text = textOf(file);
  const size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return newline == std::string_view::npos ? 0 : static_cast<uint32_t>(newline + 1);
}

std::string_view Editor::indentationAt(const std::string& file, uint32_t offset) const {
  const std::string_view text = textOf(file);
  const uint32_t begin = lineStart(file, offset);
  uint32_t end = begin;
  while (end < text.size() && isBlank(text[end])) ++end;
  return text.substr(begin, end - begin);
}

void Editor::replace(const TextRange& bytes, std::string replacement, std::string note) {
  edits_.replace(bytes, std::move(replacement), std::move(note));
}

void Editor::insert(const std::string& file, uint32_t offset, std::string text, std::string note) {
  replace({file, offset, offset}, std::move(text), std::move(note));
}

void Editor::removeWithLine(const TextRange& bytes, std::string note) {
  const std::string_view text = textOf(bytes.file);
  TextRange whole = bytes;
  while (whole.begin > 0 && isBlank(text[whole.begin - 1])) --whole.begin;
  while (whole.end < text.size() && (isBlank(text[whole.end]) || text[whole.end] == '\r')) ++whole.end;
  const bool startsLine = whole.begin == 0 || text[whole.begin - 1] == '\n';
  const bool endsLine = whole.end == text.size() || text[whole.end] == '\n';
  // Lines below keep their numbers where the program counts them.
  const bool isCounted = namesLine(*unit_, bytes.file, whole.end);
  if (startsLine && endsLine) {
    if (whole.end < text.size() && !isCounted) ++whole.end;
    replace(whole, "", std::move(note));
    return;
  }
  replace(bytes, "", std::move(note));
}

namespace {

/// All words that the unit's own files hold, comments and strings included.
const std::unordered_set<std::string_view>& wordsOf(const frontend::ParsedUnit& unit) {
  struct Read {
    std::vector<std::shared_ptr<const frontend::KeptText>> texts;
    std::unordered_set<std::string_view> words;
  };
  const auto read = [&] {
    Read all;
    for (const std::string& file : frontend::projectFiles(unit)) {
      const auto kept = frontend::keptText(unit, file);
      if (!kept.ok()) continue;
      all.texts.push_back(*kept);
      model::eachWord((*kept)->text, [&](std::string_view word) { all.words.insert(word); });
    }
    return all;
  };
  return frontend::keptFact<Read>(unit, read).words;
}

/// Does a file of the unit change macros in a way that text which moves, or stands twice, may mean something else?
bool changesMacros(const frontend::ParsedUnit& unit, std::string_view text) {
  const auto holds = [&](std::string_view word) {
    return wordsOf(unit).contains(word) && text.find(word) != std::string_view::npos;
  };
  return holds("push_macro") || holds("pop_macro");
}

}  // namespace

bool Editor::isWritten(std::string_view name) const {
  if (std::ranges::all_of(name, model::isWordPart) && !wordsOf(*unit_).contains(name)) return false;
  return std::ranges::any_of(frontend::projectFiles(*unit_), [&](const std::string& file) {
    const std::string_view text = textOf(file);
    if (text.find(name) == std::string_view::npos) return false;
    const std::vector<RawToken> all = tokens({file, 0, static_cast<uint32_t>(text.size())});
    return std::ranges::any_of(all, [&](const RawToken& token) { return token.is(name); });
  });
}

std::string Editor::freshName(const std::string& base) const {
  const auto [known, isNew] = freshNames_.try_emplace(base);
  if (!isNew) return known->second;
  const clang::IdentifierTable& identifiers = unit_->ast().Idents;
  for (int suffix = 1;; ++suffix) {
    std::string name = suffix == 1 ? base : base + "_" + std::to_string(suffix);
    const auto isIt = [&](const auto& given) { return given.second == name; };
    const bool isTaken = identifiers.find(name) != identifiers.end() || isWritten(name) ||
                         std::any_of(freshNames_.begin(), freshNames_.end(), isIt);
    if (isTaken) continue;
    return known->second = std::move(name);
  }
}

Result<Rewrite> Editor::finish(const Message& summary) const {
  Rewrite rewrite;
  rewrite.summary = toText(summary);
  for (const std::string& file : edits_.files()) {
    if (!unit_->isProjectFile(file)) return inputError("`" + file + "` is not a file of the project");
    if (Status agrees = edits_.check(file, textOf(file)); !agrees.ok()) return agrees.error();
    if (changesMacros(*unit_, textOf(file))) return inputError("`" + file + "` changes macros by `#pragma pop_macro`");
    Result<std::vector<TextEdit>> edits = laidOut(*this, file, edits_.of(file));
    if (!edits.ok()) return edits.error();
    const auto kept = frontend::keptText(*unit_, file);
    rewrite.files.push_back({file, kept.ok() ? (*kept)->hash : hashText(""), std::move(edits).value()});
  }
  return rewrite;
}

}  // namespace warpwright::rewrite
