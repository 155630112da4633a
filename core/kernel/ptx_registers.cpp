#include "core/kernel/ptx_registers.h"

#include <algorithm>

namespace warpwright {

using Kind = PtxHeld::Kind;

PtxHeld PtxRegisters::heldBy(size_t operation) const {
  const PtxOperation& one = flow_.all()[operation];
  const bool isNumber = one.root() == "mov" && one.to.size() == 1 && one.from.size() == 1 && isPtxLiteral(one.from[0]);
  return isNumber ? PtxHeld{Kind::number, 0, one.from[0]} : PtxHeld{Kind::made, operation, {}};
}

/// Of what makes the register, the last one of a block that stands before that operation.
std::optional<size_t> PtxRegisters::lastIn(std::string_view name, size_t block, size_t before) const {
  std::optional<size_t> last;
  for (const size_t index : flow_.madeBy(name)) {
    if (index < before && control_.blockOf(flow_.all()[index].line) == block) last = index;
  }
  return last;
}

/// From nothing known on, blocks learn from those before them until none learns more; what two say otherwise joins.
const std::vector<PtxHeld>& PtxRegisters::heldAtBegin(std::string_view name) {
  const auto [known, isNew] = atBegin_.try_emplace(name, control_.blocks());
  std::vector<PtxHeld>& held = known->second;
  if (!isNew) return held;
  std::vector<std::optional<size_t>> last(held.size());
  for (const size_t index : flow_.madeBy(name)) {
    std::optional<size_t>& one = last[control_.blockOf(flow_.all()[index].line)];
    one = std::max(one.value_or(0), index);
  }
  held.front().kind = Kind::undefined;
  for (bool again = true; again;) {
    again = false;
    for (size_t block = 1; block < held.size(); ++block) {
      const PtxHeld join{Kind::joined, block, {}};
      PtxHeld all;
      for (const size_t from : control_.before(block)) {
        const PtxHeld one = last[from] ? heldBy(*last[from]) : held[from];
        if (one.kind == Kind::nothing || one == join) continue;
        all = all.kind == Kind::nothing || all == one ? one : join;
      }
      if (held[block] == join || all == held[block]) continue;
      held[block] = all;
      again = true;
    }
  }
  return held;
}

PtxHeld PtxRegisters::heldAt(std::string_view name, size_t operation) {
  const std::vector<size_t>& made = flow_.madeBy(name);
  // Where it does not come past there, nothing is in it.
  if (made.size() == 1 && made.front() < operation) return heldBy(made.front());
  const size_t block = control_.blockOf(flow_.all()[operation].line);
  const std::optional<size_t> last = lastIn(name, block, operation);
  return last ? heldBy(*last) : heldAtBegin(name)[block];
}

PtxHeld PtxRegisters::heldBehind(std::string_view name, size_t block) {
  const std::optional<size_t> last = lastIn(name, block, flow_.all().size());
  return last ? heldBy(*last) : heldAtBegin(name)[block];
}

}  // namespace warpwright
