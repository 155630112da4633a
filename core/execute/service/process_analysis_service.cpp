#include <signal.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "core/execute/service/analysis_service.h"
#include "core/execute/service/request_json.h"
#include "core/execute/service/worker_connection.h"

namespace warpwright {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// How long a worker may go on with a request that nobody waits for before it is killed. Most re-analyses end within
/// it, and a worker that lives keeps its parsed headers.
constexpr std::chrono::milliseconds grace{1000};

enum class Kind : uint8_t { analyze, rewrite };

/// A request with the functions that take its answers.
struct Request {
  Kind kind = Kind::analyze;
  uint64_t id = 0;
  json params;
  std::string subject;  ///< the file, for messages
  AnalysisService::AnalysisHandler deliverAnalysis;
  AnalysisService::RewriteHandler deliverRewrite;
  AnalysisService::ProgressHandler progress;

  void fail(const Error& error) const {
    if (kind == Kind::analyze)
      deliverAnalysis(error, true);
    else
      deliverRewrite(error);
  }
};

std::string nameOf(const std::vector<std::filesystem::path>& paths) {
  if (paths.empty()) return "the project";
  const auto& path = paths.front();
  return path.has_filename() ? path.filename().string() : path.string();
}

class ProcessAnalysisService final : public AnalysisService {
 public:
  explicit ProcessAnalysisService(std::filesystem::path worker)
      : program_(std::move(worker)), thread_([this](std::stop_token stop) { serve(stop); }) {}

  ~ProcessAnalysisService() override {
    cancel();
    thread_.request_stop();
    wake();
  }

  void analyze(AnalysisRequest request, AnalysisHandler deliver, ProgressHandler progress) override {
    Request next{Kind::analyze, 0, toJson(request), nameOf(request.paths), std::move(deliver), {}, std::move(progress)};
    enqueue(std::move(next));
  }

  void rewrite(RewriteRequest request, RewriteHandler deliver) override {
    Request next{Kind::rewrite, 0, toJson(request), nameOf(request.context.paths), {}, std::move(deliver), {}};
    enqueue(std::move(next));
  }

  void cancel() override {
    {
      const std::lock_guard lock(mutex_);
      for (auto& request : waiting_) request.reset();
      if (running_) dropRunning();
    }
    wake();
    waitForHandler();
  }

  bool waitUntilIdle(std::chrono::milliseconds deadline) override {
    std::unique_lock lock(mutex_);
    return idle_.wait_for(lock, deadline, [&] { return !running_ && !waiting_[0] && !waiting_[1]; });
  }

 private:
  void enqueue(Request request) {
    {
      const std::lock_guard lock(mutex_);
      request.id = ++lastId_;
      if (running_ && running_->kind == request.kind) dropRunning();
      waiting_[static_cast<size_t>(request.kind)] = std::move(request);
    }
    wake();
    waitForHandler();
  }

  /// Requires: mutex_ held.
  void dropRunning() {
    if (!dropped_) {
      deadline_ = Clock::now() + grace;
      if (workerPid_ > 0) ::kill(workerPid_, SIGUSR1);  // it stops at the next kernel, and keeps what it knows
    }
    dropped_ = true;
  }
  bool isDropped() {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }
  void setWorker(std::unique_ptr<WorkerConnection> worker) {
    {
      const std::lock_guard lock(mutex_);
      workerPid_ = worker ? worker->pid() : 0;
    }
    worker_ = std::move(worker);
  }

  void wake() {
    const std::lock_guard lock(mutex_);
    changed_ = true;
    condition_.notify_all();
  }

  /// Once a request is dropped and this has returned, none of its handlers runs any more.
  void waitForHandler() {
    if (std::this_thread::get_id() == thread_.get_id()) return;
    const std::lock_guard lock(handlerMutex_);
  }

  void serve(std::stop_token stop) {
    while (!stop.stop_requested()) {
      std::optional<Request> request = takeNext(stop);
      if (!request) break;
      handle(*request, stop);
      const std::lock_guard lock(mutex_);
      running_.reset();
      dropped_ = false;
      idle_.notify_all();
    }
    setWorker(nullptr);
  }

  std::optional<Request> takeNext(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    condition_.wait(lock, stop, [&] { return waiting_[0] || waiting_[1]; });
    if (stop.stop_requested()) return std::nullopt;
    // The older of the two kinds first.
    const bool second = !waiting_[0] || (waiting_[1] && waiting_[1]->id < waiting_[0]->id);
    std::optional<Request> request = std::exchange(waiting_[second ? 1 : 0], std::nullopt);
    running_ = Running{request->id, request->kind};
    return request;
  }

  void handle(const Request& request, std::stop_token stop) {
    const std::string line = json{
        {"id", request.id},
        {"method", request.kind == Kind::analyze ? "analyze" : "rewrite"},
        {"params",
         request.params}}.dump(-1, ' ', false, json::error_handler_t::replace);
    for (;;) {
      if (worker_ && worker_->end()) setWorker(nullptr);
      const bool fresh = worker_ == nullptr;
      if (fresh) {
        auto started = WorkerConnection::start(program_, [this] { wake(); });
        if (!started.ok()) return deliver([&] { request.fail(started.error()); });
        setWorker(std::move(started).value());
      }
      const Status sent = worker_->send(line);
      const std::optional<SubprocessEnd> end = sent.ok() ? converse(request, stop) : SubprocessEnd{};
      if (!end && std::exchange(again_, false)) continue;
      if (!end) return;
      setWorker(nullptr);
      // A worker that had ended in peace before it saw the request is replaced without a word.
      if (!fresh && end->clean()) continue;
      return deliver([&] { request.fail(sent.ok() ? crashError(request, *end) : sent.error()); });
    }
  }

  /// Follows the answers to `request`; how the worker ended, if it did so before the last of them.
  std::optional<SubprocessEnd> converse(const Request& request, std::stop_token stop) {
    while (!stop.stop_requested()) {
      while (const auto answer = worker_->next()) {
        if (take(request, *answer)) return std::nullopt;
      }
      if (const auto end = worker_->end()) return end;
      if (!waitForChange(stop)) break;
    }
    setWorker(nullptr);
    return std::nullopt;
  }

  /// Waits for something new; false if the time of a dropped request is up.
  bool waitForChange(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    const auto news = [&] { return changed_ || stop.stop_requested(); };
    bool inTime = true;
    if (dropped_)
      inTime = condition_.wait_until(lock, deadline_, news) || Clock::now() < deadline_;
    else
      condition_.wait(lock, news);
    changed_ = false;
    return inTime;
  }

  /// Runs a handler unless its request has been dropped.
  template <typename Call>
  void deliver(const Call& call) {
    const std::lock_guard handler(handlerMutex_);
    {
      const std::lock_guard lock(mutex_);
      if (dropped_) return;
    }
    call();
  }

  /// One line of the worker; true if it was the last answer to `request`.
  bool take(const Request& request, const std::string& line) {
    const json answer = json::parse(line, nullptr, false);
    if (!answer.is_object() || !answer.contains("id") || answer["id"] != request.id) return false;
    if (const auto progress = answer.find("progress"); progress != answer.end() && progress->is_object()) {
      if (request.progress) deliver([&] { reportProgress(request, *progress); });
      return false;
    }
    if (const auto error = answer.find("error"); error != answer.end()) {
      // It was asked to stop for a request before this one: that came late.
      if (errorFromJson(*error).kind == ErrorKind::cancelled && !isDropped()) return again_ = true;
      deliver([&] { request.fail(errorFromJson(*error)); });
      return true;
    }
    const bool final = answer.contains("result");
    if (!final && !answer.contains("partial")) return false;
    const json& result = answer[final ? "result" : "partial"];
    deliver([&] {
      if (request.kind == Kind::analyze)
        request.deliverAnalysis(analysisFromJson(result), final);
      else if (final)
        request.deliverRewrite(rewriteFromJson(result));
    });
    return final;
  }

  static void reportProgress(const Request& request, const json& progress) {
    const auto fraction = progress.find("fraction");
    const auto phase = progress.find("phase");
    request.progress(fraction != progress.end() && fraction->is_number() ? fraction->get<double>() : -1,
                     phase != progress.end() && phase->is_string() ? phase->get<std::string>() : "");
  }

  static Error crashError(const Request& request, const SubprocessEnd& end) {
    std::string message = "The analysis of " + request.subject + " ended early";
    if (end.signal != 0)
      message += std::string(" (") + ::strsignal(end.signal) + ")";
    else
      message += " (exit code " + std::to_string(end.exitCode) + ")";
    message += ". Earlier findings stay; the next analysis starts a new worker.";
    return Error{ErrorKind::worker, message, std::nullopt};
  }

  struct Running {
    uint64_t id;
    Kind kind;
  };

  const std::filesystem::path program_;
  std::mutex mutex_;
  std::condition_variable_any condition_, idle_;
  std::optional<Request> waiting_[2];
  std::optional<Running> running_;
  bool dropped_ = false;        ///< nobody waits for the running request any more
  Clock::time_point deadline_;  ///< when its worker is killed then
  bool changed_ = false;
  uint64_t lastId_ = 0;
  pid_t workerPid_ = 0;                       ///< of the worker that runs; 0: none does
  std::mutex handlerMutex_;                   ///< held while a handler runs
  bool again_ = false;                        ///< of thread_ only: the request is sent once more
  std::unique_ptr<WorkerConnection> worker_;  ///< of thread_ only
  std::jthread thread_;
};

}  // namespace

std::unique_ptr<AnalysisService> makeProcessAnalysisService(std::filesystem::path worker) {
  return std::make_unique<ProcessAnalysisService>(std::move(worker));
}

}  // namespace warpwright
