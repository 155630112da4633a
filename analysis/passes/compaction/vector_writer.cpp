#include "analysis/passes/compaction/vector_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/passes/compaction/index_uses.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr unsigned mostBytes = 16;  // that one access of a thread moves
constexpr const char* note = "each thread does the work of neighbours";

/// How an element is called once it is one of a vector.
struct VectorNames {
  std::string place;   ///< the element as it was: "x[i]"
  std::string vector;  ///< "x_i"
  std::string at;      ///< where the vector begins in memory
  std::string type;    ///< of the element, "float"
  bool isConst = false;
  std::string alignment;        ///< of the vector
  std::string neededAlignment;  ///< of its place: the same, as short as it can be said
};

class VectorWriter {
 public:
  VectorWriter(const Editor& editor, KernelText& text, const VectorPlan& plan, const FunctionDecl& pattern,
               const VectorForm& form)
      : editor_(editor),
        text_(text),
        plan_(plan),
        pattern_(pattern),
        width_(form.width),
        blocks_(form.blocks),
        sizesDiffer_(form.sizesDiffer) {}

  Result<Edits> write() {
    if (plan_.head.rounds) return writeRounds();
    first_ = text_.freshName("first");
    threads_ = text_.freshName("threads");
    counter_ = text_.freshName("m");
    whole_ = text_.freshName("whole");
    if (Status could = allOf({findWords(), nameElements(), changeMentions(), surroundWork(), changeReturns()});
        !could.ok())
      return could.error();
    const Result<std::vector<std::string>> head = headLines();
    if (!head.ok()) return head.error();
    surroundBody(*head, tailLines());
    return checkedEdits();
  }

 private:
  Result<Edits> checkedEdits() {
    if (Status may = text_.check(edits_); !may.ok()) return may.error();
    return std::move(edits_);
  }

  /// Each round of the loop becomes one of `width` neighbouring rounds that a thread does together.
  Result<Edits> writeRounds() {
    first_ = text_.freshName("first");
    threads_ = text_.freshName("count");
    counter_ = text_.freshName("m");
    whole_ = text_.freshName("whole");
    if (Status could = allOf({nameElements(), changeMentions(), surroundRounds()}); !could.ok()) return could.error();
    return checkedEdits();
  }

  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }

  void replace(const TextRange& place, const std::string& text) {
    edits_.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(text) : text, note);
  }
  void insert(uint32_t offset, const std::string& text) { replace({text_.file(), offset, offset}, text); }

  /// Numbers of threads, and how many blocks there are: what they become.
  Status findWords() {
    for (const ThreadNumber& number : plan_.uses.numbers) {
      const auto place = text_.expression(number.written->getSourceRange());
      if (!place) return refusal(*number.written, "spells the number of the thread inside a macro");
      words_[place->begin] = {*place, "static_cast<" + number.type + ">(" + first_ + " + " + counter_ + ")"};
    }
    for (const Stmt* extent : plan_.uses.extents) {
      const auto place = text_.expression(indexRange(*extent));
      if (!place) return refusal(*extent, "spells gridDim.x inside a macro");
      words_[place->begin] = {*place, blocks_};
    }
    return {};
  }

  /// A text with these words in it.
  std::string copy(const TextRange& range) const {
    std::vector<Word> inside;
    for (const auto& [begin, word] : words_) {
      if (begin >= range.begin && word.place.end <= range.end) inside.push_back(word);
    }
    return withWords(editor_, range, inside);
  }

  Status nameElements() {
    for (const Element& element : plan_.work.elements) {
      const ArraySubscriptExpr& mention = *element.mentions.front();
      const auto place = text_.expression(mention.getSourceRange());
      if (!place) return refusal(mention, "spells an element of memory inside a macro");
      if (Status may = mayStandTwice(editor_, *place, mention); !may.ok()) return may;
      VectorNames names;
      names.place = copy(*place);
      names.vector = text_.freshName(nameOfLoad(std::string(text_.between(*place))));
      names.at = text_.freshName(names.vector + "_at");
      const QualType type =
          pattern_.getParamDecl(element.pointer->getFunctionScopeIndex())->getType()->getPointeeType();
      const Result<std::string> spelled =
          typeText(*editor_.unit(), type, {&pattern_, pattern_.getBody()->getBeginLoc(), true});
      if (!spelled.ok()) return refusal(mention, {"has an element: %1", said(spelled.error())});
      names.type = *spelled;
      names.isConst = type.isConstQualified();
      names.alignment = names.neededAlignment = std::to_string(std::min(mostBytes, element.bytes * width_));
      if (sizesDiffer_ && type->isDependentType()) {
        const std::string bytes = "sizeof(" + names.type + ") * " + std::to_string(width_);
        const std::string most = std::to_string(mostBytes);
        names.alignment = bytes + " < " + most + " ? " + bytes + " : " + most;
        names.neededAlignment = "alignof(decltype(" + names.vector + "))";
      }
      names_.push_back(std::move(names));
    }
    return {};
  }

  /// Elements become those of vectors; what stands outside of them gets its words.
  Status changeMentions() {
    std::map<uint32_t, Word> changed;
    for (size_t i = 0; i < names_.size(); ++i) {
      for (const ArraySubscriptExpr* mention : plan_.work.elements[i].mentions) {
        const auto place = text_.expression(mention->getSourceRange());
        if (!place) return refusal(*mention, "spells an element of memory inside a macro");
        changed[place->begin] = {*place, names_[i].vector + ".of[" + counter_ + "]"};
      }
    }
    for (const auto& [begin, word] : words_) {
      const auto holds = [&](const auto& one) {
        return one.second.place.begin <= begin && word.place.end <= one.second.place.end;
      };
      if (std::none_of(changed.begin(), changed.end(), holds)) replace(word.place, word.text);
    }
    for (const auto& [begin, word] : changed) replace(word.place, word.text);
    return {};
  }

  std::vector<std::string> elementwise(bool loads) const {
    std::vector<std::string> lines;
    for (size_t i = 0; i < names_.size(); ++i) {
      const Element& element = plan_.work.elements[i];
      if (!(loads ? element.isLoaded : element.isStored)) continue;
      const std::string own = names_[i].vector + ".of[" + counter_ + "]";
      lines.push_back("if (!" + whole_ + ") " +
                      (loads ? own + " = " + names_[i].place : names_[i].place + " = " + own) + ";");
    }
    return lines;
  }

  /// Where no vector is moved, an element is loaded in front of the work, and stored behind it.
  Status surroundWork() {
    const Result<TextRange> begin = text_.statement(*plan_.head.work.front());
    const Result<TextRange> end = text_.statement(*plan_.head.work.back());
    if (!begin.ok()) return begin.error();
    if (!end.ok()) return end.error();
    const std::string bound = boundTo(editor_, text_.file(), begin->begin);
    if (!bound.empty()) return inputError(bound);
    const bool startsLine = text_.startsLine(begin->begin);
    std::string indentation = text_.indentationAt(begin->begin) + text_.step();
    if (plan_.head.isBare && !startsLine) indentation += text_.step();
    const std::string newline = "\n" + indentation;
    std::string before, after;
    for (const std::string& line : elementwise(true)) before += line + newline;
    for (const std::string& line : elementwise(false)) after += newline + line;
    uint32_t place = begin->begin;
    if (plan_.head.isBare) {
      const auto* choice = cast<IfStmt>(ignoreWrappers(plan_.head.parts.back().statement));
      const auto bracket = text_.inDefinition(choice->getRParenLoc());
      if (!bracket) return refusal(*choice, "ends its condition inside a macro");
      const bool isNext = text_.between(bracket->end, place).find_first_not_of(" \t") == std::string_view::npos;
      if (isNext) place = bracket->end;
      before = (isNext ? " {" + newline : "") + before;
      if (!isNext) insert(bracket->end, " {");
      after += "\n" + outside(indentation) + "}";
    } else if (!startsLine && !before.empty()) {
      before = newline + before;
    }
    replace({text_.file(), place, begin->begin}, before);
    insert(text_.afterComment(end->end), after);
    return {};
  }
  std::string outside(const std::string& indentation) const {
    return indentation.substr(0, indentation.size() - std::min(indentation.size(), text_.step().size()));
  }

  /// A neighbour that has nothing to do is left for the next one.
  Status changeReturns() {
    for (const HeadPart& part : plan_.head.parts) {
      if (!part.leaves) continue;
      const auto place = text_.expression(part.leaves->getSourceRange());
      if (!place) return refusal(*part.leaves, "returns in a macro");
      replace(*place, "continue");
    }
    return {};
  }

  std::vector<std::string> declarations() const {
    std::vector<std::string> lines;
    std::map<std::string, std::string> vectors;  // by how they are declared
    std::vector<std::string> order;
    for (const VectorNames& names : names_) {
      const std::string type =
          "struct alignas(" + names.alignment + ") { " + names.type + " of[" + std::to_string(width_) + "]; }";
      std::string& list = vectors[type];
      if (list.empty()) order.push_back(type);
      list += (list.empty() ? " " : ", ") + names.vector;
    }
    for (const std::string& type : order) lines.push_back(type + vectors[type] + ";");
    for (const VectorNames& names : names_)
      lines.push_back((names.isConst ? "const " : "") + names.type + "* " + names.at + " = nullptr;");
    return lines;
  }

  /// Are the places of the vectors such as vectors have?
  std::vector<std::string> alignments() const {
    std::vector<std::string> lines;
    for (const VectorNames& names : names_) {
      lines.push_back(whole_ + " = " + whole_ + " && reinterpret_cast<unsigned long long>(" + names.at + ") % " +
                      names.neededAlignment + " == 0;");
    }
    return lines;
  }

  /// Lines of the head that say whether all neighbours work, and where the first of them does.
  Result<std::vector<std::string>> probe() const {
    std::vector<std::string> lines;
    for (const HeadPart& part : plan_.needed) {
      const auto range =
          part.condition ? text_.expression(part.condition->getSourceRange()) : [&]() -> std::optional<TextRange> {
        const Result<TextRange> whole = text_.statement(*part.statement);
        return whole.ok() ? std::optional(*whole) : std::nullopt;
      }();
      if (!range) return refusal(*part.statement, "is spelled inside a macro");
      const Stmt& parsed = part.condition ? *part.condition : *part.statement;
      if (Status may = mayStandTwice(editor_, *range, parsed); !may.ok())
        return refusal(*part.statement, {"cannot be repeated: %1", said(may.error())});
      if (!part.condition)
        lines.push_back(copy(*range));
      else
        lines.push_back("if (" + (part.leaves ? copy(*range) : "!(" + copy(*range) + ")") + ") {");
      if (part.condition)
        lines.insert(lines.end(), {text_.step() + whole_ + " = false;", text_.step() + "break;", "}"});
    }
    lines.push_back("if (" + counter_ + " == 0) {");
    for (const VectorNames& names : names_) lines.push_back(text_.step() + names.at + " = &" + names.place + ";");
    lines.push_back("}");
    return lines;
  }

  std::string loop() const {
    return "for (unsigned " + counter_ + " = 0; " + counter_ + " < " + std::to_string(width_) + "; ++" + counter_ +
           ") {";
  }

  Result<std::vector<std::string>> headLines() const {
    const std::string width = std::to_string(width_), all = "unsigned long long ";
    std::vector<std::string> lines = {
        "// " + width + " neighbours, whose elements are moved as vectors where all of them work",
        "const " + all + first_ + " = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * " + width + ";",
        "const " + all + threads_ + " = 1ULL * " + blocks_ + " * blockDim.x;"};
    const std::vector<std::string> declared = declarations();
    lines.insert(lines.end(), declared.begin(), declared.end());
    lines.push_back("bool " + whole_ + " = " + first_ + " + " + width + " <= " + threads_ + ";");
    lines.insert(lines.end(), {"#pragma unroll", loop()});
    const Result<std::vector<std::string>> probed = probe();
    if (!probed.ok()) return probed.error();
    for (const std::string& line : *probed) lines.push_back(text_.step() + line);
    lines.push_back("}");
    for (const auto& more : {alignments(), vectorwise(true)}) lines.insert(lines.end(), more.begin(), more.end());
    lines.insert(lines.end(), {"#pragma unroll", loop(),
                               text_.step() + "if (!" + whole_ + " && " + first_ + " + " + counter_ +
                                   " >= " + threads_ + ") break;"});
    return lines;
  }

  /// `for (…)` of the rounds, each so many at once.
  Result<std::string> roundsHead(const std::string& newline) const {
    const StrideLoop& loop = *plan_.head.rounds;
    const auto first = text_.expression(loop.first->getSourceRange());
    const auto bound = text_.expression(loop.bound->getSourceRange());
    const auto step = text_.expression(loop.step->getSourceRange());
    if (!first || !bound || !step) return refusal(*loop.statement, "has a loop whose head a macro spells");
    const std::string type = loop.compared->isSignedIntegerType() ? "long long" : "unsigned long long";
    const std::string width = std::to_string(width_), wide = width + " * static_cast<" + type + ">(";
    return "for (" + type + " " + first_ + " = " + wide + copy(*first) + "), " + threads_ + " = static_cast<" +
           typeOf(loop.compared) + ">(" + copy(*bound) + ");" + newline + "     " + first_ + " < " + threads_ + "; " +
           first_ + " += " + wide + copy(*step) + ")) {";
  }
  std::string typeOf(QualType type) const {
    return type.getCanonicalType().getUnqualifiedType().getAsString(PrintingPolicy(pattern_.getLangOpts()));
  }
  std::string counterAt(const std::string& number) const {
    const VarDecl& counter = *plan_.head.rounds->counter;
    const std::string type = typeOf(counter.getType());
    return type + " " + counter.getNameAsString() + " = static_cast<" + type + ">(" + number + ");";
  }

  /// What stands between the head of the rounds and the loop over those that are done together.
  std::vector<std::string> roundsLines() const {
    std::vector<std::string> lines = {"// " + std::to_string(width_) +
                                      " neighbours, whose elements are moved as vectors where all of them are there"};
    const std::vector<std::string> declared = declarations();
    lines.insert(lines.end(), declared.begin(), declared.end());
    lines.insert(lines.end(), {"{", text_.step() + counterAt(first_)});
    for (const VectorNames& names : names_) lines.push_back(text_.step() + names.at + " = &" + names.place + ";");
    lines.push_back("}");
    lines.push_back("bool " + whole_ + " = " + threads_ + " - " + first_ + " >= " + std::to_string(width_) + ";");
    for (const auto& more : {alignments(), vectorwise(true)}) lines.insert(lines.end(), more.begin(), more.end());
    lines.push_back("#pragma unroll");
    return lines;
  }

  /// Lines of one of the rounds that are done together, in front of its work.
  std::vector<std::string> roundLines() const {
    std::vector<std::string> lines = {
        "if (!" + whole_ + " && " + first_ + " + " + counter_ + " >= " + threads_ + ") break;",
        counterAt(first_ + " + " + counter_)};
    const std::vector<std::string> loads = elementwise(true);
    lines.insert(lines.end(), loads.begin(), loads.end());
    return lines;
  }

  Status surroundRounds() {
    const StrideLoop& loop = *plan_.head.rounds;
    const Stmt& body = *loop.statement->getBody();
    const auto keyword = text_.inDefinition(loop.statement->getForLoc());
    const auto bracket = text_.inDefinition(loop.statement->getRParenLoc());
    const auto* block = dyn_cast<CompoundStmt>(&body);
    const auto opens = block ? text_.inDefinition(block->getLBracLoc()) : bracket;
    const auto closes = block ? text_.inDefinition(block->getRBracLoc()) : bracket;
    if (!keyword || !bracket || !opens || !closes) return refusal(*loop.statement, "has a loop that a macro spells");
    const Result<TextRange> only = block ? Result<TextRange>(*bracket) : text_.statement(body);
    if (!only.ok()) return only.error();
    if (const std::string bound = boundTo(editor_, text_.file(), keyword->begin); !bound.empty())
      return inputError(bound);
    const std::string outer = "\n" + text_.indentationAt(keyword->begin), middle = outer + text_.step(),
                      inner = middle + text_.step();
    const Result<std::string> head = roundsHead(outer);
    if (!head.ok()) return head.error();
    std::string before = *head, inside, stores, after;
    for (const std::string& line : roundsLines()) before += middle + line;
    before += middle + this->loop();
    for (const std::string& line : roundLines()) inside += inner + line;
    for (const std::string& line : elementwise(false)) stores += inner + line;
    for (const std::string& line : vectorwise(false)) after += middle + line;
    after += outer + "}";
    const uint32_t workBegin = block ? opens->end : only->begin;
    const uint32_t workEnd = block ? closes->begin : text_.afterComment(only->end);
    const bool isBlank = text_.between(bracket->end, block ? opens->begin : only->begin).find_first_not_of(" \t\r\n") ==
                         std::string_view::npos;
    if (!isBlank) return refusal(*loop.statement, "has a loop with a comment behind its head");
    const size_t firstToken = block ? text_.tokenAt(workBegin).begin : workBegin;
    const bool staysInLine = editor_.lineStart(text_.file(), firstToken) <= keyword->begin || !block;
    replace({text_.file(), keyword->begin, staysInLine ? static_cast<uint32_t>(firstToken) : workBegin},
            before + inside + (staysInLine ? inner : ""));
    const uint32_t lastLine = editor_.lineStart(text_.file(), workEnd);
    const bool closesLine = block && text_.startsLine(workEnd);
    moveIn(staysInLine ? static_cast<uint32_t>(firstToken) : workBegin, closesLine ? lastLine : workEnd);
    if (closesLine) {
      // The brace has a line of its own.
      replace({text_.file(), lastLine, closes->end},
              stores.empty() ? middle.substr(1) + "}" + after : stores.substr(1) + middle + "}" + after);
    } else {
      uint32_t blank = workEnd;
      while (block && blank > firstToken && text_.between(blank - 1, blank) == " ") --blank;
      replace({text_.file(), blank, block ? closes->end : workEnd}, stores + middle + "}" + after);
    }
    return {};
  }

  /// Lines of the work that begin behind `from` move in by one step.
  void moveIn(uint32_t from, uint32_t end) {
    const std::string_view all = editor_.textOf(text_.file());
    for (size_t line = all.find('\n', from); line != std::string_view::npos && line + 1 < end;
         line = all.find('\n', line + 1)) {
      const size_t next = std::min(all.find('\n', line + 1), all.size());
      if (all.find_first_not_of(" \t\r\n", line + 1) < next) insert(static_cast<uint32_t>(line + 1), text_.step());
    }
  }

  std::vector<std::string> vectorwise(bool loads) const {
    std::vector<std::string> lines;
    for (size_t i = 0; i < names_.size(); ++i) {
      const Element& element = plan_.work.elements[i];
      if (!(loads ? element.isLoaded : element.isStored)) continue;
      const std::string vector = names_[i].vector, place = "*reinterpret_cast<" + std::string(loads ? "const " : "") +
                                                           "decltype(" + vector + ")*>(" + names_[i].at + ")";
      lines.push_back(text_.step() + (loads ? vector + " = " + place : place + " = " + vector) + ";");
    }
    if (lines.empty()) return lines;
    lines.insert(lines.begin(), "if (" + whole_ + ") {");
    lines.push_back("}");
    return lines;
  }

  std::vector<std::string> tailLines() const {
    std::vector<std::string> lines = vectorwise(false);
    lines.insert(lines.begin(), "}");
    return lines;
  }

  /// Puts lines in front of and behind all that the body holds, which moves in by one step.
  void surroundBody(const std::vector<std::string>& head, const std::vector<std::string>& tail) {
    const std::string& file = text_.file();
    const std::vector<RawToken> tokens = editor_.tokens({file, text_.bodyBegin(), text_.bodyEnd()});
    const uint32_t firstToken = tokens.front().begin;
    const uint32_t firstLine = editor_.lineStart(file, firstToken);
    const bool opensLine = firstLine > text_.bodyBegin();
    const std::string outer = text_.indentationAt(text_.begin());
    const std::string indentation = opensLine ? text_.indentationAt(firstToken) : outer + text_.step();
    std::string before, after;
    for (const std::string& line : head) before += "\n" + indentation + line;
    const bool isBlank =
        text_.between(text_.bodyBegin(), firstToken).find_first_not_of(" \t") == std::string_view::npos;
    if (!opensLine) before += "\n" + indentation + text_.step();
    for (const std::string& line : tail) after += indentation + line + "\n";
    replace({file, text_.bodyBegin(), opensLine || !isBlank ? text_.bodyBegin() : firstToken}, before);
    const uint32_t lastLine = editor_.lineStart(file, text_.bodyEnd());
    for (uint32_t line = std::max(firstLine, editor_.lineStart(file, text_.bodyBegin())); line < lastLine;) {
      const std::string_view all = editor_.textOf(file);
      const size_t next = all.find('\n', line);
      if (line > text_.bodyBegin() && all.find_first_not_of(" \t\r\n", line) < next) insert(line, text_.step());
      line = static_cast<uint32_t>(next) + 1;
    }
    if (text_.startsLine(text_.bodyEnd()) && lastLine > text_.bodyBegin())
      insert(lastLine, after);
    else
      insert(text_.bodyEnd(), "\n" + after + outer);
  }

  const Editor& editor_;
  KernelText& text_;
  const VectorPlan& plan_;
  const FunctionDecl& pattern_;
  unsigned width_;
  const std::string& blocks_;
  bool sizesDiffer_;
  std::string first_, threads_, counter_, whole_;
  std::map<uint32_t, Word> words_;  ///< by where they begin
  std::vector<VectorNames> names_;  ///< of the plan's elements
  Edits edits_;
};

}  // namespace

Result<Edits> writeVectors(const Editor& editor, const VectorPlan& plan, const FunctionDecl& pattern,
                           const VectorForm& form) {
  Result<KernelText> text = KernelText::of(editor, pattern, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  if (text->asksForClusters(pattern)) return inputError("the kernel asks for clusters of blocks");
  if (text->asksForBlock(pattern)) return inputError("the kernel asks for blocks of one shape");
  const Status words = areNoMacros(
      editor, {"alignas", "alignof", "bool", "break", "const", "continue", "decltype", "false", "for", "if", "int",
               "long", "nullptr", "reinterpret_cast", "sizeof", "static_cast", "struct", "unsigned"});
  if (!words.ok()) return words.error();
  return VectorWriter(editor, *text, plan, pattern, form).write();
}

}  // namespace warpwright::rewrite
