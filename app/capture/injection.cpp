// libwarpwright_capture.so: loaded by the CUDA driver into a program, where CUDA_INJECTION64_PATH names it. It does
// what the request that WARPWRIGHT_CAPTURE_REQUEST names asks for (core/execute/place/PROTOCOL.md), and nothing without
// one. Whatever goes wrong here is told to who asked; the program goes on.

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/capture/activity_trace.h"
#include "app/capture/launch_watch.h"
#include "core/base/file.h"

namespace {

using namespace warpwright;

/// Everything of this process. Never destroyed: other threads may call the driver while the process ends.
struct Session {
  GpuProgramRequest request;
  capture::AnswerFile answer;
  pid_t process = ::getpid();
  const gpu::Cupti* cupti = nullptr;
  std::unique_ptr<capture::LaunchWatch> watch;
};
Session* session = nullptr;

void atEnd() {
  if (::getpid() != session->process) return;  // a fork of the program has no part in this
  try {
    if (session->watch) {
      session->watch->report();
    } else {
      capture::reportActivity(*session->cupti, session->answer);
    }
  } catch (const std::exception&) {
    // Nobody is left to tell.
  }
}

Status start() {
  Result<const gpu::CudaDriver*> driver = gpu::CudaDriver::load();
  if (!driver.ok()) return driver.error();
  Result<const gpu::Cupti*> cupti = gpu::Cupti::load();
  if (!cupti.ok()) return cupti.error();
  session->cupti = *cupti;
  if (session->request.mode == GpuProgramRequest::Mode::profile) return capture::startActivityTrace(**cupti);
  session->watch = std::make_unique<capture::LaunchWatch>(session->request, session->answer, **driver, **cupti);
  return session->watch->start();
}

void inject() {
  const char* file = std::getenv("WARPWRIGHT_CAPTURE_REQUEST");
  if (!file || session) return;
  Result<std::string> text = readFile(file);
  if (!text.ok()) return;
  Result<GpuProgramRequest> request = gpuProgramRequestFromJson(nlohmann::json::parse(*text, nullptr, false));
  if (!request.ok()) return;
  const capture::AnswerFile answer(request->answer);
  session = new Session{std::move(request.value()), answer};
  answer.send("ready", nlohmann::json::object());
  if (Status started = start(); !started.ok()) {
    answer.failure(started.error());
    return;
  }
  std::atexit(atEnd);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  try {
    inject();
  } catch (const std::exception&) {
    // The driver goes on without us.
  }
  return 1;
}
