#pragma once

#include <z3++.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/proof/facts.h"

namespace warpwright::proof {

/// One instance of one thread in a formula: its private symbols have constants of their own.
class Instance {
 public:
  /// `suffix` names its private symbols, `thread` its thread: two instances of one thread have the same.
  Instance(const KernelModel& model, std::string suffix, std::string thread)
      : suffix_(std::move(suffix)), thread_(std::move(thread)), memo_(model.pool.size()) {}
  Instance(const KernelModel& model, const std::string& suffix) : Instance(model, suffix, suffix) {}

  /// Replaces a symbol before the first expression is translated: a pinned or shared loop counter.
  void preset(SymbolId symbol, const z3::expr& value) { symbols_.insert_or_assign(symbol, value); }
  /// Takes over another thread's index along a dimension, before the first expression is translated.
  void shareThread(int dimension, const z3::expr& index) { threadIndex_[dimension] = index; }

 private:
  friend class Encoder;
  std::string suffix_, thread_;
  std::vector<std::optional<z3::expr>> memo_;  // by expression
  std::unordered_map<SymbolId, z3::expr> symbols_;
  std::array<std::optional<z3::expr>, 3> threadIndex_;
};

/// Translates index forms into bit-vector formulas of their true width. Truth values (width 1) become Booleans.
class Encoder {
 public:
  /// With `shareLoads`, loads from never-written memory have one value for each address; without, they are private.
  Encoder(z3::context& context, const Facts& facts, bool shareLoads);

  z3::context& context() const { return context_; }
  const Facts& facts() const { return facts_; }

  z3::expr value(Instance& instance, ExpressionId expression);
  z3::expr symbol(Instance& instance, SymbolId symbol);
  z3::expr threadIndex(Instance& instance, int dimension);
  z3::expr blockExtent(int dimension);

  /// What always holds for the symbols that decide the expressions: bounds of the thread and block indices, of loop
  /// counters, of values with known bounds; equal loads at equal addresses.
  z3::expr bounds(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots);
  /// `bounds` without the part about opaque values' own ranges, and that part alone.
  z3::expr structuralBounds(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots);
  z3::expr opaqueRanges(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots);
  /// Equal loads at equal addresses, alone.
  z3::expr loadConsistency(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots);

  /// Ordinary values: arguments up to 1023, blockIdx up to 3, counters up to 31, data up to 255.
  z3::expr smallValues(std::vector<Instance*> instances, const std::vector<ExpressionId>& roots);

  z3::expr number(uint64_t value, unsigned width) { return context_.bv_val(value, width); }
  z3::expr truth(bool value) { return context_.bool_val(value); }

 private:
  z3::expr translate(Instance& instance, ExpressionId id, const ExpressionNode& node);
  z3::expr operation(Instance& instance, ExpressionId id, const ExpressionNode& node);
  z3::expr constantFor(const std::string& name, unsigned width);
  z3::expr constantFor(const std::string& name, unsigned width, uint64_t most);
  uint64_t mostOf(const Symbol& symbol) const;
  z3::expr blockBounds();
  z3::expr rangeOf(Instance& instance, SymbolId symbol);
  /// Loads may be private to each thread; a pure function never is.
  bool isShared(const Symbol& symbol) const { return shareLoads_ || symbol.kind != SymbolKind::loaded; }
  z3::expr counterBound(Instance& instance, const Symbol& symbol);
  z3::expr asBits(const z3::expr& value) { return z3::ite(value, number(1, 1), number(0, 1)); }

  z3::context& context_;
  const Facts& facts_;
  bool shareLoads_;
  std::unordered_map<SymbolId, z3::expr> shared_;
  std::array<std::optional<z3::expr>, 3> blockExtent_;
  std::map<std::array<uint32_t, 4>, z3::expr> loads_;  // object, function, width, key (AST id): the value there
  std::vector<z3::expr> kept_;                         // keeps the addresses alive, so that their ids stay theirs
};

}  // namespace warpwright::proof
