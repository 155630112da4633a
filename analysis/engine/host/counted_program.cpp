#include "analysis/engine/host/counted_program.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <vector>

#include "analysis/engine/host/host_program.h"
#include "analysis/frontend/ir_passes.h"
#include "analysis/frontend/parsed_unit.h"
#include "core/base/file.h"

namespace warpwright::engine {
namespace {

constexpr const char* counterName = "warpwright_instructions";
constexpr const char* loadName = "warpwright_load";
constexpr const char* entryName = "warpwright_entry";

uint64_t counter = 0;
const void* entryAddress = nullptr;
void keepEntry(const void* address) {
  entryAddress = address;
}

/// Clang compiles host code at -O1 for the engine; what is counted is what a release build would run.
void optimise(llvm::Module& module) {
  for (llvm::Function& function : module) {
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
  }
  // To the compiler the hook is as good as not there: what it would keep in registers without it, it keeps.
  llvm::Function* hook = module.getFunction(loadName);
  const llvm::AttributeList before = hook ? hook->getAttributes() : llvm::AttributeList();
  if (hook) {
    hook->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
    for (const auto kind : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::NoCallback,
                            llvm::Attribute::NoSync}) {
      hook->addFnAttr(kind);
    }
  }
  frontend::IrPasses passes;
  passes.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, passes.modules);
  if (llvm::Function* kept = module.getFunction(loadName)) kept->setAttributes(before);
}

/// True for what becomes an instruction of the processor: not for what only renames or is folded into an address.
bool isExecuted(const llvm::Instruction& i) {
  if (llvm::isa<llvm::PHINode>(i) || llvm::isa<llvm::AllocaInst>(i) || i.isDebugOrPseudoInst()) return false;
  if (llvm::isa<llvm::BitCastInst>(i) || llvm::isa<llvm::ZExtInst>(i) || llvm::isa<llvm::TruncInst>(i)) return false;
  if (llvm::isa<llvm::PtrToIntInst>(i) || llvm::isa<llvm::IntToPtrInst>(i) || llvm::isa<llvm::FreezeInst>(i))
    return false;
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&i))
    return !address->hasAllConstantIndices() && !address->hasOneUse();
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) return !intrinsic->isAssumeLikeIntrinsic();
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) {
    const llvm::Function* callee = call->getCalledFunction();
    return callee == nullptr || callee->getName() != loadName;
  }
  return true;
}

/// Up to where a block is counted: a hook must see what was executed before it, so each load closes a count.
void countBlock(llvm::BasicBlock& block, llvm::GlobalVariable* sum) {
  const auto add = [&](llvm::Instruction* before, uint64_t count) {
    if (count == 0) return;
    llvm::IRBuilder<> builder(before);
    llvm::Value* old = builder.CreateLoad(builder.getInt64Ty(), sum);
    builder.CreateStore(builder.CreateAdd(old, builder.getInt64(count)), sum);
  };
  uint64_t count = 0;
  std::vector<llvm::Instruction*> list;
  for (llvm::Instruction& i : block) list.push_back(&i);
  for (llvm::Instruction* i : list) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(i);
    const bool leaves = call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call);
    if (!i->isTerminator()) count += isExecuted(*i);
    if (leaves || i->isTerminator()) {
      add(i, count + i->isTerminator());
      count = 0;
    }
  }
}

void countInstructions(llvm::Module& module) {
  llvm::Type* type = llvm::Type::getInt64Ty(module.getContext());
  auto* sum = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(counterName, type));
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) countBlock(block, sum);
  }
}

}  // namespace

struct CountedProgram::State {
  std::optional<HostProgram> program;
  Entry entry = nullptr;
};

CountedProgram::CountedProgram(std::unique_ptr<State> state) : state_(std::move(state)) {}
CountedProgram::CountedProgram(CountedProgram&&) noexcept = default;
CountedProgram& CountedProgram::operator=(CountedProgram&&) noexcept = default;
CountedProgram::~CountedProgram() = default;

CountedProgram::Entry CountedProgram::entry() const {
  return state_->entry;
}
uint64_t CountedProgram::instructions() const {
  return counter;
}

Result<CountedProgram> CountedProgram::compile(const std::string& name, const std::string& source, LoadHook onLoad) {
  // Clang opens no file that is not there, whatever text it is given for it.
  std::error_code failed;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path(failed) / ("warpwright-preexecution-" + std::to_string(::getpid()));
  frontend::CompileCommand command;
  command.file = folder / (name + ".cpp");
  command.folder = folder;
  std::filesystem::create_directories(folder, failed);
  if (Status written = writeFileAtomically(command.file, source); !written.ok()) return written.error();
  command.flags = {"-std=c++17"};
  command.cuda = false;
  frontend::ParseOptions options;
  options.headers = frontend::HeaderMode::own;
  Result<frontend::EngineModules> modules = frontend::compileForEngine(command, options, {});
  std::filesystem::remove_all(folder, failed);
  if (!modules.ok()) return inputError("The pre-execution program does not compile: " + modules.error().message);
  if (!modules->host) return inputError("The pre-execution program does not compile.");
  optimise(*modules->host);
  countInstructions(*modules->host);
  HostUnit unit;
  unit.name = name;
  unit.context = std::move(modules->context);
  unit.module = std::move(modules->host);
  std::vector<HostUnit> units;
  units.push_back(std::move(unit));
  Result<HostProgram> program = HostProgram::load(std::move(units), {{counterName, &counter},
                                                                     {loadName, reinterpret_cast<void*>(onLoad)},
                                                                     {entryName, reinterpret_cast<void*>(&keepEntry)}});
  if (!program.ok()) return program.error();
  auto state = std::make_unique<State>();
  state->program = std::move(program.value());
  entryAddress = nullptr;
  if (const Result<int> ran = state->program->run({name}); !ran.ok()) return ran.error();
  state->entry = reinterpret_cast<Entry>(const_cast<void*>(entryAddress));
  if (state->entry == nullptr) return inputError("The pre-execution program has no entry.");
  counter = 0;
  return CountedProgram(std::move(state));
}

}  // namespace warpwright::engine
