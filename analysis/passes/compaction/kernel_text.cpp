#include "analysis/passes/compaction/kernel_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <array>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/source_text.h"
#include "analysis/rewrite/source/function_name.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {

using namespace clang;

Result<KernelText> KernelText::of(const Editor& editor, const FunctionDecl& kernel, Directives directives) {
  KernelText text(editor);
  if (Status read = text.read(kernel, directives); !read.ok()) return read.error();
  return text;
}

Status KernelText::keepsDirectives(const std::string& body) const {
  return KeptDirectives(editor_, *body_, {file_, bodyBegin_, bodyEnd_}).areIn(body);
}

Status KernelText::check(const Edits& edits) const {
  if (Status apart = edits.check(file_, text_); !apart.ok()) return apart;
  return keepsDirectives(edits.madeIn({file_, bodyBegin_, bodyEnd_}, text_));
}

Status KernelText::read(const FunctionDecl& kernel, Directives directives) {
  const auto* body = dyn_cast<CompoundStmt>(kernel.getBody());
  if (!body) return refusal(kernel.getLocation(), "is no plain function body");
  body_ = body;
  file_ = fileNameAt(*editor_.unit(), body->getLBracLoc());
  text_ = editor_.textOf(file_);
  if (!editor_.unit()->isProjectFile(file_)) {
    return refusal(kernel.getLocation(), "stands in a file outside the project");
  }
  if (body->getLBracLoc().isMacroID() || body->getRBracLoc().isMacroID()) {
    return refusal(body->getLBracLoc(), "makes the kernel in a macro");
  }
  const FunctionTemplateDecl* pattern = kernel.getDescribedFunctionTemplate();
  const SourceLocation begin = pattern ? pattern->getBeginLoc() : kernel.getOuterLocStart();
  if (Status here = checkFile({body->getRBracLoc(), begin}); !here.ok()) return here;
  bodyBegin_ = placeOf(body->getLBracLoc()) + 1;
  bodyEnd_ = placeOf(body->getRBracLoc());
  begin_ = placeOf(begin);
  findStep(begin_);
  const std::vector<RawToken> tokens = editor_.tokens({file_, begin_, bodyEnd_});
  for (const RawToken& token : tokens) {
    if (token.isIdentifier) names_.emplace(token.text);
  }
  frontend::anyPart(body, [&](const Stmt& part) {
    if (const auto* name = dyn_cast<DeclRefExpr>(&part)) names_.insert(name->getDecl()->getNameAsString());
    if (const auto* choice = dyn_cast<IfStmt>(&part); choice && choice->isConstexpr()) {
      choices_.emplace(placeOf(choice->getBeginLoc()), choice);
    }
    return false;
  });
  const TextRange inside{file_, bodyBegin_, bodyEnd_};
  const std::vector<Directive> found = directivesIn(editor_, inside);
  if (directives == Directives::betweenStatements) {
    if (Status between = standBetweenStatements(editor_, *body, inside); !between.ok()) return between;
  } else if (const auto one = std::ranges::find_if(found, [](const auto& each) { return !each.isPragma(); });
             one != found.end()) {
    return inputError(lineText(editor_.lineOf(file_, one->place.begin)) +
                      " has a directive of the preprocessor inside the kernel");
  }
  return checkLines(tokens, found);
}

// Between two tokens that both belong to one expression: `= a`, `a + b`. The head of an `if` ends in a parenthesis,
// too.
static bool isInStatement(const std::vector<RawToken>& tokens, size_t next) {
  if (next == 0 || next == tokens.size()) return false;
  static constexpr std::array<std::string_view, 13> between = {"=", "+", "-",  "*",  "/",  "%", "?",
                                                               "|", "^", "<<", "==", "&&", "||"};
  static constexpr std::array<std::string_view, 9> behind = {"=", "+", "/", "%", "?", "|", "==", "&&", "||"};
  const auto isIn = [](const auto& list, std::string_view text) { return std::ranges::find(list, text) != list.end(); };
  return isIn(between, tokens[next - 1].text) || isIn(behind, tokens[next].text);
}

Status KernelText::checkLines(const std::vector<RawToken>& tokens, const std::vector<Directive>& directives) const {
  // Lines of the body are moved, those inside of a string, too.
  for (const RawToken& token : tokens) {
    if (token.text.find('"') != std::string_view::npos && token.text.find('\n') != std::string_view::npos)
      return inputError(lineText(editor_.lineOf(file_, token.begin)) + " begins a string of several lines");
  }
  const auto isInMacro = [&](uint32_t offset) {
    return std::ranges::any_of(directives, [&](const Directive& one) {
      return !one.isPragma() && one.place.begin <= offset && offset < one.place.end;
    });
  };
  std::string opened;
  size_t next = 0;
  for (uint32_t at = bodyBegin_; at < bodyEnd_;) {
    const size_t newline = std::min<size_t>(text_.find('\n', at), bodyEnd_);
    const std::string_view line = text_.substr(at, newline - at);
    const size_t last = line.find_last_not_of(" \t\r");
    if (last != std::string_view::npos && line[last] == '\\') {
      const auto backslash = static_cast<uint32_t>(at + last);
      if (Status may = checkJoined(tokens, next, opened, at, backslash); !may.ok() && !isInMacro(backslash)) return may;
    }
    at = static_cast<uint32_t>(newline) + 1;
  }
  return {};
}

Status KernelText::checkJoined(const std::vector<RawToken>& tokens, size_t& next, std::string& opened, uint32_t at,
                               uint32_t backslash) const {
  for (; next < tokens.size() && tokens[next].end <= backslash; ++next) {
    const std::string_view token = tokens[next].text;
    if (token == "(" || token == "[" || token == "{")
      opened += token;
    else if ((token == ")" || token == "]" || token == "}") && !opened.empty())
      opened.pop_back();
  }
  // Inside of brackets, and between a value and what is done with it, no statement begins or ends, so nothing is
  // written there; a comment or a directive that goes on would swallow what is written below it.
  const uint32_t before = next > 0 ? tokens[next - 1].end : at;
  const bool between = next == tokens.size() || tokens[next].begin > backslash;
  const bool bracketed = (!opened.empty() && opened.back() != '{') || (between && isInStatement(tokens, next));
  const bool bare = text_.substr(before, backslash - before).find_first_not_of(" \t\r\n") == std::string_view::npos;
  const bool isDirective = text_.substr(text_.find_first_not_of(" \t", at), 1) == "#";
  if (between && bracketed && bare && !isDirective) return {};
  return inputError(lineText(editor_.lineOf(file_, at)) + " goes on in the next one, by a backslash at its end");
}

uint32_t KernelText::afterDefinitions(uint32_t begin, uint32_t end) const {
  uint32_t last = begin;
  if (text_.substr(begin, end - begin).find('#') == std::string_view::npos) return last;
  for (const Directive& one : directivesIn(editor_, {file_, begin, end})) {
    if (one.isCondition()) return begin;
    if (one.word == "define") last = one.place.end;
  }
  return last;
}

Error KernelText::refusal(SourceLocation at, const std::string& what) const {
  return inputError(lineText(positionAt(*editor_.unit(), at).line) + " " + what);
}

Status KernelText::checkFile(std::initializer_list<SourceLocation> places) const {
  const SourceManager& sources = editor_.unit()->ast().getSourceManager();
  for (const SourceLocation place : places) {
    const SourceLocation at = sources.getExpansionLoc(place);
    if (fileNameAt(*editor_.unit(), at) != file_) return refusal(at, "comes out of another file");
  }
  return {};
}

uint32_t KernelText::endOf(SourceLocation location) const {
  const ASTContext& context = editor_.unit()->ast();
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation last = sources.getExpansionRange(location).getEnd();
  return sources.getFileOffset(last) + Lexer::MeasureTokenLength(last, sources, context.getLangOpts());
}

void KernelText::findStep(uint32_t kernelBegin) {
  const std::string outer = indentationAt(kernelBegin);
  const size_t line = text_.find('\n', bodyBegin_);
  if (line == std::string_view::npos || line >= bodyEnd_) return;
  const size_t first = text_.find_first_not_of(" \t\r\n", line);
  if (first == std::string_view::npos || first >= bodyEnd_) return;
  const std::string inner = indentationAt(static_cast<uint32_t>(first));
  if (inner.size() > outer.size() && inner.starts_with(outer)) step_ = inner.substr(outer.size());
}

Result<TextRange> KernelText::statement(const Stmt& given) const {
  const Stmt* statement = ignoreWrappers(&given);
  if (Status here = checkFile({given.getBeginLoc(), statement->getBeginLoc()}); !here.ok()) return here.error();
  TextRange bytes{file_, std::min(placeOf(given.getBeginLoc()), placeOf(statement->getBeginLoc())), 0};
  // A pragma belongs to the loop below it.
  for (uint32_t line = editor_.lineStart(file_, bytes.begin); line > bodyBegin_ && startsLine(bytes.begin);) {
    const uint32_t above = editor_.lineStart(file_, line - 1);
    std::string_view text = between(above, line);
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (above < bodyBegin_ || !text.starts_with("#")) break;
    bytes.begin = static_cast<uint32_t>(text.data() - text_.data());
    line = above;
  }
  const Stmt* last = statement;
  for (;;) {
    last = ignoreWrappers(last);
    // An instance of a template lacks the branch that it does not take.
    const auto written = choices_.find(placeOf(last->getBeginLoc()));
    if (isa<IfStmt>(last) && written != choices_.end()) last = written->second;
    const StatementParts parts = isa<DoStmt>(last) ? StatementParts() : partsOf(*last);
    if (parts.bodies.empty()) break;
    last = parts.bodies.back();
  }
  if (Status here = checkFile({last->getEndLoc()}); !here.ok()) return here.error();
  bytes.end = endOf(last->getEndLoc());
  if (isa<CompoundStmt>(last) || isa<DeclStmt>(last) || isa<NullStmt>(last)) return bytes;
  const auto end = behindSemicolon(editor_, bytes);
  const bool isEnded = end && *end <= bodyEnd_ + 1;
  if (isEnded) bytes.end = *end;
  // A fold over arguments that a template takes has an end of its own in each instance.
  if (!isEnded && isa<Expr>(last) && !last->getEndLoc().isMacroID()) {
    return refusal(last->getBeginLoc(), "ends in a way that is not understood");
  }
  return bytes;
}

Result<TextRange> KernelText::inside(const CompoundStmt& block) const {
  if (block.getLBracLoc().isMacroID() || block.getRBracLoc().isMacroID()) {
    return refusal(block.getLBracLoc(), "makes a block in a macro");
  }
  if (Status here = checkFile({block.getLBracLoc(), block.getRBracLoc()}); !here.ok()) return here.error();
  return TextRange{file_, placeOf(block.getLBracLoc()) + 1, placeOf(block.getRBracLoc())};
}

std::optional<TextRange> KernelText::expression(clang::SourceRange tokens) const {
  const ASTContext& context = editor_.unit()->ast();
  const SourceManager& sources = context.getSourceManager();
  SourceLocation begin = tokens.getBegin(), last = tokens.getEnd();
  std::vector<SourceLocation> argumentsAtBegin, argumentsAtEnd;  // whose text it is, as their macros name them
  // An argument of a macro is edited where it is written, a macro that is all of the expression where it is used.
  while (begin.isMacroID()) {
    SourceLocation use;
    if (sources.isMacroArgExpansion(begin)) {
      argumentsAtBegin.push_back(sources.getImmediateExpansionRange(begin).getBegin());
      begin = sources.getImmediateSpellingLoc(begin);
    } else if (sources.isAtStartOfImmediateMacroExpansion(begin, &use)) {
      begin = use;
    } else {
      return std::nullopt;
    }
  }
  while (last.isMacroID()) {
    SourceLocation use;
    const auto length =
        static_cast<int>(Lexer::MeasureTokenLength(sources.getSpellingLoc(last), sources, context.getLangOpts()));
    if (sources.isMacroArgExpansion(last)) {
      argumentsAtEnd.push_back(sources.getImmediateExpansionRange(last).getBegin());
      last = sources.getImmediateSpellingLoc(last);
    } else if (sources.isAtEndOfImmediateMacroExpansion(last.getLocWithOffset(length), &use)) {
      last = use;
    } else {
      return std::nullopt;
    }
  }
  // Of one macro's use, an argument at one end and the whole at the other.
  const auto isPartOfUse = [&](SourceLocation written, SourceLocation place) {
    const CharSourceRange use = sources.getExpansionRange(written);
    return written.isMacroID() && place != use.getBegin() && place != use.getEnd();
  };
  if (tokens.getBegin().isMacroID() && tokens.getEnd().isMacroID() &&
      sources.getExpansionLoc(tokens.getBegin()) == sources.getExpansionLoc(tokens.getEnd()) &&
      isPartOfUse(tokens.getBegin(), begin) != isPartOfUse(tokens.getEnd(), last)) {
    return std::nullopt;
  }
  // `x * x` of a macro's `x`, or `AT(a, i) > 0`: not what stands between two arguments, but whole macros.
  if (argumentsAtBegin != argumentsAtEnd) {
    const CharSourceRange whole = model::charsInFile(tokens, context);
    if (whole.isInvalid() || fileNameAt(*editor_.unit(), whole.getBegin()) != file_) return std::nullopt;
    const TextRange bytes{file_, sources.getFileOffset(whole.getBegin()), sources.getFileOffset(whole.getEnd())};
    return bytes.begin < bodyBegin_ || bytes.end > bodyEnd_ ? std::nullopt : std::optional(bytes);
  }
  if (fileNameAt(*editor_.unit(), begin) != file_ || fileNameAt(*editor_.unit(), last) != file_) return std::nullopt;
  const TextRange bytes{file_, sources.getFileOffset(begin),
                        sources.getFileOffset(last) + Lexer::MeasureTokenLength(last, sources, context.getLangOpts())};
  if (bytes.begin < bodyBegin_ || bytes.end > bodyEnd_ || bytes.begin > bytes.end) return std::nullopt;
  return bytes;
}

std::optional<TextRange> KernelText::inDefinition(SourceLocation token) const {
  const ASTContext& context = editor_.unit()->ast();
  const SourceManager& sources = context.getSourceManager();
  if (token.isMacroID() || fileNameAt(*editor_.unit(), token) != file_) return std::nullopt;
  const uint32_t begin = sources.getFileOffset(token);
  return TextRange{file_, begin, begin + Lexer::MeasureTokenLength(token, sources, context.getLangOpts())};
}

uint32_t KernelText::placeOf(SourceLocation location) const {
  const SourceManager& sources = editor_.unit()->ast().getSourceManager();
  return sources.getFileOffset(sources.getExpansionLoc(location));
}

int KernelText::indicesIn(uint32_t begin, uint32_t end) const {
  return static_cast<int>(
      std::distance(notedIndices_.lower_bound(begin), notedIndices_.lower_bound(std::max(begin, end))));
}

TextRange KernelText::tokenAt(uint32_t offset) const {
  const auto token = nextToken(editor_, file_, offset);
  return token && token->begin < end() ? TextRange{file_, token->begin, token->end} : TextRange{file_, end(), end()};
}

std::string KernelText::indentationAt(uint32_t offset) const {
  return std::string(editor_.indentationAt(file_, offset));
}

bool KernelText::asksForClusters(const FunctionDecl& kernel) const {
  return isDeclaredWith(editor_, kernel, {"__cluster_dims__", "cluster_dims"});
}

bool KernelText::asksForBlock(const FunctionDecl& kernel) const {
  return isDeclaredWith(editor_, kernel, {"__block_size__", "block_size"});
}

bool KernelText::hasCarriageReturns() const {
  const std::string_view body = between(bodyBegin_, bodyEnd_);
  for (size_t at = body.find('\n'); at != std::string_view::npos; at = body.find('\n', at + 1)) {
    if (at == 0 || body[at - 1] != '\r') return false;
  }
  return body.find('\n') != std::string_view::npos;
}

bool KernelText::startsLine(uint32_t offset) const {
  return editor_.lineStart(file_, offset) + editor_.indentationAt(file_, offset).size() == offset;
}

uint32_t KernelText::afterComment(uint32_t offset) const {
  return behindComments(editor_, file_, offset).value_or(offset);
}

std::string KernelText::freshName(const std::string& base) {
  for (int suffix = 1;; ++suffix) {
    std::string name = suffix == 1 ? base : base + "_" + std::to_string(suffix);
    if (!isMacroName(editor_, name) && names_.insert(name).second) return name;
  }
}

std::string KernelText::functionName(const std::string& name, const FunctionDecl& kernel) const {
  return rewrite::functionName(editor_, name, kernel, names_.contains(name));
}

}  // namespace warpwright::rewrite
