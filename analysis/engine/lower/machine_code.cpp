#include <chrono>

#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/ExecutionEngine/JITEventListener.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/source_names.h"
#include "analysis/frontend/ir_passes.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

/// Line tables of the machine code; one object a kernel, read when first asked.
class DebugCodeMap : public CompiledKernel::CodeMap {
 public:
  void add(object::OwningBinary<object::ObjectFile> debug) {
    for (const object::SectionRef& section : debug.getBinary()->sections()) {
      if (section.getSize() == 0 || section.getAddress() == 0) continue;
      const Range range{section.getAddress(), section.getSize(), section.getIndex(), objects_.size()};
      if (section.isText())
        code_.push_back(range);
      else if (section.isData())
        data_.push_back(range);
    }
    objects_.push_back({std::move(debug), nullptr});
  }

  bool contains(uint64_t programCounter) const override { return within(code_, programCounter) != nullptr; }
  bool containsData(uint64_t address) const override { return within(data_, address) != nullptr; }

  SourcePosition find(uint64_t programCounter) const override {
    const Range* range = within(code_, programCounter);
    if (range == nullptr) return {};
    const Object& object = objects_[range->object];
    if (!object.context) object.context = DWARFContext::create(*object.debug.getBinary());
    DILineInfoSpecifier wanted(DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                               DILineInfoSpecifier::FunctionNameKind::None);
    const DIInliningInfo frames = object.context->getInliningInfoForAddress({programCounter, range->section}, wanted);
    SourcePosition innermost;
    for (uint32_t i = 0; i < frames.getNumberOfFrames(); ++i) {
      const DILineInfo& frame = frames.getFrame(i);
      SourcePosition position{frame.FileName, frame.Line, frame.Column};
      if (position.line != 0 && isUserFile(position.file)) return position;
      if (!innermost.isValid()) innermost = std::move(position);
    }
    return innermost;
  }

 private:
  struct Object {
    object::OwningBinary<object::ObjectFile> debug;
    mutable std::unique_ptr<DIContext> context;
  };
  struct Range {
    uint64_t base = 0, bytes = 0, section = 0;
    size_t object = 0;
  };
  static const Range* within(const std::vector<Range>& ranges, uint64_t address) {
    for (const Range& range : ranges) {
      if (address - range.base < range.bytes) return &range;
    }
    return nullptr;
  }

  std::vector<Object> objects_;
  std::vector<Range> code_, data_;
};

void optimise(Module& module, TargetMachine& machine, bool check) {
  frontend::IrPasses passes(&machine);
  passes.builder.buildPerModuleDefaultPipeline(check ? OptimizationLevel::O1 : OptimizationLevel::O2)
      .run(module, passes.modules);
}

class Jit : public MachineCode {
 public:
  Jit(std::unique_ptr<orc::LLJIT> jit, std::unique_ptr<TargetMachine> machine)
      : jit_(std::move(jit)), machine_(std::move(machine)) {}

  /// Called for each object that is loaded; keeps its line tables.
  void loaded(const object::ObjectFile& object, const RuntimeDyld::LoadedObjectInfo& info) {
    auto debug = info.getObjectForDebug(object);
    if (debug.getBinary()) codeMap_->add(std::move(debug));
  }

  Result<std::unique_ptr<CompiledKernel>> compile(KernelModule state) override {
    std::string wrong;
    raw_string_ostream stream(wrong);
    if (verifyModule(*state.module, &stream)) {
      return Error{ErrorKind::worker, "Lowering kernel " + state.kernel->name + " gave broken code: " + wrong, {}};
    }
    optimise(*state.module, *machine_, state.mode.check || state.mode.trace);
    CompiledKernel& kernel = *state.kernel;
    // A stepwise kernel is several functions by now, each with what it keeps between two barriers.
    for (const Function& function : *state.module) {
      if (function.isDeclaration() || !function.getName().starts_with("engine_entry")) continue;
      for (const Instruction& i : function.getEntryBlock()) {
        const auto* local = dyn_cast<AllocaInst>(&i);
        if (local && local->getAllocationSize(state.module->getDataLayout())) {
          kernel.localBytes += *local->getAllocationSize(state.module->getDataLayout());
        }
      }
    }
    const std::string dylibName = "kernel" + std::to_string(++count_);
    auto dylib = jit_->createJITDylib(dylibName);
    if (!dylib) return failed(kernel, dylib.takeError());
    dylib->addToLinkOrder(jit_->getMainJITDylib());
    if (auto error =
            jit_->addIRModule(*dylib, orc::ThreadSafeModule(std::move(state.module), std::move(state.context)))) {
      return failed(kernel, std::move(error));
    }
    auto entry = jit_->lookup(*dylib, "engine_entry");
    if (!entry) return failed(kernel, entry.takeError());
    kernel.entry = entry->toPtr<KernelEntry>();
    kernel.code = codeMap_;
    return std::move(state.kernel);
  }

 private:
  static Error failed(const CompiledKernel& kernel, llvm::Error error) {
    return {ErrorKind::worker, "Kernel " + kernel.name + " could not be compiled: " + toString(std::move(error)), {}};
  }

  std::unique_ptr<orc::LLJIT> jit_;
  std::unique_ptr<TargetMachine> machine_;
  std::shared_ptr<DebugCodeMap> codeMap_ = std::make_shared<DebugCodeMap>();
  unsigned count_ = 0;
};

/// Defines the runtime functions by name as code asks for them.
class RuntimeFunctions : public orc::DefinitionGenerator {
 public:
  llvm::Error tryToGenerate(orc::LookupState&, orc::LookupKind, orc::JITDylib& dylib, orc::JITDylibLookupFlags,
                            const orc::SymbolLookupSet& symbols) override {
    orc::SymbolMap found;
    for (const auto& [name, flags] : symbols) {
      if (void* address = findDeviceFunction(*name)) {
        found[name] = {orc::ExecutorAddr::fromPtr(address), JITSymbolFlags::Exported | JITSymbolFlags::Callable};
      }
    }
    return found.empty() ? llvm::Error::success() : dylib.define(orc::absoluteSymbols(std::move(found)));
  }
};

}  // namespace

Result<std::unique_ptr<MachineCode>> MachineCode::create() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto fail = [](llvm::Error error) {
    return Error{
        ErrorKind::worker, "The compiler for this machine could not be started: " + toString(std::move(error)), {}};
  };
  auto target = orc::JITTargetMachineBuilder::detectHost();
  if (!target) return fail(target.takeError());
  target->setCodeGenOptLevel(CodeGenOptLevel::Default);
  // Operations fuse only where the source does so within one expression, so that a value gives the same bits whether a
  // variant keeps it in memory or in a register.
  target->getOptions().AllowFPOpFusion = FPOpFusion::Standard;
  auto machine = target->createTargetMachine();
  if (!machine) return fail(machine.takeError());
  auto holder = std::make_shared<Jit*>(nullptr);
  orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(*target);
  builder.setObjectLinkingLayerCreator([holder](orc::ExecutionSession& session, const Triple&) {
    auto layer = std::make_unique<orc::RTDyldObjectLinkingLayer>(
        session, [] { return std::make_unique<SectionMemoryManager>(); });
    layer->setProcessAllSections(true);
    layer->setNotifyLoaded([holder](orc::MaterializationResponsibility&, const object::ObjectFile& object,
                                    const RuntimeDyld::LoadedObjectInfo& info) {
      if (*holder != nullptr) (*holder)->loaded(object, info);
    });
    return layer;
  });
  auto jit = builder.create();
  if (!jit) return fail(jit.takeError());
  (*jit)->getMainJITDylib().addGenerator(std::make_unique<RuntimeFunctions>());
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess((*jit)->getDataLayout().getGlobalPrefix());
  if (!process) return fail(process.takeError());
  (*jit)->getMainJITDylib().addGenerator(std::move(*process));
  auto code = std::make_unique<Jit>(std::move(*jit), std::move(*machine));
  *holder = code.get();
  return std::unique_ptr<MachineCode>(std::move(code));
}

}  // namespace warpwright::engine
