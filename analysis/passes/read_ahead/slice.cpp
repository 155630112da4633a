#include "analysis/passes/read_ahead/slice.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace warpwright::preexecution {
namespace {

using Op = ExpressionOp;

bool isPlainWidth(uint8_t width) {
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

/// Why a CPU cannot compute an expression; empty: it can. Reads memory: it needs loads for that.
struct Knowledge {
  Message missing;
  bool readsMemory = false;
  bool isOfEndedLoop = false;  ///< a round of a loop that is over is in it
};

class Slicer {
 public:
  explicit Slicer(const KernelModel& model) : model_(model), pool_(model.pool) {}

  Slice run() {
    slice_.levels.emplace_back();
    levelOf_[LoopId{}] = 0;
    // The model lists basic blocks, where what follows a loop may come before its body; lines are the order of the
    // source.
    std::vector<const Access*> accesses;
    for (const Access& access : model_.accesses) accesses.push_back(&access);
    const auto line = [](const Access* access) {
      return access->inlinedAt.empty() ? access->line : access->inlinedAt.back().line;
    };
    std::stable_sort(accesses.begin(), accesses.end(),
                     [&](const Access* a, const Access* b) { return line(a) < line(b); });
    for (const Access* access : accesses) add(*access);
    for (const OpaqueCall& call : model_.calls) {
      if (!call.touchesMemory) continue;
      note(call.range, call.line,
           {"What %1 at %2 touches is left out: its code is not seen.", code(call.name), lineText(call.line)});
    }
    return std::move(slice_);
  }

 private:
  void note(const SourceRange& range, uint32_t line, const Message& text) {
    SourcePosition place = range.begin;
    if (!place.isValid()) place = {model_.definition.begin.file, line, 0};
    if (noted_.insert(toText(text)).second) slice_.notes.push_back({place, text});
  }
  void note(const Access& access, const Message& text) { note(access.range, access.line, text); }

  /// What is known inside the loops that `open` names.
  Knowledge ask(ExpressionId id, const std::set<LoopId>& open) const {
    Knowledge all;
    if (!id.isValid()) return {"its address is not an index form", false};
    std::vector<ExpressionId> stack{id};
    std::set<ExpressionId> seen;
    while (!stack.empty()) {
      const ExpressionId now = stack.back();
      stack.pop_back();
      if (!seen.insert(now).second) continue;
      const ExpressionNode& node = pool_.at(now);
      if (!isPlainWidth(node.width)) return {"a number of " + std::to_string(node.width) + " bits is in it", false};
      if (node.op == Op::symbol) {
        const Symbol& symbol = pool_.symbolAt(node.symbol);
        if (symbol.kind == SymbolKind::unknown) return {symbol.reason, false};
        if (symbol.kind == SymbolKind::loopCounter && !open.count(symbol.loop)) {
          return {{"a round of the loop around %1 is in it", code(symbol.name)}, false, true};
        }
        if (symbol.kind == SymbolKind::loaded) {
          if (!isReadableIndex(model_, symbol)) {
            return {{"%1 at %2 is read from memory that changes while the kernel runs", code(symbol.name),
                     lineText(symbol.line)},
                    false};
          }
          all.readsMemory = true;
          stack.push_back(symbol.address);
        }
      }
      for (const ExpressionId operand : node.operands) {
        if (operand.isValid()) stack.push_back(operand);
      }
    }
    return all;
  }

  void split(ExpressionId id, std::vector<ExpressionId>& conditions) const {
    const ExpressionNode& node = pool_.at(id);
    if (node.op == Op::bitAnd && node.width == 1) {
      split(node.operands[0], conditions);
      split(node.operands[1], conditions);
    } else if (!pool_.isConstant(id, 1)) {
      conditions.push_back(id);
    }
  }

  /// `dropped` hears of each condition that is left out.
  template <typename Dropped>
  Guard guardOf(ExpressionId id, const std::set<LoopId>& open, Dropped dropped) const {
    Guard guard;
    if (!id.isValid()) return guard;
    std::vector<ExpressionId> conditions, late;
    split(id, conditions);
    for (const ExpressionId condition : conditions) {
      const Knowledge known = ask(condition, open);
      if (!known.missing.empty()) {
        guard.complete = false;
        dropped(condition, known);
        continue;
      }
      (known.readsMemory ? late : guard.conditions).push_back(condition);
    }
    guard.conditions.insert(guard.conditions.end(), late.begin(), late.end());
    return guard;
  }

  std::set<LoopId> loopsAround(LoopId loop) const {
    std::set<LoopId> loops;
    for (; loop.isValid(); loop = model_.loop(loop).parent) loops.insert(loop);
    return loops;
  }

  bool mentions(ExpressionId id, SymbolId symbol) const {
    const std::vector<SymbolId> symbols = pool_.symbolsOf(id);
    return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
  }

  /// The same for every thread and in every round of the loops around.
  bool isUniform(ExpressionId id) const {
    const std::vector<SymbolId> symbols = pool_.symbolsOf(id);
    return std::all_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
      const SymbolKind kind = pool_.symbolAt(symbol).kind;
      return kind == SymbolKind::argument || kind == SymbolKind::blockSize || kind == SymbolKind::gridSize;
    });
  }

  /// When a thread is in a round of the loop: the way from its header into its body, else the count of its back edges.
  /// False: a CPU cannot tell.
  bool describeLoop(const Loop& loop, Level& level) const {
    const std::set<LoopId> open = loopsAround(loop.id);
    const auto ignore = [](ExpressionId, const Knowledge&) {};
    if (!loop.counter.isValid()) return false;
    const BasicBlock& header = model_.blocks[loop.header.value];
    std::vector<BlockId> inside;
    for (const BlockId next : header.successors) {
      if (next != loop.header && loopsAround(model_.blocks[next.value].loop).count(loop.id)) inside.push_back(next);
    }
    if (header.successors.size() == 2 && inside.size() == 1) {
      level.stays = guardOf(model_.blocks[inside[0].value].reach, open, ignore);
      for (const ExpressionId condition : level.stays.conditions) {
        if (!mentions(condition, loop.counter)) continue;
        findUniformBound(condition, loop, level);
        return true;
      }
    }
    // Tested at its end, or on something else than its counter: the count must be known, and no mere limit of the type.
    constexpr uint64_t mostRounds = 1u << 26;
    if (!loop.backedgeCount.isValid() || !ask(loop.backedgeCount, open).missing.empty()) return false;
    const ExpressionNode& count = pool_.at(loop.backedgeCount);
    if (count.op == Op::constant && count.constant > mostRounds) return false;
    level.stays = {};
    if (!level.uniformBound.isValid() && !countsUpTo(loop, level)) return false;
    return true;
  }

  bool countsUpTo(const Loop& loop, Level& level) const {
    if (!isUniform(loop.backedgeCount)) return false;
    level.uniformBound = loop.backedgeCount;
    level.boundIsLastRound = true;
    return true;
  }

  void findUniformBound(ExpressionId condition, const Loop& loop, Level& level) const {
    const ExpressionNode& node = pool_.at(condition);
    if (node.op != Op::slt && node.op != Op::ult) return;
    ExpressionId left = node.operands[0];
    while (pool_.at(left).op == Op::zext || pool_.at(left).op == Op::sext) left = pool_.at(left).operands[0];
    const ExpressionNode& counter = pool_.at(left);
    if (counter.op != Op::symbol || counter.symbol != loop.counter || !isUniform(node.operands[1])) return;
    level.uniformBound = node.operands[1];
    level.ensured = condition;
    level.signedBound = node.op == Op::slt;
  }

  bool hasSeveralExits(const Loop& loop) const {
    const auto isInside = [&](BlockId block) {
      return loopsAround(model_.blocks[block.value].loop).count(loop.id) != 0;
    };
    return std::count_if(model_.blocks.begin(), model_.blocks.end(), [&](const BasicBlock& block) {
             return isInside(block.id) && !std::all_of(block.successors.begin(), block.successors.end(), isInside);
           }) > 1;
  }

  /// The level of a loop; nothing if it, or a loop around it, is left out.
  std::optional<size_t> levelFor(LoopId id) {
    if (const auto known = levelOf_.find(id); known != levelOf_.end()) return known->second;
    const Loop& loop = model_.loop(id);
    const std::optional<size_t> outer = levelFor(loop.parent);
    std::optional<size_t> made;
    Level level;
    level.loop = id;
    if (outer && describeLoop(loop, level)) {
      made = slice_.levels.size();
      slice_.levels.push_back(std::move(level));
      slice_.levels[*outer].items.push_back({{}, made});
      if (hasSeveralExits(loop)) {
        note(loop.range, loop.range.begin.line,
             {"The loop at %1 may end sooner for a thread: its later rounds are fetched all the same.",
              lineText(loop.range.begin)});
      }
    } else if (outer) {
      note(loop.range, loop.range.begin.line,
           {"The loop at %1 is left out: a CPU cannot tell when it ends.", lineText(loop.range.begin)});
    }
    levelOf_[id] = made;
    return made;
  }

  void add(const Access& access) {
    if (access.object.isValid()) {
      const MemorySpace space = model_.object(access.object).space;
      if (space != MemorySpace::global && space != MemorySpace::generic) return;
    }
    const Message name{"%1 at %2", code(access.text), lineText(lineOfAccess(access))};
    const std::set<LoopId> open = loopsAround(access.loop);
    const Knowledge address = ask(access.offset, open);
    if (!access.object.isValid() || !address.missing.empty()) {
      ++slice_.leftOut;
      note(access, {"%1 is left out: %2.", name, access.object.isValid() ? address.missing : access.unknownReason});
      return;
    }
    const std::optional<size_t> level = levelFor(access.loop);
    if (!level) {
      ++slice_.leftOut;
      return;
    }
    Guard guard = guardOf(access.guard, open, [&](ExpressionId condition, const Knowledge& known) {
      // How loops before this one ended says nothing new.
      if (known.isOfEndedLoop) return;
      note(access, {"A condition of %1 is dropped, %2: %3.", name, code(pool_.text(condition)), known.missing});
    });
    const auto same = std::tuple(access.object, access.offset, access.bytes, guard.conditions);
    if (!fetched_[*level].insert(same).second) return;  // a[i] += b: one line, one load
    std::vector<Level::Item>& items = slice_.levels[*level].items;
    if (items.empty() || items.back().inner) items.emplace_back();
    items.back().fetches.push_back({access.id, std::move(guard)});
    ++slice_.fetches;
  }

  const KernelModel& model_;
  const ExpressionPool& pool_;
  Slice slice_;
  std::map<LoopId, std::optional<size_t>> levelOf_;
  std::map<size_t, std::set<std::tuple<ObjectId, ExpressionId, uint32_t, std::vector<ExpressionId>>>> fetched_;
  std::set<std::string> noted_;
};

}  // namespace

uint32_t lineOfAccess(const Access& access) {
  return access.range.begin.line != 0 ? access.range.begin.line : access.line;
}

bool isReadableIndex(const KernelModel& model, const Symbol& symbol) {
  if (!symbol.neverWritten || !symbol.object.isValid() || !symbol.address.isValid()) return false;
  const MemoryObject& object = model.object(symbol.object);
  return object.neverWritten && (object.space == MemorySpace::global || object.space == MemorySpace::constant);
}

Guard beyondRound(const Level& level, Guard guard) {
  const auto& known = level.stays.conditions;
  std::erase_if(guard.conditions,
                [&](ExpressionId one) { return std::find(known.begin(), known.end(), one) != known.end(); });
  return guard;
}

Slice sliceOf(const KernelModel& model) {
  return Slicer(model).run();
}

}  // namespace warpwright::preexecution
