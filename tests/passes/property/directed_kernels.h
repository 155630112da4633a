#pragma once

#include "tests/passes/property/random_kernel.h"

/// Kernels written for one rule of a proof or a rewrite each: where the rule is dropped, a change is offered that makes
/// them compute something else, race, or break what the verdict should have assumed. mutants/rules.txt has the rules.
std::vector<RandomKernel> directedKernels();
