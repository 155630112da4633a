#include "analysis/analyzer/unit_workers.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

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

Error endedEarly(const frontend::CompileCommand& unit, const SubprocessEnd& end, uint64_t memoryBytes,
                 const std::string& lacks) {
  std::string message = "The analysis of " + unit.file.filename().string();
  if (end.signal == 0 && end.exitCode == exitOutOfMemory)
    message += " needs more than " + memoryText(memoryBytes) + " of memory";
  else if (end.signal != 0)
    message += std::string(" ended early (") + ::strsignal(end.signal) + ")";
  else
    message += " ended early (exit code " + std::to_string(end.exitCode) + ")";
  return Error{ErrorKind::worker, message + ": " + lacks, std::nullopt};
}

/// One worker process after the other, of one thread.
class UnitWorker {
 public:
  using Tell = std::function<void(double part)>;
  using Hear = std::function<Status(UnitPart part)>;  ///< errors: it is no part of this unit

  UnitWorker(const UnitWorkersOptions& options, const std::string& beginning, std::stop_token stop)
      : options_(options), beginning_(beginning), stop_(std::move(stop)) {}

  /// How the worker ended before all was said; nothing: all was. A part may be heard again, from another worker.
  /// Errors: those of UnitWorkers::tell; cancelled.
  Result<std::optional<SubprocessEnd>> lookAt(size_t unit, const Tell& tell, const Hear& hear) {
    for (int killed = 0;;) {
      const bool isFresh = !connection_;
      if (isFresh) {
        if (Status started = start(); !started.ok()) return started.error();
      }
      const std::string question = json{{"id", unit}, {"method", "unit"}, {"params", {{"unit", unit}}}}.dump();
      Said said = isFresh ? ask(beginning_, nullptr, nullptr) : Said{};
      if (!said.end) said = ask(question, &tell, &hear);
      if (said.error) return *said.error;
      if (said.result) {
        if (residentBytes(connection_->pid()) > largestToKeep) connection_.reset();
        if (Status heard = take(*said.result, hear); !heard.ok()) return heard.error();
        return std::optional<SubprocessEnd>();
      }
      connection_.reset();
      if (!said.end) return cancelledError();
      if (!isFresh || (said.end->signal == SIGKILL && ++killed < mostKilled)) continue;
      return said.end;
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

  static Status take(const json& object, const Hear& hear) {
    Result<UnitPart> part = unitPartFromJson(object);
    return part.ok() ? hear(std::move(part.value())) : Status(part.error());
  }

  Said ask(const std::string& question, const Tell* tell, const Hear* hear) {
    (void)connection_->send(question);  // where that fails, it has ended
    for (;;) {
      while (const auto line = connection_->next()) {
        const json answer = json::parse(*line, nullptr, false);
        if (!answer.is_object()) continue;
        if (const auto progress = answer.find("progress"); progress != answer.end()) {
          if (tell) (*tell)(progress->value("fraction", 0.0));
        } else if (const auto part = answer.find("part"); part != answer.end()) {
          if (Status heard = hear ? take(*part, *hear) : Status(); !heard.ok()) return {{}, heard.error(), {}};
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

/// What is not known of a unit.
std::string lackOf(bool begun, const std::vector<bool>& decided) {
  if (!begun) return "nothing is known of this file.";
  const auto undecided = static_cast<size_t>(std::count(decided.begin(), decided.end(), false));
  return std::to_string(undecided) + " of " + countText(decided.size(), "kernel", "kernels") + " were not looked at.";
}

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
      heard_(options_.units.size()),
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
    Result<std::optional<SubprocessEnd>> ended{std::nullopt};
    if (auto known =
            options_.cache ? options_.cache->find(options_.units[unit], options_.request.openTexts) : std::nullopt) {
      if (Status heard = hear(unit, {.whole = *std::move(known)}); !heard.ok()) ended = heard.error();
    } else {
      const auto tell = [&](double part) {
        const std::lock_guard inside(mutex_);
        parts_[unit] = part;
      };
      ended = worker.lookAt(unit, tell, [&](UnitPart part) { return hear(unit, std::move(part)); });
    }
    lock.lock();
    if (!ended.ok() && ended.error().kind == ErrorKind::cancelled) return;
    Heard& heard = heard_[unit];
    if (!ended.ok())
      heard.error = ended.error();
    else if (*ended)
      heard.lost = endedEarly(options_.units[unit], **ended, options_.memoryBytes, lackOf(heard.begun, heard.decided));
    heard.done = true;
    parts_[unit] = 1;
    ++doneCount_;
    changed_.notify_all();
  }
}

UnitsProgress UnitWorkers::now() const {
  UnitsProgress progress{doneCount_, options_.units.size(), 0, {}};
  for (size_t i = 0; i < parts_.size(); ++i) {
    progress.fraction += parts_[i] / static_cast<double>(parts_.size());
    const bool isUnderWay = i < next_ && !heard_[i].done;
    if (isUnderWay && progress.underWay.empty()) progress.underWay = options_.units[i].file.filename().string();
  }
  return progress;
}

Status UnitWorkers::hear(size_t unit, UnitPart part) {
  const std::lock_guard lock(mutex_);
  Heard& heard = heard_[unit];
  const Error wrong{ErrorKind::worker, "The worker sent findings of another file.", {}};
  if (part.decided) {
    const size_t kernel = part.decided->first;
    if (kernel >= heard.decided.size()) return wrong;
    if (heard.decided[kernel]) return {};
    heard.decided[kernel] = true;
  } else if (part.registers) {
    if (part.registers->size() != heard.decided.size()) return wrong;
  } else if (heard.begun) {
    return {};
  } else {
    heard.begun = true;
    if (part.begun) heard.decided.resize(part.begun->kernels.size());
  }
  heard.untold.push_back(std::move(part));
  changed_.notify_all();
  return {};
}

Result<UnitSource::Told> UnitWorkers::tell(size_t unit, UnitListener& listener) {
  constexpr std::chrono::milliseconds patience(200);
  auto shown = std::chrono::steady_clock::time_point();
  std::unique_lock lock(mutex_);
  Heard& heard = heard_[unit];
  Told told;
  for (;;) {
    const bool isLast = heard.done || ending_.stop_requested();
    std::vector<UnitPart> news = std::exchange(heard.untold, {});
    told.begun |= !news.empty();
    const UnitsProgress progress = now();
    lock.unlock();
    for (UnitPart& part : news) replay(std::move(part), listener);
    if (const auto time = std::chrono::steady_clock::now(); progress_ && !isLast && time - shown >= patience) {
      progress_(progress);
      shown = time;
    }
    lock.lock();
    if (isLast) break;
    if (heard.untold.empty() && !heard.done && !ending_.stop_requested()) changed_.wait_for(lock, patience);
  }
  if (heard.error) return *heard.error;
  told.lost = heard.lost;
  told.whole = heard.done && !heard.lost;
  return told;
}

}  // namespace warpwright::analysis
