#include <map>

#include "analysis/proof/levels.h"
#include "analysis/proof/session.h"
#include "analysis/proof/wording.h"

namespace warpwright::proof {
namespace {

constexpr unsigned belowMilliseconds = 300;

class BelowProof {
 public:
  explicit BelowProof(Session& session)
      : session_(session),
        encoder_(session.solver.context(), session.facts, true),
        moment_(session.model, "@below"),
        levels_(session.facts, session.solver) {}

  /// The weakest level at which the value stays below its limit; nothing where none was found.
  std::optional<int> weakestLevel(const BoundedValue& value);

 private:
  std::optional<int> search(const BoundedValue& value, const Access& access);
  bool excluded(const z3::expr& beyond, const Access& access, int level);

  Session& session_;
  Encoder encoder_;
  Instance moment_;
  Levels levels_;
  std::map<std::vector<uint64_t>, std::optional<int>> known_;
};

/// Is it impossible for the access to run beyond, if the assumptions up to `level` hold?
bool BelowProof::excluded(const z3::expr& beyond, const Access& access, int level) {
  z3::expr all = beyond;
  for (int i = 1; i <= level; ++i) all = all && levels_.term(encoder_, moment_, access, i);
  return session_.solver.decide(all, belowMilliseconds).kind == Decision::Kind::impossible;
}

std::optional<int> BelowProof::search(const BoundedValue& value, const Access& access) {
  const auto assumable = [&](int level) { return levels_.usable(access, level) && levels_.reachable(access, level); };
  std::vector<ExpressionId> roots = rootsOf(access);
  z3::expr sum = encoder_.number(static_cast<uint64_t>(value.constant), value.width);
  for (const auto& [factor, term] : value.terms) {
    roots.push_back(term);
    sum = sum + encoder_.number(static_cast<uint64_t>(factor), value.width) * encoder_.value(moment_, term);
  }
  z3::expr beyond = encoder_.bounds({&moment_}, roots) && z3::uge(sum, encoder_.number(value.limit, value.width));
  if (access.guard.isValid()) beyond = beyond && encoder_.value(moment_, access.guard);
  if (excluded(beyond, access, 0)) return 0;
  for (int level = 1; level <= 2; ++level) {
    if (!assumable(level)) continue;
    if (value.impliedAt == level || excluded(beyond, access, level)) return level;
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
      answer.reason = session.solver.outOfTime()
                          ? timeoutText(session.options)
                          : "Nothing shows that `" + value.text + "` at " + lineText(access.line) + " stays below " +
                                std::to_string(value.limit) + ".";
      answer.evidence.push_back({positionOf(model, access), verbOf(access) + " `" + access.text + "`"});
      return;
    }
    addLevelAssumption(answer.assumptions, model, access, *level);
    if (*level == 1 && value.mayWrap) {
      addAssumption(answer.assumptions,
                    {"the subscript of `" + access.text + "` at " + lineText(access.line) + " does not wrap around", ""});
    }
    std::vector<ExpressionId> roots = rootsOf(access);
    for (const auto& [factor, term] : value.terms) roots.push_back(term);
    for (const ObjectId load : session.facts.sharedLoads(roots)) {
      for (Assumption& assumption : session.facts.loadAssumptions(load)) addAssumption(answer.assumptions, std::move(assumption));
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
