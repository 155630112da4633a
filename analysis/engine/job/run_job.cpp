#include "analysis/engine/job/run_job.h"

#include <cxxabi.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <mutex>
#include <thread>

#include "analysis/engine/cuda/cuda_runtime.h"
#include "analysis/engine/cuda/launch_checks.h"
#include "analysis/engine/host/quick_exit.h"
#include "analysis/engine/host/written_files.h"
#include "analysis/engine/host/zeroed_host_memory.h"
#include "analysis/engine/job/engine_program.h"
#include "analysis/engine/job/exception_text.h"
#include "analysis/engine/job/memory_limits.h"
#include "analysis/engine/run/fault.h"

namespace warpwright::engine {
namespace {

using Clock = std::chrono::steady_clock;

/// Addresses of the stack that main runs on; taken as they are touched. Programs with large local arrays are written
/// for unlimited stacks.
constexpr size_t mainStackBytes = size_t{1} << 30;
/// What `time` starts from in a recorded run: programs that seed with it then compute the same again.
constexpr std::time_t recordedStart = 1'600'000'000;

/// One run of a program, from its start to the end of the process. The functions that the program calls to end itself
/// find it through `running`.
class Run {
 public:
  Run(const EngineJob& job, EventSink& sink, const FusedRequest* fused)
      : job_(job), sink_(sink), fusedRequest_(fused), lines_(job.openTexts) {}

  [[noreturn]] void start();
  /// The program ended by itself.
  [[noreturn]] void finish(int exitCode);
  /// The program ended without its exit handlers, and without what the C library has not yet written.
  [[noreturn]] void finishAtOnce(int exitCode);
  QuickExit& quickExit() { return quickExit_; }
  /// The program cannot go on.
  [[noreturn]] void stop(const Error& error, int exitCode);
  void reportFault(const HostFault& fault) {
    fault_ = fault;
    ::sem_post(&faulted_);
  }
  std::string where() const;

 private:
  [[noreturn]] void compileOnly();
  RuntimeOptions optionsWith(KnownPlaces places);
  RuntimeEvents events();
  void build();
  void runMain();
  [[noreturn]] void watch();
  [[noreturn]] void stopHanging();
  Error faultError() const;
  [[noreturn]] void endProcess(int exitCode);
  void claimEnd();
  void loseUnwritten();
  [[noreturn]] void tellEnd(int exitCode);
  void putFilesBack();

  const EngineJob& job_;
  EventSink& sink_;
  const FusedRequest* fusedRequest_;
  SourceLines lines_;
  std::optional<EngineProgram> program_;
  OutputRecorder recorder_;
  std::optional<WrittenFiles> files_;
  std::unique_ptr<FusedLaunches> fused_;
  std::optional<CudaRuntime> runtime_;
  std::optional<Clock::time_point> deadline_;
  Clock::time_point created_ = Clock::now(), started_ = created_;
  double compileSeconds_ = 0;
  uint64_t memoryLimit_ = 0;
  std::mutex sinkMutex_;
  std::atomic<bool> ending_{false};
  std::atomic<std::thread::id> endingThread_{};
  QuickExit quickExit_;
  const pid_t process_ = ::getpid();  ///< what the program forks ends by itself
  sem_t faulted_{};
  HostFault fault_;
};

Run* running = nullptr;

void onHostFault(const HostFault& fault) {
  // Only what a signal handler may do: another thread tells about it and ends the process.
  running->reportFault(fault);
  for (;;) ::pause();
}

std::string baseName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::optional<SourceRange> rangeOf(const SourcePosition& at) {
  return at.isValid() ? std::optional<SourceRange>(SourceRange{at}) : std::nullopt;
}

// What the program calls to end itself.
[[noreturn]] void programExit(int code) {
  running->finish(code & 0xff);
}
[[noreturn]] void programExitAtOnce(int code) {
  running->finishAtOnce(code & 0xff);
}
[[noreturn]] void programQuickExit(int code) {
  running->quickExit().run();
  running->finishAtOnce(code & 0xff);
}
int programAtQuickExit(void (*handler)()) {
  return running->quickExit().add(handler), 0;
}
[[noreturn]] void programAbort() {
  running->stop(inputError("The program called abort()" + running->where() + "."), 134);
}
[[noreturn]] void programAssertFailed(const char* expression, const char* file, unsigned line, const char* function) {
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  running->stop(inputError(baseName(file) + ":" + std::to_string(line) + ": the assertion `" + expression +
                               "` of the host program does not hold.",
                           rangeOf({file, line, 0})),
                134);
}
std::time_t recordedTime(std::time_t* result) {
  static const Clock::time_point start = Clock::now();
  const std::time_t now =
      recordedStart + std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start).count();
  if (result) *result = now;
  return now;
}

[[noreturn]] void onTerminate() {
  const std::string what =
      std::current_exception() ? "did not catch " + currentExceptionText() : "called std::terminate";
  running->stop(inputError("The program " + what + running->where() + "."), 134);
}
void onAbortSignal(int) {
  programAbort();
}

HostProgram::Symbols symbolsOf(const EngineJob& job) {
  HostProgram::Symbols symbols = CudaRuntime::symbols();
  symbols["exit"] = reinterpret_cast<void*>(&programExit);
  for (const char* name : {"_exit", "_Exit"}) symbols[name] = reinterpret_cast<void*>(&programExitAtOnce);
  symbols["quick_exit"] = reinterpret_cast<void*>(&programQuickExit);
  symbols["at_quick_exit"] = reinterpret_cast<void*>(&programAtQuickExit);
  symbols["abort"] = reinterpret_cast<void*>(&programAbort);
  symbols["__assert_fail"] = reinterpret_cast<void*>(&programAssertFailed);
  if (!job.outputRecord.empty()) {
    symbols["time"] = reinterpret_cast<void*>(&recordedTime);
    WrittenFiles::addSymbols(symbols);
  }
  if (job.check) addHandOverSymbols(symbols);
  addZeroedMemorySymbols(symbols);
  return symbols;
}

/// ". It was in cudaMemcpy (main.cu:41)" or nothing.
std::string Run::where() const {
  const std::string last = runtime_ ? runtime_->lastCall() : "";
  return last.empty() ? "" : ", after " + last;
}

void Run::compileOnly() {
  const auto progress = [&](const EngineProgress& now) { sink_.progress(now); };
  const Result<CompiledUnits> units = compileProgram(job_, symbolsOf(job_), progress);
  if (!units.ok()) stop(units.error(), 1);
  if (const Status written = writeUnits(*units, job_.compileTo); !written.ok()) stop(written.error(), 1);
  claimEnd();
  endProcess(0);
}

/// What the simulated CUDA runtime is to do; ends the process where it cannot.
RuntimeOptions Run::optionsWith(KnownPlaces places) {
  RuntimeOptions options;
  options.check = job_.check;
  options.countAccesses = job_.countAccesses;
  options.metrics = job_.metrics;
  options.workers = std::max(1U, job_.workers);
  options.assumptions = job_.assumptions;
  options.places = std::move(places);
  options.memoryLimitBytes = memoryLimit_;
  options.device.arch = job_.arch;
  if (job_.capture) options.captureFor = &job_;
  if (job_.requestTrace) options.requestsFor = &*job_.requestTrace;
  if (fusedRequest_ != nullptr) {
    Result<std::unique_ptr<FusedLaunches>> fused = FusedLaunches::create(*fusedRequest_);
    if (!fused.ok()) stop(fused.error(), 1);
    fused_ = std::move(fused.value());
    options.fused = fused_.get();
  }
  if (Result<Device> device = findDevice(job_.device.empty() ? job_.arch : job_.device); device.ok()) {
    options.device = std::move(device.value());
  } else if (!job_.device.empty()) {
    stop(device.error(), 1);
  }
  return options;
}

RuntimeEvents Run::events() {
  RuntimeEvents events;
  events.launch = [this](const EngineLaunch& launch) {
    const std::lock_guard lock(sinkMutex_);
    sink_.launch(launch);
  };
  if (job_.observe) {
    events.observed = [this](const Observation& launch) {
      const std::lock_guard lock(sinkMutex_);
      sink_.observed(launch);
    };
  }
  events.progress = [this](const EngineProgress& progress) {
    const std::lock_guard lock(sinkMutex_);
    sink_.progress(progress);
  };
  events.captured = events.modelled = [this] {
    claimEnd();
    runtime_->showPrinted();
    endProcess(0);
  };
  events.stop = [this](const Error& error) {
    if (runtime_) runtime_->showPrinted();
    stop(error, 1);
  };
  return events;
}

void Run::build() {
  memoryLimit_ = job_.memoryLimitBytes != 0 ? job_.memoryLimitBytes : defaultDeviceMemory();
  KnownPlaces places;
  if (!job_.placesOf.empty()) {
    Result<KnownPlaces> known = KnownPlaces::read(job_.placesOf);
    if (!known.ok()) stop(known.error(), 1);
    places = std::move(known.value());
  }
  Result<EngineProgram> built =
      buildProgram(job_, memoryLimit_, symbolsOf(job_), places, [&](const EngineProgress& progress) {
        const std::lock_guard lock(sinkMutex_);
        sink_.progress(progress);
      });
  compileSeconds_ = std::chrono::duration<double>(Clock::now() - created_).count();
  if (!built.ok()) stop(built.error(), 1);
  program_ = std::move(built.value());
  if (!job_.outputRecord.empty()) {
    Result<OutputRecordWriter> writer = OutputRecordWriter::create(job_.outputRecord);
    if (!writer.ok()) stop(writer.error(), 1);
    recorder_.recordTo(std::move(writer.value()));
    for (const auto& [name, place] : program_->device->variables())
      recorder_.addVariable(name.unit, name.name, place, *program_->arena);
  }
  RuntimeOptions options = optionsWith(std::move(places));
  started_ = Clock::now();
  if (job_.timeLimit.count() > 0) options.deadline = deadline_ = started_ + job_.timeLimit;
  runtime_.emplace(*program_->arena, *program_->device, recorder_, lines_, std::move(options), events());
  runtime_->setCallSites(program_->host->callSites());
  runtime_->setHostPlaces([this](uint64_t programCounter) {
    SourcePosition begin;
    return program_->host->placeOf(programCounter, begin);
  });
  CudaRuntime::current() = &*runtime_;
}

void Run::runMain() {
  // What libraries take for the program, strdup for one, is not taken through symbolsOf: new memory is zero there, too,
  // but for the pointer at the start of small pieces that were free before.
  if (!job_.outputRecord.empty()) {
    ::mallopt(M_PERTURB, 0xff);
    WrittenFiles::current() = &files_.emplace();
  }
  // A handler for an overflow of the stack needs another stack, and each thread has its own.
  static char handlerStack[65536];
  const stack_t other{handlerStack, 0, sizeof handlerStack};
  ::sigaltstack(&other, nullptr);
  // Programs print what they are called: a variant is called as the original is.
  std::vector<std::string> arguments{(job_.variantOf.empty() ? job_.path : job_.variantOf).string()};
  arguments.insert(arguments.end(), job_.arguments.begin(), job_.arguments.end());
  try {
    Result<int> code = program_->host->run(arguments);
    if (!code.ok()) stop(code.error(), 1);
    finish(*code & 0xff);
  } catch (abi::__forced_unwind&) {
    throw;  // the thread is being ended
  } catch (...) {
    stop(inputError("The program did not catch " + currentExceptionText() + where() + "."), 134);
  }
}

void Run::start() {
  running = this;
  ::sem_init(&faulted_, 0, 0);
  if (!job_.compileTo.empty()) compileOnly();
  build();
  limitHostMemory();
  std::set_terminate(&onTerminate);
  ::signal(SIGABRT, &onAbortSignal);
  ::signal(SIGPIPE, SIG_IGN);
  installFaultHandlers(&onHostFault);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, mainStackBytes);
  pthread_t thread;
  const int code = ::pthread_create(
      &thread, &attributes,
      [](void* run) -> void* {
        static_cast<Run*>(run)->runMain();
        return nullptr;
      },
      this);
  if (code != 0) stop(Error{ErrorKind::worker, "Cannot start the program: no memory for its stack.", std::nullopt}, 1);
  watch();
}

void Run::watch() {
  for (;;) {
    int got = 0;
    if (deadline_) {
      // Kernels end themselves at the deadline and say where they were; the rest is for the host side.
      const auto left = *deadline_ + std::chrono::milliseconds(1500) - Clock::now();
      timespec until{};
      ::clock_gettime(CLOCK_REALTIME, &until);
      const auto nanoseconds = std::max<int64_t>(0, std::chrono::nanoseconds(left).count()) + until.tv_nsec;
      until.tv_sec += nanoseconds / 1'000'000'000;
      until.tv_nsec = nanoseconds % 1'000'000'000;
      got = ::sem_timedwait(&faulted_, &until);
    } else {
      got = ::sem_wait(&faulted_);
    }
    if (got == 0) stop(faultError(), 139);
    if (errno == ETIMEDOUT) stopHanging();
  }
}

void Run::stopHanging() {
  std::string limit = std::to_string(std::lround(static_cast<double>(job_.timeLimit.count()) / 1000.0)) + " s";
  if (job_.timeLimit.count() < 1000) limit = std::to_string(job_.timeLimit.count()) + " ms";
  const std::string last = runtime_->lastCall();
  runtime_->showPrintedAtStop();
  stop(inputError("The program did not end within " + limit + ": it was in host code" +
                      (last.empty() ? "" : ", after " + last) + ". Stopped.",
                  rangeOf(runtime_->here())),
       124);
}

Error Run::faultError() const {
  SourcePosition at;
  const std::string function = program_ ? program_->host->placeOf(fault_.programCounter, at) : "";
  std::string what = "accessed memory that it does not own";
  if (fault_.signal == SIGFPE) what = "divided by zero";
  if (fault_.signal == SIGILL) what = "ran into an illegal instruction";
  if (fault_.signal != SIGFPE && fault_.address < 4096) what = "followed a null pointer";
  std::string message = "The host program " + what;
  if (!function.empty()) {
    message += " in " + function;
    if (at.isValid()) message += " (" + baseName(at.file) + ":" + std::to_string(at.line) + ")";
  }
  return inputError(message + where() + ".", rangeOf(at));
}

/// Lets one thread end the process; others wait for it here.
void Run::claimEnd() {
  if (!ending_.exchange(true)) {
    endingThread_ = std::this_thread::get_id();
    return;
  }
  if (endingThread_.load() == std::this_thread::get_id()) return;
  for (;;) ::pause();
}

void Run::finish(int exitCode) {
  // An exit handler may call exit itself.
  thread_local bool handling = false;
  if (!std::exchange(handling, true)) program_->host->runExitHandlers();
  if (::getpid() != process_) std::fflush(nullptr), ::_exit(exitCode);
  if (runtime_) runtime_->endHostWatch();
  claimEnd();
  std::fflush(nullptr);  // files that the program leaves open
  tellEnd(exitCode);
}

void Run::finishAtOnce(int exitCode) {
  if (::getpid() != process_) ::_exit(exitCode);
  if (runtime_) runtime_->endHostWatch();
  claimEnd();
  loseUnwritten();
  tellEnd(exitCode);
}

/// What was printed and not yet written: a terminal would show its whole lines, a pipe or file has none of it. So it is
/// no output, and goes into the record all the same.
void Run::loseUnwritten() {
  const std::string lost = takeUnwrittenOutput();
  if (lost.empty()) return;
  if (WrittenFiles::current() != nullptr) recorder_.writer()->addFile(OutputRecord::unwrittenOutput, lost);
  sink_.note("Printed, and lost when the program ended without writing it (fflush): " + std::to_string(lost.size()) +
             (lost.size() == 1 ? " byte." : " bytes."));
}

void Run::tellEnd(int exitCode) {
  putFilesBack();
  if (const Status written = recorder_.finish(); !written.ok()) stop(written.error(), exitCode);
  if (runtime_->failure()) stop(*runtime_->failure(), exitCode);
  if (runtime_->capturer() && !runtime_->capturer()->written()) stop(runtime_->capturer()->missing(), exitCode);
  if (runtime_->capturer()) {
    if (const auto several = runtime_->capturer()->severalMeant()) stop(*several, exitCode);
  }
  if (job_.requestTrace && runtime_->keptRequests() == 0) {
    stop(inputError("The program ended without launch " + std::to_string(job_.requestTrace->firstLaunch) + " of `" +
                    job_.requestTrace->kernel + "`: there are no loads to weigh."),
         exitCode);
  }
  if (fused_ && fused_->run().launches == 0) {
    stop(inputError("The program ended without launch " + std::to_string(fusedRequest_->firstLaunch) + " of `" +
                    fusedRequest_->kernel + "`: nothing could be modelled."),
         exitCode);
  }
  const std::lock_guard lock(sinkMutex_);
  for (const EngineFinding& finding : runtime_->findings()) sink_.finding(finding);
  if (job_.check) {
    if (const std::string unfreed = runtime_->unfreed(); !unfreed.empty()) sink_.note(unfreed);
  }
  endProcess(exitCode);
}

void Run::stop(const Error& error, int exitCode) {
  claimEnd();
  const std::unique_lock lock(sinkMutex_, std::try_to_lock);
  if (runtime_) {
    for (const EngineFinding& finding : runtime_->findings()) sink_.finding(finding);
  }
  sink_.failure(error);
  endProcess(exitCode);
}

/// What became of the files that the program changed goes into the record.
void Run::putFilesBack() {
  if (WrittenFiles::current() == nullptr) return;
  const std::vector<std::string> notes = files_->finish(*recorder_.writer());
  for (const std::string& note : notes) sink_.note(note);
}

void Run::endProcess(int exitCode) {
  putFilesBack();
  // A thread that was stopped in the middle of printing still holds the lock of its stream.
  for (FILE* stream : {stdout, stderr}) {
    if (::ftrylockfile(stream) == 0) std::fflush(stream);
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  if (program_ && program_->device) {
    compileSeconds_ += program_->device->compileSeconds();
    for (const std::string& note : program_->device->notes()) sink_.note(note);
  }
  if (program_) {
    for (const std::string& note : program_->notes) sink_.note(note);
  }
  if (runtime_) {
    if (const std::string missing = runtime_->notLaunched(); !missing.empty()) sink_.note(missing);
    if (const std::string lost = runtime_->notShown(); !lost.empty()) sink_.note(lost);
    if (const std::string open = runtime_->notFollowed(); job_.check && !open.empty()) sink_.note(open);
  }
  const std::vector<std::string> checked =
      program_ && program_->device ? program_->device->assumptionsChecked() : std::vector<std::string>{};
  if (runtime_ && runtime_->capturer() && runtime_->capturer()->written()) {
    sink_.captured(*runtime_->capturer()->written());
  }
  if (fused_ && fused_->run().launches > 0) sink_.fused(fused_->run());
  for (const std::string& assumption : job_.assumptions) {
    const bool met = std::find(checked.begin(), checked.end(), assumption) != checked.end();
    if (!isLaunchAssumption(assumption) && !met) sink_.note("Not checked while it ran: " + assumption + ".");
  }
  sink_.end(exitCode, std::chrono::duration<double>(Clock::now() - started_).count(), compileSeconds_,
            static_cast<uint64_t>(usage.ru_maxrss) * 1024);
  ::_exit(exitCode);
}

}  // namespace

void runJob(const EngineJob& job, EventSink& sink, const FusedRequest* fused) {
  Run run(job, sink, fused);
  run.start();
}

}  // namespace warpwright::engine
