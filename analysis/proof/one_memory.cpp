#include "analysis/proof/one_memory.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/proof/launched_model.h"

namespace warpwright::proof {
namespace {

constexpr uint64_t mostBytes = uint64_t{1} << 62;

bool isWrite(const Access& access) {
  return access.kind != AccessKind::read;
}

/// The kernel as if it named one memory.
KernelModel joined(KernelModel model, const OneMemory& memory) {
  const ExpressionId distance = model.pool.constant(64, static_cast<uint64_t>(memory.distance));
  const auto isWritten = [&](const Access& access) {
    return isWrite(access) && (access.object == memory.first || access.object == memory.second);
  };
  const bool written = std::ranges::any_of(model.accesses, isWritten);
  for (Access& access : model.accesses) {
    if (access.object != memory.second) continue;
    access.object = memory.first;
    access.subscripts.clear();
    if (access.offset.isValid()) access.offset = model.pool.binary(ExpressionOp::add, access.offset, distance);
  }
  for (uint32_t i = 0; i < model.pool.symbolCount(); ++i) {
    const Symbol symbol = model.pool.symbolAt(SymbolId{i});
    if (symbol.object != memory.first && symbol.object != memory.second) continue;
    ExpressionId address = symbol.address;
    if (symbol.object == memory.second && address.isValid())
      address = model.pool.binary(ExpressionOp::add, address, distance);
    Symbol& own = model.pool.symbolAt(SymbolId{i});
    own.object = memory.first;
    own.address = address;
    own.neverWritten = own.neverWritten && !written;
  }
  model.objects[memory.first.value].neverWritten = !written;
  return model;
}

class Apartness {
 public:
  Apartness(const KernelModel& model, const OneMemory& memory, const ProofOptions& options, std::stop_token stop)
      : model_(model), memory_(memory), prover_(model, options, std::move(stop)) {}

  /// Is each pair of accesses, one of them a write, at one place for each thread, or all of them out of reach?
  bool holds(const KernelModel& one) {
    bool areAlike = true;
    for (const Access& a : model_.accesses) {
      for (const Access& b : model_.accesses) {
        if (a.object != memory_.first || b.object != memory_.second || !(isWrite(a) || isWrite(b))) continue;
        const Access &x = one.access(a.id), &y = one.access(b.id);
        areAlike = areAlike && x.offset.isValid() && x.offset == y.offset && x.bytes == y.bytes && tellsApart(one, x);
      }
    }
    return areAlike || isOutOfReach();
  }

 private:
  /// One thread may go where another one goes as long as it is the only one that goes there.
  static bool tellsApart(const KernelModel& model, const Access& access) {
    return std::ranges::any_of(model.pool.symbolsOf(access.offset),
                               [&](SymbolId id) { return model.pool.symbolAt(id).kind == SymbolKind::threadIndex; });
  }

  /// Does all that goes through the pointer in front end where the other one begins?
  bool isOutOfReach() {
    if (memory_.distance == 0) return false;
    const bool isFirst = memory_.distance > 0;
    const auto room = static_cast<uint64_t>(isFirst ? memory_.distance : -memory_.distance);
    return staysWithin(isFirst ? memory_.first : memory_.second, room) &&
           staysWithin(isFirst ? memory_.second : memory_.first, mostBytes);
  }

  bool staysWithin(ObjectId object, uint64_t room) {
    std::vector<BoundedValue> values;
    for (const Access& access : model_.accesses) {
      if (access.object != object) continue;
      if (!access.offset.isValid() || access.bytes > room) return false;
      values.push_back({access.id, {{1, access.offset}}, 0, 64, room - access.bytes + 1, 0, false, access.text});
    }
    const Answer answer = prover_.staysBelow(values);
    return answer.kind == Answer::Kind::holds && std::ranges::all_of(answer.assumptions, [](const Assumption& one) {
             return one.check.kind == RunCheck::Kind::block;
           });
  }

  const KernelModel& model_;
  const OneMemory& memory_;
  Prover prover_;
};

}  // namespace

Answer proveRaceFreeInOne(const KernelModel& model, const OneMemory& memory, const Launch& launch,
                          const ProofOptions& options, std::stop_token stop) {
  const KernelModel launched = launchedModel(model, launch), one = joined(launched, memory);
  Answer answer = proveRaceFree(one, options, stop, RacesIn::globalMemory);
  if (answer.kind == Answer::Kind::violated) return answer;
  // One pointer given twice: what a kernel of one argument is taken not to do.
  if (memory.distance == 0 && answer.kind == Answer::Kind::unknown) {
    answer.kind = Answer::Kind::holds;
    return answer;
  }
  if (Apartness(launched, memory, options, std::move(stop)).holds(one)) answer.kind = Answer::Kind::holds;
  return answer;
}

}  // namespace warpwright::proof
