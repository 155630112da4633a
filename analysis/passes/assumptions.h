#pragma once

#include <string>
#include <vector>

#include "core/finding/analysis_result.h"
#include "core/finding/opportunity.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::model {
struct ParsedKernel;
}

namespace warpwright::passes {

/// Adds those of `more` that are not in the list yet.
void addAssumptions(std::vector<Assumption>& list, const std::vector<Assumption>& more);

/// Puts the block shapes that the models stand for in front, as one assumption: "blockDim == (256,1,1) or (128,1,1) at
/// every launch". Takes out those that single proofs gave, which name one shape each.
void assumeBlockShapes(std::vector<Assumption>& list, const std::vector<KernelModel>& models);

/// That the kernel is compiled as it was read, where a condition of the preprocessor leaves out a part of it: what is
/// left out is not changed with the rest.
void assumeConfiguration(std::vector<Assumption>& list, const model::ParsedKernel& kernel);

/// That compilers round as before: what remains open of it, where nothing that can be seen speaks against it.
void assumeSameRounding(std::vector<Assumption>& list);
/// It is known.
void forgetSameRounding(std::vector<Assumption>& list);

/// What every verdict of a unit rests on where headers of it were found by their names alone: one of them can change
/// what any line below it means.
std::vector<Assumption> assumptionsOf(const UnitSummary& unit);

/// "`<32, float>`, block (256,1,1)": which instantiation and block shape a verdict is about; `_` for an open extent.
std::string nameOfModel(const KernelModel& model);

}  // namespace warpwright::passes
