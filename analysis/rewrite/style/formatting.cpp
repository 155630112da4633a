#include "analysis/rewrite/style/formatting.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Format/Format.h>
#include <clang/Lex/Lexer.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>

#include "analysis/rewrite/style/style_files.h"
#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright::rewrite {
namespace {

namespace fs = std::filesystem;
using clang::format::FormatStyle;

/// LibFormat reads all of a text for each change: 25 ms for a thousand lines.
constexpr size_t largestText = 256 << 10;

/// Replaces bytes [begin, end) of the text after the edits.
struct Change {
  size_t begin = 0, end = 0;
  std::string text;
};

/// Edits and changes that touch each other, as places in the texts before and after the edits.
struct Cluster {
  size_t begin = 0, end = 0;  ///< after
  size_t from = 0, to = 0;    ///< before
  std::vector<const TextEdit*> edits;
  std::vector<const Change*> changes;
};

/// Nothing but blanks and line ends is LibFormat's to change.
void leaveTokens(FormatStyle& style) {
  style.SortIncludes = FormatStyle::SI_Never;
  style.SortUsingDeclarations = FormatStyle::SUD_Never;
  style.QualifierAlignment = FormatStyle::QAS_Leave;
  style.RemoveParentheses = FormatStyle::RPS_Leave;
  style.InsertTrailingCommas = FormatStyle::TCS_None;
  style.InsertBraces = style.RemoveBracesLLVM = style.RemoveSemicolon = style.InsertNewlineAtEOF = false;
  style.FixNamespaceComments = style.BreakStringLiterals = style.ReflowComments = false;
  style.IntegerLiteralSeparator = {};
  style.RawStringFormats.clear();
  style.LineEnding = FormatStyle::LE_DeriveLF;
}

/// Bodies of functions and statements stand on lines of their own.
void splitShortBodies(FormatStyle& style) {
  style.AllowShortBlocksOnASingleLine = FormatStyle::SBS_Never;
  style.AllowShortFunctionsOnASingleLine = FormatStyle::SFS_None;
  style.AllowShortIfStatementsOnASingleLine = FormatStyle::SIS_Never;
  style.AllowShortLambdasOnASingleLine = FormatStyle::SLS_None;
  style.AllowShortCaseLabelsOnASingleLine = style.AllowShortEnumsOnASingleLine = style.AllowShortLoopsOnASingleLine =
      false;
}

/// The style of a file; nothing where none applies, where it is turned off, and where it cannot be read.
std::optional<FormatStyle> styleOf(const fs::path& file, std::string_view text) {
  // LibFormat looks up to the top of the file system: it sees those that count, and no others.
  llvm::vfs::InMemoryFileSystem seen;
  bool isAny = false;
  for (const fs::path& one : stylesAbove(file)) {
    const Result<std::string> style = readFile(one);
    isAny = style.ok() && seen.addFile(one.string(), 0, llvm::MemoryBuffer::getMemBufferCopy(*style)) ? true : isAny;
  }
  if (!isAny) return std::nullopt;
  llvm::Expected<FormatStyle> style = clang::format::getStyle("file", file.string(), "none", text, &seen, true,
                                                              [](const llvm::SMDiagnostic&, void*) {});
  if (!style) {
    llvm::consumeError(style.takeError());
    return std::nullopt;
  }
  if (style->DisableFormat) return std::nullopt;
  leaveTokens(*style);
  return std::move(*style);
}

std::string withChanges(std::string_view text, size_t begin, size_t end, const std::vector<const Change*>& changes) {
  std::string made;
  for (const Change* change : changes) {
    made += text.substr(begin, change->begin - begin);
    made += change->text;
    begin = change->end;
  }
  return made += text.substr(begin, end - begin);
}

/// The lines of a text that another one does not have.
class NewLinesOf {
 public:
  NewLinesOf(std::string_view before, std::string_view text) : text_(text) {
    for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
      starts_.push_back(end + 1);
    }
    isNew_.resize(starts_.size());
    for (const DiffRow& row : diffRows(before, text)) {
      const bool isNew = row.kind == DiffRow::Kind::changed || row.kind == DiffRow::Kind::added;
      if (isNew && row.right >= 0 && static_cast<size_t>(row.right) < isNew_.size()) {
        isNew_[static_cast<size_t>(row.right)] = true;
      }
    }
  }

  /// The lines that a change begins and ends on, and those between.
  std::vector<size_t> linesOf(const Change& change) const {
    std::vector<size_t> lines;
    for (size_t line = lineOf(change.begin); line <= lineOf(change.end); ++line) lines.push_back(line);
    return lines;
  }
  bool isNew(size_t line) const { return isNew_[line]; }
  /// What is written on the new lines that are asked for.
  template <typename Asked>
  std::vector<clang::tooling::Range> ranges(Asked isAsked) const {
    std::vector<clang::tooling::Range> ranges;
    for (size_t line = 0; line < starts_.size(); ++line) {
      const size_t end = line + 1 < starts_.size() ? starts_[line + 1] - 1 : text_.size();
      const size_t first = text_.find_first_not_of(" \t\r", starts_[line]);
      if (!isNew_[line] || first >= end || !isAsked(line)) continue;
      ranges.emplace_back(static_cast<unsigned>(first), static_cast<unsigned>(end - first));
    }
    return ranges;
  }

 private:
  size_t lineOf(size_t offset) const {
    return static_cast<size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
  }

  std::string_view text_;
  std::vector<size_t> starts_{0};
  std::vector<bool> isNew_;
};

bool endsLine(std::string_view text) {
  return text.find('\n') != std::string_view::npos;
}

/// What LibFormat would change, each change as short as it can be said; nothing where it does not understand the text.
std::vector<Change> changesIn(const FormatStyle& style, const std::string& file, const std::string& text,
                              const std::vector<clang::tooling::Range>& ranges) {
  std::vector<Change> changes;
  if (ranges.empty()) return changes;
  clang::format::FormattingAttemptStatus status;
  const clang::tooling::Replacements made = clang::format::reformat(style, text, ranges, file, &status);
  if (!status.FormatComplete) return changes;
  for (const clang::tooling::Replacement& one : made) {
    Change change{one.getOffset(), one.getOffset() + one.getLength(), one.getReplacementText().str()};
    size_t same = 0;
    while (same < change.text.size() && change.begin < change.end && change.text[same] == text[change.begin]) {
      ++same, ++change.begin;
    }
    change.text.erase(0, same);
    while (!change.text.empty() && change.begin < change.end && change.text.back() == text[change.end - 1]) {
      change.text.pop_back(), --change.end;
    }
    // GNU's style parts the `>>>` of a launch, and others join `<< <`, which is one to some.
    const char next = change.end < text.size() ? text[change.end] : ' ';
    if ((next == '<' || next == '>') && change.begin > 0 && text[change.begin - 1] == next) continue;
    if (change.begin < change.end || !change.text.empty()) changes.push_back(std::move(change));
  }
  return changes;
}

/// What LibFormat would change on the new lines.
std::vector<Change> changesOn(const NewLinesOf& lines, FormatStyle style, const std::string& file,
                              const std::string& text, bool keepsLines) {
  const auto ends = [&](const Change& change) {
    return endsLine(change.text) || endsLine(std::string_view(text).substr(change.begin, change.end - change.begin));
  };
  const auto stays = [&](const Change& change) {
    const std::vector<size_t> touched = lines.linesOf(change);
    return !std::all_of(touched.begin(), touched.end(), [&](size_t line) { return lines.isNew(line); }) ||
           (keepsLines && ends(change));
  };
  std::vector<Change> changes = changesIn(style, file, text, lines.ranges([](size_t) { return true; }));
  // Lines that would become one with a line that stays, `void f() { g(); }`: they are laid out once more by themselves.
  std::set<size_t> alone;
  for (const Change& change : changes) {
    const std::vector<size_t> touched = lines.linesOf(change);
    if (touched.size() > 1 && !endsLine(change.text) && stays(change)) alone.insert(touched.begin(), touched.end());
  }
  const auto isAlone = [&](const Change& change) {
    const std::vector<size_t> touched = lines.linesOf(change);
    return std::any_of(touched.begin(), touched.end(), [&](size_t line) { return alone.contains(line); });
  };
  std::erase_if(changes, [&](const Change& change) { return stays(change) || isAlone(change); });
  if (alone.empty()) return changes;
  splitShortBodies(style);
  for (Change& again : changesIn(style, file, text, lines.ranges([&](size_t line) { return alone.contains(line); }))) {
    const auto overlaps = [&](const Change& one) { return one.begin <= again.end && again.begin <= one.end; };
    if (stays(again) || !isAlone(again) || std::any_of(changes.begin(), changes.end(), overlaps)) continue;
    changes.push_back(std::move(again));
  }
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.begin < b.begin; });
  return changes;
}

std::vector<Cluster> clustersOf(const std::vector<TextEdit>& edits, const std::vector<Change>& changes) {
  std::vector<Cluster> clusters;
  size_t before = 0, after = 0;  // where the last edit ends
  auto change = changes.begin();
  const auto add = [&](size_t begin, size_t end, const TextEdit* edit, const Change* one) {
    const bool joins =
        !clusters.empty() &&
        (begin < clusters.back().end || (begin == clusters.back().end && (one || !clusters.back().changes.empty())));
    if (!joins) clusters.push_back({begin, begin, before + (begin - after), before + (begin - after), {}, {}});
    Cluster& cluster = clusters.back();
    if (edit) {
      cluster.edits.push_back(edit);
      before = edit->offset + edit->length;
      after = end;
    } else {
      cluster.changes.push_back(one);
    }
    cluster.end = std::max(cluster.end, end);
    // Behind an edit that the change ends in, the text before goes on where that edit does.
    cluster.to = before + (cluster.end - after);
  };
  for (const TextEdit& edit : edits) {
    const size_t begin = after + (edit.offset - before), end = begin + edit.replacement.size();
    for (; change != changes.end() && change->begin < begin; ++change)
      add(change->begin, change->end, nullptr, &*change);
    add(begin, end, &edit, nullptr);
  }
  for (; change != changes.end(); ++change) add(change->begin, change->end, nullptr, &*change);
  return clusters;
}

/// The tokens of a text, with what the preprocessor sees of its blanks.
std::vector<std::string> tokensOf(const std::string& text, const clang::LangOptions& language) {
  std::vector<std::string> tokens;
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(), text.data() + text.size());
  lexer.SetCommentRetentionState(true);
  clang::Token token;
  size_t inDirective = 0;
  for (bool isEnd = false; !isEnd;) {
    isEnd = lexer.LexFromRawLexer(token);
    const size_t end = static_cast<size_t>(lexer.getBufferLocation() - text.data());
    std::string spelled = text.substr(end - token.getLength(), token.getLength());
    if (token.isAtStartOfLine()) {
      if (inDirective > 0) tokens.emplace_back("\n");
      inDirective = token.is(clang::tok::hash) ? 1 : 0;
    } else if (inDirective > 0 && ++inDirective == 4 && token.hasLeadingSpace()) {
      tokens.emplace_back(" ");  // `#define F (x)` is another macro than `#define F(x)`
    }
    if (token.is(clang::tok::comment)) {
      std::erase_if(spelled, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    }
    tokens.push_back(std::move(spelled));
  }
  return tokens;
}

}  // namespace

std::vector<TextEdit> formatted(const std::string& file, std::string_view text, const std::vector<TextEdit>& edits,
                                const KeptText& kept) {
  const std::optional<FormatStyle> style = text.size() > largestText ? std::nullopt : styleOf(file, text);
  if (!style) return edits;
  const FileEdits asWritten{file, hashText(text), edits};
  const Result<std::string> after = applyEdits(asWritten, text);
  if (!after.ok()) return edits;
  const std::string& written = *after;
  const bool keepsLines = kept.lines && kept.lines();
  const std::vector<Change> changes = changesOn(NewLinesOf(text, written), *style, file, written, keepsLines);
  std::vector<Change> allowed;
  for (const Cluster& cluster : clustersOf(edits, changes)) {
    if (kept.fixed && kept.fixed(static_cast<uint32_t>(cluster.from), static_cast<uint32_t>(cluster.to))) continue;
    for (const Change* change : cluster.changes) allowed.push_back(*change);
  }
  std::vector<TextEdit> laidOut;
  for (const Cluster& cluster : clustersOf(edits, allowed)) {
    if (cluster.changes.empty()) {
      for (const TextEdit* edit : cluster.edits) laidOut.push_back(*edit);
      continue;
    }
    TextEdit& edit = laidOut.emplace_back();
    edit.offset = static_cast<uint32_t>(cluster.from);
    edit.length = static_cast<uint32_t>(cluster.to - cluster.from);
    edit.replacement = withChanges(written, cluster.begin, cluster.end, cluster.changes);
    for (const TextEdit* one : cluster.edits) edit.note = edit.note.empty() ? one->note : edit.note;
  }
  clang::LangOptions language = clang::format::getFormattingLangOpts(*style);
  language.CUDA = true;
  const Result<std::string> made = applyEdits({file, asWritten.textHash, laidOut}, text);
  return made.ok() && tokensOf(written, language) == tokensOf(*made, language) ? laidOut : edits;
}

}  // namespace warpwright::rewrite
