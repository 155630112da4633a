#pragma once
// One kernel on its way from device IR to machine code. Includes LLVM: only the lowering sees this header.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "analysis/engine/lower/compiled_kernel.h"
#include "core/base/result.h"

namespace llvm {
class CallInst;
class DebugLoc;
class Function;
class GlobalVariable;
class Instruction;
}  // namespace llvm

namespace warpwright::engine {

struct CompileMode {
  bool check = false, count = false, trace = false;
  auto operator<=>(const CompileMode&) const = default;
};

/// What barriers of the whole grid are called once a kernel has been extracted. Names may have more behind.
inline constexpr const char* gridBarrier = "warpwright.grid.barrier";

/// On loads and stores of code that is traced: how they ask to be cached, a number of memsim::CacheOperator.
inline constexpr const char* cacheOperatorMetadata = "warpwright.cache";

/// Shared by all kernels of a program; site 0 is "not known".
using SiteTable = std::shared_ptr<std::vector<Site>>;

/// The kernel's module while it is lowered. Steps run in the order of their declarations below.
struct KernelModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  llvm::Function* entry = nullptr;  ///< of a kernel: void(DeviceThread*, void** arguments)
  bool isKernel = true;
  CompileMode mode;
  std::unique_ptr<CompiledKernel> kernel;                       ///< sites and the like are filled as they are found
  std::vector<Error> unsupported;                               ///< what the engine does not have, with its line
  std::vector<std::pair<uint32_t, std::string>> variableSites;  ///< accesses by arithmetic on the address of a variable

  uint32_t addSite(const llvm::Instruction& at, SiteKind kind, uint32_t bytes = 0);
  void addUnsupported(const llvm::Instruction& at, const std::string& what);
  /// The DeviceThread* of the running thread in a function.
  llvm::Value* threadIn(llvm::Function& function);
  /// True for addresses that are the engine's own, not the program's: of the running thread, of the launch's arguments.
  bool isOwn(const llvm::Value& address) const;

 private:
  std::map<llvm::Function*, llvm::Value*> threads_;
};

/// Where an instruction comes from, for people: the innermost place of the inlining chain that is not in a header of
/// the compiler, the system, a toolkit or Warpwright.
SourcePosition positionOf(const llvm::DebugLoc& location);

/// Reads the unit and keeps one kernel and what it calls; calls are inlined where they can be.
Result<KernelModule> extractKernel(const std::string& bitcode, const std::string& kernel, CompileMode mode,
                                   SiteTable sites);
/// As `extractKernel`, a device function with its own parameters.
Result<KernelModule> extractFunction(const std::string& bitcode, const std::string& function, CompileMode mode,
                                     SiteTable sites);
/// Special registers, barriers, warp operations, fences, atomics, cached loads, libdevice, printf, assert, malloc.
void lowerCalls(KernelModule& module);
/// Shifts as PTX has them: by the width or more, nothing is left.
void lowerShifts(KernelModule& module);
/// Conversions to integers as PTX has them: what does not fit becomes the nearest that does.
void lowerConversions(KernelModule& module);
/// One call of inline PTX; false: not known.
bool lowerAssembly(KernelModule& module, llvm::CallInst& call);
/// Makes the kernel a coroutine that suspends at its barriers, where its threads wait for nothing else; false: they do,
/// and nothing has changed. After everything else.
bool splitAtBarriers(KernelModule& module);
/// Gives each shared variable that the kernel uses its offset in the block's shared memory; dynamic ones start after.
void layOutShared(KernelModule& module);
/// True for constants that hold addresses of functions (tables of virtual functions) or of shared variables: they stay
/// beside the code.
bool staysInCode(const llvm::GlobalVariable& variable);
/// Promotes locals to registers, then adds access checks and counters, each tied to its place in the source.
void instrument(KernelModule& module);
/// Floating-point sums by atomics become calls of the runtime, which may make them exactly. After `instrument`.
void lowerAtomicSums(KernelModule& module);
/// Which bits of memory a load looks at or a store changes, into `site`, where that is less than all.
void describeUse(const llvm::Instruction& access, SiteKind kind, Site& site);
/// Adds a wait where the ways of threads meet again of which some lead to a warp operation with a mask, or to a barrier
/// of the block, and others do not: there the checks see who went past it.
void addMeetingPlaces(KernelModule& module);
/// What `access` must keep for the assumptions about its place: adds the checks of subscripts and of the object's
/// bounds. `base` is the variable it reaches, `site` the access.
void addAssumptionChecks(KernelModule& module, llvm::Instruction& access, llvm::Value& address,
                         llvm::GlobalVariable& base, uint64_t bytes, uint32_t site);
/// Before the module is retargeted, for tracing: LLVM's optimiser for GPUs, which is what nvcc's is made of, so that
/// accesses are those that a GPU would see: redundant loads go, small loops are unrolled, neighbours become vectors.
/// Calls are inlined. Errors: this LLVM has no GPU target.
Status optimiseForGpu(llvm::Module& module, llvm::Function& kernel);
/// Makes the code log its accesses (see TraceTable).
void traceAccesses(KernelModule& module);
/// A table of addresses of shared variables that an array of a thread is filled from becomes a store for each: they are
/// another block's in each block. Before everything else.
void expandSharedTables(llvm::Module& module);
/// Shared variables become offsets from the block's base, other variables their addresses in the arena.
void placeVariables(KernelModule& module, const std::map<std::string, uint64_t>& addresses);

/// Turns a lowered module into machine code; kernels stay valid as long as it lives.
class MachineCode {
 public:
  static Result<std::unique_ptr<MachineCode>> create();
  virtual ~MachineCode() = default;
  /// Optimises and compiles; fills entry, code map and frame size.
  virtual Result<std::unique_ptr<CompiledKernel>> compile(KernelModule module) = 0;
};

/// x86-64 triple, data layout and processor features in place of those of nvptx64.
void retargetToHost(llvm::Module& module);

}  // namespace warpwright::engine
