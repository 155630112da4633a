#include "analysis/proof/session.h"

#include <array>
#include <chrono>
#include <optional>
#include <vector>

#include "analysis/proof/launched_model.h"
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
  answer.steps = session.solver.spent();
  answer.costliest = session.conflicts.costliest();
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

namespace {

using Shape = std::array<uint32_t, 3>;

/// Block sizes that programs use, where the launches leave it open: by the dimensions that the kernel looks at.
std::vector<Shape> usualShapes(const KernelModel& model) {
  static const std::vector<Shape> line{{64, 1, 1}, {256, 1, 1}, {32, 1, 1}, {1024, 1, 1}};
  static const std::vector<Shape> plane{{16, 16, 1}, {32, 8, 1}, {8, 8, 1}, {32, 32, 1}};
  static const std::vector<Shape> space{{8, 8, 4}, {16, 4, 4}, {4, 4, 4}, {32, 8, 2}};
  std::vector<Shape> shapes = model.threadIndex[2].isValid() ? space : model.threadIndex[1].isValid() ? plane : line;
  for (Shape& shape : shapes) {
    for (int d = 0; d < 3; ++d) shape[d] = model.block[d].value_or(shape[d]);
  }
  std::erase_if(shapes, [&](const Shape& shape) {
    return uint64_t{shape[0]} * shape[1] * shape[2] > model.maxThreads.value_or(1024);
  });
  return shapes;
}

}  // namespace

struct Prover::State {
  /// The kernel as if all launches had one block size.
  struct Shaped {
    KernelModel model;
    std::unique_ptr<Session> session;
  };

  State(const KernelModel& model, const ProofOptions& options, std::stop_token stop) : session(model, options, stop) {}

  /// Where the block size is open, what fails for each usual one is as good as refuted: nobody launches the kernel with
  /// a size for which it holds.
  Answer prove(const std::function<Answer(Session&)>& proof) {
    if (session.facts.blockIsKnown() || !kernelReason(session.model).empty()) return proof(session);
    if (!shapesMade) makeShapes();
    const auto start = std::chrono::steady_clock::now();
    std::optional<Answer> refuted;
    uint64_t steps = 0;
    bool always = shaped.size() > 1;
    for (size_t i = 0; i < shaped.size() && always; ++i) {
      Answer answer = proof(*shaped[i].session);
      always = answer.kind == Answer::Kind::violated;
      steps += answer.steps;
      if (always && !refuted) refuted = std::move(answer);
    }
    const auto seconds = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    if (always) {
      const KernelModel& shown = shaped.front().model;
      const Message usual(" The block size is not known; this is so for each usual one, here (%1,%2,%3).",
                          *shown.block[0], *shown.block[1], *shown.block[2]);
      refuted->reason += usual;
      if (!refuted->otherwise.empty()) refuted->otherwise += usual;
      refuted->steps = steps;
      refuted->seconds = seconds();
      return *std::move(refuted);
    }
    Answer answer = proof(session);
    answer.steps += steps;
    answer.seconds = seconds();
    return answer;
  }

  /// Where threads are free of races in shared memory in each launch, by the numbers that it passes, they are.
  void askOfLaunches(Answer& answer) {
    SharedLaunches known = launchesForShared(session.model);
    std::optional<Answer> all;
    for (const Launch& launch : known.launches) {
      const KernelModel launched = launchedModel(session.model, launch);
      Session own(launched, session.options, session.stop);
      Answer one = proveRaceFree(own, RacesIn::anyMemory);
      answer.steps += one.steps;
      answer.seconds += one.seconds;
      if (one.kind != Answer::Kind::holds) return;
      for (Assumption& assumption : one.assumptions) addAssumption(known.assumptions, std::move(assumption));
      all = std::move(one);
    }
    if (!all) return;
    all->steps = answer.steps;
    all->seconds = answer.seconds;
    all->assumptions = std::move(known.assumptions);
    answer = *std::move(all);
  }

  void makeShapes() {
    shapesMade = true;
    ProofOptions options = session.options;
    options.queryEffort = std::min(options.queryEffort, 250u);
    for (const Shape& shape : usualShapes(session.model)) {
      Shaped one{session.model, nullptr};
      for (int d = 0; d < 3; ++d) one.model.block[d] = shape[d];
      shaped.push_back(std::move(one));
    }
    for (Shaped& one : shaped) one.session = std::make_unique<Session>(one.model, options, session.stop);
  }

  Session session;
  bool shapesMade = false;
  std::vector<Shaped> shaped;
};

Prover::Prover(const KernelModel& model, const ProofOptions& options, std::stop_token stop)
    : state_(new State(model, options, std::move(stop))) {}
Prover::~Prover() = default;

Answer Prover::isPrivate(ObjectId object) {
  return state_->prove([&](Session& session) { return provePrivate(session, object); });
}
Slots Prover::slotsOf(ObjectId object) {
  return findSlots(state_->session, object);
}
Answer Prover::staysBelow(const std::vector<BoundedValue>& values) {
  return proveBelow(state_->session, values);
}
Answer Prover::barriersRedundant(const std::vector<BarrierId>& removed, const std::vector<ObjectId>& privatised) {
  return state_->prove([&](Session& session) { return proveBarriersRedundant(session, removed, privatised); });
}
Answer Prover::isRaceFree(RacesIn where) {
  Answer answer = state_->prove([&](Session& session) { return proveRaceFree(session, where); });
  if (where == RacesIn::anyMemory && answer.kind != Answer::Kind::holds) state_->askOfLaunches(answer);
  return answer;
}
Answer Prover::isUnexchanged(const std::vector<ObjectId>& objects) {
  return state_->prove([&](Session& session) { return proveUnexchanged(session, objects); });
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
Answer proveRaceFree(const KernelModel& model, const ProofOptions& options, std::stop_token stop, RacesIn where) {
  return Prover(model, options, stop).isRaceFree(where);
}
Answer proveUnexchanged(const KernelModel& model, const std::vector<ObjectId>& objects, const ProofOptions& options,
                        std::stop_token stop) {
  return Prover(model, options, stop).isUnexchanged(objects);
}
Answer proveUniform(const KernelModel& model, ExpressionId expression, const Place& place, int dimension,
                    const ProofOptions& options, std::stop_token stop) {
  return Prover(model, options, stop).isUniform(expression, place, dimension);
}

}  // namespace warpwright::proof
