#include "analysis/passes/compaction/kernel_writer.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "analysis/passes/compaction/loop_header.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = CodeStatement::Kind;
using enum StatementClass;

/// A statement of a list with the text around it.
struct Chunk {
  uint32_t leading = 0;         ///< blank lines and comments before it begin here
  uint32_t defined = 0;         ///< those behind the macros that are defined there
  uint32_t begin = 0, end = 0;  ///< the statement
  uint32_t after = 0;           ///< a comment behind it ends here
};
/// The statements of a list, and where its last one ends.
struct Chunks {
  std::map<const Stmt*, Chunk> of;
  uint32_t tail = 0;
};

Error refusal(const CodeStatement& code, const Message& what) {
  return inputError(lineText(code.line) + " " + what);
}

class Writer {
 public:
  Writer(const CompactionPlan& plan, const KernelText& text, DeclarationText& declarations,
         const CompactionChoice& choice, const MergedNames& names, const std::map<const MergedLoop*, LoopNames>& loops)
      : plan_(plan), text_(text), declarations_(declarations), choice_(choice), names_(names), loops_(loops) {
    const auto first = std::find_if(plan.loops.begin(), plan.loops.end(),
                                    [&](const MergedLoop& loop) { return loops.at(&loop).clearsMask; });
    if (first != plan.loops.end()) firstWithMask_ = &*first;
  }

  Result<std::string> run() {
    const Result<std::string> body = list(*plan_.body, text_.bodyBegin(), text_.bodyEnd());
    return body.ok() ? joinText(top(), body) : body;
  }

 private:
  // What the whole kernel needs first: an extent that macros can name, arguments that change, who is alive.
  Result<std::string> top() const {
    const std::string outer = text_.indentationAt(text_.begin()) + text_.step(), inner = outer + text_.step();
    std::string out, fills;
    if (names_.shadowsExtent) {
      const std::string object = names_.axis.extentObject();
      out += "\n" + outer + "const ::dim3 " + object + "(" + perDimension("::" + object, " * " + names_.factor) + ");";
    }
    for (const auto& [argument, loop] : plan_.arguments) {
      if (loop) continue;
      const Result<std::string> own = declarations_.ownArgument(*argument);
      if (!own.ok()) return own;
      out += "\n" + outer + *own;
      fills += "\n" + inner + declarations_.nameOfOwn(*argument) + "[" + names_.counter + "] = ";
      fills += argument->getNameAsString() + ";";
    }
    if (!fills.empty()) out += loopText(countingHead(names_.counter, "0", names_.factor), fills, outer);
    if (firstWithMask_ && !plan_.isOutside(*firstWithMask_)) out += "\n" + outer + maskDeclaration();
    return out;
  }

  // "a.x, a.y * 4, a.z"
  std::string perDimension(const std::string& object, const std::string& along) const {
    std::string out;
    for (int d = 0; d < 3; ++d) {
      out += (d ? ", " : "") + object + "." + "xyz"[d] + (d == plan_.axis.dimension ? along : "");
    }
    return out;
  }

  std::string maskDeclaration() const { return "unsigned " + names_.mask + " = (1u << " + names_.factor + ") - 1u;"; }

  // --- Lists of statements.

  Result<Chunks> chunksOf(const CodeStatement& owner, uint32_t begin, uint32_t end) const {
    Chunks chunks{{}, begin};
    for (const CodeStatement& code : owner.children) {
      if (chunks.of.contains(code.statement)) continue;
      if (code.header) {
        const auto place = text_.expression(code.statement->getSourceRange());
        if (!place) return refusal(code, "has a macro in the head of its loop");
        chunks.of[code.statement] = {place->begin, place->begin, place->begin, place->end, place->end};
        continue;
      }
      const Result<TextRange> place = text_.statement(*code.statement);
      if (!place.ok()) return place.error();
      if (place->begin < chunks.tail || place->end > end) return refusal(code, "has several statements in one macro");
      const uint32_t after = text_.afterComment(place->end);
      chunks.of[code.statement] = {chunks.tail, text_.afterDefinitions(chunks.tail, place->begin), place->begin,
                                   place->end, after};
      chunks.tail = after;
    }
    return chunks;
  }

  Result<std::string> list(const CodeStatement& owner, uint32_t begin, uint32_t end) {
    const Result<Chunks> chunks = chunksOf(owner, begin, end);
    if (!chunks.ok()) return chunks.error();
    std::string out;
    bool isAfterLoop = false;
    for (const PlacedStatement& placed : plan_.lists.at(&owner)) {
      Result<std::string> text = placed.loop ? mergedLoop(*placed.loop, *chunks)
                                             : outside(*placed.code, chunks->of.at(placed.code->statement));
      if (!text.ok()) return text;
      std::string& piece = *text;
      if (isAfterLoop) dropLineEnd(piece);
      // What stood on the line of a statement that is in a loop now begins its own; so does what stands behind a
      // comment whose line's end went with a statement.
      const size_t start = piece.find_first_not_of(" \t\r");
      const bool sharesLine = start != std::string::npos && piece[start] != '\n';
      const bool isBehindLoop = isAfterLoop && sharesLine && piece.compare(start, 2, "//") != 0;
      if (isBehindLoop || (sharesLine && endsInOpenLine(out)))
        piece = "\n" + text_.indentationAt(chunkOf(placed, *chunks).begin) + piece.substr(start);
      // One blank line where several statements went.
      if (!out.empty() && out.back() == '\n' && (piece == "\n" || piece.starts_with("\n\n"))) piece.erase(0, 1);
      if (!piece.empty()) isAfterLoop = placed.loop != nullptr;
      out += piece;
    }
    std::string rest(text_.between(chunks->tail, end));
    if (isAfterLoop) dropLineEnd(rest);
    const bool hasLines = out.find('\n') != std::string::npos || endsInOpenLine(out);
    if (rest.find('\n') == std::string::npos && hasLines && !chunks->of.empty()) {
      // `{ a; }` on one line: the brace gets a line of its own.
      return trimmedRight(out + rest) + "\n" + text_.indentationAt(begin);
    }
    return out + rest;
  }

  static const Chunk& chunkOf(const PlacedStatement& placed, const Chunks& chunks) {
    return chunks.of.at(placed.loop ? placed.loop->statements.front()->statement : placed.code->statement);
  }

  // A statement that stays outside merged loops.
  Result<std::string> outside(const CodeStatement& code, const Chunk& chunk) {
    const std::string leading(text_.between(chunk.leading, chunk.begin));
    const bool isFirst = declarations_.isFirst(code);
    if (code.isRepeatedDeclaration) {
      // Comments above stay; the statement goes to the loops that use it, with the comment behind it.
      if (!isFirst) return std::string();
      const size_t comment = leading.find_first_not_of(" \t\r\n");
      if (comment != std::string::npos) return trimmedRight(leading);
      return leading.find('\n') == std::string::npos ? "" : blankLines(leading);
    }
    const bool isDeclaration = code.kind == Kind::declaration;
    if (isDeclaration && !declarations_.isPrinted(code)) return std::string();
    const Result<std::string> statement = isDeclaration         ? declarations_.outside(code, chunk.begin, chunk.end)
                                          : code.chosen == kept ? keptText(code, chunk.begin, chunk.end)
                                                                : text_.render(chunk.begin, chunk.end);
    if (!isFirst) return joinText("\n" + text_.indentationAt(chunk.begin), statement);
    return joinText(leading, statement, text_.between(chunk.end, chunk.after));
  }

  Result<std::string> keptText(const CodeStatement& code, uint32_t begin, uint32_t end) {
    if (code.kind == Kind::block) return block(code);
    uint32_t at = begin;
    std::string out;
    for (const CodeStatement& child : code.children) {
      const Result<TextRange> body = text_.statement(*child.statement);
      if (!body.ok()) return body.error();
      const Result<std::string> gap = headText(code, at, body->begin);
      if (!gap.ok()) return gap;
      const std::string indentation = text_.indentationAt(text_.placeOf(ignoreWrappers(code.statement)->getBeginLoc()));
      const Result<std::string> text = child.chosen == kept ? joinText(*gap, keptText(child, body->begin, body->end))
                                       : plan_.lists.contains(&child) ? braced(child, *body, *gap, indentation)
                                                                      : *gap + text_.render(*body);
      if (!text.ok()) return text;
      out += *text;
      at = body->end;
    }
    return out + text_.render(at, end);
  }

  // Of a loop: what each merged thread has its own of is not in it any more.
  Result<std::string> headText(const CodeStatement& code, uint32_t begin, uint32_t bodyBegin) const {
    const auto* loop = dyn_cast<ForStmt>(ignoreWrappers(code.statement));
    const auto gone = loop ? plan_.outOfHeader.find(loop) : plan_.outOfHeader.end();
    if (gone == plan_.outOfHeader.end()) return text_.render(begin, bodyBegin);
    Result<std::string> head = headerWithout(*loop, gone->second, text_, begin, bodyBegin);
    return head.ok() ? head : refusal(code, said(head.error()));
  }

  Result<std::string> block(const CodeStatement& code) {
    const Result<TextRange> inside = text_.inside(*cast<CompoundStmt>(ignoreWrappers(code.statement)));
    if (!inside.ok()) return inside.error();
    return joinText("{", list(code, inside->begin, inside->end), "}");
  }

  // The only statement of a body becomes a merged loop in braces.
  Result<std::string> braced(const CodeStatement& code, const TextRange& body, const std::string& gap,
                             const std::string& indentation) {
    const std::string head = trimmedRight(gap);
    const Chunks chunks{{{code.statement, {body.begin, body.begin, body.begin, body.end, body.end}}}, body.end};
    return joinText(head, endsInOpenLine(head) ? "\n" + indentation + "{" : " {",
                    mergedLoop(*plan_.lists.at(&code).front().loop, chunks, indentation + text_.step()),
                    "\n" + indentation + "}");
  }

  // --- A loop over the merged threads.

  // Statements of a merged loop, and what has to stand before it.
  struct LoopParts {
    std::string statements;
    std::vector<std::string> before;
  };

  // `margin`: where the loop stands; empty: where its first statement did.
  Result<std::string> mergedLoop(const MergedLoop& loop, const Chunks& chunks, const std::string& margin = {}) {
    const CodeStatement& first = *loop.statements.front();
    const Chunk& start = chunks.of.at(first.statement);
    const std::string outer = margin.empty() ? indentationOf(first, start.begin) : margin;
    const std::string inner = outer + stepAfter(outer);
    const std::string leading(loop.stores ? std::string_view() : text_.between(start.defined, start.begin));
    const Result<LoopParts> parts = partsOf(loop, chunks, outer, inner);
    if (!parts.ok()) return parts.error();

    std::string out = leading.substr(0, std::min(leading.find('\n'), leading.size()));
    if (out.size() == leading.size()) out.clear();  // the statement begins the line, or its comments go with it
    out += blankLines(leading);
    // Macros are defined where the whole block can use them.
    if (!loop.stores) out.insert(0, text_.between(start.leading, start.defined));
    const LoopNames& own = loops_.at(&loop);
    if (&loop == firstWithMask_ && plan_.isOutside(loop)) out += "\n" + outer + maskDeclaration();
    for (const std::string& line : own.head) out += "\n" + outer + line;
    for (const std::string& line : parts->before) out += "\n" + outer + line;
    if (parts->statements.empty()) return out;

    std::string statements = parts->statements;
    if (!own.label.empty()) {
      statements = "\n" + inner + "{" + shifted(statements, inner, inner + text_.step()) + "\n" + inner + "}\n" +
                   inner + own.label + ":;";
    }
    const Result<std::string> prepared = prologue(loop, chunks, inner);
    if (!prepared.ok()) return prepared;
    out += loopText(header(), *prepared + statements, outer);
    return own.clearsMask ? out + "\n" + outer + "if (!" + names_.mask + ") return;" : out;
  }

  Result<LoopParts> partsOf(const MergedLoop& loop, const Chunks& chunks, const std::string& outer,
                            const std::string& inner) const {
    LoopParts parts;
    const CodeStatement& first = *loop.statements.front();
    for (const CodeStatement* code : loop.statements) {
      if (code->kind == Kind::declaration && !declarations_.isPrinted(*code)) continue;
      const Chunk& chunk = chunks.of.at(code->statement);
      if (opensComment(std::string(text_.between(chunk.leading, chunk.begin)))) {
        return refusal(*code, "stands behind a comment that begins on the line of something else");
      }
      const bool isStore = loop.stores && code == &first;
      const Result<std::string> text = partText(loop, *code, chunk, parts.before);
      if (!text.ok()) return text.error();
      const bool ownsComments = declarations_.isFirst(*code) && !isStore;
      // A declaration that needs no loop takes its comments along.
      const bool isBefore = text->empty() && !parts.before.empty();
      const std::string above =
          ownsComments ? commentsOf(chunk, isBefore ? outer : inner, code == &first) : std::string();
      const std::string behind = ownsComments ? std::string(text_.between(chunk.end, chunk.after)) : std::string();
      if (isBefore) addComments(parts.before.back(), above, behind, outer);
      if (text->empty()) continue;
      const std::string from = code->header ? text_.indentationAt(chunk.begin) : indentationOf(*code, chunk.begin);
      parts.statements += above + "\n" + inner + shifted(*text, from, inner) + behind;
    }
    return parts;
  }

  Result<std::string> partText(const MergedLoop& loop, const CodeStatement& code, const Chunk& chunk,
                               std::vector<std::string>& before) const {
    if (code.kind == Kind::declaration) return declarations_.inside(code, chunk.begin, chunk.end, before);
    if (loop.stores && &code == loop.statements.front()) return storePart(code, chunk, loop);
    if (loop.keeps && &code == loop.statements.back()) return valuePart(code, loop, before);
    return text_.render(chunk.begin, chunk.end) + (code.header ? ";" : "");
  }

  // "#pragma unroll", the head and the statements in braces.
  static std::string loopText(const std::string& head, const std::string& statements, const std::string& margin) {
    return "\n" + margin + "#pragma unroll\n" + margin + head + " {" + statements + "\n" + margin + "}";
  }

  // Of the line a statement begins on; what comes out of the head of a loop stands before it, or ends its body.
  std::string indentationOf(const CodeStatement& code, uint32_t begin) const {
    // A pragma before a loop may stand further out than the loop.
    if (!code.header)
      return text_.indentationAt(std::max(begin, text_.placeOf(ignoreWrappers(code.statement)->getBeginLoc())));
    const std::string outer = text_.indentationAt(text_.placeOf(code.header->getForLoc()));
    return code.variable ? outer : outer + stepAfter(outer);
  }

  Result<std::string> guardOf(const CodeStatement& code, const SplitStore& split) const {
    return split.guard ? joinText("if (", partOf(code, *split.guard), ") ") : std::string();
  }
  Result<std::string> partOf(const CodeStatement& code, const Expr& part) const {
    const auto place = text_.expression(part.getSourceRange());
    if (!place) return refusal(code, "spells a part of an assignment inside a macro");
    return text_.render(*place);
  }

  // What an `if` takes for an answer: an assignment asks no object that has to be told to answer, and ends at a comma.
  Result<std::string> answerOf(const CodeStatement& code, const Expr& condition) const {
    const Expr* asked = condition.IgnoreUnlessSpelledInSource();
    const auto* binary = dyn_cast<BinaryOperator>(asked);
    const auto* overloaded = dyn_cast<CXXOperatorCallExpr>(asked);
    const bool endsAtComma = (binary && binary->isCommaOp()) || (overloaded && overloaded->getOperator() == OO_Comma);
    if (asked->getType()->isScalarType() && !endsAtComma) return partOf(code, condition);
    return joinText("static_cast<bool>(", partOf(code, condition), ")");
  }

  // What is stored is kept for each merged thread until all have it.
  Result<std::string> valuePart(const CodeStatement& code, const MergedLoop& loop,
                                std::vector<std::string>& before) const {
    const std::string& name = loops_.at(&loop).keptValue;
    if (loop.keeps->choice) {
      before.push_back("bool " + name + "[" + names_.factor + "];");
      return joinText(name, "[", names_.counter, "] = ", answerOf(code, *loop.keeps->choice->getCond()), ";");
    }
    const BinaryOperator& assignment = *loop.keeps->assignment;
    const std::string type = declarations_.valueType(*assignment.getLHS());
    if (type == "auto ") return refusal(code, "stores a value of a type that the template leaves open");
    before.push_back(type + name + "[" + names_.factor + "];");
    Result<std::string> value = partOf(code, *assignment.getRHS());
    if (assignment.isCompoundAssignmentOp()) {
      const auto operation = BinaryOperator::getOpForCompoundAssignment(assignment.getOpcode());
      value = joinText(partOf(code, *assignment.getLHS()), " ", BinaryOperator::getOpcodeStr(operation).str(), " (",
                       value, ")");
    }
    return joinText(guardOf(code, *loop.keeps), name, "[", names_.counter, "] = ", value, ";");
  }

  Result<std::string> storePart(const CodeStatement& code, const Chunk& chunk, const MergedLoop& loop) const {
    const auto keeping = std::find_if(plan_.loops.begin(), plan_.loops.end(),
                                      [&](const MergedLoop& other) { return other.keeps == loop.stores; });
    const std::string kept = loops_.at(&*keeping).keptValue + "[" + names_.counter + "]";
    if (const IfStmt* choice = loop.stores->choice) {
      const auto condition = text_.expression(choice->getCond()->getSourceRange());
      if (!condition) return refusal(code, "spells a condition inside a macro");
      return joinText(text_.render(chunk.begin, condition->begin), kept, text_.render(condition->end, chunk.end));
    }
    return joinText(guardOf(code, *loop.stores), partOf(code, *loop.stores->assignment->getLHS()), " = ", kept, ";");
  }

  // One more step of indentation, a tab where the line begins with tabs alone.
  std::string stepAfter(const std::string& outer) const {
    const bool onlyTabs = !outer.empty() && outer.find_first_not_of('\t') == std::string::npos;
    return onlyTabs ? "\t" : text_.step();
  }

  std::string commentsOf(const Chunk& chunk, const std::string& margin, bool isFirst) const {
    const uint32_t from = isFirst ? chunk.defined : chunk.leading;
    return commentLines(std::string(text_.between(from, chunk.begin)), text_.indentationAt(chunk.begin), margin,
                        !isFirst);
  }

  std::string header() const {
    using enum CompactionChoice::Order;
    const std::string& counter = names_.counter;
    if (choice_.order == backward)
      return "for (int " + counter + " = " + names_.factor + " - 1; " + counter + " >= 0; --" + counter + ")";
    return countingHead(choice_.order == shuffled ? counter + "_order" : counter, "0", names_.factor);
  }

  // The index of a merged thread along the axis: "threadIdx.y + m * blockDim.y" without its beginning.
  std::string mergedOffset() const {
    if (choice_.isBlocked) return " * " + names_.factor + " + " + names_.counter;
    const std::string extent =
        choice_.extent ? std::to_string(*choice_.extent) : (names_.shadowsExtent ? "::" : "") + plan_.axis.extent();
    return " + " + names_.counter + " * " + extent;
  }

  // How often the index is named in a loop, and in the declarations that it repeats.
  struct IndexCounts {
    int uses = 0, inAgain = 0;
    bool isWhole = false;  ///< it is all of a repeated value
  };
  Result<IndexCounts> countIndices(const MergedLoop& loop, const std::vector<const CodeStatement*>& again,
                                   const Chunks& chunks) const {
    IndexCounts counts;
    for (const CodeStatement* code : loop.statements) {
      const Chunk& chunk = chunks.of.at(code->statement);
      const Result<int> here = declarations_.indicesIn(*code, chunk.begin, chunk.end);
      if (!here.ok()) return here.error();
      counts.uses += *here;
    }
    for (const CodeStatement* code : again) {
      const Result<int> here = declarations_.indicesInValue(*code);
      if (!here.ok()) return here.error();
      counts.inAgain += *here;
      counts.isWhole = counts.isWhole || (*here == 1 && declarations_.isOnlyIndex(*code));
    }
    return counts;
  }

  // What a merged thread needs before its statements: is it alive, who is it, and the values computed again.
  Result<std::string> prologue(const MergedLoop& loop, const Chunks& chunks, const std::string& inner) {
    std::string out;
    const std::string& counter = names_.counter;
    if (choice_.order == CompactionChoice::Order::shuffled) {
      out += "\n" + inner + "const int " + counter + " = (" + counter + "_order * 5 + 3) % " + names_.factor + ";";
    }
    if (!names_.mask.empty() && plan_.mayHaveReturnedBefore(loop)) {
      out += "\n" + inner + "if (!(" + names_.mask + " >> " + counter + " & 1u)) continue;";
    }
    const std::string merged = mergedOffset(), index = plan_.axis.index() + merged;
    const std::vector<const CodeStatement*> again = plan_.neededBy(loop);
    const Result<IndexCounts> counts = countIndices(loop, again, chunks);
    if (!counts.ok()) return counts.error();
    const bool isNamed = counts->uses + counts->inAgain > 0;
    const auto& spare = choice_.isBlocked ? plan_.spareOfNeighbours : plan_.spare;
    const bool isSpare = choice_.isRagged && !names_.minimum.empty() && spare.contains(&loop);
    const bool asks = choice_.isRagged && !isSpare;
    const bool inlined =
        counts->uses == 0 && counts->inAgain == 1 && counts->isWhole && !names_.shadowsIndex && !choice_.isRagged;
    if (names_.shadowsIndex && (isNamed || asks)) {
      const std::string object = plan_.axis.indexObject();
      out += "\n" + inner + "const ::uint3 " + object + " = {" + perDimension("::" + object, merged) + "};";
    } else if (isSpare && isNamed) {
      out += "\n" + inner + "const unsigned " + names_.index + " = " + names_.minimum + "(" + index + ", " +
             names_.extentArgument + " - 1);  // past the end: the last one again";
    } else if ((isNamed && !inlined) || asks) {
      out += "\n" + inner + "const unsigned " + names_.index + " = " + index + ";";
    }
    if (asks) {
      out += "\n" + inner + "if (" + names_.index + " >= " + names_.extentArgument + ") " +
             (loops_.at(&loop).clearsMask ? "{ " + names_.clearMask() + " continue; }" : "continue;");
    }
    Result<std::string> text = out;
    for (const auto& [argument, own] : plan_.arguments) {
      if (own == &loop) text = joinText(text, "\n", inner, declarations_.ownArgument(*argument));
    }
    for (const CodeStatement* code : again) {
      text = joinText(text, "\n", inner, declarations_.again(*code, inlined ? index : std::string()));
    }
    return text;
  }

  const CompactionPlan& plan_;
  const KernelText& text_;
  DeclarationText& declarations_;
  const CompactionChoice& choice_;
  const MergedNames& names_;
  const std::map<const MergedLoop*, LoopNames>& loops_;
  const MergedLoop* firstWithMask_ = nullptr;  ///< before it, or at the top, the mask is declared
};

}  // namespace

Result<std::string> writeBody(const CompactionPlan& plan, const KernelText& text, DeclarationText& declarations,
                              const CompactionChoice& choice, const MergedNames& names,
                              const std::map<const MergedLoop*, LoopNames>& loops) {
  return Writer(plan, text, declarations, choice, names, loops).run();
}

}  // namespace warpwright::rewrite
