#include "analysis/proof/levels.h"

#include "analysis/proof/access_instances.h"
#include "analysis/proof/term_context.h"

namespace warpwright::proof {
namespace {

constexpr unsigned effort = 500;
constexpr int sampleCount = 200;

}  // namespace

std::vector<ExpressionId> rootsOf(const Access& access) {
  std::vector<ExpressionId> roots{access.offset};
  if (access.guard.isValid()) roots.push_back(access.guard);
  roots.insert(roots.end(), access.subscripts.begin(), access.subscripts.end());
  return roots;
}

std::vector<uint32_t> formOf(const Access& access, bool guard) {
  std::vector<uint32_t> form{access.object.value, access.offset.value, access.bytes,
                             guard ? access.guard.value : Id<void>::none};
  for (const ExpressionId subscript : access.subscripts) form.push_back(subscript.value);
  form.push_back(Id<void>::none);
  return form;
}

Levels::Levels(const Facts& facts, Solver& solver) : facts_(facts), solver_(solver) {}

Levels::Encoding& Levels::encoding() {
  if (!encoding_) {
    encoding_.emplace(Encoding{Encoder(solver_.context(), facts_, true), Instance(facts_.model(), "@level")});
  }
  return *encoding_;
}

bool Levels::exists(const Access& access, int level) const {
  if (!access.object.isValid()) return false;
  const MemoryObject& object = facts_.model().object(access.object);
  if (level == 1) return object.bytes >= access.bytes;
  return !access.subscripts.empty() && access.subscripts.size() == object.extents.size();
}

z3::expr Levels::formula(Encoder& encoder, Instance& instance, const Access& access, int level) const {
  const MemoryObject& object = facts_.model().object(access.object);
  if (level == 1) {
    return z3::ule(encoder.value(instance, access.offset), encoder.number(object.bytes - access.bytes, 64));
  }
  z3::expr all = encoder.truth(true);
  for (size_t i = 0; i < access.subscripts.size(); ++i) {
    if (!limits(facts_.model(), access, i)) continue;
    const unsigned width = facts_.model().pool.at(access.subscripts[i]).width;
    assign(all,
           all && z3::ult(encoder.value(instance, access.subscripts[i]), encoder.number(object.extents[i], width)));
  }
  return all;
}

z3::expr Levels::term(Encoder& encoder, Instance& instance, const Access& access, int level) {
  return usable(access, level) ? formula(encoder, instance, access, level) : encoder.truth(true);
}

bool Levels::holds(ConcreteThread& thread, const Access& access, int level) {
  return !usable(access, level) || keeps(thread, access, level);
}

bool Levels::keeps(ConcreteThread& thread, const Access& access, int level) const {
  const MemoryObject& object = facts_.model().object(access.object);
  if (level == 1) {
    const auto offset = thread.value(access.offset);
    return offset && *offset <= object.bytes - access.bytes;
  }
  for (size_t i = 0; i < access.subscripts.size(); ++i) {
    const auto subscript = thread.value(access.subscripts[i]);
    if (!subscript || *subscript >= object.extents[i]) return false;
  }
  return true;
}

z3::expr Levels::reached(const Access& access) {
  auto& [encoder, instance] = encoding();
  const z3::expr bounds = encoder.bounds({&instance}, rootsOf(access));
  return access.guard.isValid() ? bounds && encoder.value(instance, access.guard) : bounds;
}

/// For accesses whose instances can be counted out: does every thread that gets there keep the assumption?
std::optional<bool> Levels::keptByAll(const Access& access, int level) {
  const AccessInstances instances(facts_, access, {});
  if (!instances.countable() || !instances.exact()) return std::nullopt;
  Draws draws(1);
  ConcreteBlock block(facts_);
  block.restart(draws);
  ConcreteThread thread(block, draws);
  bool kept = true;
  const bool counted =
      instances.forEach(thread, [&](ConcreteThread& at, uint64_t) { return kept = keeps(at, access, level); });
  return counted ? std::optional(kept) : std::nullopt;
}

/// Do concrete values bring a thread there within the assumptions?
bool Levels::sampled(const Access& access, int level) {
  Draws draws(7);
  ConcreteBlock block(facts_);
  ConcreteThread thread(block, draws);
  for (int i = 0; i < sampleCount; ++i) {
    block.restart(draws);
    block.drawWidely(i % 2 == 1);
    const std::array<uint64_t, 3>& shape = block.shape();
    thread.restart({draws.below(shape[0]), draws.below(shape[1]), draws.below(shape[2])});
    bool within = !access.guard.isValid() || thread.value(access.guard) == 1u;
    for (int l = 1; l <= level; ++l) within = within && holds(thread, access, l);
    if (within) return true;
  }
  return false;
}

bool Levels::usable(const Access& access, int level) {
  if (!exists(access, level)) return false;
  std::vector<uint32_t> key = formOf(access, true);
  key.push_back(static_cast<uint32_t>(level));
  if (const auto found = usable_.find(key); found != usable_.end()) return found->second;
  bool closed = facts_.blockIsKnown();
  for (const SymbolId id : facts_.coneOf(rootsOf(access))) {
    const Symbol& symbol = facts_.model().pool.symbolAt(id);
    const bool boundedCounter = symbol.kind == SymbolKind::loopCounter && symbol.loop.isValid() &&
                                facts_.model().loop(symbol.loop).backedgeCount.isValid();
    closed = closed && (symbol.kind == SymbolKind::threadIndex || boundedCounter);
  }
  if (!closed) return usable_[key] = true;
  if (const auto kept = keptByAll(access, level)) return usable_[key] = *kept;
  auto& [encoder, instance] = encoding();
  const Decision broken = solver_.decide(reached(access) && !formula(encoder, instance, access, level), effort);
  return usable_[key] = broken.kind == Decision::Kind::impossible;
}

bool Levels::reachable(const Access& access, int level) {
  std::vector<uint32_t> key = formOf(access, true);
  key.push_back(static_cast<uint32_t>(level));
  if (const auto found = reachable_.find(key); found != reachable_.end()) return found->second;
  if (sampled(access, level)) return reachable_[key] = true;
  auto& [encoder, instance] = encoding();
  z3::expr within = reached(access);
  for (int i = 1; i <= level; ++i) assign(within, within && term(encoder, instance, access, i));
  const z3::expr small = encoder.smallValues({&instance}, rootsOf(access));
  bool answer = solver_.decide(within, small, effort).kind == Decision::Kind::possible;
  if (!answer) answer = solver_.impossible(reached(access), small, effort);
  return reachable_[key] = answer;
}

}  // namespace warpwright::proof
