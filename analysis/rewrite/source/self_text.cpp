#include "analysis/rewrite/source/self_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/frontend/tree_walk.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string withoutBlanks(std::string_view text) {
  std::string kept;
  std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
               [](char c) { return std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\'; });
  return kept;
}

std::string_view trimmedFront(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  return text;
}

size_t lineEnds(std::string_view text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// One line of a text, and what may be done with its end.
struct Line {
  std::string text;
  size_t comment = std::string::npos;  ///< where a comment to the end of the line begins
  bool isDirective = false, isFixed = false;

  /// `#pragma unroll`: it can be written as `_Pragma("unroll")` beside other text.
  bool isPragma() const {
    return isDirective && !isFixed && trimmedFront(text).starts_with("#pragma ") && comment == std::string::npos;
  }
};

/// `#pragma unroll` as an operator.
std::string pragmaOperator(std::string_view line) {
  std::string_view words = trimmedFront(line);
  const size_t indent = line.size() - words.size();
  words = trimmedFront(words.substr(std::string_view("#pragma ").size()));
  const bool endsInReturn = words.ends_with("\r");
  while (!words.empty() && isBlank(words.back())) words.remove_suffix(1);
  std::string text = std::string(line.substr(0, indent)) + "_Pragma(\"";
  for (const char c : words) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return text + (endsInReturn ? "\")\r" : "\")");
}

/// Lines as a compiler reads them: comments over several lines and strings do not end where they seem to.
std::vector<Line> linesOf(std::string_view text, std::string_view before) {
  std::vector<Line> lines(1);
  bool inComment = false;
  char quote = 0;
  std::string rawEnd;  // what ends the raw string that is open: `)x"`
  bool isFirstWord = before.find_first_not_of(" \t") == std::string_view::npos;
  lines.back().isDirective = trimmedFront(before).starts_with("#");
  lines.back().isFixed = before.find("//") != std::string_view::npos;
  for (size_t i = 0; i < text.size(); ++i) {
    Line& line = lines.back();
    const char c = text[i];
    if (c == '\n') {
      line.isFixed = line.isFixed || !rawEnd.empty() || line.text.ends_with("\\") || line.text.ends_with("\\\r");
      quote = 0;
      lines.emplace_back();
      isFirstWord = true;
      continue;
    }
    line.text += c;
    if (line.comment != std::string::npos) continue;
    const std::string_view rest = text.substr(i);
    if (!rawEnd.empty()) {
      if (!rest.starts_with(rawEnd)) continue;
      line.text += rawEnd.substr(1);
      i += rawEnd.size() - 1;
      rawEnd.clear();
    } else if (inComment) {
      if (rest.starts_with("*/")) line.text += text[++i], inComment = false;
    } else if (quote != 0) {
      if (c == '\\' && i + 1 < text.size() && text[i + 1] != '\n')
        line.text += text[++i];
      else if (c == quote)
        quote = 0;
    } else if (rest.starts_with("//")) {
      line.comment = line.text.size() - 1;
    } else if (rest.starts_with("/*")) {
      line.text += text[++i];
      inComment = true;
    } else if (c == '"' && i > 0 && text[i - 1] == 'R') {
      rawEnd = ")" + std::string(rest.substr(1, rest.find('(') - 1)) + "\"";  // of a raw string no line end is joined
    } else if (c == '"' || (c == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0))) {
      quote = c;
    } else if (c == '#' && isFirstWord) {
      line.isDirective = true;
    }
    if (!isBlank(c)) isFirstWord = false;
  }
  return lines;
}

std::string tokenAt(const ASTContext& context, SourceLocation at) {
  const CharSourceRange token = CharSourceRange::getTokenRange(at, at);
  return Lexer::getSourceText(token, context.getSourceManager(), context.getLangOpts()).str();
}

}  // namespace

std::string joinLines(std::string_view text, size_t& count, std::string_view before, std::string_view after) {
  const std::vector<Line> lines = linesOf(text, before);
  const auto canJoin = [&](size_t i) {
    const Line& line = lines[i];
    const bool isLast = i + 2 == lines.size();
    const std::string_view next = trimmedFront(lines[i + 1].text);
    const std::string_view follows = isLast && next.empty() ? trimmedFront(after) : next;
    const auto standsAlone = [](const Line& one) { return one.isDirective && !one.isPragma(); };
    if (line.isFixed || standsAlone(line) || standsAlone(lines[i + 1])) return false;
    if (follows.starts_with("#") && !(follows == next && lines[i + 1].isPragma())) return false;
    return line.comment == std::string::npos || line.text.find("*/", line.comment) == std::string::npos;
  };
  size_t joinable = 0;
  for (size_t i = 0; i + 1 < lines.size(); ++i) joinable += canJoin(i) ? 1 : 0;
  const size_t wanted = std::min(count, joinable);
  count -= wanted;
  std::string joined;
  size_t seen = 0;
  bool wasJoined = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool isEnd = i + 1 == lines.size();
    bool joins = false;
    if (!isEnd && canJoin(i)) {
      joins = (seen + 1) * wanted / joinable > seen * wanted / joinable;
      ++seen;
    }
    std::string line = lines[i].text;
    if (joins) {
      while (!line.empty() && isBlank(line.back())) line.pop_back();
      if (lines[i].comment != std::string::npos && lines[i].comment < line.size()) {
        line = line.substr(0, lines[i].comment) + "/*" + line.substr(lines[i].comment + 2) + " */";
      }
    }
    if ((joins || wasJoined) && lines[i].isPragma()) line = pragmaOperator(line);
    joined += wasJoined ? std::string(trimmedFront(line)) : line;
    wasJoined = joins;
    if (!isEnd) joined += joins ? " " : "\n";
  }
  return joined;
}

/// Calls of functions that tell where they are called from, by the default arguments they have, and what else the
/// compiler knows its own place by.
class SelfText::Asked : public frontend::TreeWalk {
 public:
  Asked(const frontend::ParsedUnit& unit, const std::string& file, Facts& found)
      : unit_(unit), file_(file), found_(found) {
    instances_ = implicitCode_ = true;
  }

 private:
  bool visit(Stmt& part) override {
    if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(&part)) {
      note(*argument->getExpr(), argument->getUsedLocation());
    } else if (const auto* initialiser = dyn_cast<CXXDefaultInitExpr>(&part)) {
      note(*initialiser->getExpr(), initialiser->getUsedLocation());
    } else if (const auto* place = dyn_cast<SourceLocExpr>(&part)) {
      note(*place, place->getLocation());
    }
    return true;
  }

  void note(const Expr& asked, SourceLocation at) {
    const ASTContext& context = unit_.ast();
    bool isLine = false, isColumn = false;
    frontend::anyPart(&asked, [&](const Stmt& part) {
      const auto* place = dyn_cast<SourceLocExpr>(&part);
      const auto* nested = dyn_cast<CXXDefaultArgExpr>(&part);  // current() of std::source_location
      if (nested && nested->getExpr() != &asked) note(*nested->getExpr(), at);
      if (!place) return false;
      isColumn = isColumn || place->getIdentKind() == SourceLocIdentKind::Column ||
                 place->getIdentKind() == SourceLocIdentKind::SourceLocStruct;
      isLine = isLine || isColumn || place->getIdentKind() == SourceLocIdentKind::Line;
      return false;
    });
    if (!isLine || at.isInvalid()) return;
    const SourceManager& sources = context.getSourceManager();
    const SourceLocation written = sources.getExpansionLoc(at);
    if (fileNameAt(unit_, written) != file_) return;
    // Newer C libraries have `assert` ask by a built-in function, others by __LINE__.
    const bool isAssert = at.isMacroID() && tokenAt(context, written) == "assert";
    found_.counted.push_back({sources.getFileOffset(written), isAssert, isColumn});
  }

  const frontend::ParsedUnit& unit_;
  const std::string& file_;
  Facts& found_;
};

/// Where the preprocessor writes tokens that it makes. A unit has a hundred thousand macros, and few of these buffers:
/// offsets tell at once what the source manager would look up for each.
class SelfText::MadeText {
 public:
  MadeText(const SourceManager& sources, bool withLoaded) {
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) add(sources, sources.getLocalSLocEntry(i));
    for (unsigned i = 0; withLoaded && i < sources.loaded_sloc_entry_size(); ++i)
      add(sources, sources.getLoadedSLocEntry(i));
  }

  bool contains(SourceLocation spelled) const {
    const auto at = spelled.getRawEncoding();
    return std::any_of(buffers_.begin(), buffers_.end(),
                       [&](const auto& buffer) { return buffer.first <= at && at < buffer.second; });
  }

 private:
  void add(const SourceManager& sources, const SrcMgr::SLocEntry& entry) {
    if (!entry.isFile() || entry.getFile().getName() != "<scratch space>") return;
    const SourceLocation start = SourceLocation::getFromRawEncoding(entry.getOffset());
    buffers_.emplace_back(entry.getOffset(), entry.getOffset() + sources.getFileIDSize(sources.getFileID(start)) + 1);
  }

  std::vector<std::pair<SourceLocation::UIntTy, SourceLocation::UIntTy>> buffers_;
};

/// Reads all that a unit tells of one of its files.
class SelfText::Reader {
 public:
  Reader(const frontend::ParsedUnit& unit, const std::string& file) : unit_(unit), file_(file) {}

  Facts run() {
    const SourceManager& sources = unit_.ast().getSourceManager();
    // Headers may have been read before.
    const bool isHeader = fileNameAt(unit_, sources.getLocForStartOfFile(sources.getMainFileID())) != file_;
    const MadeText made(sources, isHeader);
    // The preprocessor keeps where each token that it makes comes from.
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) read(sources.getLocalSLocEntry(i), made);
    for (unsigned i = 0; isHeader && i < sources.loaded_sloc_entry_size(); ++i)
      read(sources.getLoadedSLocEntry(i), made);
    Asked(unit_, file_, found_).walk(unit_.ast());
    std::ranges::sort(found_.counted, {}, &Counted::at);
    std::ranges::copy_if(found_.counted, std::back_inserter(found_.plain), std::logical_not<>(), &Counted::isAssert);
    found_.tellsLines = mayTellLines();
    return std::move(found_);
  }

 private:
  void read(const SrcMgr::SLocEntry& entry, const MadeText& text);
  bool mayTellLines() const;

  const frontend::ParsedUnit& unit_;
  const std::string& file_;
  std::map<FileID, bool> isIt_;
  Facts found_;
};

void SelfText::Reader::read(const SrcMgr::SLocEntry& entry, const MadeText& text) {
  if (!entry.isExpansion()) return;
  const ASTContext& context = unit_.ast();
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation spelled = entry.getExpansion().getSpellingLoc();
  if (spelled.isInvalid() || !spelled.isFileID() || !text.contains(spelled)) return;
  const SourceLocation made = entry.getExpansion().getExpansionLocStart();
  const CharSourceRange whole = sources.getExpansionRange(made);
  const auto [known, isNew] = isIt_.try_emplace(sources.getFileID(whole.getBegin()), false);
  if (isNew) known->second = fileNameAt(unit_, whole.getBegin()) == file_;
  bool invalid = false;
  const char* first = known->second ? sources.getCharacterData(spelled, &invalid) : nullptr;
  if (!first || invalid) return;
  const std::string macro = tokenAt(context, whole.getBegin());
  const uint32_t begin = sources.getFileOffset(whole.getBegin()), end = sources.getFileOffset(whole.getEnd());
  if (*first == '"' && tokenAt(context, sources.getSpellingLoc(made)) == "__TIMESTAMP__") {
    found_.dated = found_.dated.value_or(begin);
  } else if (*first == '"' && begin < end) {
    const unsigned length = Lexer::MeasureTokenLength(spelled, sources, context.getLangOpts());
    found_.strings.push_back({begin, end + 1, withoutBlanks({first, length}), macro});
  } else if (std::isdigit(static_cast<unsigned char>(*first)) != 0 &&
             tokenAt(context, sources.getSpellingLoc(made)) == "__LINE__") {
    found_.counted.push_back({end, macro == "assert"});
  }
}

// Functions that tell the line they are called from are called from anywhere.
bool SelfText::Reader::mayTellLines() const {
  const SourceManager& sources = unit_.ast().getSourceManager();
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
    const std::string name = std::filesystem::absolute(file->first.getName().str()).lexically_normal().string();
    const auto loaded = file->second->getBufferDataIfLoaded();
    if (!loaded || !unit_.isProjectFile(name)) continue;
    if (loaded->contains("source_location") || loaded->contains("__builtin_LINE")) return true;
  }
  return false;
}

/// By file.
struct SelfText::KeptFacts {
  mutable std::map<std::string, std::shared_ptr<const Facts>> all;
};

std::shared_ptr<const SelfText::Facts> SelfText::factsOf(const Editor& editor, const std::string& file) {
  const frontend::ParsedUnit& unit = *editor.unit();
  std::shared_ptr<const Facts>& known = frontend::keptFact<KeptFacts>(unit, [] { return KeptFacts{}; }).all[file];
  if (!known) known = std::make_shared<const Facts>(Reader(unit, file).run());
  return known;
}

SelfText::SelfText(const Editor& editor, const std::string& file)
    : editor_(editor), file_(file), facts_(factsOf(editor, file)) {}

const SelfText::Counted* SelfText::countedAfter(uint32_t offset, bool withAssert) const {
  const std::vector<Counted>& places = withAssert ? facts_->counted : facts_->plain;
  const auto next = std::ranges::lower_bound(places, offset, {}, &Counted::at);
  if (next != places.end()) return &*next;
  return end_ && end_->at >= offset ? &*end_ : nullptr;
}

bool SelfText::isString(uint32_t begin, uint32_t end) const {
  return std::any_of(facts_->strings.begin(), facts_->strings.end(),
                     [&](const String& string) { return begin < string.end && end > string.begin; });
}

Status SelfText::keepStrings(const std::vector<TextEdit>& edits) const {
  const std::string_view text = editor_.textOf(file_);
  for (const TextEdit& edit : edits) {
    const std::string old = withoutBlanks(text.substr(edit.offset, edit.length));
    if (old == withoutBlanks(edit.replacement)) continue;
    for (const String& string : facts_->strings) {
      const bool isInside = edit.offset > string.begin && edit.offset < string.end;
      if (!isInside || (!old.empty() && string.text.find(old) == std::string::npos)) continue;
      return inputError(lineText(editor_.lineOf(file_, edit.offset)) + " is an argument of `" + string.macro +
                        "`, which makes a string of it: that would be another one");
    }
  }
  return {};
}

// What asks for its column stays behind the same text of its line, and is moved by no edit.
Status SelfText::keepPlaces(const std::vector<TextEdit>& edits) const {
  const std::string_view text = editor_.textOf(file_);
  for (const TextEdit& edit : edits) {
    const uint32_t end = edit.offset + edit.length;
    const auto old = text.substr(edit.offset, edit.length);
    const bool isOneLine = lineEnds(old) == 0 && lineEnds(edit.replacement) == 0;
    const size_t lineEnd = std::min(text.find('\n', end), text.size());
    const std::vector<Counted>& all = facts_->counted;
    auto place = std::ranges::lower_bound(all, edit.offset, {}, &Counted::at);
    for (; place != all.end() && place->at <= lineEnd; ++place) {
      const bool isInside = place->at < end && old != edit.replacement;
      const bool isBehind = place->at >= end;
      const bool moves = isInside ? place->isColumn || (!place->isAssert && !isOneLine)
                                  : place->isColumn && isBehind && old.size() != edit.replacement.size();
      if (!moves) continue;
      return inputError(lineText(editor_.lineOf(file_, place->at)) +
                        " asks for its place in the text, which the change would make another one");
    }
  }
  return {};
}

// Takes out empty lines between two bytes of the text, as many as `lines` says.
std::vector<TextEdit> SelfText::withoutEmptyLines(size_t from, size_t to, size_t& lines) const {
  std::vector<TextEdit> removed;
  const std::string_view text = editor_.textOf(file_);
  if (text.find("R\"") != std::string_view::npos) return removed;  // they may belong to a string
  for (size_t at = text.find('\n', from); lines > 0 && at != std::string_view::npos && at + 1 < to;) {
    const size_t line = text.find('\n', at + 1);
    if (line == std::string_view::npos || line >= to) break;
    const std::string_view above = text.substr(0, at);
    if (text.find_first_not_of(" \t\r", at + 1) == line && !above.ends_with("\\") && !above.ends_with("\\\r")) {
      removed.push_back({static_cast<uint32_t>(at + 1), static_cast<uint32_t>(line - at), "", ""});
      --lines;
    }
    at = line;
  }
  return removed;
}

Status SelfText::keep(std::vector<TextEdit>& edits) {
  if (facts_->dated && !edits.empty())
    return inputError(lineText(editor_.lineOf(file_, *facts_->dated)) + " asks when the file was changed last");
  if (Status strings = keepStrings(edits); !strings.ok()) return strings;
  if (Status places = keepPlaces(edits); !places.ok()) return places;
  const std::string_view text = editor_.textOf(file_);
  const auto movesLines = [&](const TextEdit& edit) {
    return lineEnds(text.substr(edit.offset, edit.length)) != lineEnds(edit.replacement);
  };
  if (std::none_of(edits.begin(), edits.end(), movesLines)) return {};
  if (mayTellLines()) end_ = Counted{static_cast<uint32_t>(text.size())};
  std::vector<TextEdit> removed;
  for (size_t i = 0; i < edits.size(); ++i) {
    TextEdit& edit = edits[i];
    const uint32_t end = edit.offset + edit.length;
    const size_t before = lineEnds(text.substr(edit.offset, edit.length)), after = lineEnds(edit.replacement);
    const Counted* next = countedAfter(end, true);
    if (before == after || !next) continue;
    if (before > after) {
      edit.replacement.append(before - after, '\n');
      continue;
    }
    size_t tooMany = after - before;
    const uint32_t start = editor_.lineStart(file_, edit.offset);
    edit.replacement = joinLines(edit.replacement, tooMany, text.substr(start, edit.offset - start), text.substr(end));
    const uint32_t limit = i + 1 < edits.size() ? std::min(next->at, edits[i + 1].offset) : next->at;
    const std::vector<TextEdit> empty = withoutEmptyLines(end, limit, tooMany);
    removed.insert(removed.end(), empty.begin(), empty.end());
    const Counted* asked = tooMany == 0 ? nullptr : countedAfter(end, false);
    if (!asked) continue;  // assert() alone: its message names another line
    return inputError(lineText(editor_.lineOf(file_, std::min<uint32_t>(asked->at, text.size()))) +
                      " asks for its number (`__LINE__`), which the change would make another one");
  }
  for (const TextEdit& one : removed) {
    const auto isBehind = [&](const TextEdit& edit) { return edit.offset > one.offset; };
    edits.insert(std::find_if(edits.begin(), edits.end(), isBehind), one);
  }
  return {};
}

}  // namespace warpwright::rewrite
