#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace warpwright::model {

/// A copy of the part of a device module that some kernels reach, with device functions inlined, locals in SSA form and
/// loops in simple form. Nothing that merges, moves or drops a memory access has run, so that each access of the
/// source and its location survive. The original module is not touched.
class PreparedModule {
 public:
  /// `kernels`: mangled names; those that have no body in `module` are left out.
  PreparedModule(llvm::Module& module, const std::vector<std::string>& kernels);
  PreparedModule(PreparedModule&&) noexcept;
  ~PreparedModule();

  /// The kernel for one block shape: blockDim replaced by the known sizes and constants folded. Null where the kernel
  /// has no body. Valid while this lives, or until it is dropped; each call gives another copy.
  llvm::Function* kernel(const std::string& mangledName, const std::array<std::optional<uint32_t>, 3>& block);
  /// What `kernel` gave is looked at no more.
  static void drop(llvm::Function* copy);

 private:
  std::unique_ptr<llvm::Module> module_;
};

}  // namespace warpwright::model
