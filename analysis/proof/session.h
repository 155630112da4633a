#pragma once

#include <functional>
#include <stop_token>

#include "analysis/proof/conflict.h"
#include "analysis/proof/facts.h"
#include "analysis/proof/proof.h"
#include "analysis/proof/solver.h"

namespace warpwright::proof {

/// What the proofs about one kernel share: facts, the solver with its answers, and the pairs decided so far.
struct Session {
  Session(const KernelModel& kernel, const ProofOptions& proofOptions, std::stop_token stopToken)
      : model(kernel),
        options(proofOptions),
        stop(stopToken),
        facts(kernel),
        solver(proofOptions, stopToken),
        conflicts(facts, solver) {}

  const KernelModel& model;
  ProofOptions options;
  std::stop_token stop;
  Facts facts;
  Solver solver;
  ConflictProver conflicts;
};

/// Runs one proof: gives up on kernels that were not modelled, times it, turns what the solver throws and a stop
/// request into `unknown`, and replaces what an open block size makes meaningless. `Prover` asks again for usual sizes.
Answer attempt(Session& session, const std::function<void(Answer&)>& body);

// The proofs; proof.h says what they show.
Answer provePrivate(Session& session, ObjectId object);
Slots findSlots(Session& session, ObjectId object);
Answer proveBelow(Session& session, const std::vector<BoundedValue>& values);
Answer proveBarriersRedundant(Session& session, const std::vector<BarrierId>& removed,
                              const std::vector<ObjectId>& privatised);
Answer proveRaceFree(Session& session, RacesIn where);
Answer proveUnexchanged(Session& session, const std::vector<ObjectId>& objects);
Answer proveUniform(Session& session, ExpressionId expression, const Place& place, int dimension);

}  // namespace warpwright::proof
