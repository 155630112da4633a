#include "core/execute/place/ssh_place.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/execute/place/agent_words.h"
#include "core/execute/place/file_names.h"
#include "core/execute/place/remote_setup.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t pieceBytes = size_t{1} << 20;

/// One exchange with the agent: files that are missing there, then the jobs, then the files that
/// they leave.
class Exchange {
 public:
  Exchange(const SshConnection& connection, const Deployment& deployment, const PlacedProgress& progress)
      : connection_(connection), deployment_(deployment), progress_(progress) {}

  std::map<std::string, fs::path> files;                  ///< by their names there
  std::vector<json> runs;                                 ///< requests, with ids from 0
  std::vector<std::pair<std::string, fs::path>> brought;  ///< files that jobs leave there, and where they go here
  PlacedEvent take;

  Result<std::vector<WorkerEnd>> carryOut(std::stop_token stop) {
    ends_.resize(runs.size());
    Result<Subprocess> agent = Subprocess::start(connection_.command(agentCommand));
    if (!agent.ok()) return agent.error();
    agent_ = &*agent;
    Status greeted = agent_->write(agentGreeting(deployment_)), heard;
    const auto hearAll = [&](std::string_view line) {
      if (!heard.ok()) return;
      heard = hear(line);
      if (!heard.ok()) agent_->kill();
    };
    Result<SubprocessEnd> end = agent_->wait(hearAll, nullptr, std::move(stop));
    if (writer_.joinable()) writer_.join();
    if (!end.ok()) return end.error();
    if (!heard.ok()) return heard.error();
    if (end->cancelled) return cancelledError();
    if (done_) return std::move(ends_);
    std::string why = connection_.lastWords();
    if (why.empty()) why = end->errorOutput.substr(0, end->errorOutput.find('\n'));
    return Error{ErrorKind::worker,
                 "The connection to " + connection_.host() + " was lost" + (why.empty() ? "." : ": " + why + "."),
                 std::nullopt};
  }

 private:
  Status hear(std::string_view line) {
    try {
      const json answer = json::parse(line);
      return obey(answer, answer.at("answer").get<std::string>());
    } catch (const json::exception&) {
      // What a shell prints before the agent speaks; half a line of one that was killed.
      return {};
    }
  }

  Status obey(const json& answer, const std::string& what) {
    if (what == "ready") {
      json names = json::array();
      for (const auto& [name, path] : files) names.push_back(name);
      send({{"do", "have"}, {"names", names}});
    } else if (what == "missing") {
      sendFiles(answer.at("names").get<std::vector<std::string>>());
    } else if (what == "got") {
      tellSent(answer.at("name").get<std::string>(), answer.at("bytes").get<uint64_t>());
    } else if (what == "event") {
      event(answer.at("id").get<size_t>(), answer.at("event"));
    } else if (what == "end") {
      answer.at("end").get_to(ends_.at(answer.at("id").get<size_t>()));
      if (++ended_ == runs.size()) bringNext();
    } else if (what == "bytes") {
      const auto bytes = fromBase64(answer.at("data").get<std::string>());
      if (bytes) coming_.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
    } else if (what == "all") {
      return keepBrought();
    } else if (what == "error") {
      return Error{ErrorKind::worker, "On " + connection_.host() + ": " + answer.at("message").get<std::string>(),
                   std::nullopt};
    }
    return {};
  }

  void event(size_t id, const json& event) {
    if (event.at("event") != "progress") return take(id, event);
    if (!progress_) return;
    const std::string text = connection_.host() + ": " + event.value("text", "");
    if (runs.size() == 1) return progress_({event.value("phase", ""), text, event.value("fraction", -1.0)});
    progress_({event.value("phase", ""),
               text + ", " + std::to_string(ended_) + " of " + std::to_string(runs.size()) + " done",
               static_cast<double>(ended_) / static_cast<double>(runs.size())});
  }

  void tellSent(const std::string& name, uint64_t bytes) {
    std::error_code ignored;
    const uint64_t all = std::max<uint64_t>(1, fs::file_size(files.at(name), ignored));
    if (progress_) {
      progress_({"send",
                 "sending to " + connection_.host() + ", " + std::to_string(bytes >> 20) + " of " +
                     std::to_string(all >> 20) + " MiB",
                 static_cast<double>(bytes) / static_cast<double>(all)});
    }
  }

  /// In a thread of its own: what the agent answers meanwhile must be read.
  void sendFiles(const std::vector<std::string>& missing) {
    if (writer_.joinable()) return;
    writer_ = std::thread([this, missing] {
      for (const std::string& name : missing) {
        if (const auto found = files.find(name); found == files.end() || !put(name, found->second)) return;
      }
      for (const json& run : runs) send(run);
    });
    if (runs.empty()) finish();
  }

  bool put(const std::string& name, const fs::path& path) {
    std::error_code ignored;
    const uint64_t bytes = fs::file_size(path, ignored);
    std::ifstream file(path, std::ios::binary);
    send({{"do", "put"}, {"name", name}, {"bytes", bytes}});
    std::string buffer(pieceBytes, '\0');
    for (uint64_t left = bytes; left > 0;) {
      file.read(buffer.data(), static_cast<std::streamsize>(std::min<uint64_t>(left, pieceBytes)));
      const auto got = static_cast<uint64_t>(file.gcount());
      // A file that became shorter: the agent waits for the rest in vain.
      if (got == 0 || !agent_->write({buffer.data(), got}).ok()) {
        agent_->kill();
        return false;
      }
      left -= got;
    }
    return true;
  }

  void bringNext() {
    if (nextBrought_ == brought.size()) return finish();
    coming_ = std::ofstream(partOf(brought[nextBrought_].second), std::ios::binary | std::ios::trunc);
    send({{"do", "get"}, {"path", brought[nextBrought_].first}});
  }
  static fs::path partOf(const fs::path& path) { return path.string() + ".part"; }
  Status keepBrought() {
    const fs::path& path = brought[nextBrought_].second;
    coming_.close();
    std::error_code problem;
    if (!coming_.fail()) fs::rename(partOf(path), path, problem);
    if (coming_.fail() || problem)
      return Error{ErrorKind::io, "Cannot write " + path.string() + ". Is its disk full?", std::nullopt};
    ++nextBrought_;
    bringNext();
    return {};
  }

  void finish() {
    done_ = true;
    agent_->closeInput();
  }
  void send(const json& request) {
    // A connection that is gone is told by its end.
    [[maybe_unused]] const Status sent = agent_->write(jobText(request) + "\n");
  }

  const SshConnection& connection_;
  const Deployment& deployment_;
  const PlacedProgress& progress_;
  Subprocess* agent_ = nullptr;
  std::thread writer_;
  std::vector<WorkerEnd> ends_;
  size_t ended_ = 0, nextBrought_ = 0;
  std::ofstream coming_;
  bool done_ = false;
};

class SshPlace : public WorkerPlace {
 public:
  SshPlace(std::unique_ptr<SshConnection> connection, Deployment deployment, std::string cache, size_t slots)
      : connection_(std::move(connection)),
        deployment_(std::move(deployment)),
        cache_(std::move(cache)),
        slots_(slots),
        folder_(randomFolderName()) {}

  ~SshPlace() override {
    if (!used_ || !connection_->lastWords().empty()) return;
    const std::string drop = jobText({{"do", "drop"}, {"folder", folder_}}) + "\n";
    [[maybe_unused]] const auto dropped = askAgent(*connection_, deployment_, drop, std::chrono::seconds(5), {});
  }

  std::string name() const override { return "ssh:" + connection_->host(); }
  size_t atOnce() const override { return slots_; }

  Result<std::vector<WorkerEnd>> run(const std::vector<PlacedJob>& jobs, const PlacedEvent& take,
                                     const PlacedProgress& progress, std::stop_token stop) override {
    used_ = true;
    Exchange exchange(*connection_, deployment_, progress);
    exchange.take = take;
    for (const PlacedJob& job : jobs) {
      Result<json> moved = moveFiles(job, exchange);
      if (!moved.ok()) return moved.error();
      exchange.runs.push_back({{"do", "run"},
                               {"id", exchange.runs.size()},
                               {"program", job.program},
                               {"job", *std::move(moved)},
                               {"timeout", job.timeout.count()},
                               {"folder", folder_},
                               {"alone", job.alone}});
    }
    return exchange.carryOut(std::move(stop));
  }

 private:
  /// The job with the names that its files have there.
  Result<json> moveFiles(const PlacedJob& job, Exchange& exchange) {
    return withMovedFiles(job, [&](FileUse use, const std::string& path) -> Result<std::string> {
      if (use == FileUse::input) {
        if (const auto left = left_.find(path); left != left_.end()) return left->second;
        Result<std::string> name = names_.of(path);
        if (!name.ok()) return name.error();
        exchange.files[*name] = path;
        return cache_ + "/files/" + *name;
      }
      const std::string there = cache_ + "/jobs/" + folder_ + "/" + std::to_string(left_.size() + ++written_) +
                                fs::path(path).extension().string();
      if (use == FileUse::kept)
        left_[path] = there;
      else
        exchange.brought.emplace_back(there, path);
      return there;
    });
  }

  std::unique_ptr<SshConnection> connection_;
  Deployment deployment_;
  std::string cache_;
  size_t slots_;
  std::string folder_;
  CacheNames names_;
  std::map<std::string, std::string> left_;  ///< files that jobs left there, by their names here
  size_t written_ = 0;
  bool used_ = false;
};

/// What the agent says when it starts.
Result<json> greetingOf(const SshConnection& connection, const Deployment& deployment, std::stop_token stop) {
  const Result<SubprocessEnd> end = askAgent(connection, deployment, "", {}, std::move(stop));
  if (!end.ok()) return end.error();
  const size_t start = end->output.find(R"({"answer":"ready")"), other = end->output.find("{\"answer\"");
  const size_t from = std::min(start, other);
  const json ready = from == std::string::npos
                         ? json()
                         : json::parse(end->output.substr(from, end->output.find('\n', from) - from), nullptr, false);
  if (ready.is_object() && ready.value("version", 0) == agentVersion && ready.contains("cache")) return ready;
  return Error{ErrorKind::worker,
               "The agent does not start on " + connection.host() + ": " +
                   end->errorOutput.substr(0, end->errorOutput.find('\n')),
               std::nullopt};
}

}  // namespace

Result<std::shared_ptr<WorkerPlace>> openSshPlace(const std::string& host, const PlacedProgress& progress,
                                                  std::stop_token stop) {
  if (progress) progress({"connect", "connecting to " + host, -1});
  Result<std::unique_ptr<SshConnection>> connection = SshConnection::open(host, stop);
  if (!connection.ok()) return connection.error();
  Result<Deployment> deployment = currentDeployment(stop);
  if (!deployment.ok()) return deployment.error();
  if (Status there = deploy(**connection, *deployment, progress, stop); !there.ok()) return there.error();
  Result<json> ready = greetingOf(**connection, *deployment, stop);
  if (!ready.ok()) return ready.error();
  return std::shared_ptr<WorkerPlace>(std::make_shared<SshPlace>(std::move(*connection), std::move(*deployment),
                                                                 ready->at("cache").get<std::string>(),
                                                                 ready->value("slots", size_t{1})));
}

}  // namespace warpwright
