#include "core/execute/place/remote_agent.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <list>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <semaphore>
#include <thread>

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/processors.h"
#include "core/execute/place/agent_words.h"
#include "core/execute/place/deployment.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t pieceBytes = size_t{1} << 20;
constexpr std::chrono::hours jobsStay{48}, filesStay{24 * 14}, treesStay{24 * 60};

bool isWorker(const std::string& program) {
  return program == "warpwright-cpu-worker" || program == "warpwright-gpu-worker";
}

/// Removes what nobody has used for that long.
void prune(const fs::path& folder, std::chrono::hours stay, const std::string& keep) {
  std::error_code ignored;
  const auto before = fs::file_time_type::clock::now() - stay;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const auto used = fs::last_write_time(entry.path(), ignored);
    if (!ignored && used < before && entry.path().filename() != keep) fs::remove_all(entry.path(), ignored);
  }
}

void touch(const fs::path& path) {
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
}

std::string whyNot(int code) {
  if (code == ENOSPC || code == EDQUOT) return "there is no room left on its disk";
  return std::strerror(code);
}

/// Runs one worker; `onEvent` is given its lines.
Result<WorkerEnd> runWorker(const json& request, const fs::path& folder, const Subprocess::LineHandler& onEvent,
                            std::stop_token stop) {
  const auto program = request.at("program").get<std::string>();
  if (!isWorker(program)) return Error{ErrorKind::usage, "`" + program + "` is no worker.", std::nullopt};
  SubprocessOptions options;
  options.command = {programPath(program).string()};
  options.workingFolder = folder;
  options.input = jobText(request.at("job"));
  options.eventChannel = true;
  options.diesWithStarter = true;
  options.maxOutputBytes = uint64_t{64} << 20;
  options.timeout = std::chrono::milliseconds(request.at("timeout").get<int64_t>());
  Result<Subprocess> worker = Subprocess::start(options);
  if (!worker.ok()) return worker.error();
  std::string last;
  const auto follow = [&](std::string_view line) {
    constexpr std::string_view progress = R"("event":"progress")";
    if (line.find(progress) != std::string_view::npos) {
      const json event = json::parse(line, nullptr, false);
      if (event.is_object()) last = event.value("text", "");
    }
    onEvent(line);
  };
  Result<SubprocessEnd> end = worker->wait(nullptr, follow, std::move(stop));
  if (!end.ok()) return end.error();
  return WorkerEnd{*std::move(end), std::move(last)};
}

class Agent {
 public:
  explicit Agent(fs::path cache) : cache_(std::move(cache)), slots_(slots()) {}

  int run() {
    std::error_code ignored;
    for (const char* name : {"files", "jobs"}) fs::create_directories(cache_ / name, ignored);
    const std::string own = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path().filename().string();
    touch(cache_ / "trees" / own);
    prune(cache_ / "jobs", jobsStay, "");
    prune(cache_ / "files", filesStay, "");
    prune(cache_ / "trees", treesStay, own);
    send({{"answer", "ready"}, {"version", agentVersion}, {"cache", cache_.string()}, {"slots", slots()}});
    std::string line;
    while (readLine(line)) {
      try {
        obey(json::parse(line));
      } catch (const json::exception& problem) {
        sendError({ErrorKind::worker, std::string("Malformed request: ") + problem.what(), std::nullopt});
      }
    }
    // Nobody is there any more: workers end with their threads.
    for (std::jthread& worker : workers_) worker.request_stop();
    workers_.clear();
    return 0;
  }

 private:
  static std::ptrdiff_t slots() { return std::clamp<std::ptrdiff_t>(usableProcessors() / 2, 1, 8); }

  void send(const json& answer) { sendText(answer.dump(-1, ' ', false, json::error_handler_t::replace)); }
  void sendText(std::string line) {
    line += '\n';
    const std::lock_guard lock(outputMutex_);
    for (size_t at = 0; at < line.size();) {
      const ssize_t written = ::write(STDOUT_FILENO, line.data() + at, line.size() - at);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return;  // its input ends, too
      at += static_cast<size_t>(written);
    }
  }
  void sendError(const Error& error) { send({{"answer", "error"}, {"message", error.message}}); }

  void obey(const json& request) {
    const auto what = request.at("do").get<std::string>();
    if (what == "check") {
      check(request.at("trees").get<std::vector<std::string>>());
    } else if (what == "have") {
      have(request.at("names").get<std::vector<std::string>>());
    } else if (what == "put") {
      put(request.at("name").get<std::string>(), request.at("bytes").get<uint64_t>());
    } else if (what == "get") {
      get(request.at("path").get<std::string>());
    } else if (what == "drop") {
      drop(request.at("folder").get<std::string>());
    } else if (what == "run") {
      workers_.emplace_back([this, request](std::stop_token stop) { work(request, std::move(stop)); });
    }
  }

  void check(const std::vector<std::string>& trees) {
    for (const std::string& tree : trees) {
      if (!isCacheName(tree)) return sendError({ErrorKind::usage, "No such tree.", std::nullopt});
      const Status whole = checkTree(cache_ / "trees" / tree);
      if (whole.ok()) continue;
      std::error_code ignored;
      fs::remove_all(cache_ / "trees" / tree, ignored);
      return sendError(whole.error());
    }
    send({{"answer", "checked"}});
  }

  void have(const std::vector<std::string>& names) {
    json missing = json::array();
    std::error_code ignored;
    for (const std::string& name : names) {
      if (isCacheName(name) && fs::is_regular_file(cache_ / "files" / name, ignored))
        touch(cache_ / "files" / name);
      else
        missing.push_back(name);
    }
    send({{"answer", "missing"}, {"names", missing}});
  }

  /// The bytes come behind the request and are read in any case.
  void put(const std::string& name, uint64_t bytes) {
    std::string pattern = (cache_ / "files/.part-XXXXXX").string();
    const int file = isCacheName(name) ? ::mkostemp(pattern.data(), O_CLOEXEC) : -1;
    int problem = file < 0 ? errno : 0;
    for (uint64_t left = bytes; left > 0;) {
      const std::string_view piece = readPiece(std::min<uint64_t>(left, pieceBytes));
      if (piece.empty()) break;
      left -= piece.size();
      for (size_t at = 0; problem == 0 && at < piece.size();) {
        const ssize_t written = ::write(file, piece.data() + at, piece.size() - at);
        if (written < 0 && errno != EINTR) problem = errno;
        if (written > 0) at += static_cast<size_t>(written);
      }
      send({{"answer", "got"}, {"name", name}, {"bytes", bytes - left}});
    }
    if (file >= 0 && ::close(file) != 0 && problem == 0) problem = errno;
    const Result<std::string> hash = problem == 0 ? hashFile(pattern) : Result<std::string>(std::string());
    const bool right = hash.ok() && name.starts_with(*hash) && !hash->empty();
    if (problem == 0 && right && ::rename(pattern.c_str(), (cache_ / "files" / name).c_str()) != 0) problem = errno;
    if (problem == 0 && right) return send({{"answer", "put"}, {"name", name}});
    ::unlink(pattern.c_str());
    sendError({ErrorKind::io,
               problem != 0 ? "A file of " + std::to_string(bytes >> 20) + " MiB cannot be kept in " + cache_.string() +
                                  ": " + whyNot(problem) + "."
                            : std::string("A file did not arrive as it was sent."),
               std::nullopt});
  }

  /// What is asked for must lie in a folder of jobs.
  std::optional<fs::path> inJobs(const std::string& name) const {
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(name, ignored), jobs = fs::weakly_canonical(cache_ / "jobs", ignored);
    const auto [end, rest] = std::mismatch(jobs.begin(), jobs.end(), path.begin(), path.end());
    return end == jobs.end() && rest != path.end() ? std::optional(path) : std::nullopt;
  }

  void get(const std::string& name) {
    const std::optional<fs::path> path = inJobs(name);
    std::ifstream file;
    if (path) file.open(*path, std::ios::binary);
    if (!file.is_open()) return sendError({ErrorKind::io, name + " cannot be read there.", std::nullopt});
    std::string buffer(pieceBytes, '\0');
    while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), file.gcount() > 0) {
      send({{"answer", "bytes"}, {"data", toBase64({buffer.data(), static_cast<size_t>(file.gcount())})}});
    }
    send({{"answer", "all"}});
  }

  void drop(const std::string& name) {
    const std::optional<fs::path> path = inJobs((cache_ / "jobs" / name).string());
    std::error_code ignored;
    if (path) fs::remove_all(*path, ignored);
    send({{"answer", "dropped"}});
  }

  std::mutex& turnOf(const std::string& name) {
    const std::lock_guard lock(turnsMutex_);
    return turns_[name];
  }

  void work(const json& request, std::stop_token stop) {
    const auto id = request.value("id", 0U);
    const auto alone = request.value("alone", "");
    std::unique_lock<std::mutex> turn;
    if (!alone.empty()) turn = std::unique_lock(turnOf(alone));
    slots_.acquire();
    Result<WorkerEnd> end = Error{ErrorKind::usage, "The folder of the job is none of this cache.", std::nullopt};
    try {
      const std::optional<fs::path> folder =
          inJobs((cache_ / "jobs" / request.at("folder").get<std::string>()).string());
      std::error_code ignored;
      if (folder) fs::create_directories(*folder, ignored);
      const std::string front = R"({"answer":"event","id":)" + std::to_string(id) + R"(,"event":)";
      const auto forward = [&](std::string_view line) { sendText(front + std::string(line) + "}"); };
      if (folder && !stop.stop_requested()) end = runWorker(request, *folder, forward, stop);
    } catch (const json::exception& problem) {
      end = Error{ErrorKind::worker, problem.what(), std::nullopt};
    }
    slots_.release();
    if (!end.ok()) return send({{"answer", "error"}, {"id", id}, {"message", end.error().message}});
    send({{"answer", "end"}, {"id", id}, {"end", *end}});
  }

  /// False: the input has ended.
  bool fill() {
    start_ = 0;
    buffer_.resize(pieceBytes);
    ssize_t got = 0;
    while ((got = ::read(STDIN_FILENO, buffer_.data(), buffer_.size())) < 0 && errno == EINTR) {
    }
    buffer_.resize(got > 0 ? static_cast<size_t>(got) : 0);
    return got > 0;
  }
  bool readLine(std::string& line) {
    line.clear();
    for (;;) {
      if (start_ == buffer_.size() && !fill()) return false;
      const size_t end = buffer_.find('\n', start_);
      line.append(buffer_, start_, end == std::string::npos ? end : end - start_);
      start_ = end == std::string::npos ? buffer_.size() : end + 1;
      if (end != std::string::npos) return true;
    }
  }
  std::string_view readPiece(uint64_t most) {
    if (start_ == buffer_.size() && !fill()) return {};
    const std::string_view piece(buffer_.data() + start_, std::min<uint64_t>(most, buffer_.size() - start_));
    start_ += piece.size();
    return piece;
  }

  fs::path cache_;
  std::string buffer_;
  size_t start_ = 0;
  std::mutex outputMutex_;
  std::counting_semaphore<> slots_;
  std::mutex turnsMutex_;
  std::map<std::string, std::mutex> turns_;
  std::list<std::jthread> workers_;
};

}  // namespace

int runRemoteAgent(const fs::path& cache) {
  ::umask(077);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGHUP, SIG_IGN);
  return Agent(cache).run();
}

int runArrayTask(const fs::path& folder, unsigned number) {
  ::umask(077);
  const std::string name = std::to_string(number);
  Result<WorkerEnd> end = Error{ErrorKind::worker, "The job could not be read.", std::nullopt};
  std::ofstream events(folder / ("events-" + name), std::ios::binary | std::ios::app);
  try {
    const Result<std::string> text = readFile(folder / ("job-" + name + ".json"));
    if (!text.ok()) return 2;
    const auto keep = [&](std::string_view line) { (events << line << '\n').flush(); };
    end = runWorker(json::parse(*text), folder, keep, {});
  } catch (const json::exception& problem) {
    end = Error{ErrorKind::worker, problem.what(), std::nullopt};
  }
  events.close();
  const json answer = end.ok() ? json{{"end", *end}} : json{{"message", end.error().message}};
  const Status written = writeFileAtomically(folder / ("end-" + name + ".json"), jobText(answer));
  return written.ok() ? 0 : 1;
}

}  // namespace warpwright
