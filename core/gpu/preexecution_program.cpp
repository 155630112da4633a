#include "core/gpu/preexecution_program.h"

#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sstream>

#include "core/base/file.h"
#include "core/base/subprocess.h"
#include "core/base/temporary_folder.h"

namespace warpwright::gpu {
namespace {

constexpr uint64_t batchSize = 16, threshold = 10;
constexpr std::chrono::seconds compileLimit{120};

}  // namespace

unsigned usableProcessors() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

namespace {

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
Result<std::filesystem::path> compileLibrary(const std::string& source, const std::filesystem::path& folder, std::stop_token stop) {
  if (folder.empty()) return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  const auto text = folder / "preexecution.cpp", library = folder / "preexecution.so";
  if (Status written = writeFileAtomically(text, source); !written.ok()) return written.error();
  SubprocessOptions options;
  options.command = compiler();
  for (const std::string& word : {std::string("-std=c++17"), std::string("-O2"), std::string("-shared"), std::string("-fPIC"),
                                  std::string("-pthread"), std::string("-o"), library.string(), text.string()}) {
    options.command.push_back(word);
  }
  options.environment["LD_LIBRARY_PATH"];  // libraries that came with this worker are not the compiler's
  options.timeout = compileLimit;
  options.diesWithStarter = true;
  const Result<SubprocessEnd> end = runSubprocess(options, std::move(stop));
  const auto failed = [](std::string message) { return Error{ErrorKind::worker, std::move(message), std::nullopt}; };
  if (!end.ok()) return failed("The pre-execution program needs a C++ compiler where it runs. Install one, or set CXX to it. " + end.error().message);
  if (end->cancelled) return cancelledError();
  if (end->timedOut) return failed("The C++ compiler (" + options.command.front() + ") did not end within two minutes. Set CXX to another one.");
  if (!end->clean()) return failed("The pre-execution program does not compile; report it with this: " + end->errorOutput.substr(0, 400));
  return library;
}

}  // namespace

Result<PreexecutionProgram> PreexecutionProgram::load(const PreexecutionJob& job, const LaunchCapture& capture, std::stop_token stop) {
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
    return Error{ErrorKind::worker, std::string("The pre-execution program cannot be loaded: ") + (why ? why : "it has no entry") + ".", std::nullopt};
  }
  program.shape_ = {capture.grid[0], capture.grid[1], capture.grid[2], capture.block[0], capture.block[1], capture.block[2]};
  return program;
}

/// Requires, as the engine does for its model: each is a whole argument.
Status PreexecutionProgram::takeFields(const PreexecutionJob& job, const LaunchCapture& capture) {
  for (const ProgramField& field : job.fields) {
    uint64_t value = 0, bytes = 0;
    if (field.argument >= 0) {
      const auto number = static_cast<size_t>(field.argument);
      if (number >= capture.arguments.size()) return inputError("The launch has too few arguments for the program.");
      const std::string& given = capture.arguments[number].bytes;
      if (given.size() > sizeof value || (!field.isBuffer && given.size() < field.bytes)) {
        return inputError("Argument " + std::to_string(number) + " of `" + capture.kernel.name + "` is no plain number or pointer: its "
                          "parts cannot be handed to the pre-execution program.");
      }
      std::memcpy(&value, given.data(), given.size());
    } else if (field.isBuffer) {
      notes_.push_back("`" + field.variable + "` is not read ahead: variables of the module lie in memory of the GPU. Addresses that depend on "
                       "it are taken from zeros.");
    } else {
      return inputError("A part of an argument of `" + capture.kernel.name + "` that is passed by value cannot be handed to the "
                        "pre-execution program.");
    }
    fields_.push_back(value);
    if (!field.isBuffer) continue;
    for (const CapturedMemory& piece : capture.memory) {
      if (!piece.isVariable() && value - piece.address < piece.size) bytes = piece.address + piece.size - value;
    }
    if (bytes == 0 && field.argument >= 0) {
      notes_.push_back("`" + field.name + "` is not read ahead: argument " + std::to_string(field.argument) + " points to no captured memory.");
    }
    fields_.push_back(bytes);
  }
  return {};
}

PreexecutionProgram::~PreexecutionProgram() { end(); }

void PreexecutionProgram::prepare(uint64_t concurrentBlocks, uint32_t skipFactor) {
  end();
  run_ = std::make_unique<Run>();
  run_->thread = std::thread([entry = entry_, fields = fields_, shape = shape_, concurrentBlocks, skipFactor, run = run_.get()] {
    run->waits = true;
    while (!run->go && !run->stop) pauseSpinning();
    const uint64_t tuning[4] = {concurrentBlocks, skipFactor, batchSize, threshold};
    if (!run->stop) run->sum = entry(fields.data(), shape.data(), tuning, nullptr, nullptr, &run->stop);
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
