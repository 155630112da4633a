#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/proof/facts.h"

namespace warpwright::proof {

/// Pseudo-random numbers that are the same in every run.
class Draws {
 public:
  explicit Draws(uint64_t seed) : state_(seed) {}
  uint64_t below(uint64_t bound) { return next() % bound; }
  uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }

 private:
  uint64_t state_;
};

/// Values of the symbols that all threads of a block share.
class ConcreteBlock {
 public:
  explicit ConcreteBlock(const Facts& facts);

  /// Forgets everything and draws a block shape; other values are drawn when they are asked for.
  void restart(Draws& draws);
  void set(SymbolId symbol, uint64_t value);
  void setShape(const std::array<uint64_t, 3>& shape) { shape_ = shape; }
  const std::array<uint64_t, 3>& shape() const { return shape_; }
  /// The value of a symbol shared by the block.
  uint64_t valueOf(SymbolId symbol, Draws& draws);
  const Facts& facts() const { return facts_; }

 private:
  uint64_t draw(const Symbol& symbol, Draws& draws);

  const Facts& facts_;
  std::array<uint64_t, 3> shape_{1, 1, 1};
  std::vector<std::optional<uint64_t>> values_;
};

/// One thread at one moment, with a number for every symbol; evaluates index forms.
class ConcreteThread {
 public:
  ConcreteThread(ConcreteBlock& block, Draws& draws);

  void restart(const std::array<uint64_t, 3>& threadIndex);
  void set(SymbolId symbol, uint64_t value) { values_[symbol.value] = value; }
  const std::array<uint64_t, 3>& threadIndex() const { return threadIndex_; }
  /// Nothing where a division by zero is met, or a loop counter cannot have the value it was set to.
  std::optional<uint64_t> value(ExpressionId expression);
  std::optional<uint64_t> valueOf(SymbolId symbol);

 private:
  std::optional<uint64_t> draw(SymbolId symbol);
  std::optional<uint64_t> compute(const ExpressionNode& node);

  ConcreteBlock& block_;
  Draws& draws_;
  std::array<uint64_t, 3> threadIndex_{};
  std::vector<std::optional<uint64_t>> values_;  // by symbol
  std::vector<uint64_t> memo_;                   // by expression
  std::vector<uint32_t> stamp_;
  uint32_t epoch_ = 0;
};

}  // namespace warpwright::proof
