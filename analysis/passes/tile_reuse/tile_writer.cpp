#include "analysis/passes/tile_reuse/tile_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/tile_reuse/harmless_code.h"
#include "analysis/passes/tile_reuse/tile_conditions.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "elements that threads of a block share are loaded once for all of them";
constexpr unsigned warpSize = 32;

/// Where an element of a tile stands: `[threadIdx.y][round]`, `[round][threadIdx.x]`, `[round]`.
struct TileShape {
  const Coordinate* own = nullptr;  ///< null: all threads load the same
  bool isRoundFirst = false;        ///< neighbours in a warp stand beside each other
  unsigned columns = 0;             ///< of the inner dimension, with what keeps rows in different banks

  std::string at(const std::string& round) const {
    if (!own) return "[" + round + "]";
    return isRoundFirst ? "[" + round + "][" + own->text() + "]" : "[" + own->text() + "][" + round + "]";
  }
};

uint64_t sizeOf(const SharedLoad& load, const ASTContext& context) {
  return static_cast<uint64_t>(context.getTypeSizeInChars(load.type).getQuantity());
}

TileShape shapeOf(const TilePlan& plan, const SharedLoad& load, const ASTContext& context, unsigned rounds) {
  TileShape shape;
  const std::vector<Coordinate>& all = plan.coordinates();
  for (size_t c = 0; c < all.size(); ++c) {
    if (load.on == 1U << c) shape.own = &all[c];
  }
  shape.isRoundFirst = shape.own == &all.front();
  shape.columns = shape.isRoundFirst ? shape.own->extent : rounds;
  // Threads of one warp in several rows read one column of each.
  const bool isColumnRead = shape.own && !shape.isRoundFirst && all.front().extent < warpSize;
  if (isColumnRead) shape.columns += std::max(1U, static_cast<unsigned>(16 / sizeOf(load, context)));
  return shape;
}

class TileWriter {
 public:
  TileWriter(const Editor& editor, KernelText& text, const TilePlan& plan, const FunctionDecl& pattern, unsigned rounds)
      : editor_(editor),
        text_(text),
        plan_(plan),
        pattern_(pattern),
        context_(editor.unit()->ast()),
        tile_(rounds),
        file_(text.file()) {}

  Result<Edits> write() {
    for (const char* word : {"const", "bool", "unsigned", "if", "for", "__syncthreads", "x", "y", "z"}) {
      if (isMacroName(editor_, word)) return inputError({"%1 is the name of a macro", code(word)});
    }
    if (Status could = allOf({nameTiles(), guards(), loop(), behind()}); !could.ok()) return could.error();
    if (Status overlap = edits_.check(file_, editor_.textOf(file_)); !overlap.ok()) return overlap.error();
    return std::move(edits_);
  }

 private:
  struct Tile {
    TileShape shape;
    std::string name, type, place;  ///< "A_tile", "float", "A[row * K + k]"
    std::string condition;          ///< when it is loaded; empty: always
  };

  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }
  void replace(const TextRange& place, const std::string& text) {
    edits_.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(text) : text, note);
  }
  void insert(uint32_t offset, const std::string& text) { replace({file_, offset, offset}, text); }

  Result<std::string> words(const Expr& value, const char* what) const {
    const auto place = text_.expression(value.getSourceRange());
    if (!place) return refusal(value, {"spells %1 inside a macro", what});
    if (Status may = mayStandTwice(editor_, *place, value); !may.ok()) return refusal(value, said(may.error()));
    return std::string(text_.between(*place));
  }

  Status nameTiles() {
    for (const SharedLoad& load : plan_.loads) {
      Tile tile;
      tile.shape = shapeOf(plan_, load, context_, tile_);
      tile.name = text_.freshName(load.array->getNameAsString() + "_tile");
      const QualType type =
          load.isOwnElement ? pattern_.getParamDecl(load.array->getFunctionScopeIndex())->getType()->getPointeeType()
                            : load.type;
      const Result<std::string> spelled = typeText(*editor_.unit(), type.getUnqualifiedType(), inBody());
      if (!spelled.ok()) return refusal(*load.mentions.front(), {"has an element: %1", said(spelled.error())});
      tile.type = *spelled;
      const Result<std::string> place = words(*load.mentions.front(), "an element of memory");
      if (!place.ok()) return place.error();
      tile.place = *place;
      tiles_.push_back(std::move(tile));
    }
    return {};
  }

  TypePlace inBody() const { return {&pattern_, pattern_.getBody()->getBeginLoc(), true}; }

  /// Conditions become a variable, and what stands between them and the loop is done for those that go on.
  Status guards() {
    for (size_t i = 0; i < plan_.levels.size(); ++i) {
      const TileLevel& level = plan_.levels[i];
      if (level.under) {
        if (Status could = meets(*level.under); !could.ok()) return could;
      }
      std::vector<const Stmt*> others;  // one behind the other
      for (const StatementBefore& one : level.before) {
        using enum StatementBefore::Kind;
        if (one.kind == StatementBefore::Kind::work) {
          others.push_back(one.statement);
          continue;
        }
        Status could = wrap(std::exchange(others, {}), works_);
        if (!could.ok()) return could;
        if (one.kind == leaves) could = leave(one.statement);
        if (one.kind == declaration) could = declareForSome(*one.statement);
        if (!could.ok()) return could;
      }
      if (Status could = wrap(others, works_); !could.ok()) return could;
      worksIn_.push_back(works_);
    }
    return {};
  }

  Status meets(const IfStmt& choice) {
    const auto from = text_.inDefinition(choice.getIfLoc()), to = text_.inDefinition(choice.getRParenLoc());
    if (!from || !to) return refusal(choice, "spells a condition inside a macro");
    const std::string indentation = text_.indentationAt(from->begin);
    const Result<std::string> lines = guardLines(*choice.getCond(), false, indentation);
    if (!lines.ok()) return lines.error();
    uint32_t end = to->end;
    const bool isBlock = isa<CompoundStmt>(ignoreWrappers(choice.getThen()));
    const std::string_view rest = text_.between(end, text_.bodyEnd());
    const bool isNext = isBlock && rest.starts_with(" {");
    if (isNext) ++end;
    replace({file_, from->begin, end}, *lines + (isNext ? "\n" + indentation : ""));
    return {};
  }

  Status leave(const Stmt* statement) {
    const auto& choice = *cast<IfStmt>(ignoreWrappers(statement));
    const Result<TextRange> all = text_.statement(*statement);
    if (!all.ok()) return all.error();
    const Result<std::string> lines = guardLines(*choice.getCond(), true, text_.indentationAt(all->begin));
    if (!lines.ok()) return lines.error();
    replace(*all, *lines);
    return {};
  }

  /// "const bool works = row < rows;", and behind the last condition, when elements of tiles are loaded.
  Result<std::string> guardLines(const Expr& condition, bool isNegated, const std::string& indentation) {
    const Result<std::string> own = words(condition, "a condition");
    if (!own.ok()) return own.error();
    const std::string before = works_;
    works_ = text_.freshName("works");
    const std::string value = isNegated ? "!(" + *own + ")" : before.empty() ? *own : "(" + *own + ")";
    std::string lines = "const bool " + works_ + " = " + (before.empty() ? "" : before + " && ") + value + ";";
    if (++guards_ < guardCount()) return lines;
    const Result<std::vector<std::string>> more = loadConditions();
    if (!more.ok()) return more.error();
    for (const std::string& line : *more) lines += "\n" + indentation + line;
    return lines;
  }

  size_t guardCount() const {
    size_t count = 0;
    for (const TileLevel& level : plan_.levels) {
      count += level.under ? 1 : 0;
      count += static_cast<size_t>(std::count_if(level.before.begin(), level.before.end(), [](const auto& one) {
        return one.kind == StatementBefore::Kind::leaves;
      }));
    }
    return count;
  }

  Result<std::vector<std::string>> loadConditions() {
    std::vector<std::string> lines;
    std::map<std::string, std::string> known;
    std::string anyone;
    const TileConditions conditions(editor_, text_, plan_);
    for (size_t i = 0; i < tiles_.size(); ++i) {
      bool needsAnyone = false;
      const Result<std::vector<std::string>> all = conditions.of(plan_.loads[i].on, needsAnyone);
      if (!all.ok()) return all.error();
      std::string value;
      for (const std::string& one : *all) value += (value.empty() ? "" : " && ") + one;
      if (needsAnyone && anyone.empty()) {
        anyone = text_.freshName("anyone");
        lines.push_back("const bool " + anyone + " = __syncthreads_or(" + works_ + ");");
      }
      if (needsAnyone) value += (value.empty() ? "" : " && ") + anyone;
      if (value.empty()) continue;
      std::string& name = known[value];
      if (name.empty()) {
        name = text_.freshName("loads_" + plan_.loads[i].array->getNameAsString());
        lines.push_back("const bool " + name + " = " + value + ";");
      }
      tiles_[i].condition = name;
    }
    return lines;
  }

  /// Values that only threads that go on may load; for others they are 0.
  Status declareForSome(const Stmt& statement) {
    HarmlessCode harmless(editor_);
    for (const Decl* one : cast<DeclStmt>(ignoreWrappers(&statement))->decls()) {
      const Expr* value = cast<VarDecl>(one)->getInit();
      if (!value || harmless.mayRun(*value)) continue;
      const auto place = text_.expression(value->getSourceRange());
      if (!place) return refusal(statement, "spells a value inside a macro");
      insert(place->begin, works_ + " ? ");
      const Expr* bare = value->IgnoreImpCasts();
      const auto* operation = dyn_cast<BinaryOperator>(bare);
      const bool isLoose = isa<AbstractConditionalOperator>(bare) || (operation && operation->isAssignmentOp());
      if (isLoose) insert(place->begin, "(");
      insert(place->end, isLoose ? ") : 0" : " : 0");
    }
    return {};
  }

  /// The statements under a condition.
  Status wrap(const std::vector<const Stmt*>& statements, const std::string& condition) {
    if (statements.empty() || condition.empty()) return {};
    const Result<TextRange> first = text_.statement(*statements.front()), last = text_.statement(*statements.back());
    if (!first.ok()) return first.error();
    if (!last.ok()) return last.error();
    const bool isSimple = statements.size() == 1 && isa<Expr>(ignoreWrappers(statements.front())) &&
                          !text_.between(*first).starts_with("#");
    if (isSimple) {
      insert(first->begin, "if (" + condition + ") ");
      return {};
    }
    const std::string bound = boundTo(editor_, file_, first->begin);
    if (!bound.empty()) return inputError(bound);
    const std::string indentation = text_.indentationAt(first->begin);
    insert(first->begin, "if (" + condition + ") {\n" + indentation + text_.step());
    shift(first->begin, last->end, text_.step());
    insert(text_.afterComment(last->end), "\n" + indentation + "}");
    return {};
  }

  /// Moves the lines that begin inside of the range.
  void shift(uint32_t begin, uint32_t end, const std::string& by) {
    const std::string_view all = editor_.textOf(file_);
    for (size_t newline = all.find('\n', begin); newline < end; newline = all.find('\n', newline + 1)) {
      const size_t word = all.find_first_not_of(" \t\r", newline + 1);
      if (word < end && all[word] != '\n') insert(static_cast<uint32_t>(newline + 1), by);
    }
  }

  /// Behind the loop, threads go on that came to it.
  Status behind() {
    for (size_t i = 0; i < plan_.levels.size(); ++i) {
      if (Status could = wrap(plan_.levels[i].behind, worksIn_[i]); !could.ok()) return could;
    }
    return {};
  }

  Status loop() {
    const Result<TextRange> all = text_.statement(*plan_.statement);
    if (!all.ok()) return all.error();
    const auto word = text_.inDefinition(plan_.loop->getForLoc()), end = text_.inDefinition(plan_.loop->getRParenLoc());
    if (!word || !end) return refusal(*plan_.loop, "spells a loop inside a macro");
    const bool startsLine = text_.startsLine(all->begin);
    outer_ = text_.indentationAt(word->begin) + (startsLine ? "" : text_.step());
    const uint32_t begin = startsLine ? editor_.lineStart(file_, all->begin) : all->begin;
    const std::string pragmas = trimmedRight(std::string(text_.between(all->begin, word->begin)));
    Result<std::vector<std::string>> lines = headLines(pragmas);
    if (!lines.ok()) return lines.error();
    std::string head;
    for (const std::string& line : *lines) head += (head.empty() && startsLine ? "" : "\n") + outer_ + line;
    replace({file_, begin, end->end}, head);
    const bool isUnder = isGuarded();
    shift(end->end, all->end, isUnder ? text_.step() + text_.step() : text_.step());
    const std::string line = "\n" + outer_ + text_.step();
    insert(text_.afterComment(all->end), (isUnder ? line + "}" : "") + line + "__syncthreads();\n" + outer_ + "}");
    return changeMentions();
  }

  bool isGuarded() const { return plan_.isGuarded() && !plan_.runsForAll; }

  Status changeMentions() {
    const std::string round = plan_.counter->getNameAsString() + " - " + from_;
    for (size_t i = 0; i < tiles_.size(); ++i) {
      for (const Expr* mention : plan_.loads[i].mentions) {
        const auto place = text_.expression(mention->getSourceRange());
        if (!place) return refusal(*mention, "spells an element of memory inside a macro");
        replace(*place, tiles_[i].name + tiles_[i].shape.at(round));
      }
    }
    return {};
  }

  Result<std::vector<std::string>> headLines(const std::string& pragmas) {
    const Result<std::string> begin = words(*plan_.begin, "the start of a loop");
    Result<std::string> end = words(*plan_.end, "the end of a loop");
    const Result<std::string> type = typeText(*editor_.unit(), plan_.counter->getType().getUnqualifiedType(), inBody());
    if (!begin.ok()) return begin.error();
    if (!end.ok()) return end.error();
    if (!type.ok()) return refusal(*plan_.loop, {"has a counter: %1", said(type.error())});
    const std::string counter = plan_.counter->getNameAsString(), step = text_.step();
    from_ = text_.freshName(counter + "_from");
    to_ = text_.freshName(counter + "_to");
    count_ = text_.freshName("rounds");
    std::vector<std::string> lines;
    for (const Tile& tile : tiles_) lines.push_back(declarationOf(tile) + ";");
    const bool isNamed =
        isa<DeclRefExpr, IntegerLiteral>(plan_.end->IgnoreParenImpCasts()) &&
        context_.hasSameUnqualifiedType(plan_.end->IgnoreParenImpCasts()->getType(), plan_.counter->getType());
    if (!isNamed) {
      const std::string name = text_.freshName(counter + "_end");
      lines.push_back("const " + *type + " " + name + " = " + *end + ";");
      end = name;
    }
    if (!plan_.declaresCounter)
      lines.push_back((isGuarded() ? "if (" + works_ + ") " : "") + counter + " = " + *begin + ";");
    lines.push_back("for (" + *type + " " + from_ + " = " + *begin + ", " + to_ + "; " + from_ + " < " + *end + "; " +
                    from_ + " = " + to_ + ") {");
    const bool isLong = context_.getIntWidth(plan_.counter->getType()) > 32;
    const std::string cast = isLong ? "static_cast<unsigned long long>(" : "static_cast<unsigned>(";
    const std::string tile = std::to_string(tile_);
    lines.push_back(step + to_ + " = " + cast + *end + ") - " + cast + from_ + ") > " + tile + " ? " + from_ + " + " +
                    tile + " : " + *end + ";");
    lines.push_back(step + "const unsigned " + count_ + " = " + to_ + " - " + from_ + ";");
    for (const std::string& line : loadLines(*type)) lines.push_back(step + line);
    lines.push_back(step + "__syncthreads();");
    const std::string inner = isGuarded() ? step + step : step;
    if (isGuarded()) lines.push_back(step + "if (" + works_ + ") {");
    lines.push_back(inner + (pragmas.empty() ? "#pragma unroll 8" : pragmas));
    const Result<std::string> more = words(*plan_.loop->getInc(), "the step of a loop");
    if (!more.ok()) return more.error();
    lines.push_back(inner + "for (" + (plan_.declaresCounter ? *type + " " : "") + counter + " = " + from_ + "; " +
                    counter + " < " + to_ + "; " + *more + ")");
    return lines;
  }

  std::string declarationOf(const Tile& tile) const {
    const std::string columns = std::to_string(tile.shape.columns), rounds = std::to_string(tile_);
    const std::string head = "__shared__ " + tile.type + " " + tile.name;
    if (!tile.shape.own) return head + "[" + columns + "]";
    const std::string rows = tile.shape.isRoundFirst ? rounds : std::to_string(tile.shape.own->extent);
    return head + "[" + rows + "][" + columns + "]";
  }

  /// Tiles on the same coordinates are loaded together: threads that differ in others take turns.
  std::vector<std::string> loadLines(const std::string& type) {
    std::vector<std::string> lines;
    std::vector<Dependence> done;
    for (const SharedLoad& load : plan_.loads) {
      if (std::find(done.begin(), done.end(), load.on) != done.end()) continue;
      done.push_back(load.on);
      const std::vector<std::string> more = loadLines(load.on, type);
      lines.insert(lines.end(), more.begin(), more.end());
    }
    return lines;
  }

  std::vector<std::string> loadLines(Dependence on, const std::string& type) {
    std::string flat;
    unsigned threads = 1;
    const std::vector<Coordinate>& all = plan_.coordinates();
    for (size_t c = 0; c < all.size(); ++c) {
      if ((on & 1U << c) != 0) continue;
      flat = threads == 1 ? all[c].text()
                          : (all[c].divisor ? "(" + all[c].text() + ")" : all[c].text()) + " * " +
                                std::to_string(threads) + " + " + flat;
      threads *= all[c].extent;
    }
    const std::string step = text_.step(), tile = std::to_string(tile_);
    const bool isIndex = threads >= tile_ && flat.find(' ') == std::string::npos;
    if (slot_.empty() && !isIndex) slot_ = text_.freshName("slot");
    const std::string slot = isIndex ? flat : slot_;
    std::vector<std::string> inner = fillLines(on, type, slot), lines;
    const bool isBounded = threads > tile_ || (threads < tile_ && tile_ % threads != 0);
    if (isBounded && !isIndex) {
      for (std::string& line : inner) line = step + line;
      inner.insert(inner.begin(), "if (" + slot + " < " + tile + ") {");
      inner.push_back("}");
    }
    if (threads < tile_) {
      if (first_.empty()) first_ = text_.freshName("first");
      inner.insert(inner.begin(), "const unsigned " + slot + " = " + first_ + " + " + flat + ";");
      lines.push_back("for (unsigned " + first_ + " = 0; " + first_ + " < " + tile + "; " + first_ +
                      " += " + std::to_string(threads) + ") {");
    } else {
      if (!isIndex) inner.insert(inner.begin(), "const unsigned " + slot + " = " + flat + ";");
      lines.push_back(isBounded && isIndex ? "if (" + slot + " < " + tile + ") {" : "{");
    }
    for (const std::string& line : inner) lines.push_back(step + line);
    lines.push_back("}");
    return lines;
  }

  std::vector<std::string> fillLines(Dependence on, const std::string& type, const std::string& slot) const {
    std::vector<std::string> lines = {"const " + type + " " + plan_.counter->getNameAsString() + " = " + from_ + " + " +
                                      slot + ";"};
    for (size_t i = 0; i < tiles_.size(); ++i) {
      if (plan_.loads[i].on != on) continue;
      const Tile& tile = tiles_[i];
      const std::string condition = (tile.condition.empty() ? "" : tile.condition + " && ") + slot + " < " + count_;
      const std::string place = tile.name + tile.shape.at(slot);
      lines.push_back(plan_.loads[i].isNumber ? place + " = " + condition + " ? " + tile.place + " : 0;"
                                              : "if (" + condition + ") " + place + " = " + tile.place + ";");
    }
    return lines;
  }

  const Editor& editor_;
  KernelText& text_;
  const TilePlan& plan_;
  const FunctionDecl& pattern_;
  const ASTContext& context_;
  unsigned tile_;  ///< rounds of a tile
  std::string file_, outer_;
  std::string works_, from_, to_, count_, slot_, first_;
  size_t guards_ = 0;                 ///< that are written
  std::vector<std::string> worksIn_;  ///< by level: what tells who is in it; empty: all are
  std::vector<Tile> tiles_;           ///< of the plan's loads
  Edits edits_;
};

}  // namespace

uint64_t tileBytes(const TilePlan& plan, const ASTContext& context, unsigned rounds) {
  uint64_t bytes = 0;
  for (const SharedLoad& load : plan.loads) {
    const TileShape shape = shapeOf(plan, load, context, rounds);
    const uint64_t rows = !shape.own ? 1 : shape.isRoundFirst ? rounds : shape.own->extent;
    bytes = (bytes + 127) / 128 * 128 + rows * shape.columns * sizeOf(load, context);
  }
  return bytes;
}

Result<Edits> writeTiles(const Editor& editor, const TilePlan& plan, const FunctionDecl& pattern, unsigned rounds) {
  Result<KernelText> text = KernelText::of(editor, pattern);
  if (!text.ok()) return text.error();
  return TileWriter(editor, *text, plan, pattern, rounds).write();
}

}  // namespace warpwright::rewrite
