#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/proof/proof.h"

namespace warpwright::passes {

/// One prover for each model of a kernel, made when it is first asked and kept with the kernel for the next pass. Keeps
/// a reference to the kernel.
class KernelProofs {
 public:
  KernelProofs(const model::ParsedKernel& kernel, std::stop_token stop) : kernel_(kernel), stop_(std::move(stop)) {}

  proof::Prover& of(size_t model) {
    const KernelModel* wanted = &kernel_.models[model];
    for (const auto& [known, prover] : kernel_.provers) {
      if (known == wanted) return *prover;
    }
    proof::ProofOptions options;
    options.turn = kernel_.turn;
    kernel_.provers.emplace_back(wanted, std::make_shared<proof::Prover>(*wanted, options, stop_));
    return *kernel_.provers.back().second;
  }

 private:
  const model::ParsedKernel& kernel_;
  std::stop_token stop_;
};

}  // namespace warpwright::passes
