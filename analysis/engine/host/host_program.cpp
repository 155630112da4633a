#include "analysis/engine/host/host_program.h"

#include <dlfcn.h>

#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/Orc/EPCEHFrameRegistrar.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TargetProcess/RegisterEHFrames.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

namespace warpwright::engine {
namespace {

namespace orc = llvm::orc;

struct CodeRange {
  uint64_t size = 0;
  std::string name;
};

/// Where functions of the program came to lie, also static ones.
class CodeMap : public orc::ObjectLinkingLayer::Plugin {
 public:
  using Ranges = std::map<uint64_t, CodeRange>;
  explicit CodeMap(std::shared_ptr<Ranges> ranges) : ranges_(std::move(ranges)) {}
  void modifyPassConfig(orc::MaterializationResponsibility&, llvm::jitlink::LinkGraph&,
                        llvm::jitlink::PassConfiguration& passes) override {
    passes.PostFixupPasses.push_back([ranges = ranges_](llvm::jitlink::LinkGraph& graph) {
      for (const llvm::jitlink::Symbol* symbol : graph.defined_symbols()) {
        if (symbol->isCallable() && symbol->hasName()) {
          (*ranges)[symbol->getAddress().getValue()] = {symbol->getSize(), symbol->getName().str()};
        }
      }
      return llvm::Error::success();
    });
  }
  llvm::Error notifyFailed(orc::MaterializationResponsibility&) override { return llvm::Error::success(); }
  llvm::Error notifyRemovingResources(orc::JITDylib&, orc::ResourceKey) override { return llvm::Error::success(); }
  void notifyTransferringResources(orc::JITDylib&, orc::ResourceKey, orc::ResourceKey) override {}

 private:
  std::shared_ptr<Ranges> ranges_;
};

std::string shortPlace(const SourcePosition& at) {
  if (!at.isValid()) return "";
  return " (" + at.file.substr(at.file.rfind('/') + 1) + ":" + std::to_string(at.line) + ")";
}

/// True for functions of libraries that come with CUDA or draw on a screen: there is no file to add for them.
bool isOfKnownLibrary(const std::string& name) {
  static constexpr std::array prefixes = {"cuda",  "__cuda", "cublas", "cufft", "curand", "cusparse", "cusolver",
                                          "cudnn", "nvml",   "nvrtc",  "npp",   "nccl",   "cuGL",     "gl",
                                          "MPI_",  "tex",    "surf",   "cupti", "nvtx"};
  if (name.rfind("cu", 0) == 0 && name.size() > 2 && std::isupper(static_cast<unsigned char>(name[2])) != 0)
    return true;
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const char* prefix) { return name.rfind(prefix, 0) == 0; });
}

/// What the JIT itself supplies.
bool isOfPlatform(const std::string& name) {
  static const std::set<std::string> supplied = {"__dso_handle", "__cxa_atexit", "atexit", "warpwright_call_site"};
  return supplied.contains(name);
}

/// OpenMP comes as a library that this process is not linked with.
void loadOpenMp(const std::string& symbol) {
  if (symbol.rfind("__kmpc_", 0) == 0) {
    for (const char* name : {"libomp.so.5", "libomp.so"}) {
      if (::dlopen(name, RTLD_NOW | RTLD_GLOBAL)) return;
    }
  }
  if (symbol.rfind("omp_", 0) == 0 || symbol.rfind("GOMP_", 0) == 0) ::dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL);
}

Status unresolvedError(std::vector<ExternalUse> missing) {
  std::stable_sort(missing.begin(), missing.end(),
                   [](const ExternalUse& a, const ExternalUse& b) { return a.at < b.at; });
  const bool library =
      std::all_of(missing.begin(), missing.end(), [](const ExternalUse& use) { return isOfKnownLibrary(use.symbol); });
  constexpr size_t shown = 5;
  std::string names;
  for (size_t i = 0; i < std::min(shown, missing.size()); ++i) {
    names += (i == 0 ? "" : ", ") + readableSymbol(missing[i].symbol) +
             (missing.size() > 1 ? shortPlace(missing[i].at) : "");
  }
  if (missing.size() > shown) names += " and " + std::to_string(missing.size() - shown) + " more";
  std::string message = library ? "This program calls " : "This program uses ";
  if (missing.size() == 1) {
    message += names + ", which " + (library ? "the engine does not emulate" : "none of its files defines") +
               shortPlace(missing[0].at) + ".";
  } else {
    message += std::to_string(missing.size()) + " functions that " +
               (library ? "the engine does not emulate: " : "none of its files defines: ") + names + ".";
  }
  if (!library) message += " Name the folder that holds all its files, if they are in others.";
  return inputError(std::move(message), missing.front().at.isValid()
                                            ? std::optional<SourceRange>(SourceRange{missing.front().at})
                                            : std::nullopt);
}

struct Definitions {
  std::map<std::string, SourcePosition> functions;  ///< where functions begin
  std::vector<std::string> mains;                   ///< names of units with a main
  std::set<std::string> symbols;
};

Definitions collectDefinitions(const std::vector<HostUnit>& units) {
  Definitions all;
  for (const HostUnit& unit : units) {
    for (std::string& symbol : definedSymbols(*unit.module)) {
      if (symbol == "main") all.mains.push_back(unit.name);
      all.symbols.insert(std::move(symbol));
    }
    for (const llvm::Function& function : *unit.module) {
      const llvm::DISubprogram* program = function.getSubprogram();
      if (!program) continue;
      std::string file = program->getFilename().str();
      if (!file.empty() && file.front() != '/') file = program->getDirectory().str() + "/" + file;
      all.functions[function.getName().str()] = {std::move(file), program->getLine(), 0};
    }
  }
  return all;
}

Status checkMain(const std::vector<std::string>& mains, const std::vector<HostUnit>& units) {
  if (mains.size() == 1) return {};
  if (mains.empty()) {
    return inputError(units.size() == 1 ? units.front().name +
                                              " has no main function. Name the folder of the program, "
                                              "or the file that has it."
                                        : "None of the files has a main function. Name the folder that holds the whole "
                                          "program.");
  }
  std::string names;
  for (const std::string& name : mains) names += (names.empty() ? "" : ", ") + name;
  return inputError("There are several programs here, each with a main function: " + names + ". Name one file.");
}

Error jitError(llvm::Error problem) {
  return inputError("The host program cannot be linked: " + llvm::toString(std::move(problem)) + ".");
}

Result<std::unique_ptr<orc::LLJIT>> makeJit(std::shared_ptr<CodeMap::Ranges> ranges) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  auto target = orc::JITTargetMachineBuilder::detectHost();
  if (!target) return jitError(target.takeError());
  // Code and libraries may be further apart than 2 GiB.
  target->setRelocationModel(llvm::Reloc::PIC_);
  target->setCodeModel(llvm::CodeModel::Small);
  target->setCodeGenOptLevel(llvm::CodeGenOptLevel::Less);
  target->getOptions().EmulatedTLS = true;
  auto jit =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(*target))
          .setObjectLinkingLayerCreator([&](orc::ExecutionSession& session,
                                            const llvm::Triple&) -> llvm::Expected<std::unique_ptr<orc::ObjectLayer>> {
            auto layer = std::make_unique<orc::ObjectLinkingLayer>(session);
            layer->addPlugin(std::make_shared<orc::EHFrameRegistrationPlugin>(
                session, std::make_unique<llvm::jitlink::InProcessEHFrameRegistrar>()));
            layer->addPlugin(std::make_shared<CodeMap>(ranges));
            return layer;
          })
          .create();
  if (!jit) return jitError(jit.takeError());
  return std::move(*jit);
}

}  // namespace

HostUnit::HostUnit() = default;
HostUnit::HostUnit(HostUnit&&) noexcept = default;
HostUnit& HostUnit::operator=(HostUnit&& other) noexcept {
  module = std::move(other.module);  // before the context that it lives in
  context = std::move(other.context);
  name = std::move(other.name);
  return *this;
}
HostUnit::~HostUnit() {
  module.reset();
}

std::vector<ExternalUse> missingSymbols(const std::vector<HostUnit>& units, const HostProgram::Symbols& symbols) {
  const std::set<std::string> defined = collectDefinitions(units).symbols;
  std::map<std::string, ExternalUse> missing;
  for (const HostUnit& unit : units) {
    for (ExternalUse& use : externalUses(*unit.module)) {
      if (use.weak || defined.contains(use.symbol) || symbols.contains(use.symbol) || isOfPlatform(use.symbol))
        continue;
      if (!::dlsym(RTLD_DEFAULT, use.symbol.c_str())) loadOpenMp(use.symbol);
      if (::dlsym(RTLD_DEFAULT, use.symbol.c_str())) continue;
      ExternalUse& known = missing.try_emplace(use.symbol, use).first->second;
      if (!known.at.isValid()) known.at = use.at;
    }
  }
  std::vector<ExternalUse> list;
  for (auto& [name, use] : missing) list.push_back(std::move(use));
  return list;
}

struct HostProgram::State {
  std::shared_ptr<CodeMap::Ranges> ranges = std::make_shared<CodeMap::Ranges>();
  std::unique_ptr<orc::LLJIT> jit;
  std::vector<CallSite> sites;
  std::map<std::string, SourcePosition> functions;
  std::once_flag exited;
};

HostProgram::HostProgram(std::unique_ptr<State> state) : state_(std::move(state)) {}
HostProgram::HostProgram(HostProgram&&) noexcept = default;
HostProgram& HostProgram::operator=(HostProgram&&) noexcept = default;
HostProgram::~HostProgram() = default;

Result<HostProgram> HostProgram::load(std::vector<HostUnit> units, const Symbols& symbols) {
  auto state = std::make_unique<State>();
  Definitions definitions = collectDefinitions(units);
  if (const Status one = checkMain(definitions.mains, units); !one.ok()) return one.error();
  if (std::vector<ExternalUse> missing = missingSymbols(units, symbols); !missing.empty()) {
    return unresolvedError(std::move(missing)).error();
  }
  state->functions = std::move(definitions.functions);

  Result<std::unique_ptr<orc::LLJIT>> jit = makeJit(state->ranges);
  if (!jit.ok()) return jit.error();
  state->jit = std::move(jit.value());
  orc::JITDylib& program = state->jit->getMainJITDylib();
  orc::SymbolMap ours;
  for (const auto& [name, address] : symbols) {
    // The program's own definition of a function wins, as it does in a linker.
    if (definitions.symbols.contains(name)) continue;
    ours[state->jit->mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                               llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  }
  if (llvm::Error problem = program.define(orc::absoluteSymbols(std::move(ours)))) return jitError(std::move(problem));
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      state->jit->getDataLayout().getGlobalPrefix(),
      // Supplied by the JIT for each program: the process has its own.
      [](const orc::SymbolStringPtr& name) { return !isOfPlatform((*name).str()); });
  if (!process) return jitError(process.takeError());
  program.addGenerator(std::move(*process));

  for (unsigned number = 0; number < units.size(); ++number) {
    HostUnit& unit = units[number];
    prepareHostModule(*unit.module, number, state->sites, symbols.contains(meantAccessFunction));
    unit.module->setDataLayout(state->jit->getDataLayout());
    if (llvm::Error problem =
            state->jit->addIRModule(orc::ThreadSafeModule(std::move(unit.module), std::move(unit.context)))) {
      return jitError(std::move(problem));
    }
  }
  return HostProgram(std::move(state));
}

const std::vector<CallSite>& HostProgram::callSites() const {
  return state_->sites;
}

Result<int> HostProgram::run(const std::vector<std::string>& arguments) {
  auto entry = state_->jit->lookup("main");
  if (!entry) return jitError(entry.takeError());
  if (llvm::Error problem = state_->jit->initialize(state_->jit->getMainJITDylib()))
    return jitError(std::move(problem));
  std::vector<std::string> texts = arguments;
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  auto* main = entry->toPtr<int (*)(int, char**, char**)>();
  return main(static_cast<int>(texts.size()), pointers.data(), environ);
}

void HostProgram::runExitHandlers() {
  std::call_once(state_->exited,
                 [&] { llvm::consumeError(state_->jit->deinitialize(state_->jit->getMainJITDylib())); });
}

std::string HostProgram::placeOf(uint64_t programCounter, SourcePosition& at) const {
  auto next = state_->ranges->upper_bound(programCounter);
  if (next == state_->ranges->begin()) return "";
  const auto& [start, range] = *std::prev(next);
  if (programCounter >= start + std::max<uint64_t>(range.size, 1)) return "";
  if (const auto found = state_->functions.find(range.name); found != state_->functions.end()) at = found->second;
  return readableSymbol(range.name);
}

}  // namespace warpwright::engine
