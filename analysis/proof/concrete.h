#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
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
  /// Draws any values that the formulas allow: also later rounds of loops that end we know not when, and more than a
  /// few values of what is read from memory. A meeting then need not be one of an ordinary launch.
  void drawWidely(bool widely) { widely_ = widely; }
  bool drawsWidely() const { return widely_; }
  const std::array<uint64_t, 3>& shape() const { return shape_; }
  /// The value of a symbol shared by the block.
  uint64_t valueOf(SymbolId symbol, Draws& draws);
  /// What all threads read from one place: the same for every symbol that stands for a read of it.
  uint64_t broadcast(const Symbol& symbol, Draws& draws);
  const Facts& facts() const { return facts_; }

 private:
  uint64_t draw(const Symbol& symbol, Draws& draws);

  const Facts& facts_;
  std::array<uint64_t, 3> shape_{1, 1, 1};
  bool widely_ = false;
  std::vector<std::optional<uint64_t>> values_;
  std::map<std::pair<ObjectId, ExpressionId>, uint64_t> broadcasts_;
};

class ConcreteThread;

/// Symbols that decide where an access goes and that a thread may have with any value in their bounds: not understood,
/// or read from memory that the kernel writes; `withReads` adds what is read from memory that it never writes, which is
/// free as long as threads that read one address get one value. Those that another symbol of `roots` depends on are
/// left out.
std::vector<SymbolId> freeSymbols(const Facts& facts, ExpressionId offset, const std::vector<ExpressionId>& roots,
                                  bool withReads = false);
/// Gives one of the symbols the value that brings the thread to the offset, if there is one such value of it, the place
/// being linear in it. What else was drawn stays.
bool steer(const Facts& facts, ConcreteThread& thread, ExpressionId offset, SymbolId symbol, uint64_t target);

/// One thread in one instance, with a number for every symbol; evaluates index forms.
class ConcreteThread {
 public:
  ConcreteThread(ConcreteBlock& block, Draws& draws);

  void restart(const std::array<uint64_t, 3>& threadIndex);
  void set(SymbolId symbol, uint64_t value) { values_[symbol.value] = value; }
  /// `set` for a symbol that values asked for since `restart` may have been computed with. Symbols drawn since then
  /// keep their values.
  void change(SymbolId symbol, uint64_t value) {
    set(symbol, value);
    ++epoch_;
  }
  bool isSet(SymbolId symbol) const { return values_[symbol.value].has_value(); }
  const std::array<uint64_t, 3>& threadIndex() const { return threadIndex_; }
  /// Nothing where a division by zero is met, or a loop counter cannot have the value it was set to.
  std::optional<uint64_t> value(ExpressionId expression);
  std::optional<uint64_t> valueOf(SymbolId symbol);
  /// How much has been computed since this was asked last.
  uint64_t takeWork() { return std::exchange(work_, 0); }

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
  uint64_t work_ = 0;
};

}  // namespace warpwright::proof
