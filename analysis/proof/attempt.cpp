#include "analysis/proof/attempt.h"

#include <chrono>

#include "analysis/proof/wording.h"

namespace warpwright::proof {

Answer attempt(const KernelModel& model, const ProofOptions& options, std::stop_token stop, const ProofBody& body) {
  const auto start = std::chrono::steady_clock::now();
  Answer answer;
  answer.reason = kernelReason(model);
  if (!answer.reason.empty()) return answer;
  const Facts facts(model);
  Solver solver(options, stop);
  try {
    body(facts, solver, answer);
  } catch (const z3::exception& error) {
    answer = Answer{};
    answer.reason = std::string("The solver stopped: ") + error.msg() + ".";
  }
  if (stop.stop_requested()) {
    answer = Answer{};
    answer.reason = "Cancelled.";
  } else if (answer.kind == Answer::Kind::holds) {
    addBlockAssumption(answer.assumptions, model);
  } else {
    answer.assumptions.clear();
    if (!facts.blockIsKnown()) {
      answer.kind = Answer::Kind::unknown;
      answer.reason = blockSizeReason(model);
    }
  }
  answer.queries = solver.queries();
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

}  // namespace warpwright::proof
