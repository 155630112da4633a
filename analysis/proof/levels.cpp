#include "analysis/proof/levels.h"

namespace warpwright::proof {
namespace {

constexpr unsigned milliseconds = 500;

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

Levels::Levels(const Facts& facts, Solver& solver)
    : facts_(facts), solver_(solver), encoder_(solver.context(), facts, true), instance_(facts.model(), "@level") {}

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
    const unsigned width = facts_.model().pool.at(access.subscripts[i]).width;
    // Where the extent needs the top bit, the number alone does not tell a large subscript from a negative one.
    if (width < 2 || (width < 64 && object.extents[i] > uint64_t{1} << (width - 1))) continue;
    all = all && z3::ult(encoder.value(instance, access.subscripts[i]), encoder.number(object.extents[i], width));
  }
  return all;
}

z3::expr Levels::term(Encoder& encoder, Instance& instance, const Access& access, int level) {
  return usable(access, level) ? formula(encoder, instance, access, level) : encoder.truth(true);
}

bool Levels::holds(ConcreteThread& thread, const Access& access, int level) {
  if (!usable(access, level)) return true;
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
  const z3::expr bounds = encoder_.bounds({&instance_}, rootsOf(access));
  return access.guard.isValid() ? bounds && encoder_.value(instance_, access.guard) : bounds;
}

bool Levels::usable(const Access& access, int level) {
  if (!exists(access, level)) return false;
  std::vector<uint32_t> key = formOf(access, true);
  key.push_back(static_cast<uint32_t>(level));
  if (const auto found = usable_.find(key); found != usable_.end()) return found->second;
  bool closed = facts_.blockIsKnown();
  for (const SymbolId id : encoder_.cone(rootsOf(access))) {
    const Symbol& symbol = facts_.model().pool.symbolAt(id);
    const bool boundedCounter = symbol.kind == SymbolKind::loopCounter && symbol.loop.isValid() &&
                                facts_.model().loop(symbol.loop).backedgeCount.isValid();
    closed = closed && (symbol.kind == SymbolKind::threadIndex || boundedCounter);
  }
  const bool kept = !closed || solver_.decide(reached(access) && !formula(encoder_, instance_, access, level),
                                              milliseconds)
                                       .kind == Decision::Kind::impossible;
  return usable_[key] = kept;
}

bool Levels::reachable(const Access& access, int level) {
  std::vector<uint32_t> key = formOf(access, true);
  key.push_back(static_cast<uint32_t>(level));
  if (const auto found = reachable_.find(key); found != reachable_.end()) return found->second;
  z3::expr within = reached(access);
  for (int i = 1; i <= level; ++i) within = within && term(encoder_, instance_, access, i);
  const z3::expr small = encoder_.smallValues({&instance_}, rootsOf(access));
  bool answer = solver_.decide(within, small, milliseconds).kind == Decision::Kind::possible;
  if (!answer) answer = solver_.decide(reached(access), small, milliseconds).kind == Decision::Kind::impossible;
  return reachable_[key] = answer;
}

}  // namespace warpwright::proof
