#include "analysis/passes/warp_exchange/tree_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <map>
#include <string>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/style/text_layout.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::TextRange;

constexpr const char* note = "the last rounds, which one warp does alone";

/// Lines with the blanks taken away that all of them begin with, `most` of them; empty ones at either end are left out.
std::vector<std::string> linesOf(const std::string& text, size_t most = std::string::npos) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else if (c != '\r')
      lines.back() += c;
  }
  const auto isBlank = [](const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; };
  while (!lines.empty() && isBlank(lines.back())) lines.pop_back();
  while (!lines.empty() && isBlank(lines.front())) lines.erase(lines.begin());
  size_t margin = most;
  for (size_t i = 1; i < lines.size(); ++i)
    if (!isBlank(lines[i])) margin = std::min(margin, lines[i].find_first_not_of(" \t"));
  for (std::string& line : lines) {
    const size_t own = std::min(line.find_first_not_of(" \t"), line.size());
    line = rewrite::trimmedRight(line.substr(&line == &lines.front() ? own : std::min(own, margin)));
  }
  return lines;
}

class TreeWriter {
 public:
  TreeWriter(rewrite::Editor& editor, const model::ParsedKernel& kernel, const TreePlan& plan)
      : editor_(editor), pattern_(*kernel.pattern), plan_(plan), tree_(plan.tree) {}

  Status write() {
    Result<rewrite::KernelText> text = rewrite::KernelText::of(editor_, pattern_);
    if (!text.ok()) return text.error();
    text_ = &*text;
    for (const char* word :
         {"__shfl_down_sync", "__syncwarp", "__syncthreads", "break", "const", "decltype", "for", "if", "int"})
      if (rewrite::isMacroName(editor_, word)) return inputError({"%1 is the name of a macro", code(word)});
    const auto thread = text_->expression(tree_.thread->getSourceRange());
    if (!thread) return inputError("a macro spells the number of the thread");
    thread_ = std::string(text_->between(*thread));
    if (thread_.find('\n') != std::string::npos || dyn_cast<BinaryOperator>(tree_.thread->IgnoreParenImpCasts()))
      thread_ = "(" + thread_ + ")";
    stride_ = tree_.stride->getNameAsString();
    const Result<TextRange> barrier = text_->statement(*tree_.barrier);
    if (!barrier.ok()) return barrier.error();
    if (!text_->expression(tree_.barrier->getSourceRange()) || tree_.barrier->getBeginLoc().isMacroID())
      return inputError("a macro spells the barrier");
    const Result<TextRange> inside = text_->inside(*tree_.body);
    if (!inside.ok()) return inside.error();
    const std::string outer = text_->indentationAt(text_->placeOf(tree_.loop->getBeginLoc()));
    inner_ = text_->startsLine(barrier->begin) ? text_->indentationAt(barrier->begin) : outer + text_->step();
    if (plan_.byShuffles) {
      if (Status made = nameElements(); !made.ok()) return made;
    }
    const Result<std::vector<std::string>> rounds = plan_.byShuffles ? exchangedRounds() : sharedRounds();
    if (!rounds.ok()) return rounds.error();
    const std::vector<std::string> lines = inOneWarp(*rounds);
    std::string all;
    for (const std::string& line : lines) all += "\n" + (line.empty() ? line : inner_ + line);
    const uint32_t place = text_->afterComment(tree_.barrierFirst ? barrier->end : inside->begin);
    const bool endsLine = place < text_->bodyEnd() &&
                          std::string_view("\r\n").find(text_->between(place, place + 1)) != std::string_view::npos;
    insert(place, endsLine ? all : all + "\n" + inner_);
    return {};
  }

 private:
  struct Register {
    const VarDecl* array = nullptr;
    std::string type, own, other;
    bool isFetched = false;  ///< from another lane
    bool isWritten = false;
  };

  void insert(uint32_t offset, const std::string& text) {
    editor_.insert(text_->file(), offset, text_->hasCarriageReturns() ? rewrite::withCarriageReturns(text) : text,
                   note);
  }

  static std::string wholeWarp() { return std::to_string(lanesOfWarp); }

  /// The work as it stands, with barriers of the warp.
  Result<std::vector<std::string>> sharedRounds() const {
    const Result<TextRange> range = text_->statement(*tree_.work);
    if (!range.ok()) return range.error();
    if (Status may = rewrite::mayStandTwice(editor_, *range, *tree_.work); !may.ok())
      return inputError({"the work cannot be copied: it %1", said(may.error())});
    const std::string step = text_->step();
    std::vector<std::string> inside = {"for (; " + stride_ + " > 0; " + stride_ + " /= 2) {"};
    for (const std::string& line :
         linesOf(std::string(text_->between(*range)), text_->indentationAt(range->begin).size()))
      inside.push_back(line.empty() ? line : step + line);
    inside.push_back(step + "__syncwarp();");
    inside.emplace_back("}");
    return inside;
  }

  /// As it is written: a template's array of T, where an instance has one of float.
  const VarDecl& written(const VarDecl& array) const {
    const rewrite::Mentions mentions = rewrite::mentionsOf(pattern_.getBody());
    for (const auto& [variable, declared] : mentions.declared)
      if (variable->getLocation() == array.getLocation()) return *variable;
    return array;
  }

  Status nameElements() {
    for (const VarDecl* array : tree_.exchange.arrays) {
      const VarDecl& own = written(*array);
      const QualType whole = own.getType();
      const QualType element =
          whole->isArrayType() ? own.getASTContext().getBaseElementType(whole) : whole->getPointeeType();
      if (element.isNull()) return inputError({"the type of %1 is not understood", code(own.getNameAsString())});
      const Result<std::string> type = rewrite::typeText(*editor_.unit(), element.getUnqualifiedType(),
                                                         {&pattern_, tree_.body->getBeginLoc(), true});
      if (!type.ok())
        return inputError({"elements of %1 cannot be kept: %2", code(own.getNameAsString()), said(type.error())});
      const auto& elements = tree_.exchange.elements;
      const auto& changed = tree_.exchange.written;
      registers_[array] = {array,
                           *type,
                           text_->freshName(own.getNameAsString() + "_own"),
                           text_->freshName(own.getNameAsString() + "_other"),
                           std::any_of(elements.begin(), elements.end(),
                                       [&](const TreeElement& one) { return one.array == array && !one.isOwn; }),
                           std::find(changed.begin(), changed.end(), array) != changed.end()};
    }
    return {};
  }

  /// The work of a round, with registers in the place of elements. `round`: the stride's name; empty: what is a stride
  /// away is still read from memory.
  Result<std::vector<std::string>> work(const std::string& round) const {
    const auto* block = dyn_cast<CompoundStmt>(tree_.work->getThen());
    const Result<TextRange> range = block ? text_->inside(*block) : text_->statement(*tree_.work->getThen());
    if (!range.ok()) return range.error();
    if (Status may = rewrite::mayStandTwice(editor_, *range, *tree_.work->getThen()); !may.ok())
      return inputError({"the work cannot be copied: it %1", said(may.error())});
    std::map<uint32_t, rewrite::Word> words;
    for (const TreeElement& element : tree_.exchange.elements) {
      if (!element.isOwn && round.empty()) continue;
      const auto place = text_->expression(element.mention->getSourceRange());
      if (!place || element.mention->getBeginLoc().isMacroID()) return inputError("a macro spells an element");
      const Register& its = registers_.at(element.array);
      words[place->begin] = {*place, element.isOwn ? its.own : its.other};
    }
    for (const DeclRefExpr* name : tree_.exchange.strides) {
      const auto place = text_->expression(name->getSourceRange());
      if (!place || name->getBeginLoc().isMacroID()) return inputError("a macro spells the stride");
      if (!round.empty()) words[place->begin] = {*place, round};
    }
    std::vector<rewrite::Word> sorted;
    for (const auto& [begin, word] : words) sorted.push_back(word);
    return linesOf(rewrite::withWords(editor_, *range, sorted));
  }

  std::string element(const Register& one) const { return one.array->getNameAsString() + "[" + thread_ + "]"; }

  static void indent(std::vector<std::string>& lines, const std::string& by, size_t from) {
    for (size_t i = from; i < lines.size(); ++i)
      if (!lines[i].empty()) lines[i] = by + lines[i];
  }

  /// `if (condition) { … }`, or without brackets where that is one line.
  void choice(std::vector<std::string>& lines, const std::string& condition,
              const std::vector<std::string>& inside) const {
    const bool isOne = inside.size() == 1 && inside[0].find(';') + 1 == inside[0].size();  // not several in a line
    const bool isShort = isOne && inside[0].find("//") == std::string::npos &&
                         condition.size() + inside[0].size() < 90 && inside[0].find('{') == std::string::npos;
    if (isShort) {
      lines.push_back("if (" + condition + ") " + inside[0]);
      return;
    }
    lines.push_back("if (" + condition + ") {");
    for (const std::string& line : inside) lines.push_back(line.empty() ? line : text_->step() + line);
    lines.push_back("}");
  }

  /// What one warp does, and the end of the loop for all.
  std::vector<std::string> inOneWarp(std::vector<std::string> inside) const {
    const std::string step = text_->step();
    std::vector<std::string> rounds = {"if (" + thread_ + " < " + wholeWarp() + ") {"};
    indent(inside, step, 0);
    rounds.insert(rounds.end(), inside.begin(), inside.end());
    rounds.emplace_back("}");
    if (!tree_.barrierFirst || tree_.needsBarrierBehind) rounds.emplace_back("__syncthreads();");
    if (tree_.outlives) rounds.push_back(stride_ + " = 0;");
    rounds.emplace_back("break;");
    indent(rounds, step, 0);
    rounds.insert(rounds.begin(), "if (" + stride_ + " <= " + wholeWarp() + ") {");
    rounds.emplace_back("}");
    return rounds;
  }

  /// Registers in the place of elements, and shuffles between them.
  Result<std::vector<std::string>> exchangedRounds() const {
    const std::string step = text_->step(), lanes = text_->freshName("lanes");
    Result<std::vector<std::string>> first = work(""), round = work(lanes);
    if (!first.ok()) return first.error();
    if (!round.ok()) return round.error();
    const bool isWhole = plan_.last == lanesOfWarp;
    const std::string stride = plan_.last ? std::to_string(*plan_.last) : stride_;
    std::vector<std::string> inside, start, fetched, stores;
    for (const VarDecl* array : tree_.exchange.arrays) {
      const Register& one = registers_.at(array);
      inside.push_back(one.type + " " + one.own + " = " + (isWhole ? element(one) : "0") + ";");
      if (!isWhole) start.push_back(one.own + " = " + element(one) + ";");
      if (one.isFetched)
        fetched.push_back("const " + one.type + " " + one.other + " = __shfl_down_sync(0xffffffff, " + one.own + ", " +
                          lanes + ");");
      if (one.isWritten) stores.push_back(element(one) + " = " + one.own + ";");
    }
    start.insert(start.end(), first->begin(), first->end());
    if (!isWhole)
      choice(inside, thread_ + " < " + stride, start);
    else if (holdsDeclarations())
      block(inside, start);
    else
      inside.insert(inside.end(), start.begin(), start.end());
    // The work may compute with it: then it has the type of the stride.
    const std::string type = tree_.exchange.strides.empty() ? "int" : "decltype(" + stride_ + ")";
    inside.push_back("for (" + type + " " + lanes + " = " +
                     (plan_.last ? std::to_string(*plan_.last / 2) : stride_ + " / 2") + "; " + lanes + " > 0; " +
                     lanes + " /= 2) {");
    const size_t begin = inside.size();
    inside.insert(inside.end(), fetched.begin(), fetched.end());
    choice(inside, thread_ + " < " + lanes, *round);
    indent(inside, step, begin);
    inside.push_back("}");
    if (isWhole)
      inside.insert(inside.end(), stores.begin(), stores.end());
    else
      choice(inside, thread_ + " < " + stride, stores);
    return inside;
  }

  bool holdsDeclarations() const {
    const auto* block = dyn_cast<CompoundStmt>(tree_.work->getThen());
    return block &&
           std::any_of(block->body_begin(), block->body_end(), [](const Stmt* one) { return isa<DeclStmt>(one); });
  }

  void block(std::vector<std::string>& lines, const std::vector<std::string>& inside) const {
    lines.emplace_back("{");
    for (const std::string& line : inside) lines.push_back(line.empty() ? line : text_->step() + line);
    lines.emplace_back("}");
  }

  rewrite::Editor& editor_;
  const FunctionDecl& pattern_;
  const TreePlan& plan_;
  const TreeLoop& tree_;
  rewrite::KernelText* text_ = nullptr;
  std::string thread_, stride_, inner_;
  std::map<const VarDecl*, Register> registers_;
};

/// Of the strides that are known, the first that is no more than a warp has threads.
std::optional<int64_t> lastOf(const TreeLoop& tree) {
  for (const int64_t stride : tree.strides)
    if (stride <= lanesOfWarp) return stride;
  return std::nullopt;
}

}  // namespace

Result<TreePlan> planFor(const std::vector<TreeReading>& readings) {
  TreePlan plan;
  plan.tree = readings.front().tree;
  plan.byShuffles = true;
  plan.last = lastOf(plan.tree);
  for (const TreeReading& one : readings) {
    const TreeLoop& tree = one.tree;
    const bool areAlike = !tree.exchange.why.empty() || !plan.tree.exchange.why.empty() ||
                          tree.exchange.elements.size() == plan.tree.exchange.elements.size();
    if (tree.barrierFirst != plan.tree.barrierFirst || !areAlike)
      return inputError("instances of the kernel have different loops there");
    if (plan.byShuffles && !tree.exchange.why.empty()) plan.tree.exchange.why = tree.exchange.why;
    plan.byShuffles = plan.byShuffles && tree.exchange.why.empty();
    if (lastOf(tree) != plan.last) plan.last.reset();
    plan.tree.outlives = plan.tree.outlives || tree.outlives;
    plan.tree.needsBarrierBehind = plan.tree.needsBarrierBehind || tree.needsBarrierBehind;
    if (lastOf(tree).value_or(lanesOfWarp) < 2) return inputError("the loop has one round, which no warp does faster");
  }
  return plan;
}

Status writeTree(rewrite::Editor& editor, const model::ParsedKernel& kernel, const TreePlan& plan) {
  return TreeWriter(editor, kernel, plan).write();
}

}  // namespace warpwright::passes
