#pragma once

#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/job/engine_job.h"
#include "core/job/fused_job.h"
#include "core/job/observation.h"

namespace warpwright::engine {

/// Receives what a job does, in the words of core/execute/place/PROTOCOL.md. Called from one thread at a time.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void progress(const EngineProgress& progress) = 0;
  virtual void launch(const EngineLaunch& launch) = 0;
  virtual void observed(const Observation& launch) = 0;
  virtual void finding(const EngineFinding& finding) = 0;
  virtual void captured(const CaptureSummary& capture) = 0;
  virtual void fused(const memsim::FusedRun& run) = 0;
  virtual void note(const std::string& text) = 0;
  virtual void failure(const Error& error) = 0;
  virtual void end(int exitCode, double seconds, double compileSeconds, uint64_t peakBytes) = 0;
};

/// Compiles the job's program, runs it in this process and ends the process when the program ends, in whatever way: by
/// return, exit, abort, an uncaught exception, a fault, its time limit. Nothing of this process may be needed after it.
/// `fused`: launches that are to be run on the model of a fused chip, too; the program is ended after the last of them.
[[noreturn]] void runJob(const EngineJob& job, EventSink& sink, const FusedRequest* fused = nullptr);

}  // namespace warpwright::engine
