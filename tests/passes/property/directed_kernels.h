#pragma once

#include "tests/passes/property/random_kernel.h"

/// A kernel with the usual names: tx, ty, t of the thread, base of the block, acc for what it computes.
RandomKernel kernelOf(const std::string& name, const std::string& body, const std::string& configuration,
                      const std::string& arguments = "in, out, mid, 5");

/// Adds those that are about how a kernel is spelled: slots, hidden names, constants of the body.
void addSpellings(std::vector<RandomKernel>& all);

/// Kernels written for one rule of a proof or a rewrite each: where the rule is dropped, a change is offered that makes
/// them compute something else, race, or break what the verdict should have assumed. mutants/rules.txt has the rules.
std::vector<RandomKernel> directedKernels();
