#include "core/execute/service/worker_connection.h"

#include <utility>

namespace warpwright {

Result<std::unique_ptr<WorkerConnection>> WorkerConnection::start(const std::filesystem::path& program,
                                                                  std::function<void()> changed) {
  SubprocessOptions options;
  options.command = {program.string()};
  options.keepInputOpen = true;
  // It is killed, in whatever it does: what it leaves goes with us.
  TemporaryFolder folder;
  if (!folder.path().empty()) options.environment["TMPDIR"] = folder.path().string();
  auto process = Subprocess::start(options);
  if (!process.ok()) return process.error();
  std::unique_ptr<WorkerConnection> connection(new WorkerConnection(std::move(folder), std::move(process).value()));
  WorkerConnection* self = connection.get();
  self->reader_ = std::jthread([self, changed = std::move(changed)](std::stop_token stop) {
    const auto onLine = [&](std::string_view line) {
      {
        const std::lock_guard lock(self->mutex_);
        self->lines_.emplace_back(line);
      }
      changed();
    };
    auto end = self->process_.wait(onLine, nullptr, stop);
    {
      const std::lock_guard lock(self->mutex_);
      self->end_ = end.ok() ? std::move(end).value() : SubprocessEnd{};
    }
    changed();
  });
  return connection;
}

WorkerConnection::~WorkerConnection() {
  reader_.request_stop();
  process_.kill();
}

std::optional<std::string> WorkerConnection::next() {
  const std::lock_guard lock(mutex_);
  if (lines_.empty()) return std::nullopt;
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

std::optional<SubprocessEnd> WorkerConnection::end() {
  const std::lock_guard lock(mutex_);
  return lines_.empty() ? end_ : std::nullopt;
}

}  // namespace warpwright
