#include "analysis/passes/atomic_order/counter_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr unsigned mostWarps = 32;  // of a block

constexpr const char* note = "updates of a block are brought together before they go to global memory";

class CounterWriter {
 public:
  CounterWriter(const Editor& editor, KernelText& text, const FunctionDecl& pattern, const CounterArray& counter,
                const CounterCopy& copy, KernelEnds ends)
      : editor_(editor),
        text_(text),
        pattern_(pattern),
        counter_(counter),
        copy_(copy),
        ends_(std::move(ends)),
        context_(editor.unit()->ast()),
        file_(text.file()) {}

  Result<Edits> write() {
    const Status words = areNoMacros(
        editor_, {"unsigned", "int", "long", "for", "if", "static_cast", "else", "reinterpret_cast", "__syncthreads",
                  "threadIdx", "blockDim", "x", "y", "z", "const", "bool", "static_assert", "sizeof"});
    if (!words.ok()) return words.error();
    outer_ = text_.indentationAt(text_.bodyEnd()) + text_.step();
    if (Status could = allOf({names(), keepUpdates(), keepThreads()}); !could.ok()) return could.error();
    insertLines(text_.bodyBegin(), begin_);
    closeBody();
    if (Status overlap = edits_.check(file_, editor_.textOf(file_)); !overlap.ok()) return overlap.error();
    return std::move(edits_);
  }

 private:
  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }
  void replace(const TextRange& place, const std::string& text) {
    edits_.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(text) : text, note);
  }
  void insert(uint32_t offset, const std::string& text) { replace({file_, offset, offset}, text); }
  void insertLines(uint32_t offset, const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += "\n" + outer_ + line;
    if (!all.empty()) insert(offset, all);
  }

  Status names() {
    const std::string name = counter_.array->getNameAsString();
    const auto* argument = dyn_cast<ParmVarDecl>(counter_.array);
    const bool isFound = !argument || (argument->getFunctionScopeIndex() < pattern_.getNumParams() &&
                                       writtenParameter(*argument).getName() == name);
    if (!isFound) return inputError("its parameters are a pack");
    own_ = text_.freshName(name + "_own");
    neutral_ = neutralText(counter_, context_);
    const TypePlace place{&pattern_, pattern_.getBody()->getBeginLoc(), true};
    const Result<std::string> type = typeText(*editor_.unit(), writtenElement().getUnqualifiedType(), place);
    const Result<std::string> updated = typeText(*editor_.unit(), counter_.type, place);
    if (!type.ok()) return inputError({"the type of its elements: %1", said(type.error())});
    if (!updated.ok()) return inputError({"the type of its elements: %1", said(updated.error())});
    type_ = *type;
    updated_ = *updated;
    return nameFunction();
  }

  /// As the source writes it: a parameter of a template stays one.
  QualType writtenElement() const {
    const auto* argument = dyn_cast<ParmVarDecl>(counter_.array);
    if (!argument) return counter_.elementType();
    return writtenParameter(*argument).getType()->getPointeeType();
  }
  const ParmVarDecl& writtenParameter(const ParmVarDecl& argument) const {
    return *pattern_.getParamDecl(argument.getFunctionScopeIndex());
  }

  /// How the source calls the function that brings two results together: no macro, or its calls would be spelled by
  /// one.
  Status nameFunction() {
    for (const CounterUpdate& update : counter_.updates) {
      if (update.call->getDirectCallee()->getName() != counter_.operation) continue;
      const auto place = text_.expression(update.call->getCallee()->getSourceRange());
      if (place) function_ = std::string(text_.between(*place));
      if (place) break;
    }
    if (function_.empty()) function_ = text_.functionName(counter_.operation, pattern_);
    if (function_.empty())
      return inputError(
          {"%1 cannot be called: the program may have a function or a macro of that name", code(counter_.operation)});
    return {};
  }

  /// What floating-point numbers take besides.
  Status nameRealFunctions() {
    const bool isWide = context_.getTypeSize(counter_.type) == 64;
    for (auto [name, into] : {std::pair{isWide ? "__double_as_longlong" : "__float_as_uint", &bits_},
                              {isWide ? "__dadd_rn" : "__fadd_rn", &sum_},
                              {"__shfl_sync", &shuffle_}}) {
      *into = text_.functionName(name, pattern_);
      if (into->empty())
        return inputError({"%1 cannot be called: the program may have a function or a macro of that name", code(name)});
    }
    return {};
  }

  Status keepUpdates() {
    if (Status could = placeOne(); copy_.isOne && !could.ok()) return could;
    if (!counter_.isReal()) return copy_.isOne ? keepInThreads() : keepInBlock();
    if (Status could = nameRealFunctions(); !could.ok()) return could;
    return copy_.isOne ? keepRealInThreads() : keepInBlock();
  }

  /// Was anything added? Of floating-point numbers the bits tell: 0 is as large as -0, and may not be left out.
  std::string isChanged(const std::string& part) const {
    if (!counter_.isReal()) return part + " != " + neutral_;
    return bits_ + "(" + part + ") != " + bits_ + "(" + neutral_ + ")";
  }

  std::string threadsLine(const std::string& threads) const {
    return "const unsigned " + threads + " = blockDim.x * blockDim.y * blockDim.z;";
  }
  std::string threadLine(const std::string& thread) const {
    return "const unsigned " + thread + " = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);";
  }

  // ---- a copy for the block --------------------------------------------------------------------------------------

  Status keepInBlock() {
    const std::string thread = text_.freshName("thread"), threads = text_.freshName("threads");
    const std::string i = text_.freshName("i"), count = std::to_string(copy_.elements);
    const std::string each =
        "for (unsigned " + i + " = " + thread + "; " + i + " < " + count + "; " + i + " += " + threads + ") ";
    const std::string element = own_ + "[" + i + "]";
    begin_ = {"__shared__ " + type_ + " " + own_ + "[" + count + "];"};
    // Compiled in another way, the array may have another size.
    if (counter_.extent() > 0)
      begin_.push_back("static_assert(sizeof(" + own_ + ") == sizeof(" + counter_.array->getNameAsString() +
                       "), \"\");");
    begin_.insert(begin_.end(), {threadsLine(threads), threadLine(thread), each + element + " = " + neutral_ + ";",
                                 "__syncthreads();"});
    end_ = {"__syncthreads();", each + "{",
            text_.step() + "if (" + isChanged(element) + ") " + function_ + "(" + placeOf(i) + ", " + element + ");",
            "}"};
    for (const CounterUpdate& update : counter_.updates) {
      const auto name = text_.expression(update.array->getSourceRange());
      if (!name) return refusal(*update.call, "spells an update inside a macro");
      replace(*name, own_);
    }
    return {};
  }

  /// Of an element in global memory.
  std::string placeOf(const std::string& index) const {
    const std::string name = counter_.array->getNameAsString();
    const std::string place =
        counter_.isPointer() || counter_.array->getType()->isArrayType() ? "&" + name + "[" + index + "]" : "&" + name;
    return counter_.isCast ? "reinterpret_cast<" + updated_ + "*>(" + place + ")" : place;
  }

  /// Of the one element of a block.
  Status placeOne() {
    one_ = placeOf(std::to_string(copy_.element));
    if (!copy_.isOfBlock) return {};
    const CounterUpdate& update = counter_.updates.front();
    const Expr* index = indexOf(update);
    const auto place = index ? text_.expression(index->getSourceRange()) : std::nullopt;
    if (!place) return refusal(*update.call, "spells an element inside a macro");
    one_ = placeOf(std::string(text_.between(*place)));
    return {};
  }

  // ---- one element: a part in each thread ------------------------------------------------------------------------

  bool isSum() const { return counter_.operation == "atomicAdd"; }

  Status keepInThreads() {
    // Sums wrap: whole numbers with a sign may not.
    const QualType type = isSum() && counter_.type->isSignedIntegerType()
                              ? context_.getCorrespondingUnsignedType(counter_.type)
                              : counter_.type;
    const Result<std::string> kept =
        typeText(*editor_.unit(), type, {&pattern_, pattern_.getBody()->getBeginLoc(), true});
    if (!kept.ok()) return kept.error();
    const std::string whole = text_.freshName(counter_.array->getNameAsString() + "_of_block");
    const std::string first = "threadIdx.x + threadIdx.y + threadIdx.z == 0";
    begin_ = {*kept + " " + own_ + " = " + neutral_ + ";"};
    end_ = {
        "__shared__ " + *kept + " " + whole + ";",
        "if (" + first + ") " + whole + " = " + neutral_ + ";",
        "__syncthreads();",
        "if (" + own_ + " != " + neutral_ + ") " + function_ + "(&" + whole + ", " + own_ + ");",
        "__syncthreads();",
        "if (" + first + " && " + whole + " != " + neutral_ + ") " + function_ + "(" + one_ + ", " + whole + ");",
    };
    for (const CounterUpdate& update : counter_.updates) {
      if (Status could = updateOwn(update); !could.ok()) return could;
    }
    return {};
  }

  /// Sums by a tree over the threads of each warp, and one over its warps: each term is rounded as it was, and added
  /// once. Lanes that a short warp lacks are not asked.
  Status keepRealInThreads() {
    const std::string array = counter_.array->getNameAsString();
    const std::string parts = text_.freshName(array + "_of_block"), other = text_.freshName(array + "_other");
    const std::string thread = text_.freshName("thread"), threads = text_.freshName("threads");
    const std::string step = text_.freshName("step"), isPart = text_.freshName("isPart"), i = text_.freshName("i");
    const std::string add = own_ + " = " + sum_ + "(" + own_ + ", ", in = text_.step();
    begin_ = {updated_ + " " + own_ + " = " + neutral_ + ";"};
    end_ = {
        threadsLine(threads),
        threadLine(thread),
        "for (unsigned " + step + " = 16; " + step + " > 0; " + step + " /= 2) {",
        in + "const bool " + isPart + " = " + thread + " % 32 + " + step + " < 32 && " + thread + " + " + step + " < " +
            threads + ";",
        in + "const " + updated_ + " " + other + " = " + shuffle_ + "(0xffffffff, " + own_ + ", " + isPart + " ? (" +
            thread + " + " + step + ") % 32 : " + thread + " % 32);",
        in + "if (" + isPart + ") " + add + other + ");",
        "}",
        "__shared__ " + updated_ + " " + parts + "[" + std::to_string(mostWarps) + "];",
        "if (" + thread + " % 32 == 0) " + parts + "[" + thread + " / 32] = " + own_ + ";",
        "__syncthreads();",
        "if (" + thread + " == 0) {",
        in + "for (unsigned " + i + " = 32; " + i + " < " + threads + "; " + i + " += 32) " + add + parts + "[" + i +
            " / 32]);",
        in + "if (" + isChanged(own_) + ") " + function_ + "(" + one_ + ", " + own_ + ");",
        "}",
    };
    for (const CounterUpdate& update : counter_.updates) {
      if (Status could = updateOwn(update); !could.ok()) return could;
    }
    return {};
  }

  Status updateOwn(const CounterUpdate& update) {
    const auto call = text_.expression(update.call->getSourceRange());
    const auto value = text_.expression(update.call->getArg(1)->getSourceRange());
    if (!call || !value || value->begin < call->begin || value->end > call->end)
      return refusal(*update.call, "spells an update inside a macro");
    const std::string name = update.call->getDirectCallee()->getNameAsString();
    static const std::map<std::string, std::string> signs{{"atomicAdd", " += "},
                                                          {"atomicSub", " -= "},
                                                          {"atomicAnd", " &= "},
                                                          {"atomicOr", " |= "},
                                                          {"atomicXor", " ^= "}};
    // A sum that is written as one would take in the product of a term, and round once where it was rounded twice.
    if (counter_.isReal()) {
      replace(*call, own_ + " = " + sum_ + "(" + own_ + ", " + std::string(text_.between(*value)) + ")");
      return {};
    }
    const std::string converted = "static_cast<" + updated_ + ">(" + std::string(text_.between(*value)) + ")";
    if (const auto sign = signs.find(name); sign != signs.end()) {
      replace(*call, own_ + sign->second + converted);
      return {};
    }
    const std::string better = text_.functionName(name == "atomicMin" ? "min" : "max", pattern_);
    if (better.empty()) return inputError("the program has its own `min` or `max`");
    replace(*call, own_ + " = " + better + "(" + own_ + ", " + converted + ")");
    return {};
  }

  // ---- all threads come to the end ---------------------------------------------------------------------------------

  Status keepThreads() {
    std::vector<uint32_t> from;
    for (const EarlyEnd& early : ends_.early) {
      const Result<TextRange> all = text_.statement(*early.statement);
      if (!all.ok()) return all.error();
      if (Status could = early.isAlone ? goOnUnless(early, *all) : goOnElse(early, *all); !could.ok()) return could;
      from.push_back(all->end);
    }
    if (ends_.last) {
      if (Status could = drop(*ends_.last); !could.ok()) return could;
    }
    shift(from);
    return {};
  }

  /// A `return` that nothing comes behind any more.
  Status drop(const ReturnStmt& end) {
    const Result<TextRange> all = text_.statement(end);
    if (!all.ok()) return all.error();
    const uint32_t line = editor_.lineStart(file_, all->begin);
    const bool isOwnLine = text_.startsLine(all->begin) && text_.between(all->end, all->end + 1) == "\n";
    replace(isOwnLine ? TextRange{file_, line, all->end + 1} : *all, isOwnLine ? "" : ";");
    if (isOwnLine) droppedLines_.insert(line);
    return {};
  }

  /// `if (i >= n) return;` becomes `if (i < n) {`, up to the end of the kernel.
  Status goOnUnless(const EarlyEnd& early, const TextRange& all) {
    const Result<std::string> goesOn = contrary(*early.choice->getCond());
    if (!goesOn.ok()) return goesOn.error();
    replace(all, "if (" + *goesOn + ") {");
    return {};
  }

  /// What is done before `return` is one side, the rest of the kernel the other.
  Status goOnElse(const EarlyEnd& early, const TextRange& all) {
    if (Status could = drop(*early.end); !could.ok()) return could;
    insert(all.end, " else {");
    return {};
  }

  Result<std::string> contrary(const Expr& condition) const {
    const auto* operation = dyn_cast<BinaryOperator>(condition.IgnoreParenImpCasts());
    const bool isPlain = operation && operation->isComparisonOp() && operation->getOpcode() != BO_Cmp &&
                         operation->getLHS()->getType()->isIntegerType() &&
                         operation->getRHS()->getType()->isIntegerType();
    if (isPlain) {
      const auto left = text_.expression(operation->getLHS()->getSourceRange());
      const auto right = text_.expression(operation->getRHS()->getSourceRange());
      if (left && right) {
        const StringRef sign = BinaryOperator::getOpcodeStr(BinaryOperator::negateComparisonOp(operation->getOpcode()));
        return std::string(text_.between(*left)) + " " + sign.str() + " " + std::string(text_.between(*right));
      }
    }
    const auto place = text_.expression(condition.getSourceRange());
    if (!place) return refusal(condition, "spells a condition inside a macro");
    return "!(" + std::string(text_.between(*place)) + ")";
  }

  /// Lines behind an early end stand in one more block each.
  void shift(const std::vector<uint32_t>& from) {
    if (from.empty()) return;
    const std::string_view all = editor_.textOf(file_);
    const uint32_t end = text_.bodyEnd();
    for (size_t newline = all.find('\n', from.front()); newline < end; newline = all.find('\n', newline + 1)) {
      const size_t word = all.find_first_not_of(" \t\r", newline + 1);
      if (word >= end || all[word] == '\n' || all[word] == '#') continue;
      if (droppedLines_.contains(static_cast<uint32_t>(newline + 1))) continue;
      std::string by;
      for (const uint32_t begin : from) by += begin <= newline ? text_.step() : "";
      insert(static_cast<uint32_t>(newline + 1), by);
    }
  }

  void closeBody() {
    const uint32_t end = text_.bodyEnd();
    std::string all;
    for (size_t depth = ends_.early.size(); depth > 0; --depth) {
      std::string line = outer_;
      for (size_t d = 1; d < depth; ++d) line += text_.step();
      all += line + "}\n";
    }
    for (const std::string& line : end_) all += outer_ + line + "\n";
    const bool isOwnLine = text_.startsLine(end);
    insert(isOwnLine ? editor_.lineStart(file_, end) : end, isOwnLine ? all : "\n" + all);
  }

  const Editor& editor_;
  KernelText& text_;
  const FunctionDecl& pattern_;
  const CounterArray& counter_;
  const CounterCopy& copy_;
  const KernelEnds ends_;
  const ASTContext& context_;
  std::string file_, outer_, own_, neutral_, type_, updated_, function_, one_;
  std::string bits_, sum_, shuffle_;  ///< how functions for floating-point numbers are called
  std::vector<std::string> begin_, end_;
  std::set<uint32_t> droppedLines_;  ///< where they begin
  Edits edits_;
};

}  // namespace

uint64_t copyBytes(const CounterArray& counter, const CounterCopy& copy) {
  const uint64_t elements = copy.isOne && counter.isReal() ? mostWarps : copy.elements;
  return elements * counter.array->getASTContext().getTypeSize(counter.type) / 8;
}

Result<Edits> writeCounters(const Editor& editor, const FunctionDecl& instance, const FunctionDecl& pattern,
                            const CounterArray& counter, const CounterCopy& copy) {
  Result<KernelEnds> ends = endsOf(*editor.unit(), instance);
  if (!ends.ok()) return ends.error();
  Result<KernelText> text = KernelText::of(editor, pattern);
  if (!text.ok()) return text.error();
  return CounterWriter(editor, *text, pattern, counter, copy, *std::move(ends)).write();
}

}  // namespace warpwright::rewrite
