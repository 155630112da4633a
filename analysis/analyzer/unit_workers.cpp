#include "analysis/analyzer/unit_workers.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/linked_service.h"
#include "analysis/frontend/compile_command_json.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/execute/service/request_json.h"
#include "core/execute/service/worker_connection.h"
#include "core/execute/service/worker_loop.h"

namespace warpwright::analysis {
namespace {

using nlohmann::json;

/// Whoever kills a worker from outside, as the system does where memory runs out, need not have anything against its
/// unit: a fresh one looks at it again, so often.
constexpr int mostKilled = 3;

/// A worker that has become so large keeps more than the next unit wants: it is replaced.
constexpr uint64_t largestToKeep = uint64_t{1536} << 20;

uint64_t residentBytes(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  uint64_t pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

Error endedEarly(const frontend::CompileCommand& unit, const SubprocessEnd& end, uint64_t memoryBytes) {
  std::string message = "The analysis of " + unit.file.filename().string();
  if (end.signal == 0 && end.exitCode == exitOutOfMemory)
    message += " needs more than " + memoryText(memoryBytes) + " of memory";
  else if (end.signal != 0)
    message += std::string(" ended early (") + ::strsignal(end.signal) + ")";
  else
    message += " ended early (exit code " + std::to_string(end.exitCode) + ")";
  return Error{ErrorKind::worker, message + ": nothing is known of this file.", std::nullopt};
}

/// One worker process after the other, of one thread.
class UnitWorker {
 public:
  using Tell = std::function<void(double part)>;

  UnitWorker(const UnitWorkersOptions& options, const std::string& beginning, std::stop_token stop)
      : options_(options), beginning_(beginning), stop_(std::move(stop)) {}

  /// Errors: those of UnitWorkers::next; cancelled.
  Result<UnitFindings> lookAt(size_t unit, const Tell& tell) {
    for (int killed = 0;;) {
      const bool isFresh = !connection_;
      if (isFresh) {
        if (Status started = start(); !started.ok()) return started.error();
      }
      const std::string question = json{{"id", unit}, {"method", "unit"}, {"params", {{"unit", unit}}}}.dump();
      Said said = isFresh ? ask(beginning_, nullptr) : Said{};
      if (!said.end) said = ask(question, &tell);
      if (said.error) return *said.error;
      if (said.result) {
        if (residentBytes(connection_->pid()) > largestToKeep) connection_.reset();
        return unitFindingsFromJson(*said.result);
      }
      connection_.reset();
      if (!said.end) return cancelledError();
      if (!isFresh || (said.end->signal == SIGKILL && ++killed < mostKilled)) continue;
      UnitFindings lost;
      lost.failed = endedEarly(options_.units[unit], *said.end, options_.memoryBytes);
      return lost;
    }
  }

 private:
  /// Nothing: it was stopped.
  struct Said {
    std::optional<json> result;
    std::optional<Error> error;
    std::optional<SubprocessEnd> end;
  };

  Status start() {
    auto started = WorkerConnection::start(options_.program, [this] {
      const std::lock_guard lock(mutex_);
      news_ = true;
      condition_.notify_all();
    });
    if (!started.ok()) return started.error();
    connection_ = std::move(started).value();
    return {};
  }

  Said ask(const std::string& question, const Tell* tell) {
    (void)connection_->send(question);  // where that fails, it has ended
    for (;;) {
      while (const auto line = connection_->next()) {
        const json answer = json::parse(*line, nullptr, false);
        if (!answer.is_object()) continue;
        if (const auto progress = answer.find("progress"); progress != answer.end()) {
          if (tell) (*tell)(progress->value("fraction", 0.0));
        } else if (const auto error = answer.find("error"); error != answer.end()) {
          return {{}, errorFromJson(*error), {}};
        } else if (const auto result = answer.find("result"); result != answer.end()) {
          return {*result, {}, {}};
        }
      }
      if (const auto end = connection_->end()) return {{}, {}, end};
      if (!waitForNews()) return {};
    }
  }

  /// False: it is to stop.
  bool waitForNews() {
    std::unique_lock lock(mutex_);
    condition_.wait(lock, stop_, [&] { return news_; });
    news_ = false;
    return !stop_.stop_requested();
  }

  const UnitWorkersOptions& options_;
  const std::string& beginning_;
  std::stop_token stop_;
  std::mutex mutex_;
  std::condition_variable_any condition_;
  bool news_ = false;
  std::unique_ptr<WorkerConnection> connection_;  ///< last: it tells of news until it is gone
};

std::string beginningOf(const UnitWorkersOptions& options) {
  json params = toJson(options.request);
  params["units"] = frontend::unitsJson(options.units);
  params["memory_bytes"] = options.memoryBytes;
  params["cache"] = options.cache ? jsonBytes(options.cache->folder().string()) : json();
  const json request = {{"id", "units"}, {"method", "units"}, {"params", std::move(params)}};
  return request.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

UnitWorkers::UnitWorkers(UnitWorkersOptions options, std::function<void(const UnitsProgress&)> progress,
                         std::stop_token stop)
    : options_(std::move(options)),
      progress_(std::move(progress)),
      beginning_(beginningOf(options_)),
      done_(options_.units.size()),
      parts_(options_.units.size()),
      stopping_(std::move(stop), [this] {
        ending_.request_stop();
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
      }) {
  if (options_.cache) options_.cache->lookAt(optionsOf(options_.request), options_.units);
  const size_t count = std::clamp<size_t>(options_.jobs, 1, std::max<size_t>(1, options_.units.size()));
  for (size_t i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
}

UnitWorkers::~UnitWorkers() {
  ending_.request_stop();
}

void UnitWorkers::work() {
  UnitWorker worker(options_, beginning_, ending_.get_token());
  std::unique_lock lock(mutex_);
  while (next_ < options_.units.size() && !ending_.stop_requested()) {
    const size_t unit = next_++;
    lock.unlock();
    auto known = options_.cache ? options_.cache->find(options_.units[unit], options_.request.openTexts) : std::nullopt;
    Result<UnitFindings> findings = known ? *std::move(known) : worker.lookAt(unit, [&](double part) {
      const std::lock_guard inside(mutex_);
      parts_[unit] = part;
    });
    lock.lock();
    if (!findings.ok() && findings.error().kind == ErrorKind::cancelled) return;
    done_[unit] = std::move(findings);
    parts_[unit] = 1;
    ++doneCount_;
    changed_.notify_all();
  }
}

UnitsProgress UnitWorkers::now() const {
  UnitsProgress progress{doneCount_, options_.units.size(), 0, {}};
  for (size_t i = 0; i < parts_.size(); ++i) {
    progress.fraction += parts_[i] / static_cast<double>(parts_.size());
    const bool isUnderWay = i < next_ && !done_[i];
    if (isUnderWay && progress.underWay.empty()) progress.underWay = options_.units[i].file.filename().string();
  }
  return progress;
}

Result<std::optional<UnitFindings>> UnitWorkers::next(size_t unit) {
  std::unique_lock lock(mutex_);
  while (!done_[unit] && !ending_.stop_requested()) {
    if (progress_) {
      const UnitsProgress progress = now();
      lock.unlock();
      progress_(progress);
      lock.lock();
      if (done_[unit] || ending_.stop_requested()) break;
    }
    changed_.wait_for(lock, std::chrono::milliseconds(200));
  }
  if (!done_[unit]) return std::optional<UnitFindings>();
  Result<UnitFindings> findings = std::move(*done_[unit]);
  done_[unit].emplace(UnitFindings{});
  if (!findings.ok()) return findings.error();
  return std::optional(std::move(findings.value()));
}

}  // namespace warpwright::analysis
