#include "analysis/resources/ptx_code.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <mutex>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

#include "analysis/frontend/ir_passes.h"
#include "analysis/resources/device_math.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace warpwright::resources {
namespace {

/// Above this, optimising a unit takes seconds: files of hundreds of instantiations.
constexpr uint64_t maxInstructions = 150'000;
/// Functions that call one another grow without end as they go into kernels, before the optimiser makes them small.
constexpr uint64_t maxInlined = maxInstructions;
/// The back end goes over all of a function for each call in it that gives a value: this often takes it a second.
constexpr uint64_t maxVisits = 500'000'000;

struct Target {
  std::string processor;
  std::string features;
};

Target targetFor(const std::string& arch) {
  struct Known {
    int number;
    const char* features;
  };
  static constexpr std::array<Known, 13> known{{{30, "+ptx60"},
                                                {35, "+ptx60"},
                                                {50, "+ptx60"},
                                                {52, "+ptx60"},
                                                {60, "+ptx60"},
                                                {61, "+ptx60"},
                                                {70, "+ptx60"},
                                                {75, "+ptx63"},
                                                {80, "+ptx70"},
                                                {86, "+ptx71"},
                                                {87, "+ptx74"},
                                                {89, "+ptx78"},
                                                {90, "+ptx78"}}};
  const int wanted = arch.rfind("sm_", 0) == 0 ? std::atoi(arch.c_str() + 3) : 0;
  const Known* chosen = &known.front();
  for (const Known& one : known) {
    if (one.number <= wanted) chosen = &one;
  }
  return {"sm_" + std::to_string(chosen->number), chosen->features};
}

std::unique_ptr<llvm::TargetMachine> machineFor(const llvm::Module& module, const std::string& arch) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), error);
  if (!target) return nullptr;
  const Target chosen = targetFor(arch);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(module.getTargetTriple(), chosen.processor, chosen.features, llvm::TargetOptions(),
                                  std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Default));
}

// As nvcc does: what is not a kernel goes into the kernels that call it.
void inlineAll(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(llvm::Attribute::NoInline)) continue;
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel) continue;
    if (!function.hasExternalLinkage())
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    else if (!function.use_empty()) {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

/// How long functions are once all that they call has gone into them.
class InlinedSizes {
 public:
  uint64_t of(const llvm::Function& function) {
    const auto [known, isNew] = sizes_.try_emplace(&function, 0);  // what calls itself stays a call
    if (!isNew) return known->second;
    uint64_t size = function.getInstructionCount();
    for (const llvm::Instruction& one : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->hasFnAttribute(llvm::Attribute::AlwaysInline)) size += of(*callee);
      if (size > maxInlined) break;
    }
    return sizes_[&function] = size;
  }

 private:
  std::map<const llvm::Function*, uint64_t> sizes_;
};

/// Is what goes into kernels so long that the optimiser takes minutes?
bool isTooLongInlined(const llvm::Module& module) {
  InlinedSizes sizes;
  uint64_t all = 0;
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel) all += sizes.of(function);
  }
  return all > maxInlined;
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  frontend::IrPasses passes(&machine);
  passes.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, passes.modules);
}

/// Is there a function that the back end takes minutes for?
bool isTooLong(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    uint64_t calls = 0;
    for (const llvm::Instruction& one : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
      const bool isReal = call && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm();
      if (isReal && !call->getType()->isVoidTy()) ++calls;
    }
    return calls * function.getInstructionCount() > maxVisits;
  });
}

// Kernels are called by name from the host; which functions are kernels stands in the module's annotations.
void markKernels(llvm::Module& module) {
  const llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations) return;
  for (const llvm::MDNode* node : annotations->operands()) {
    if (node->getNumOperands() < 2) continue;
    auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    const auto* kind = llvm::dyn_cast<llvm::MDString>(node->getOperand(1));
    if (function && kind && kind->getString() == "kernel") {
      function->setCallingConv(llvm::CallingConv::PTX_Kernel);
    }
  }
}

}  // namespace

Result<std::string> emitPtx(const DeviceBitcode& code, const std::string& arch,
                            const std::optional<std::filesystem::path>& math, std::stop_token stop) {
  if (code.bytes.empty()) return inputError("There is no device code.");
  if (code.instructions > maxInstructions) return inputError("The device code is too large to count its registers.");
  llvm::LLVMContext context;
  context.setDiscardValueNames(true);
  context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {});
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(code.bytes, "device"), context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return inputError("The device code could not be read back.");
  }
  const std::unique_ptr<llvm::TargetMachine> machine = machineFor(**module, arch);
  if (!machine) return inputError("LLVM was built without its NVPTX back end.");
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  bool lowered = false, isLong = false;
  // Both ways out of a fatal error are the process's, not the thread's: who ends first would close them for the others.
  static std::mutex oneAtATime;
  const std::lock_guard lock(oneAtATime);
  // What the back end cannot select ends in a fatal error of LLVM: the count is lost then, and nothing else. It would
  // print it.
  const llvm::ScopedFatalErrorHandler quiet([](void*, const char*, bool) {});
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext guard;
  const bool survived = guard.RunSafely([&] {
    markKernels(**module);
    defineDeviceMath(**module, math);
    inlineAll(**module);
    isLong = isTooLongInlined(**module);
    if (isLong) return;
    optimise(**module, *machine);
    isLong = isTooLong(**module);
    if (isLong || stop.stop_requested()) return;
    llvm::legacy::PassManager passes;
    lowered = !machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile);
    if (lowered) passes.run(**module);
  });
  llvm::CrashRecoveryContext::Disable();
  if (stop.stop_requested()) return cancelledError();
  if (isLong) return inputError("The device code is too large to count its registers.");
  if (!survived || !lowered) return inputError("LLVM cannot lower this device code to PTX.");
  return std::string(text.str());
}

}  // namespace warpwright::resources
