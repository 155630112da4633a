#include "core/execute/service/worker_loop.h"

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/execute/service/request_json.h"

namespace warpwright {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds progressInterval{50}, partialInterval{150};

size_t countOpportunities(const AnalysisResult& result) {
  size_t count = 0;
  for (const KernelSummary& kernel : result.kernels) count += kernel.opportunities.size();
  return count;
}

/// Answers to one request.
class Answers {
 public:
  Answers(json id, const std::function<void(const std::string&)>& output) : id_(std::move(id)), output_(output) {}

  void last(const char* key, json value) { send(key, std::move(value)); }
  template <typename T>
  void last(const Result<T>& result) {
    send(result.ok() ? "result" : "error", result.ok() ? toJson(*result) : json(result.error()));
  }

  void part(json part) { send("part", std::move(part)); }

  void progress(const AnalysisResult& soFar, double fraction, std::string_view phase) {
    progress(fraction, phase);
    partial(soFar);
  }

  void progress(double fraction, std::string_view phase) {
    const auto now = Clock::now();
    if (now - lastProgress_ < progressInterval) return;
    lastProgress_ = now;
    send("progress", {{"fraction", fraction}, {"phase", phase}});
  }

 private:
  void partial(const AnalysisResult& soFar) {
    const auto now = Clock::now();
    // Kernels first, then the first findings, which are of the kernel that was edited; then each time there are new
    // ones, but not for every single one; all of them at once.
    const size_t found = countOpportunities(soFar);
    const bool news = soFar.kernels.size() != kernels_ || found != opportunities_;
    const bool areFirst = opportunities_ == 0 && found != 0;
    const bool due = soFar.awaitsRegisters || areFirst || (news && now - lastPartial_ >= interval_);
    if (soFar.kernels.empty() || !due) return;
    kernels_ = soFar.kernels.size();
    opportunities_ = found;
    send("partial", toJson(soFar));
    // Of a long file an answer takes a while to write and to read: most of the time is for looking.
    lastPartial_ = Clock::now();
    interval_ = std::max<Clock::duration>(partialInterval, 20 * (lastPartial_ - now));
  }

  void send(const char* key, json value) {
    output_(json{{"id", id_}, {key, std::move(value)}}.dump(-1, ' ', false, json::error_handler_t::replace));
  }

  json id_;
  const std::function<void(const std::string&)>& output_;
  Clock::time_point lastProgress_{}, lastPartial_{};
  Clock::duration interval_ = partialInterval;
  size_t kernels_ = 0, opportunities_ = 0;
};

void answerAnalyze(const json& params, Answers& answers, const WorkerFunctions& functions) {
  const auto request = analysisRequestFromJson(params);
  if (!request.ok()) return answers.last("error", request.error());
  answers.last(functions.analyze(*request, [&](const AnalysisResult& soFar, double fraction, std::string_view phase) {
    answers.progress(soFar, fraction, phase);
  }));
}

void answerRewrite(const json& params, Answers& answers, const WorkerFunctions& functions) {
  const auto request = rewriteRequestFromJson(params);
  if (!request.ok()) return answers.last("error", request.error());
  answers.last(functions.rewrite(*request));
}

void answerUnits(const json& params, Answers& answers, const WorkerFunctions& functions) {
  const auto request = analysisRequestFromJson(params);
  if (!request.ok()) return answers.last("error", request.error());
  const Status together = functions.lookTogether(*request, params);
  answers.last(together.ok() ? "result" : "error", together.ok() ? json::object() : json(together.error()));
}

void answerUnit(const json& params, Answers& answers, const WorkerFunctions& functions) {
  const bool isOne = params.is_object() && params.contains("unit") && params["unit"].is_number_unsigned();
  if (!isOne) return answers.last("error", Error{ErrorKind::usage, "This is not a request for a unit.", {}});
  const Result<json> said = functions.lookAt(
      params["unit"].get<size_t>(), [&](double part, std::string_view phase) { answers.progress(part, phase); },
      [&](json part) { answers.part(std::move(part)); });
  answers.last(said.ok() ? "result" : "error", said.ok() ? *said : json(said.error()));
}

}  // namespace

void serveAnalysis(std::istream& input, const std::function<void(const std::string& line)>& output,
                   const WorkerFunctions& functions) {
  for (std::string line; std::getline(input, line);) {
    const json request = json::parse(line, nullptr, false);
    const bool isObject = request.is_object();
    Answers answers(isObject && request.contains("id") ? request["id"] : json(nullptr), output);
    const json params = isObject && request.contains("params") ? request["params"] : json();
    const json method = isObject && request.contains("method") ? request["method"] : json();
    if (method == "analyze")
      answerAnalyze(params, answers, functions);
    else if (method == "rewrite")
      answerRewrite(params, answers, functions);
    else if (method == "units" && functions.lookTogether)
      answerUnits(params, answers, functions);
    else if (method == "unit" && functions.lookAt)
      answerUnit(params, answers, functions);
    else
      answers.last("error", Error{ErrorKind::usage, "This is not a request: " + line.substr(0, 200), {}});
  }
}

}  // namespace warpwright
