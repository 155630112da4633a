#include "analysis/engine/job/engine_program.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <regex>

#include "analysis/engine/cuda/cuda_runtime.h"
#include "analysis/engine/host/complete_program.h"
#include "analysis/engine/host/managed_variables.h"
#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/configurations.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/frontend/toolkit.h"
#include "analysis/frontend/variant_unit.h"
#include "analysis/program/program.h"
#include "core/base/compile_databases.h"
#include "core/base/file.h"

namespace warpwright::engine {
namespace {

namespace fs = std::filesystem;

frontend::ParseOptions parseOptionsOf(const EngineJob& job) {
  frontend::ParseOptions options = frontend::optionsUnder(job.toolkit);
  options.openTexts = job.openTexts;
  return options;
}

/// What C compilers accept with a warning and Clang does not: programs come with C files of all ages.
const std::vector<std::string> lenientC = {"-Wno-implicit-int", "-Wno-implicit-function-declaration",
                                           "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types"};

/// Where a compile_commands.json says what belongs to the program.
bool hasDatabase(const EngineJob& job) {
  return job.path.extension() == ".json" || !compileDatabases(job.path).empty();
}

void forEngine(frontend::CompileCommand& unit, const EngineJob& job) {
  unit.arch = job.arch;
  if (unit.file.extension() == ".c") unit.flags.insert(unit.flags.begin(), lenientC.begin(), lenientC.end());
}

/// The other CUDA files of the program that a single file belongs to, and the file with its `main`; other C and C++
/// files are found by the symbols that they define. Nothing where it belongs to several programs.
void addProgram(const EngineJob& job, std::vector<frontend::CompileCommand>& units) {
  const fs::path& named = job.variantOf.empty() ? job.path : job.variantOf;
  const auto programs = analysis::programsOf(named, job.compilerFlags, job.project);
  if (!programs.ok() || programs->empty()) return;
  const auto isStart = [&](const analysis::Program& one) { return one.main == named; };
  const auto start = std::find_if(programs->begin(), programs->end(), isStart);
  if (start == programs->end() && programs->size() > 1) return;
  const analysis::Program& program = start == programs->end() ? programs->front() : *start;
  for (const frontend::CompileCommand& unit : program.units) {
    const auto same = [&](const frontend::CompileCommand& one) { return one.file == unit.file; };
    const bool isNeeded = (unit.cuda || unit.file == program.main) && unit.file != named;
    if (isNeeded && std::none_of(units.begin(), units.end(), same)) units.push_back(unit);
  }
}

Result<std::vector<frontend::CompileCommand>> commandsOf(const EngineJob& job) {
  Result<std::vector<frontend::CompileCommand>> units =
      job.variantOf.empty() ? frontend::findUnits(job.path, job.compilerFlags, job.project)
                            : frontend::findVariantUnit(job.path, job.variantOf, job.compilerFlags, job.project);
  if (!units.ok()) {
    std::vector<frontend::CompileCommand> host = frontend::findProgramWithoutKernels(job.path, job.compilerFlags);
    if (host.empty()) return units.error();
    for (frontend::CompileCommand& unit : host) forEngine(unit, job);
    return host;
  }
  std::error_code ignored;
  if (fs::is_directory(job.path, ignored) && !hasDatabase(job)) {
    for (frontend::CompileCommand& unit : frontend::findHostUnits(*units, job.compilerFlags)) {
      units->push_back(std::move(unit));
    }
  }
  if (fs::is_regular_file(job.path, ignored) && job.path.extension() != ".json") addProgram(job, *units);
  // Those with device code first: they register their kernels by number.
  std::stable_partition(units->begin(), units->end(), [](const frontend::CompileCommand& unit) { return unit.cuda; });
  for (frontend::CompileCommand& unit : *units) forEngine(unit, job);
  return units;
}

Status compileOne(const frontend::CompileCommand& command, const frontend::ParseOptions& options, CompiledUnits& into) {
  Result<frontend::EngineModules> modules = frontend::compileForEngine(command, options, {});
  if (!modules.ok()) return modules.error();
  const std::string name = command.file.filename().string();
  if (modules->device) into.device.push_back({name, bitcodeOf(*modules->device)});
  modules->device.reset();
  HostUnit host;
  host.name = name;
  host.context = std::move(modules->context);
  host.module = std::move(modules->host);
  if (!host.module) return inputError(name + " could not be compiled for the host.");
  into.host.push_back(std::move(host));
  into.relocatable = into.relocatable || command.relocatableDevice;
  for (const std::string& note : command.notes) into.notes.push_back(name + ": " + note);
  return {};
}

/// A plain C or C++ file beside the CUDA files that does not compile: it may not belong to the program.
struct BrokenFile {
  std::string name;
  Error error;
  bool startsProgram = false;  ///< its text has a main function
};

bool namesMain(const fs::path& file) {
  static const std::regex start(R"(\bmain\s*\()");
  const Result<std::string> text = readFile(file, uint64_t{1} << 24);
  return text.ok() && std::regex_search(*text, start);
}

/// Finds the rest of a program that no database describes. Errors: something is missing that a broken file may define.
Status complete(const EngineJob& job, const HostProgram::Symbols& symbols,
                const std::vector<frontend::CompileCommand>& commands, const frontend::ParseOptions& options,
                const std::vector<BrokenFile>& broken, CompiledUnits& units) {
  ProgramParts parts;
  parts.units = std::move(units.host);
  parts.cudaUnits = units.device.size();
  // The rest of the program lies around the original.
  std::vector<frontend::CompileCommand> around = commands;
  if (!job.variantOf.empty()) around.front().file = job.variantOf;
  const fs::path& named = job.variantOf.empty() ? job.path : job.variantOf;
  const auto candidates = [&] { return frontend::findLinkCandidates(named, around, job.compilerFlags); };
  completeProgram(parts, symbols, candidates, [&](frontend::CompileCommand command) -> Result<HostUnit> {
    forEngine(command, job);
    CompiledUnits one;
    const Status done = compileOne(command, options, one);
    for (std::string& note : one.notes) units.notes.push_back(std::move(note));
    if (!done.ok()) return done.error();
    return std::move(one.host.front());
  });
  for (std::string& note : parts.notes) units.notes.push_back(std::move(note));
  units.host = std::move(parts.units);
  if (broken.empty()) return {};
  if (std::none_of(units.host.begin(), units.host.end(), definesMain)) {
    // The file that starts the program is one of those that do not compile.
    for (const BrokenFile& file : broken) {
      if (file.startsProgram) return file.error;
    }
    return broken.front().error;
  }
  if (!missingSymbols(units.host, symbols).empty()) return broken.front().error;
  for (const BrokenFile& file : broken) {
    units.notes.push_back("Left out, as it does not compile and nothing needs it: " + file.name + ".");
  }
  return {};
}

}  // namespace

Result<CompiledUnits> compileProgram(const EngineJob& job, const HostProgram::Symbols& symbols,
                                     const std::function<void(const EngineProgress&)>& progress) {
  if (!job.compiled.empty()) return readUnits(job.compiled);
  const frontend::ParseOptions options = parseOptionsOf(job);
  Result<std::vector<frontend::CompileCommand>> commands = commandsOf(job);
  if (!commands.ok()) return commands.error();
  const bool database = hasDatabase(job);
  CompiledUnits units;
  std::vector<BrokenFile> broken;
  for (size_t i = 0; i < commands->size(); ++i) {
    const frontend::CompileCommand& command = (*commands)[i];
    progress(
        {"compile", command.file.filename().string(), static_cast<double>(i) / static_cast<double>(commands->size())});
    if (const Status done = compileOne(command, options, units); !done.ok()) {
      if (database || command.cuda || commands->size() == 1) return done.error();
      broken.push_back({command.file.filename().string(), done.error(), namesMain(command.file)});
    }
  }
  if (!database) {
    if (const Status whole = complete(job, symbols, *commands, options, broken, units); !whole.ok())
      return whole.error();
  }
  return units;
}

Result<EngineProgram> buildProgram(const EngineJob& job, uint64_t memoryLimitBytes, const HostProgram::Symbols& symbols,
                                   const KnownPlaces& places,
                                   const std::function<void(const EngineProgress&)>& progress) {
  Result<CompiledUnits> compiled = compileProgram(job, symbols, progress);
  if (!compiled.ok()) return compiled.error();
  CompiledUnits& units = *compiled;
  EngineProgram program;
  program.notes = std::move(units.notes);
  progress({"compile", "linking", 1});
  Result<std::unique_ptr<Arena>> arena = Arena::create(memoryLimitBytes);
  if (!arena.ok()) return arena.error();
  program.arena = std::move(arena.value());
  DeviceProgramOptions deviceOptions;
  deviceOptions.print = [](std::string_view text) { CudaRuntime::current()->keepPrinted(text); };
  deviceOptions.relocatable = units.relocatable;
  deviceOptions.check = job.check;
  deviceOptions.exactSums = job.check || job.capture;
  deviceOptions.boundSums = job.boundSums;
  deviceOptions.assumptions = job.assumptions;
  deviceOptions.places = places.variables;
  deviceOptions.placesAreWishes = true;
  if (places.end != 0) program.arena->keepFreeBelow(places.end);
  Result<DeviceProgram> device = DeviceProgram::load(std::move(units.device), *program.arena, std::move(deviceOptions));
  if (!device.ok()) return device.error();
  program.device = std::move(device.value());
  HostProgram::Symbols withManaged = symbols;
  for (unsigned number = 0; number < units.host.size(); ++number) {
    const Status placed = placeManagedVariables(units.host[number], number, *program.device, withManaged);
    if (!placed.ok()) return placed.error();
  }
  Result<HostProgram> host = HostProgram::load(std::move(units.host), withManaged);
  if (!host.ok()) return host.error();
  program.host = std::move(host.value());
  return program;
}

Result<CompiledUnits> compileDevice(const EngineJob& job, const std::function<void(const EngineProgress&)>& progress) {
  if (!job.compiled.empty()) return readUnits(job.compiled);
  Result<std::vector<frontend::CompileCommand>> commands = commandsOf(job);
  if (!commands.ok()) return commands.error();
  CompiledUnits units;
  for (const frontend::CompileCommand& command : *commands) {
    if (!command.cuda) continue;
    progress({"compile", command.file.filename().string(), -1});
    if (const Status done = compileOne(command, parseOptionsOf(job), units); !done.ok()) return done.error();
    units.host.clear();
  }
  return units;
}

Result<DeviceProgram> buildDevice(const EngineJob& job, Arena& arena, std::map<VariableName, uint64_t> places,
                                  const std::function<void(const EngineProgress&)>& progress) {
  Result<CompiledUnits> units = compileDevice(job, progress);
  if (!units.ok()) return units.error();
  DeviceProgramOptions options;
  options.relocatable = units->relocatable;
  options.places = std::move(places);
  options.exactSums = true;
  // How much the program had is not captured.
  options.deviceHeapBytes = ~uint64_t{0};
  return DeviceProgram::load(std::move(units->device), arena, std::move(options));
}

}  // namespace warpwright::engine
