#pragma once

namespace llvm {
class AtomicRMWInst;
}  // namespace llvm

namespace warpwright::engine {

/// True for an update by which a thread may wait for others: an exchange, and one that changes nothing, such as
/// atomicAdd(&flag, 0). In code that is not optimised yet; false where that is not known.
bool mayPoll(const llvm::AtomicRMWInst& update);

}  // namespace warpwright::engine
