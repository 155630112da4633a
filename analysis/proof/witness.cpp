#include <algorithm>
#include <utility>

#include "analysis/proof/conflict.h"
#include "core/kernel/bit_vector.h"

namespace warpwright::proof {
namespace {

constexpr unsigned dependenceEffort = 200;
constexpr uint64_t ordinaryLimit = uint64_t{1} << 20;

/// A value as the source would show it: signed.
std::string numberText(uint64_t value, uint8_t width) {
  return std::to_string(static_cast<int64_t>(bits::signExtend(value, width)));
}

uint64_t numeral(const z3::model& model, const z3::expr& constant) {
  const z3::expr value = model.eval(constant, true);
  if (value.is_bool()) return value.is_true() ? 1 : 0;
  return value.get_numeral_uint64();
}

std::string threadText(const Facts& facts, const std::array<uint64_t, 3>& index) {
  int dimensions = 1;
  for (int d = 1; d < 3; ++d) {
    if (facts.blockExtent(d) != 1u) dimensions = d + 1;
  }
  if (!facts.blockIsKnown()) dimensions = 3;
  if (dimensions == 1) return "thread " + std::to_string(index[0]);
  std::string text = "thread (" + std::to_string(index[0]);
  for (int d = 1; d < dimensions; ++d) text += "," + std::to_string(index[d]);
  return text + ")";
}

}  // namespace

bool ConflictProver::sample(const Pair& pair, bool guards, int level, int count) {
  for (int i = 0; i < count; ++i) {
    if (draw(pair) && meet(pair, guards, level)) return true;
  }
  return false;
}

bool ConflictProver::sampleFree(const Pair& pair, bool guards, int level, int count) {
  bool found = false;
  for (int i = 0; i < count && !found; ++i) {
    block_.drawWidely(i % 2 == 1);
    found = draw(pair) && (meet(pair, guards, level) || steerTogether(pair, guards, level));
  }
  block_.drawWidely(false);
  return found;
}

/// Gives a free value of one of the threads the number that brings it to the other one.
bool ConflictProver::steerTogether(const Pair& pair, bool guards, int level) {
  const std::vector<SymbolId> ofFirst = freeSymbols(facts_, pair.first->offset, pair.roots, true);
  const std::vector<SymbolId> ofSecond = freeSymbols(facts_, pair.second->offset, pair.roots, true);
  if (ofFirst.empty() && ofSecond.empty()) return false;
  const bool moveSecond = ofFirst.empty() || (!ofSecond.empty() && draws_.below(2) == 0);
  const std::vector<SymbolId>& symbols = moveSecond ? ofSecond : ofFirst;
  const Access &moved = moveSecond ? *pair.second : *pair.first, &still = moveSecond ? *pair.first : *pair.second;
  const auto target = (moveSecond ? threadA_ : threadB_).value(still.offset);
  if (!target) return false;
  const SymbolId symbol = symbols[draws_.below(symbols.size())];
  return steer(facts_, moveSecond ? threadB_ : threadA_, moved.offset, symbol, *target) && meet(pair, guards, level) &&
         readsAgree(pair);
}

/// Do the threads have one value for each address that is never written?
bool ConflictProver::readsAgree(const Pair& pair) {
  struct Read {
    SymbolId symbol;
    std::optional<uint64_t> address, value;
  };
  std::vector<Read> reads;
  for (const SymbolId id : facts_.coneOf(pair.roots)) {
    if (facts_.sharingOf(id) != Sharing::address) continue;
    for (ConcreteThread* thread : {&threadA_, &threadB_}) {
      const Read read{id, thread->value(facts_.keyOf(id)), thread->valueOf(id)};
      if (!read.address || !read.value) return false;
      for (const Read& other : reads) {
        if (facts_.isSameFunction(id, other.symbol) && read.address == other.address && read.value != other.value)
          return false;
      }
      reads.push_back(read);
    }
  }
  return true;
}

/// Draws two different threads, mostly neighbours along one dimension; other values when they are asked for.
bool ConflictProver::draw(const Pair& pair) {
  block_.restart(draws_);
  for (const auto& [id, value] : given_) block_.set(id, value);
  std::array<uint64_t, 3> a{};
  std::vector<int> wide;
  for (int d = 0; d < 3; ++d) {
    a[d] = draws_.below(block_.shape()[d]);
    if (block_.shape()[d] > 1) wide.push_back(d);
  }
  if (wide.empty()) return false;
  std::array<uint64_t, 3> b = a;
  const uint64_t kind = draws_.below(8);
  const int along = wide[draws_.below(wide.size())];
  const uint64_t extent = block_.shape()[along];
  if (kind < 5) {
    b[along] = (a[along] + (kind % 2 ? 1 : extent - 1)) % extent;
  } else if (kind == 5) {
    b[along] = draws_.below(extent);
  } else {
    for (const int d : wide) b[d] = draws_.below(block_.shape()[d]);
  }
  if (a == b) return false;
  threadA_.restart(a);
  threadB_.restart(b);
  if (pair.tie.loop.isValid()) {
    const uint64_t open = block_.drawsWidely() ? ~uint64_t{0} : 0;
    for (const SymbolId counter : countersAround(pair.tie.loop)) {
      const auto round = threadA_.valueOf(counter);
      if (!round) return false;
      threadB_.set(counter, *round);
      const ExpressionId count = facts_.model().loop(facts_.model().pool.symbolAt(counter).loop).backedgeCount;
      const auto limit = count.isValid() ? threadB_.value(count) : std::optional(open);
      if (!limit || *round > *limit) return false;
    }
    const Loop& loop = facts_.model().loop(pair.tie.loop);
    const auto round = threadA_.valueOf(loop.counter);
    if (!round) return false;
    const bool next = pair.tie.next && (!pair.tie.same || draws_.below(2) == 1);
    threadB_.set(loop.counter, *round + (next ? 1 : 0));
    const auto limit = loop.backedgeCount.isValid() ? threadB_.value(loop.backedgeCount) : std::optional(open);
    if (!limit || *round + (next ? 1 : 0) > *limit) return false;
  }
  return true;
}

/// Do the concrete threads touch a common byte?
bool ConflictProver::meet(const Pair& pair, bool guards, int level) {
  const auto x = threadA_.value(pair.first->offset), y = threadB_.value(pair.second->offset);
  if (!x || !y) return false;
  if (!(*y - *x < pair.first->bytes || *x - *y < pair.second->bytes)) return false;
  if (guards) {
    if (pair.first->guard.isValid() && threadA_.value(pair.first->guard) != 1u) return false;
    if (pair.second->guard.isValid() && threadB_.value(pair.second->guard) != 1u) return false;
  }
  for (int i = 1; i <= level; ++i) {
    if (!levels_.holds(threadA_, *pair.first, i) || !levels_.holds(threadB_, *pair.second, i)) return false;
  }
  return true;
}

/// Makes the concrete threads those of the solver's counter-example.
void ConflictProver::takeOver(const Pair& pair, const z3::model& model) {
  Encoder& encoder = shared().encoder;
  block_.restart(draws_);
  std::array<uint64_t, 3> shape{}, a{}, b{};
  for (int d = 0; d < 3; ++d) {
    shape[d] = numeral(model, encoder.blockExtent(d));
    a[d] = numeral(model, encoder.threadIndex(shared().first, d));
    b[d] = numeral(model, encoder.threadIndex(shared().second, d));
  }
  block_.setShape(shape);
  threadA_.restart(a);
  threadB_.restart(b);
  for (const SymbolId id : facts_.coneOf(pair.roots)) {
    const uint64_t x = numeral(model, encoder.symbol(shared().first, id));
    threadA_.set(id, x);
    threadB_.set(id, numeral(model, encoder.symbol(shared().second, id)));
    if (facts_.sharingOf(id) == Sharing::block) block_.set(id, x);
  }
}

/// The concrete threads meet: is that a counter-example of an ordinary launch, or one of values that nobody passes or
/// that the kernel may never compute?
Conflict ConflictProver::judge(const Pair& pair, bool ordinary) {
  Conflict result;
  if (const auto symbol = restsOn(pair)) {
    result.cause = opaqueCause(pair, *symbol);
    return result;
  }
  if (!meet(pair, true, 2)) {
    result.cause = {"a division by zero decides the address at %1 or %2.", lineText(pair.first->line),
                    lineText(pair.second->line)};
    return result;
  }
  std::vector<SymbolId> absurd;
  if (!ordinary && extraordinary(pair, absurd)) {
    result.cause = rangeCause(pair, absurd);
    return result;
  }
  result.kind = Conflict::Kind::real;
  result.first = sighting(*pair.first, threadA_);
  result.second = sighting(*pair.second, threadB_);
  result.conditions = conditions(pair);
  return result;
}

bool ConflictProver::extraordinary(const Pair& pair, std::vector<SymbolId>& symbols) {
  for (const SymbolId id : facts_.coneOf(pair.roots)) {
    const Symbol& symbol = facts_.model().pool.symbolAt(id);
    if (symbol.kind == SymbolKind::threadIndex || symbol.kind == SymbolKind::blockSize) continue;
    const bool endless = symbol.kind == SymbolKind::loopCounter &&
                         !(symbol.loop.isValid() && facts_.model().loop(symbol.loop).backedgeCount.isValid());
    const uint64_t limit = endless ? 0 : ordinaryLimit;
    const auto x = threadA_.valueOf(id), y = threadB_.valueOf(id);
    if ((x && *x > limit) || (y && *y > limit)) symbols.push_back(id);
  }
  return !symbols.empty();
}

/// Only unusual values collide. Looks for a range of them that would prove the pair apart.
Message ConflictProver::rangeCause(const Pair& pair, const std::vector<SymbolId>& symbols) {
  const ExpressionPool& pool = facts_.model().pool;
  std::string names;
  for (const SymbolId id : symbols) {
    const Symbol& symbol = pool.symbolAt(id);
    if (symbol.kind == SymbolKind::loopCounter) {
      return {"how often the loop around %1 runs is not known. A proof needs its range.", lineText(pair.second->line)};
    }
    names += (names.empty() ? "`" : ", `") + symbol.name + "`";
  }
  const auto provedWith = [&](const std::vector<SymbolId>& bounded) {
    z3::expr restricted = all(shared(), pair, true, 2);
    for (const SymbolId id : bounded) {
      const uint8_t width = pool.symbolAt(id).width;
      if (width < 21) continue;
      for (Instance* instance : {&shared().first, &shared().second}) {
        const z3::expr value = shared().encoder.symbol(*instance, id);
        restricted = restricted && z3::ule(value, shared().encoder.number(ordinaryLimit, width));
      }
    }
    return solver_.decide(restricted, solver_.options().queryEffort / 4).kind == Decision::Kind::impossible;
  };
  // Once a call: it is asked for a sentence to the user, and each try is a hard query.
  if (!std::exchange(rangeSought_, true) && provedWith(symbols)) {
    const std::string range =
        " is between 0 and " + std::to_string(ordinaryLimit) + ", and the proof needs that range.";
    for (const SymbolId id : symbols) {
      if (symbols.size() == 1 || provedWith({id})) return "it holds where `" + pool.symbolAt(id).name + "`" + range;
    }
    return "it holds where each of " + names + range;
  }
  return "only unusual values of " + names + " are known to meet. A proof needs their range.";
}

/// Values that the kernel may never have, and without which the concrete threads need not meet: those that are not
/// understood, and subscripts read from memory.
std::vector<SymbolId> ConflictProver::doubtfulSymbols(const Pair& pair) {
  std::vector<SymbolId> free;
  for (const ExpressionId offset : {pair.first->offset, pair.second->offset}) {
    for (const SymbolId id : facts_.coneOf(offset)) {
      if (facts_.isOpaque(id) || facts_.sharingOf(id) == Sharing::address) free.push_back(id);
    }
  }
  for (const SymbolId id : facts_.coneOf(pair.roots)) {
    if (facts_.isOpaque(id) && !isCommon(id)) free.push_back(id);
  }
  return free;
}

/// Does no choice of the other values make the guard hold whatever its values that are not understood are? A meeting of
/// the access then always rests on one of them. Said where the guard fails for some of a few values of them.
bool ConflictProver::isInDoubt(ExpressionId guard) {
  if (!guard.isValid()) return false;
  if (const auto known = inDoubt_.find(guard); known != inDoubt_.end()) return known->second;
  const ExpressionPool& pool = facts_.model().pool;
  std::vector<SymbolId> free;
  for (const SymbolId id : facts_.coneOf(guard)) {
    const bool isPrivate =
        facts_.sharingOf(id) == Sharing::instance && pool.symbolAt(id).kind != SymbolKind::loopCounter;
    if (isPrivate && facts_.isOpaque(id) && !facts_.isBroadcast(id)) free.push_back(id);
  }
  const auto isFree = [&](SymbolId id) { return std::find(free.begin(), free.end(), id) != free.end(); };
  // Another value would also be another address to read from.
  bool independent = !free.empty();
  for (uint32_t i = 0; i < pool.symbolCount() && independent; ++i) {
    const ExpressionId key = facts_.keyOf(SymbolId{i});
    if (!key.isValid() || facts_.sharingOf(SymbolId{i}) != Sharing::address) continue;
    const std::vector<SymbolId>& cone = facts_.coneOf(key);
    independent = std::none_of(cone.begin(), cone.end(), isFree);
  }
  if (!independent) return inDoubt_[guard] = false;
  Encoder& encoder = shared().encoder;
  z3::expr always = encoder.truth(true);
  for (const unsigned pattern : {0u, 3u, 1u, 2u}) {  // all least, all large, every second one
    Instance instance(facts_.model(), "@1");
    for (size_t i = 0; i < free.size(); ++i) {
      const Symbol& symbol = pool.symbolAt(free[i]);
      const uint64_t least = symbol.minimum.value_or(0);
      const uint64_t large = std::min({symbol.maximum.value_or(~uint64_t{0}), bits::mask(symbol.width), least + 255});
      const uint64_t value = (pattern >> (i % 2) & 1) != 0 ? large : least;
      instance.preset(free[i], symbol.width == 1 ? encoder.truth(value != 0) : encoder.number(value, symbol.width));
    }
    always = always && encoder.value(instance, guard) && encoder.structuralBounds({&instance}, {guard});
  }
  return inDoubt_[guard] = solver_.decide(always, dependenceEffort).kind == Decision::Kind::impossible;
}

/// One of `doubtfulSymbols`, if the meeting of the concrete threads rests on them.
std::optional<SymbolId> ConflictProver::restsOn(const Pair& pair) {
  const std::vector<SymbolId> free = doubtfulSymbols(pair);
  const std::vector<SymbolId> symbols = facts_.coneOf(pair.roots);
  if (free.empty()) return std::nullopt;
  if (isInDoubt(pair)) return free.front();
  Encoder& encoder = shared().encoder;
  const auto isFree = [&](SymbolId id) { return std::find(free.begin(), free.end(), id) != free.end(); };
  z3::expr fixed = encoder.truth(true);
  const auto fix = [&](const z3::expr& constant, std::optional<uint64_t> value) {
    if (!value) return;
    fixed = fixed && (constant.is_bool() ? constant == encoder.truth(*value != 0)
                                         : constant == encoder.number(*value, constant.get_sort().bv_size()));
  };
  for (int d = 0; d < 3; ++d) {
    fix(encoder.threadIndex(shared().first, d), threadA_.threadIndex()[d]);
    fix(encoder.threadIndex(shared().second, d), threadB_.threadIndex()[d]);
    fix(encoder.blockExtent(d), block_.shape()[d]);
  }
  for (const SymbolId id : symbols) {
    if (isFree(id)) continue;
    fix(encoder.symbol(shared().first, id), threadA_.valueOf(id));
    fix(encoder.symbol(shared().second, id), threadB_.valueOf(id));
  }
  const std::vector<Instance*> both{&shared().first, &shared().second};
  const z3::expr given = encoder.opaqueRanges(both, pair.roots) && encoder.loadConsistency(both, pair.roots);
  const z3::expr meets = core(shared(), pair, true, 2) && encoder.structuralBounds(both, pair.roots);
  const Decision depends = solver_.decide(fixed && given && !meets, dependenceEffort);
  if (depends.kind == Decision::Kind::impossible) return std::nullopt;
  return free.front();
}

/// A number that all threads read from one place and that is the same for both: a condition may rest on it as on an
/// argument, an index may not.
bool ConflictProver::isCommon(SymbolId id) {
  if (!facts_.isBroadcast(id)) return false;
  const Symbol& symbol = facts_.model().pool.symbolAt(id);
  const auto value = threadA_.valueOf(id);
  if (!value || threadB_.valueOf(id) != value) return false;
  // Other reads of the place may come at other times, but one number for all of them is enough.
  for (uint32_t i = 0; i < facts_.model().pool.symbolCount(); ++i) {
    const Symbol& other = facts_.model().pool.symbolAt(SymbolId{i});
    if (other.kind != SymbolKind::loaded || other.object != symbol.object || other.address != symbol.address) continue;
    for (ConcreteThread* thread : {&threadA_, &threadB_}) {
      if (thread->isSet(SymbolId{i}) && thread->valueOf(SymbolId{i}) != value) return false;
    }
  }
  return true;
}

Message ConflictProver::opaqueCause(const Pair& pair, SymbolId id) const {
  const Symbol& symbol = facts_.model().pool.symbolAt(id);
  if (symbol.kind == SymbolKind::loaded) {
    const Message at = symbol.line ? Message(" at %1", lineText(symbol.line)) : Message();
    return {"%1 is read from memory%2. A proof needs its range.", code(symbol.name), at};
  }
  const auto uses = [&](const Access* access) {
    const std::vector<SymbolId>& cone = facts_.coneOf(access->offset);
    return std::find(cone.begin(), cone.end(), id) != cone.end();
  };
  const Access* user = uses(pair.first) ? pair.first : uses(pair.second) ? pair.second : nullptr;
  const Message what = user ? Message("the address at %1", lineText(user->line))
                            : Message("whether %1 or %2 runs", lineText(pair.first->line), lineText(pair.second->line));
  return {"%1 depends on %2. A proof needs its range.", what,
          symbol.reason.empty() ? Message(code(symbol.name)) : symbol.reason};
}

Sighting ConflictProver::sighting(const Access& access, ConcreteThread& thread) const {
  return {access.id, threadText(facts_, thread.threadIndex()), placeText(facts_, access, thread)};
}

std::string ConflictProver::conditions(const Pair& pair) {
  std::string text;
  for (const SymbolId id : facts_.coneOf(pair.roots)) {
    const Symbol& symbol = facts_.model().pool.symbolAt(id);
    const bool shown = symbol.kind == SymbolKind::argument || symbol.kind == SymbolKind::blockIndex ||
                       symbol.kind == SymbolKind::gridSize || symbol.kind == SymbolKind::blockSize ||
                       facts_.isBroadcast(id);
    const auto value = shown ? threadA_.valueOf(id) : std::nullopt;
    if (!value) continue;
    text += (text.empty() ? "" : ", ") + ("`" + symbol.name + "` = ") + numberText(*value, symbol.width);
  }
  return text;
}

std::string placeText(const Facts& facts, const Access& access, ConcreteThread& thread) {
  const ExpressionPool& pool = facts.model().pool;
  const MemoryObject& object = facts.model().object(access.object);
  std::string text = object.name;
  if (!access.subscripts.empty() && access.subscripts.size() == object.extents.size()) {
    for (const ExpressionId subscript : access.subscripts) {
      const auto value = thread.value(subscript);
      if (!value) return text;
      text += "[" + numberText(*value, pool.at(subscript).width) + "]";
    }
    return text;
  }
  const auto offset = thread.value(access.offset);
  if (!offset || (object.extents.empty() && object.bytes != 0 && object.bytes == access.bytes)) return text;
  const auto place = static_cast<int64_t>(*offset);
  const int64_t size = object.elementBytes;
  if (size == 0 || place % size != 0) return "byte " + std::to_string(place) + " of " + text;
  int64_t index = place / size;
  if (object.extents.size() > 1 && index >= 0) {
    std::string subscripts;
    for (size_t i = object.extents.size(); i-- > 1;) {
      const auto extent = static_cast<int64_t>(object.extents[i]);
      if (extent <= 0) return text + "[" + std::to_string(index) + "]";
      subscripts = "[" + std::to_string(index % extent) + "]" + subscripts;
      index /= extent;
    }
    return text + "[" + std::to_string(index) + "]" + subscripts;
  }
  return text + "[" + std::to_string(index) + "]";
}

}  // namespace warpwright::proof
