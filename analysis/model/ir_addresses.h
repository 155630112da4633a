#pragma once

#include <llvm/IR/Value.h>

#include <cstdint>
#include <vector>

namespace warpwright::model {

/// The subscripts that an address was formed by, outermost first and as wide as the source had them, if it goes
/// straight from a variable through all of its declared dimensions; empty otherwise.
std::vector<const llvm::Value*> subscriptsOf(const llvm::Value* pointer, const std::vector<uint64_t>& extents);

}  // namespace warpwright::model
