#include "core/execute/place/worker_call.h"

#include <string.h>

#include <nlohmann/json.hpp>

#include "core/base/file.h"

namespace warpwright {

using nlohmann::json;

std::string jobText(const json& job) {
  return job.dump(-1, ' ', false, json::error_handler_t::replace);
}

Error WorkerEnd::crash(const std::string& ended, const std::string& timedOut) const {
  std::string message = ended;
  if (!lost.empty()) {
    message += ": " + lost;
  } else if (process.timedOut) {
    message = timedOut;
  } else if (process.signal != 0) {
    message += std::string(" (") + ::strsignal(process.signal) + ")";
  } else {
    message += " (exit " + std::to_string(process.exitCode) + ")";
  }
  return {ErrorKind::worker, message + (lastText.empty() ? "." : ", at: " + lastText + "."), std::nullopt};
}

std::string takeEvent(std::string_view line, const std::function<void(const json&)>& take,
                      const std::function<void(const EngineProgress&)>& progress, std::string& lastText) {
  try {
    const json event = json::parse(line);
    const std::string name = event.at("event").get<std::string>();
    if (name != "progress") {
      take(event);
      return name;
    }
    lastText = event.value("text", "");
    if (progress) progress({event.value("phase", ""), lastText, event.value("fraction", -1.0)});
    return name;
  } catch (const json::exception&) {
    return {};
  }
}

Result<WorkerEnd> callWorker(const WorkerCall& call, const std::function<void(const json&)>& take,
                             const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  SubprocessOptions options;
  options.command = {programPath(call.program).string()};
  options.workingFolder = call.workingFolder;
  options.input = call.job;
  options.eventChannel = true;
  options.diesWithStarter = true;
  options.inheritOutput = call.showOutput;
  options.maxOutputBytes = call.maxOutputBytes;
  options.timeout = call.timeout;
  Result<Subprocess> worker = Subprocess::start(options);
  if (!worker.ok()) return worker.error();
  std::string lastText;
  const auto onEvent = [&](std::string_view line) { takeEvent(line, take, progress, lastText); };
  Result<SubprocessEnd> end = worker->wait(nullptr, onEvent, std::move(stop));
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  return WorkerEnd{*std::move(end), std::move(lastText)};
}

}  // namespace warpwright
