#include "analysis/proof/session.h"

#include <chrono>
#include <map>
#include <optional>

#include "analysis/proof/wording.h"

namespace warpwright::proof {

Answer attempt(Session& session, const std::function<void(Answer&)>& body) {
  const auto start = std::chrono::steady_clock::now();
  Answer answer;
  answer.reason = kernelReason(session.model);
  if (!answer.reason.empty()) return answer;
  const uint32_t asked = session.solver.queries();
  session.solver.startProof();
  session.conflicts.startProof();
  try {
    body(answer);
  } catch (const z3::exception& error) {
    answer = Answer{};
    answer.reason = std::string("The solver stopped: ") + error.msg() + ".";
  }
  if (session.stop.stop_requested()) {
    answer = Answer{};
    answer.reason = "Cancelled.";
  } else if (answer.kind == Answer::Kind::holds) {
    addBlockAssumption(answer.assumptions, session.model);
  } else {
    answer.assumptions.clear();
    if (!session.facts.blockIsKnown()) {
      answer.kind = Answer::Kind::unknown;
      answer.reason = blockSizeReason(session.model);
    }
  }
  answer.queries = session.solver.queries() - asked;
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

/// Answers stay what they are: one that is asked for again costs nothing.
struct Prover::State {
  Session session;
  std::map<ObjectId, Answer> isPrivate;
  std::map<ObjectId, Slots> slots;
  std::optional<Answer> isRaceFree;

  static Answer again(Answer answer) {
    answer.seconds = 0;
    answer.queries = 0;
    return answer;
  }
};

Prover::Prover(const KernelModel& model, const ProofOptions& options, std::stop_token stop)
    : state_(new State{Session(model, options, stop), {}, {}, {}}) {}
Prover::~Prover() = default;

Answer Prover::isPrivate(ObjectId object) {
  if (const auto known = state_->isPrivate.find(object); known != state_->isPrivate.end()) return State::again(known->second);
  return state_->isPrivate[object] = provePrivate(state_->session, object);
}
Slots Prover::slotsOf(ObjectId object) {
  if (const auto known = state_->slots.find(object); known != state_->slots.end()) {
    Slots slots = known->second;
    slots.answer = State::again(slots.answer);
    return slots;
  }
  return state_->slots[object] = findSlots(state_->session, object);
}
Answer Prover::staysBelow(const std::vector<BoundedValue>& values) { return proveBelow(state_->session, values); }
Answer Prover::barriersRedundant(const std::vector<BarrierId>& removed, const std::vector<ObjectId>& privatised) {
  return proveBarriersRedundant(state_->session, removed, privatised);
}
Answer Prover::isRaceFree() {
  if (state_->isRaceFree) return State::again(*state_->isRaceFree);
  return *(state_->isRaceFree = proveRaceFree(state_->session));
}
Answer Prover::isUniform(ExpressionId expression, const Place& place, int dimension) {
  return proveUniform(state_->session, expression, place, dimension);
}

Answer provePrivate(const KernelModel& model, ObjectId object, const ProofOptions& options, std::stop_token stop) {
  return Prover(model, options, stop).isPrivate(object);
}
Slots findSlots(const KernelModel& model, ObjectId object, const ProofOptions& options, std::stop_token stop) {
  return Prover(model, options, stop).slotsOf(object);
}
Answer proveBelow(const KernelModel& model, const std::vector<BoundedValue>& values, const ProofOptions& options,
                  std::stop_token stop) {
  return Prover(model, options, stop).staysBelow(values);
}
Answer proveBarriersRedundant(const KernelModel& model, const std::vector<BarrierId>& removed,
                              const std::vector<ObjectId>& privatised, const ProofOptions& options,
                              std::stop_token stop) {
  return Prover(model, options, stop).barriersRedundant(removed, privatised);
}
Answer proveRaceFree(const KernelModel& model, const ProofOptions& options, std::stop_token stop) {
  return Prover(model, options, stop).isRaceFree();
}
Answer proveUniform(const KernelModel& model, ExpressionId expression, const Place& place, int dimension,
                    const ProofOptions& options, std::stop_token stop) {
  return Prover(model, options, stop).isUniform(expression, place, dimension);
}

}  // namespace warpwright::proof
