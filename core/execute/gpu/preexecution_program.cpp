#include "core/execute/gpu/preexecution_program.h"

#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "core/base/file.h"
#include "core/base/subprocess.h"
#include "core/base/temporary_folder.h"

namespace warpwright::gpu {
namespace {

constexpr uint64_t batchSize = 16, threshold = 10;
constexpr std::chrono::seconds compileLimit{120};

/// "ccache g++" is two words.
std::vector<std::string> compiler() {
  const char* const chosen = std::getenv("CXX");
  std::istringstream words(chosen ? chosen : "");
  std::vector<std::string> command{std::istream_iterator<std::string>(words), {}};
  if (command.empty()) command.push_back("c++");
  return command;
}

void pauseSpinning() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Compiles a text to a shared library in the folder.
Result<std::filesystem::path> compileLibrary(const std::string& source, const std::filesystem::path& folder,
                                             std::stop_token stop) {
  if (folder.empty())
    return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  const auto text = folder / "preexecution.cpp", library = folder / "preexecution.so";
  if (Status written = writeFileAtomically(text, source); !written.ok()) return written.error();
  SubprocessOptions options;
  options.command = compiler();
  options.command.insert(options.command.end(),
                         {"-std=c++17", "-O2", "-shared", "-fPIC", "-pthread", "-o", library.string(), text.string()});
  options.environment["LD_LIBRARY_PATH"];  // libraries that came with this worker are not the compiler's
  options.timeout = compileLimit;
  options.diesWithStarter = true;
  const Result<SubprocessEnd> end = runSubprocess(options, std::move(stop));
  const auto failed = [](std::string message) { return Error{ErrorKind::worker, std::move(message), std::nullopt}; };
  if (!end.ok())
    return failed("The pre-execution program needs a C++ compiler where it runs. Install one, or set CXX to it. " +
                  end.error().message);
  if (end->cancelled) return cancelledError();
  if (end->timedOut)
    return failed("The C++ compiler (" + options.command.front() +
                  ") did not end within two minutes. Set CXX to another one.");
  if (!end->clean())
    return failed("The pre-execution program does not compile; report it with this: " +
                  end->errorOutput.substr(0, 400));
  return library;
}

}  // namespace

Result<PreexecutionProgram> PreexecutionProgram::load(const PreexecutionJob& job, const LaunchCapture& capture,
                                                      std::stop_token stop) {
  PreexecutionProgram program;
  if (Status taken = program.takeFields(job, capture); !taken.ok()) return taken.error();
  const TemporaryFolder folder;
  const auto library = compileLibrary(job.source, folder.path(), std::move(stop));
  if (!library.ok()) return library.error();
  // Never unloaded: its code may be on the way to its end when the process ends.
  void* const loaded = ::dlopen(library->c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded) program.entry_ = reinterpret_cast<Entry>(::dlsym(loaded, "warpwright_preexecute"));
  if (!program.entry_) {
    const char* const why = ::dlerror();
    return Error{ErrorKind::worker,
                 std::string("The pre-execution program cannot be loaded: ") + (why ? why : "it has no entry") + ".",
                 std::nullopt};
  }
  program.shape_ = {capture.grid[0],  capture.grid[1],  capture.grid[2],
                    capture.block[0], capture.block[1], capture.block[2]};
  return program;
}

Status PreexecutionProgram::takeFields(const PreexecutionJob& job, const LaunchCapture& capture) {
  LaunchValues values;
  values.kernel = capture.kernel.name;
  for (const CapturedArgument& argument : capture.arguments) values.arguments.push_back(argument.bytes);
  values.variable = [this](const ProgramField& field) -> Result<uint64_t> {
    notes_.push_back("`" + field.variable +
                     "` is not read ahead: variables of the module lie in memory of the GPU. Addresses that depend on "
                     "it are taken from zeros.");
    return 0;
  };
  values.bytesFrom = [&](const ProgramField& field, uint64_t address) -> uint64_t {
    if (field.argument < 0) return 0;
    for (const CapturedMemory& piece : capture.memory) {
      if (!piece.isVariable() && address - piece.address < piece.size) return piece.address + piece.size - address;
    }
    notes_.push_back("`" + field.name + "` is not read ahead: argument " + std::to_string(field.argument) +
                     " points to no captured memory.");
    return 0;
  };
  Result<std::vector<uint64_t>> fields = fieldValues(job.fields, values);
  if (!fields.ok()) return fields.error();
  fields_ = std::move(*fields);
  return {};
}

PreexecutionProgram::~PreexecutionProgram() {
  end();
}

void PreexecutionProgram::prepare(uint64_t concurrentBlocks, uint32_t skipFactor) {
  end();
  run_ = std::make_unique<Run>();
  run_->thread =
      std::thread([entry = entry_, fields = fields_, shape = shape_, concurrentBlocks, skipFactor, run = run_.get()] {
        run->waits = true;
        while (!run->go && !run->stop) pauseSpinning();
        const uint64_t tuning[4] = {concurrentBlocks, skipFactor, batchSize, threshold};
        if (!run->stop) entry(fields.data(), shape.data(), tuning, nullptr, nullptr, &run->stop);
      });
  while (!run_->waits) pauseSpinning();
}

void PreexecutionProgram::go() {
  if (run_) run_->go = true;
}

void PreexecutionProgram::end() {
  if (!run_) return;
  run_->stop = true;
  run_->thread.join();
  run_.reset();
}

}  // namespace warpwright::gpu
