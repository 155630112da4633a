#include "analysis/passes/read_ahead/cache_lines.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <unordered_map>

namespace warpwright::preexecution {
namespace {

constexpr int64_t mostBytes = 1 << 20;  ///< more than any line

/// Bytes that an offset moves on by from a round of the loop to the next. Tried out on numbers, which is enough here: a
/// wrong answer makes the program fetch too little, nothing else. Nothing where it depends on memory, or differs.
std::optional<int64_t> bytesOfRound(const KernelModel& model, ExpressionId offset, LoopId loop) {
  std::unordered_map<SymbolId, uint64_t> values;
  SymbolId counter;
  for (const SymbolId id : model.pool.symbolsOf(offset)) {
    const Symbol& symbol = model.pool.symbolAt(id);
    if (symbol.kind == SymbolKind::loaded || symbol.kind == SymbolKind::unknown) return std::nullopt;
    if (symbol.kind == SymbolKind::loopCounter && symbol.loop == loop) counter = id;
    values[id] = 10007 + id.value * 128;  // no stride of one may look like less than a line
  }
  if (!counter.isValid()) return 0;
  std::optional<int64_t> bytes;
  for (uint64_t round = 0; round < 64; ++round) {
    values[counter] = round;
    const auto from = model.pool.evaluate(offset, values);
    values[counter] = round + 1;
    const auto to = model.pool.evaluate(offset, values);
    if (!from || !to) return std::nullopt;
    const auto moved = static_cast<int64_t>(*to - *from);
    if (moved > mostBytes || moved < -mostBytes || (bytes && *bytes != moved)) return std::nullopt;
    bytes = moved;
  }
  return bytes;
}

/// How many low bits of a number are 0 for all threads.
uint32_t zeroBits(const ExpressionPool& pool, ExpressionId id) {
  const ExpressionNode& node = pool.at(id);
  switch (node.op) {
    case ExpressionOp::constant:
      return node.constant == 0 ? node.width : static_cast<uint32_t>(std::countr_zero(node.constant));
    case ExpressionOp::add:
    case ExpressionOp::sub:
      return std::min(zeroBits(pool, node.operands[0]), zeroBits(pool, node.operands[1]));
    case ExpressionOp::mul:
      return std::min<uint32_t>(node.width, zeroBits(pool, node.operands[0]) + zeroBits(pool, node.operands[1]));
    case ExpressionOp::shl: {
      const ExpressionNode& by = pool.at(node.operands[1]);
      return by.op == ExpressionOp::constant && by.constant < node.width
                 ? std::min<uint32_t>(node.width, zeroBits(pool, node.operands[0]) + static_cast<uint32_t>(by.constant))
                 : 0;
    }
    case ExpressionOp::zext:
    case ExpressionOp::sext:
      return zeroBits(pool, node.operands[0]);
    default:
      return 0;
  }
}

/// `offset` as a constant behind a place: the elements of one vector, or the members of one structure, have one place.
struct Start {
  ExpressionId of;
  uint64_t behind = 0;
};
Start startOf(const ExpressionPool& pool, ExpressionId offset) {
  const ExpressionNode& node = pool.at(offset);
  if (node.op != ExpressionOp::add || pool.at(node.operands[1]).op != ExpressionOp::constant) return {offset, 0};
  return {node.operands[0], pool.at(node.operands[1]).constant};
}

/// Both in one piece of memory of as many bytes as the place is a multiple of. Buffers begin at multiples of a line.
bool isInLineOf(const KernelModel& model, const Access& access, const Access& other, uint32_t lineBytes) {
  if (access.object != other.object) return false;
  const Start place = startOf(model.pool, access.offset), first = startOf(model.pool, other.offset);
  if (place.of != first.of) return false;
  const uint64_t piece =
      uint64_t{1} << std::min(zeroBits(model.pool, place.of), static_cast<uint32_t>(std::countr_zero(lineBytes)));
  return place.behind / piece == first.behind / piece &&
         (place.behind + access.bytes - 1) / piece == first.behind / piece;
}

}  // namespace

std::vector<Fetch> oncePerLine(const KernelModel& model, const std::vector<Fetch>& fetches, uint32_t lineBytes) {
  std::vector<Fetch> kept;
  for (const Fetch& fetch : fetches) {
    const bool repeated = std::any_of(kept.begin(), kept.end(), [&](const Fetch& other) {
      return other.guard.conditions == fetch.guard.conditions &&
             isInLineOf(model, model.access(fetch.access), model.access(other.access), lineBytes);
    });
    if (!repeated) kept.push_back(fetch);
  }
  return kept;
}

uint32_t roundsOfLine(const KernelModel& model, const Level& level, uint32_t lineBytes) {
  // A loop whose end only its threads know must not be jumped over.
  if (!level.loop.isValid() || !level.uniformBound.isValid()) return 1;
  int64_t most = 0;
  for (const Level::Item& item : level.items) {
    if (item.inner) return 1;
    for (const Fetch& fetch : item.fetches) {
      const bool always = beyondRound(level, fetch.guard).conditions.empty();
      const auto bytes = bytesOfRound(model, model.access(fetch.access).offset, level.loop);
      if (!always || !bytes) return 1;
      most = std::max(most, std::abs(*bytes));
    }
  }
  return most == 0 ? 1 : std::max<uint32_t>(1, static_cast<uint32_t>(lineBytes / most));
}

}  // namespace warpwright::preexecution
