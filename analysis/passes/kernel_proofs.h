#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/proof/proof.h"

namespace warpwright::passes {

/// One prover for each model of a kernel, made when it is first asked. Keeps a reference to the kernel.
class KernelProofs {
 public:
  KernelProofs(const model::ParsedKernel& kernel, std::stop_token stop)
      : kernel_(kernel), stop_(std::move(stop)), provers_(kernel.models.size()) {}

  proof::Prover& of(size_t model) {
    if (!provers_[model]) {
      provers_[model] = std::make_unique<proof::Prover>(kernel_.models[model], proof::ProofOptions{}, stop_);
    }
    return *provers_[model];
  }

 private:
  const model::ParsedKernel& kernel_;
  std::stop_token stop_;
  std::vector<std::unique_ptr<proof::Prover>> provers_;
};

}  // namespace warpwright::passes
