#include "analysis/passes/compaction/compaction.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <cctype>

#include "analysis/passes/compaction/declarations.h"
#include "analysis/passes/compaction/index_uses.h"
#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/loop_header.h"
#include "analysis/passes/compaction/remainders.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = CodeStatement::Kind;
using enum StatementClass;

/// A statement of a list with the text around it.
struct Chunk {
  uint32_t leading = 0;         ///< blank lines and comments before it begin here
  uint32_t begin = 0, end = 0;  ///< the statement
  uint32_t after = 0;           ///< a comment behind it ends here
};
using Chunks = std::map<const Stmt*, Chunk>;

class Writer {
 public:
  Writer(const Editor& editor, const CompactionPlan& plan, const FunctionDecl& kernel, const CompactionChoice& choice)
      : editor_(editor), plan_(plan), kernel_(kernel), text_(editor, kernel), choice_(choice) {}

  Result<CompactedBody> run() {
    if (!text_.problem().empty()) return inputError(text_.problem());
    if (plan_.axis.ofBlocks && text_.asksForClusters()) return inputError("the kernel asks for clusters of blocks");
    counter_ = text_.freshName("m");
    count_ = std::to_string(choice_.factor);
    const MergedAxis& axis = plan_.axis;
    names_.axis = axis;
    names_.factor = count_;
    if (choice_.isRagged) names_.extentArgument = editor_.freshName(std::string("grid_") + axis.letter());
    if (Message hidden = findShadows(editor_, text_, plan_, names_); !hidden.empty()) return inputError(hidden);
    if (names_.shadowsExtent && choice_.isRagged) return inputError(axis.extent() + " is spelled inside a macro");
    Result<std::vector<HelperCopy>> copies = copyHelpers(editor_, plan_, kernel_, names_);
    if (!copies.ok()) return copies.error();
    names_.index = names_.shadowsIndex ? axis.index() : text_.freshName(axis.noun() + "_" + axis.letter());
    if (plan_.usesMask()) mask_ = text_.freshName("live");
    if (!names_.shadowsIndex) minimum_ = text_.functionName("min", kernel_);
    problem_ = changeIndexUses(editor_, text_, *plan_.kernel->getBody(), names_);
    declarations_.changeUses(counter_, count_);
    for (const MergedLoop& loop : plan_.loops) changeReturns(loop);
    nameCommonLoads();
    maskRemainders(plan_, text_);
    std::string body = list(*plan_.body, text_.bodyBegin(), text_.bodyEnd());
    body = top() + body;
    for (const Message& problem : {problem_, text_.problem(), declarations_.problem()}) {
      if (!problem.empty()) return inputError(problem);
    }
    if (text_.hasCarriageReturns()) body = withCarriageReturns(body);
    return CompactedBody{
        {text_.file(), text_.bodyBegin(), text_.bodyEnd()}, std::move(body), *std::move(copies), names_.extentArgument};
  }

 private:
  // What the whole kernel needs first: an extent that macros can name, arguments that change, who is alive.
  std::string top() {
    const std::string outer = text_.indentationAt(text_.begin()) + text_.step(), inner = outer + text_.step();
    std::string out;
    if (names_.shadowsExtent) {
      out += "\n" + outer + "const dim3 " + names_.axis.extentObject() + "(" +
             perDimension([&](int d) { return "::" + names_.axis.extentObject() + "." + "xyz"[d]; }, " * " + count_) +
             ");";
    }
    std::string fills;
    for (const auto& [argument, loop] : plan_.arguments) {
      if (loop) continue;
      out += "\n" + outer + declarations_.ownArgument(*argument);
      fills += "\n" + inner + declarations_.nameOfOwn(*argument) + "[" + counter_ + "] = ";
      fills += argument->getNameAsString() + ";";
    }
    if (!fills.empty()) {
      out += "\n" + outer + "#pragma unroll\n" + outer + "for (int " + counter_ + " = 0; " + counter_ + " < " + count_ +
             "; ++" + counter_ + ") {" + fills + "\n" + outer + "}";
    }
    if (!maskDeclaration_.empty()) out += "\n" + outer + maskDeclaration_;
    return out;
  }

  // "a.x, a.y * 4, a.z"
  template <typename Text>
  std::string perDimension(Text text, const std::string& along) const {
    std::string out;
    for (int d = 0; d < 3; ++d) out += (d ? ", " : "") + text(d) + (d == plan_.axis.dimension ? along : "");
    return out;
  }

  void refuse(uint32_t line, const std::string& what) {
    if (problem_.empty()) problem_ = lineText(line) + " " + what;
  }

  // --- What changes inside statements.

  // A return inside a merged loop ends one merged thread only.
  void changeReturns(const MergedLoop& loop) {
    if (!loop.hasReturn) return;
    for (const CodeStatement* code : loop.statements) changeReturns(loop, code->statement, 0);
  }

  void changeReturns(const MergedLoop& loop, const Stmt* part, int depth) {
    if (!part || isa<Expr>(part)) return;
    if (const auto* back = dyn_cast<ReturnStmt>(part)) {
      const auto token = text_.expression(back->getSourceRange());
      const uint32_t line = positionAt(*editor_.unit(), back->getBeginLoc()).line;
      if (!token) return refuse(line, "returns in a macro");
      if (back->getRetValue()) return refuse(line, "returns an expression: write it as a statement before `return`");
      const TextRange whole = text_.statement(*back);
      std::string jump = depth > 0 ? "goto " + labelOf(loop) + ";" : "continue;";
      if (!mask_.empty() && !loop.isLast) jump = "{ " + mask_ + " &= ~(1u << " + counter_ + "); " + jump + " }";
      text_.change({whole.begin, whole.end, jump, false, ""});
      return;
    }
    const bool isLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(part);
    for (const Stmt* child : part->children()) changeReturns(loop, child, depth + (isLoop ? 1 : 0));
  }

  std::string labelOf(const MergedLoop& loop) {
    std::string& label = labels_[&loop];
    if (label.empty()) label = text_.freshName("next_" + counter_);
    return label;
  }

  // --- Loads that are done once.

  void nameCommonLoads() {
    for (const MergedLoop& loop : plan_.loops) {
      std::map<std::string, std::string> names;
      for (const Expr* load : loop.common) {
        const auto place = text_.expression(load->getSourceRange());
        if (!place) continue;  // a macro spells it: it stays where it is
        const std::string source = text_.render(place->begin, place->end);
        auto [known, isNew] = names.try_emplace(source);
        if (isNew) {
          known->second = text_.freshName(nameOfLoad(source));
          heads_[&loop].push_back("const " + declarations_.valueType(*load) + known->second + " = " + source + ";");
        }
        text_.change({place->begin, place->end, known->second, false, ""});
      }
    }
  }

  // --- Lists of statements.

  Chunks chunksOf(const CodeStatement& owner, uint32_t begin, uint32_t end) {
    Chunks chunks;
    uint32_t at = begin;
    for (const CodeStatement& code : owner.children) {
      if (chunks.contains(code.statement)) continue;
      if (code.header) {
        const auto place = text_.expression(code.statement->getSourceRange());
        if (!place) refuse(code.line, "has a macro in the head of its loop");
        if (place) chunks[code.statement] = {place->begin, place->begin, place->end, place->end};
        continue;
      }
      const TextRange stretch = text_.statement(*code.statement);
      if (stretch.begin < at || stretch.end > end) refuse(code.line, "has several statements in one macro");
      Chunk chunk{at, std::max(stretch.begin, at), stretch.end, stretch.end};
      chunk.after = text_.afterComment(stretch.end);
      at = chunk.after;
      chunks[code.statement] = chunk;
      last_ = at;
    }
    if (owner.children.empty()) last_ = begin;
    return chunks;
  }

  std::string list(const CodeStatement& owner, uint32_t begin, uint32_t end) {
    const Chunks chunks = chunksOf(owner, begin, end);
    const uint32_t tail = last_;
    if (!problem_.empty() || !text_.problem().empty()) return {};
    std::string out;
    bool isAfterLoop = false;
    for (const PlacedStatement& placed : plan_.lists.at(&owner)) {
      std::string piece =
          placed.loop ? mergedLoop(*placed.loop, chunks) : outside(*placed.code, chunks.at(placed.code->statement));
      if (isAfterLoop) {
        dropLineEnd(piece);
        // What stood on the line of a statement that is in a loop now begins its own.
        const size_t start = piece.find_first_not_of(" \t\r");
        const bool sharesLine =
            start != std::string::npos && piece[start] != '\n' && piece.compare(start, 2, "//") != 0;
        if (sharesLine) piece = "\n" + text_.indentationAt(chunkOf(placed, chunks).begin) + piece.substr(start);
      }
      // One blank line where several statements went.
      if (!out.empty() && out.back() == '\n' && (piece == "\n" || piece.starts_with("\n\n"))) piece.erase(0, 1);
      if (!piece.empty()) isAfterLoop = placed.loop != nullptr;
      out += piece;
    }
    std::string rest(text_.between(tail, end));
    if (isAfterLoop) dropLineEnd(rest);
    if (rest.find('\n') == std::string::npos && out.find('\n') != std::string::npos && !chunks.empty()) {
      // `{ a; }` on one line: the brace gets a line of its own.
      return trimmedRight(out + rest) + "\n" + text_.indentationAt(begin);
    }
    return out + rest;
  }

  static const Chunk& chunkOf(const PlacedStatement& placed, const Chunks& chunks) {
    return chunks.at(placed.loop ? placed.loop->statements.front()->statement : placed.code->statement);
  }

  // A statement that stays outside merged loops.
  std::string outside(const CodeStatement& code, const Chunk& chunk) {
    const std::string leading(text_.between(chunk.leading, chunk.begin)),
        trailing(text_.between(chunk.end, chunk.after));
    const bool isFirst = declarations_.isFirst(code);
    std::string statement;
    if (code.isRepeatedDeclaration) {
      // Comments above stay; the statement goes to the loops that use it, with the comment behind it.
      if (!isFirst) return {};
      const size_t comment = leading.find_first_not_of(" \t\r\n");
      if (comment == std::string::npos) return leading.find('\n') == std::string::npos ? "" : blankLines(leading);
      return trimmedRight(leading);
    }
    if (code.kind == Kind::declaration) {
      if (!declarations_.isPrinted(code)) return {};
      statement = declarations_.outside(code, chunk.begin, chunk.end, count_);
    } else {
      statement = code.chosen == kept ? keptText(code, chunk.begin, chunk.end) : text_.render(chunk.begin, chunk.end);
    }
    if (!isFirst) return "\n" + text_.indentationAt(chunk.begin) + statement;
    return leading + statement + trailing;
  }

  std::string keptText(const CodeStatement& code, uint32_t begin, uint32_t end) {
    uint32_t at = begin;
    std::string out;
    if (code.kind == Kind::block) return block(code);
    for (const CodeStatement& child : code.children) {
      const TextRange body = text_.statement(*child.statement);
      std::string gap = code.kind == Kind::loop ? headText(code, at, body.begin) : text_.render(at, body.begin);
      if (child.kind == Kind::block && child.chosen == kept) {
        out += gap + block(child);
      } else if (child.chosen == kept) {
        out += gap + keptText(child, body.begin, body.end);
      } else if (plan_.lists.contains(&child)) {
        out +=
            braced(child, body, gap, text_.indentationAt(text_.placeOf(ignoreWrappers(code.statement)->getBeginLoc())));
      } else {
        out += gap + text_.render(body.begin, body.end);
      }
      at = body.end;
    }
    return out + text_.render(at, end);
  }

  // Of a loop: what each merged thread has its own of is not in it any more.
  std::string headText(const CodeStatement& code, uint32_t begin, uint32_t bodyBegin) {
    const auto* loop = dyn_cast<ForStmt>(ignoreWrappers(code.statement));
    const auto gone = loop ? plan_.outOfHeader.find(loop) : plan_.outOfHeader.end();
    if (gone == plan_.outOfHeader.end()) return text_.render(begin, bodyBegin);
    std::string why, head = headerWithout(*loop, gone->second, text_, begin, bodyBegin, why);
    if (!why.empty()) refuse(code.line, why);
    return head;
  }

  std::string block(const CodeStatement& code) {
    const TextRange inside = text_.inside(*cast<CompoundStmt>(ignoreWrappers(code.statement)));
    return "{" + list(code, inside.begin, inside.end) + "}";
  }

  // The only statement of a body becomes a merged loop in braces.
  std::string braced(const CodeStatement& code, const TextRange& body, const std::string& gap,
                     const std::string& indentation) {
    const std::string head = trimmedRight(gap);
    const size_t line = head.rfind('\n');
    const bool endsInComment = head.find("//", line == std::string::npos ? 0 : line) != std::string::npos;
    Chunks chunks;
    chunks[code.statement] = {body.begin, body.begin, body.end, body.end};
    innerIndentation_ = indentation + text_.step();
    const std::string loop = mergedLoop(*plan_.lists.at(&code).front().loop, chunks);
    innerIndentation_.clear();
    return head + (endsInComment ? "\n" + indentation + "{" : " {") + loop + "\n" + indentation + "}";
  }

  // --- A loop over the merged threads.

  std::string mergedLoop(const MergedLoop& loop, const Chunks& chunks) {
    const CodeStatement& first = *loop.statements.front();
    const Chunk& start = chunks.at(first.statement);
    const std::string outer = innerIndentation_.empty() ? indentationOf(first, start.begin) : innerIndentation_;
    const std::string inner = outer + stepAfter(outer);
    const std::string leading(loop.stores ? std::string_view() : text_.between(start.leading, start.begin));

    std::string statements;
    std::vector<std::string> before;
    for (const CodeStatement* code : loop.statements) {
      if (code->kind == Kind::declaration && !declarations_.isPrinted(*code)) continue;
      const Chunk& chunk = chunks.at(code->statement);
      if (opensComment(std::string(text_.between(chunk.leading, chunk.begin)))) {
        refuse(code->line, "stands behind a comment that begins on the line of something else");
      }
      std::string text;
      if (code->kind == Kind::declaration) {
        text = declarations_.inside(*code, chunk.begin, chunk.end, names_.index, counter_, count_, before);
      } else if (loop.stores && code == &first) {
        text = storePart(*code, *loop.stores);
      } else if (loop.keeps && code == loop.statements.back()) {
        text = valuePart(*code, *loop.keeps, before);
      } else {
        text = text_.render(chunk.begin, chunk.end, names_.index) + (code->header ? ";" : "");
      }
      const bool ownsComments = declarations_.isFirst(*code) && !(loop.stores && code == &first);
      // A declaration that needs no loop takes its comments along.
      const bool isBefore = text.empty() && !before.empty();
      const std::string& margin = isBefore ? outer : inner;
      const std::string above = ownsComments ? commentsOf(chunk, margin, code != &first) : std::string();
      const std::string behind = ownsComments ? std::string(text_.between(chunk.end, chunk.after)) : std::string();
      if (isBefore) addComments(before.back(), above, behind, outer);
      if (text.empty()) continue;
      const std::string from = code->header ? text_.indentationAt(chunk.begin) : indentationOf(*code, chunk.begin);
      statements += above + "\n" + inner + shifted(text, from, inner) + behind;
    }

    std::string out = leading.substr(0, std::min(leading.find('\n'), leading.size()));
    if (out.size() == leading.size()) out.clear();  // the statement begins the line, or its comments go with it
    out += blankLines(leading);
    const bool declaresMask = !mask_.empty() && loop.hasReturn && !loop.isLast && !maskDeclared_;
    if (declaresMask) {
      maskDeclared_ = true;
      const std::string text = "unsigned " + mask_ + " = (1u << " + count_ + ") - 1u;";
      if (plan_.isOutside(loop)) {
        out += "\n" + outer + text;
      } else {
        maskDeclaration_ = text;
      }
    }
    for (const std::string& line : heads_[&loop]) out += "\n" + outer + line;
    for (const std::string& line : before) out += "\n" + outer + line;
    if (statements.empty()) return out;

    out += "\n" + outer + "#pragma unroll\n" + outer + header() + " {";
    out += prologue(loop, chunks, inner);
    const auto label = labels_.find(&loop);
    if (label != labels_.end()) {
      out += "\n" + inner + "{" + shifted(statements, inner, inner + text_.step()) + "\n" + inner + "}\n" + inner +
             label->second + ":;";
    } else {
      out += statements;
    }
    out += "\n" + outer + "}";
    if (!mask_.empty() && loop.hasReturn && !loop.isLast) out += "\n" + outer + "if (!" + mask_ + ") return;";
    return out;
  }

  // Of the line a statement begins on; what comes out of the head of a loop stands before it, or ends its body.
  std::string indentationOf(const CodeStatement& code, uint32_t begin) {
    // A pragma before a loop may stand further out than the loop.
    if (!code.header)
      return text_.indentationAt(std::max(begin, text_.placeOf(ignoreWrappers(code.statement)->getBeginLoc())));
    const std::string outer = text_.indentationAt(text_.placeOf(code.header->getForLoc()));
    return code.variable ? outer : outer + stepAfter(outer);
  }

  std::string guardOf(const CodeStatement& code, const SplitStore& split) {
    return split.guard ? "if (" + partOf(code, *split.guard) + ") " : std::string();
  }
  std::string partOf(const CodeStatement& code, const Expr& part) {
    const auto place = text_.expression(part.getSourceRange());
    if (!place) return refuse(code.line, "spells a part of an assignment inside a macro"), std::string();
    return text_.render(place->begin, place->end, names_.index);
  }

  // What is stored is kept for each merged thread until all have it.
  std::string valuePart(const CodeStatement& code, const SplitStore& split, std::vector<std::string>& before) {
    const Expr& place = *split.assignment->getLHS();
    const std::string type = declarations_.valueType(place), at = partOf(code, place);
    if (type == "auto ") refuse(code.line, "stores a value of a type that the template leaves open");
    const auto source = text_.expression(place.getSourceRange());
    std::string& name = keptValues_[&code];
    name = text_.freshName(nameOfLoad(source ? std::string(text_.between(source->begin, source->end)) : "value"));
    before.push_back(type + name + "[" + count_ + "];");
    std::string value = partOf(code, *split.assignment->getRHS());
    if (split.assignment->isCompoundAssignmentOp()) {
      const auto operation = BinaryOperator::getOpForCompoundAssignment(split.assignment->getOpcode());
      value = at + " " + BinaryOperator::getOpcodeStr(operation).str() + " (" + value + ")";
    }
    return guardOf(code, split) + name + "[" + counter_ + "] = " + value + ";";
  }

  std::string storePart(const CodeStatement& code, const SplitStore& split) {
    return guardOf(code, split) + partOf(code, *split.assignment->getLHS()) + " = " + keptValues_[&code] + "[" +
           counter_ + "];";
  }

  // One more step of indentation, a tab where the line begins with tabs alone.
  std::string stepAfter(const std::string& outer) const {
    const bool onlyTabs = !outer.empty() && outer.find_first_not_of('\t') == std::string::npos;
    return onlyTabs ? "\t" : text_.step();
  }

  std::string commentsOf(const Chunk& chunk, const std::string& margin, bool keepsBlank) const {
    return commentLines(std::string(text_.between(chunk.leading, chunk.begin)), text_.indentationAt(chunk.begin),
                        margin, keepsBlank);
  }

  std::string header() {
    using enum CompactionChoice::Order;
    if (choice_.order == backward)
      return "for (int " + counter_ + " = " + count_ + " - 1; " + counter_ + " >= 0; --" + counter_ + ")";
    const std::string name = choice_.order == shuffled ? counter_ + "_order" : counter_;
    return "for (int " + name + " = 0; " + name + " < " + count_ + "; ++" + name + ")";
  }

  // What a merged thread needs before its statements: is it alive, who is it, and the values computed again.
  std::string prologue(const MergedLoop& loop, const Chunks& chunks, const std::string& inner) {
    std::string out;
    if (choice_.order == CompactionChoice::Order::shuffled) {
      out += "\n" + inner + "const int " + counter_ + " = (" + counter_ + "_order * 5 + 3) % " + count_ + ";";
    }
    if (!mask_.empty() && plan_.mayHaveReturnedBefore(loop)) {
      out += "\n" + inner + "if (!(" + mask_ + " >> " + counter_ + " & 1u)) continue;";
    }
    const std::string extent =
        choice_.extent ? std::to_string(*choice_.extent) : (names_.shadowsExtent ? "::" : "") + plan_.axis.extent();
    const std::string merged =
        choice_.isBlocked ? " * " + count_ + " + " + counter_ : " + " + counter_ + " * " + extent;
    const std::string index = plan_.axis.index() + merged;
    int uses = 0;
    for (const CodeStatement* code : loop.statements) {
      const Chunk& chunk = chunks.at(code->statement);
      uses += declarations_.indicesIn(*code, chunk.begin, chunk.end);
    }
    const std::vector<const CodeStatement*> again = plan_.neededBy(loop);
    int inAgain = 0;
    bool isWhole = false;
    for (const CodeStatement* code : again) {
      const int here = declarations_.indicesInValue(*code);
      inAgain += here;
      isWhole = isWhole || (here == 1 && declarations_.isOnlyIndex(*code));
    }
    const bool isSpare = choice_.isRagged && !minimum_.empty() && plan_.spare.contains(&loop);
    const bool asks = choice_.isRagged && !isSpare;
    const bool inlined = uses == 0 && inAgain == 1 && isWhole && !names_.shadowsIndex && !choice_.isRagged;
    if (names_.shadowsIndex && (uses + inAgain > 0 || asks)) {
      const std::string object = plan_.axis.indexObject();
      out += "\n" + inner + "const uint3 " + object + " = {" +
             perDimension([&](int d) { return "::" + object + "." + "xyz"[d]; }, merged) + "};";
    } else if (isSpare && uses + inAgain > 0) {
      out += "\n" + inner + "const unsigned " + names_.index + " = " + minimum_ + "(" + index + ", " +
             names_.extentArgument + " - 1);  // past the end: the last one again";
    } else if ((uses + inAgain > 0 && !inlined) || asks) {
      out += "\n" + inner + "const unsigned " + names_.index + " = " + index + ";";
    }
    if (asks) {
      const bool leaves = !mask_.empty() && loop.hasReturn && !loop.isLast;
      const std::string cleared = mask_ + " &= ~(1u << " + counter_ + ");";
      out += "\n" + inner + "if (" + names_.index + " >= " + names_.extentArgument + ") " +
             (leaves ? "{ " + cleared + " continue; }" : "continue;");
    }
    for (const auto& [argument, own] : plan_.arguments) {
      if (own == &loop) out += "\n" + inner + declarations_.ownArgument(*argument);
    }
    for (const CodeStatement* code : again) {
      out += "\n" + inner + declarations_.again(*code, inlined ? index : names_.index);
    }
    return out;
  }

  const Editor& editor_;
  const CompactionPlan& plan_;
  const FunctionDecl& kernel_;
  KernelText text_;
  DeclarationText declarations_{editor_, plan_, kernel_, text_};
  CompactionChoice choice_;
  IndexNames names_;
  std::string counter_, count_, minimum_, mask_, maskDeclaration_, innerIndentation_;
  Message problem_;
  bool maskDeclared_ = false;
  uint32_t last_ = 0;
  std::map<const MergedLoop*, std::vector<std::string>> heads_;
  std::map<const MergedLoop*, std::string> labels_;
  std::map<const CodeStatement*, std::string> keptValues_;  ///< what values are called between two loops
};

}  // namespace

Result<CompactedBody> writeCompacted(const Editor& editor, const CompactionPlan& plan, const FunctionDecl& kernel,
                                     const CompactionChoice& choice) {
  return Writer(editor, plan, kernel, choice).run();
}

}  // namespace warpwright::rewrite
