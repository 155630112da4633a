#include "core/base/temporary_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <string>
#include <utility>

namespace warpwright {

namespace fs = std::filesystem;

namespace {

/// Nobody calls a folder of his own so.
const std::string namePrefix = "warpwright-temporary-";

/// A folder that is held open and locked, so that others see that its owner lives; -1: it cannot be, or another does.
int lockFolder(const fs::path& folder) {
  const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (lock < 0 || ::flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  ::close(lock);
  return -1;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code ignored;
  std::string pattern = (fs::temp_directory_path(ignored) / (namePrefix + "XXXXXX")).string();
  if (!::mkdtemp(pattern.data())) return;
  path_ = pattern;
  lock_ = lockFolder(path_);
}
TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}
TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

size_t sweepTemporaryFolders(std::chrono::seconds age) {
  std::error_code failed;
  size_t swept = 0;
  // Files have the finest clock's times, behind which `time` stays for some thousandths of a second.
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  for (fs::directory_iterator it(fs::temp_directory_path(failed), failed), end; !failed && it != end;
       it.increment(failed)) {
    const fs::path folder = it->path();
    const std::string name = folder.filename().string();
    if (!name.starts_with(namePrefix) || name.size() != namePrefix.size() + 6) continue;
    const int lock = lockFolder(folder);
    if (lock < 0) continue;
    struct stat about{};
    const bool isOurs = ::fstat(lock, &about) == 0 && about.st_uid == ::geteuid() && (about.st_mode & 07777) == 0700;
    std::error_code ignored;
    // One that is being made is not locked yet.
    if (isOurs && now - about.st_mtime >= age.count() && fs::remove_all(folder, ignored) > 0) ++swept;
    ::close(lock);
  }
  return swept;
}

}  // namespace warpwright
