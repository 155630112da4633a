#include "analysis/passes/task_order/indirect_accesses.h"

#include <algorithm>

namespace warpwright::reuse {

uint32_t lineOf(const KernelModel& model, const Access& access) {
  const std::string& file = model.definition.begin.file;
  if (access.range.isValid() && access.range.begin.file == file) return access.range.begin.line;
  for (const SourcePosition& call : access.inlinedAt) {
    if (call.file == file) return call.line;
  }
  return access.line;
}

std::vector<ObjectId> IndirectAccesses::indexArraysOf(const Access& access) const {
  std::vector<ObjectId> arrays;
  if (!access.object.isValid() || !access.offset.isValid()) return arrays;
  const MemorySpace space = model_.object(access.object).space;
  if (space == MemorySpace::shared || space == MemorySpace::local) return arrays;
  for (const SymbolId id : model_.pool.symbolsOf(access.offset)) {
    const Symbol& symbol = model_.pool.symbolAt(id);
    if (symbol.kind != SymbolKind::loaded || !symbol.object.isValid() || comesByRow(access, id)) continue;
    if (std::find(arrays.begin(), arrays.end(), symbol.object) == arrays.end()) arrays.push_back(symbol.object);
  }
  return arrays;
}

// An element of a row (`col[j]`, j from row[t] on) lies where the row does: it is the thread's own, and shared with
// nobody. Its address is the row's begin plus the counter of a loop that ends with the row.
bool IndirectAccesses::comesByRow(const Access& access, SymbolId begin) const {
  const std::vector<SymbolId> symbols = model_.pool.symbolsOf(access.offset);
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const Symbol& counter = model_.pool.symbolAt(id);
    if (counter.kind != SymbolKind::loopCounter) return false;
    // What is loaded anew in each round is no row.
    return !dependsOn(model_.pool.symbolAt(begin).address, counter.loop) && endsWithRow(counter.loop, begin);
  });
}

bool IndirectAccesses::endsWithRow(LoopId loop, SymbolId begin) const {
  const Symbol& first = model_.pool.symbolAt(begin);
  const std::vector<SymbolId> place = symbolsOf(first.address);
  for (const BasicBlock& block : model_.blocks) {
    if (!isInside(block.id, loop) || block.successors.size() < 2) continue;
    for (size_t i = 0; i < block.successors.size(); ++i) {
      if (isInside(block.successors[i], loop)) continue;
      for (const SymbolId id : symbolsOf(paths_[block.id.value].conditions[i])) {
        const Symbol& end = model_.pool.symbolAt(id);
        if (end.kind != SymbolKind::loaded || id == begin) continue;
        // row[t + 1]; or the length that lies where the begin does, in another array.
        if (end.object == first.object || symbolsOf(end.address) == place) return true;
      }
    }
  }
  return false;
}

/// Also through what was loaded.
bool IndirectAccesses::dependsOn(ExpressionId expression, LoopId loop) const {
  const std::vector<SymbolId> symbols = symbolsOf(expression);
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const Symbol& symbol = model_.pool.symbolAt(id);
    return (symbol.kind == SymbolKind::loopCounter && symbol.loop == loop) ||
           (symbol.kind == SymbolKind::loaded && dependsOn(symbol.address, loop));
  });
}

std::vector<SymbolId> IndirectAccesses::symbolsOf(ExpressionId expression) const {
  std::vector<SymbolId> symbols;
  if (expression.isValid()) symbols = model_.pool.symbolsOf(expression);
  std::sort(symbols.begin(), symbols.end());
  return symbols;
}

bool IndirectAccesses::isInside(BlockId block, LoopId loop) const {
  LoopId around = model_.blocks[block.value].loop;
  while (around.isValid() && around != loop) around = model_.loop(around).parent;
  return around.isValid();
}

}  // namespace warpwright::reuse
