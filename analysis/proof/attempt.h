#pragma once

#include <functional>
#include <stop_token>

#include "analysis/proof/facts.h"
#include "analysis/proof/proof.h"
#include "analysis/proof/solver.h"

namespace warpwright::proof {

using ProofBody = std::function<void(const Facts&, Solver&, Answer&)>;

/// Runs one proof: gives up on kernels that were not modelled, times it, turns what the solver throws and a stop
/// request into `unknown`, and replaces what an open block size makes meaningless.
Answer attempt(const KernelModel& model, const ProofOptions& options, std::stop_token stop, const ProofBody& body);

}  // namespace warpwright::proof
