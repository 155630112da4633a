#include <map>

#include "analysis/proof/concrete.h"
#include "analysis/proof/levels.h"
#include "analysis/proof/session.h"
#include "analysis/proof/term_context.h"
#include "analysis/proof/wording.h"
#include "core/kernel/bit_vector.h"

namespace warpwright::proof {
namespace {

constexpr unsigned belowMilliseconds = 300;
constexpr uint64_t drawSeed = 88172645463325252u;
constexpr int sampleCount = 200;

class BelowProof {
 public:
  explicit BelowProof(Session& session)
      : session_(session),
        instance_(session.model, "@below"),
        levels_(session.facts, session.solver),
        draws_(drawSeed),
        block_(session.facts),
        thread_(block_, draws_) {}

  /// The weakest level at which the value stays below its limit; nothing where none was found.
  std::optional<int> weakestLevel(const BoundedValue& value);

 private:
  std::optional<int> search(const BoundedValue& value, const Access& access);
  bool excluded(const BoundedValue& value, const Access& access, int level);
  bool seenBeyond(const BoundedValue& value, const Access& access, int level);
  bool drawFree(const BoundedValue& value, const Access& access);
  bool isBeyond(const BoundedValue& value);
  Encoder& encoder();

  Session& session_;
  std::optional<Encoder> encoder_;  // made when it is first wanted
  Instance instance_;
  Levels levels_;
  Draws draws_;
  ConcreteBlock block_;
  ConcreteThread thread_;
  std::map<std::vector<uint64_t>, std::optional<int>> known_;
};

Encoder& BelowProof::encoder() {
  if (!encoder_) encoder_.emplace(session_.solver.context(), session_.facts, true);
  return *encoder_;
}

/// Gives one of the values that are free any number; which is large, and which small enough for the object, is chance.
bool BelowProof::drawFree(const BoundedValue& value, const Access& access) {
  std::vector<ExpressionId> roots = rootsOf(access);
  for (const auto& [factor, term] : value.terms) roots.push_back(term);
  std::vector<SymbolId> free;
  for (const auto& [factor, term] : value.terms) {
    for (const SymbolId id : freeSymbols(session_.facts, term, roots)) free.push_back(id);
  }
  if (free.empty()) return true;
  const SymbolId id = free[draws_.below(free.size())];
  const Symbol& symbol = session_.model.pool.symbolAt(id);
  const uint64_t number = draws_.next() & bits::mask(static_cast<uint8_t>(1 + draws_.below(symbol.width)));
  if ((symbol.minimum && number < *symbol.minimum) || (symbol.maximum && number > *symbol.maximum)) return false;
  thread_.change(id, number);
  return true;
}

bool BelowProof::isBeyond(const BoundedValue& value) {
  auto sum = static_cast<uint64_t>(value.constant);
  for (const auto& [factor, term] : value.terms) {
    const auto number = thread_.value(term);
    if (!number) return false;
    sum += static_cast<uint64_t>(factor) * *number;
  }
  return (sum & bits::mask(value.width)) >= value.limit;
}

/// Is there a thread that gets there beyond the limit, within the assumptions? False: none was found.
bool BelowProof::seenBeyond(const BoundedValue& value, const Access& access, int level) {
  for (int i = 0; i < sampleCount; ++i) {
    block_.restart(draws_);
    block_.drawWidely(i % 2 == 1);
    const std::array<uint64_t, 3>& shape = block_.shape();
    thread_.restart({draws_.below(shape[0]), draws_.below(shape[1]), draws_.below(shape[2])});
    if (!drawFree(value, access) || !isBeyond(value)) continue;
    bool within = !access.guard.isValid() || thread_.value(access.guard) == 1u;
    for (int l = 1; l <= level; ++l) within = within && levels_.holds(thread_, access, l);
    if (within) return true;
  }
  return false;
}

/// Is it impossible for the access to run beyond, if the assumptions up to `level` hold?
bool BelowProof::excluded(const BoundedValue& value, const Access& access, int level) {
  if (session_.options.sampleFirst && seenBeyond(value, access, level)) return false;
  std::vector<ExpressionId> roots = rootsOf(access);
  z3::expr sum = encoder().number(static_cast<uint64_t>(value.constant), value.width);
  for (const auto& [factor, term] : value.terms) {
    roots.push_back(term);
    assign(sum, sum + encoder().number(static_cast<uint64_t>(factor), value.width) * encoder().value(instance_, term));
  }
  z3::expr all = encoder().bounds({&instance_}, roots) && z3::uge(sum, encoder().number(value.limit, value.width));
  if (access.guard.isValid()) assign(all, all && encoder().value(instance_, access.guard));
  for (int i = 1; i <= level; ++i) assign(all, all && levels_.term(encoder(), instance_, access, i));
  return session_.solver.decide(all, belowMilliseconds).kind == Decision::Kind::impossible;
}

std::optional<int> BelowProof::search(const BoundedValue& value, const Access& access) {
  const auto assumable = [&](int level) { return levels_.usable(access, level) && levels_.reachable(access, level); };
  if (excluded(value, access, 0)) return 0;
  for (int level = 1; level <= 2; ++level) {
    if (!assumable(level)) continue;
    if (value.impliedAt == level || excluded(value, access, level)) return level;
  }
  return std::nullopt;
}

std::optional<int> BelowProof::weakestLevel(const BoundedValue& value) {
  const bool limitFits = value.width >= 64 || value.limit <= (uint64_t{1} << value.width) - 1;
  if (!limitFits) return std::nullopt;
  if (value.terms.empty()) {
    return value.constant >= 0 && static_cast<uint64_t>(value.constant) < value.limit ? std::optional(0) : std::nullopt;
  }
  const Access& access = session_.model.access(value.access);
  std::vector<uint64_t> key{value.limit, static_cast<uint64_t>(value.constant), static_cast<uint64_t>(value.impliedAt)};
  for (const auto& [factor, term] : value.terms) key.insert(key.end(), {static_cast<uint64_t>(factor), term.value});
  for (const uint32_t part : formOf(access, true)) key.push_back(part);
  const auto found = known_.find(key);
  return found != known_.end() ? found->second : known_.emplace(std::move(key), search(value, access)).first->second;
}

void prove(Answer& answer, const std::vector<BoundedValue>& values, Session& session) {
  const KernelModel& model = session.model;
  BelowProof proof(session);
  for (const BoundedValue& value : values) {
    if (session.solver.cancelled()) return;
    const Access& access = model.access(value.access);
    const std::optional<int> level = proof.weakestLevel(value);
    if (!level) {
      answer.reason = session.solver.exhausted()
                          ? tooLongReason(session.solver, lineText(access.line))
                          : Message("Nothing shows that %1 at %2 stays below %3.", code(value.text),
                                    lineText(access.line), std::to_string(value.limit));
      answer.evidence.push_back({positionOf(model, access), {"%1 %2", verbOf(access), code(access.text)}});
      return;
    }
    addLevelAssumption(answer.assumptions, model, access, *level);
    if (*level == 1 && value.mayWrap) {
      addAssumption(answer.assumptions,
                    {{"the subscript of %1 at %2 does not wrap around", code(access.text), lineText(access.line)}, {}});
    }
    std::vector<ExpressionId> roots = rootsOf(access);
    for (const auto& [factor, term] : value.terms) roots.push_back(term);
    for (const ObjectId load : session.facts.sharedLoads(roots)) {
      for (Assumption& assumption : session.facts.loadAssumptions(load))
        addAssumption(answer.assumptions, std::move(assumption));
    }
  }
  answer.kind = Answer::Kind::holds;
  answer.reason = "Each value stays below its limit.";
}

}  // namespace

Answer proveBelow(Session& session, const std::vector<BoundedValue>& values) {
  return attempt(session, [&](Answer& answer) { prove(answer, values, session); });
}

}  // namespace warpwright::proof
