#include "core/base/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using Clock = fs::file_time_type::clock;

constexpr std::string_view mark = "warpwright-cache-1\n";
constexpr std::string_view unfinished = ".unfinished-";
constexpr uint64_t largestEntry = uint64_t{256} << 20;
constexpr std::chrono::hours longestWriting{1};
constexpr std::chrono::minutes newEnough{10};  // for the order in which entries go

/// What stands before the bytes: they were written to their end, and nothing has changed since.
std::string headOf(const std::string& name, std::string_view bytes) {
  const ContentHash hash = hashContent(bytes);
  return std::string(mark) + name + ' ' + std::to_string(bytes.size()) + ' ' + hexText(hash[0]) + hexText(hash[1]) +
         '\n';
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// A name that no other writer takes.
std::string ownName() {
  static std::atomic<unsigned> serial = 0;
  return std::string(unfinished) + std::to_string(::getpid()) + '-' + std::to_string(serial++) + '-' +
         std::to_string(Clock::now().time_since_epoch().count());
}

}  // namespace

DiskCache::DiskCache(fs::path folder, uint64_t mostBytes) : folder_(std::move(folder)), mostBytes_(mostBytes) {}

fs::path DiskCache::pathOf(const std::string& name) const {
  return folder_ / name.substr(0, 2) / name;
}

std::optional<std::string> DiskCache::find(const std::string& name) const {
  const fs::path path = pathOf(name);
  Result<std::string> all = readFile(path, largestEntry);
  if (!all.ok() || !all->starts_with(mark)) return std::nullopt;
  const size_t end = all->find('\n', mark.size());
  if (end == std::string::npos) return std::nullopt;
  std::string bytes = all->substr(end + 1);
  if (std::string_view(*all).substr(0, end + 1) != headOf(name, bytes)) return std::nullopt;
  std::error_code failed;
  const auto asked = fs::last_write_time(path, failed);
  if (!failed && Clock::now() - asked > newEnough) fs::last_write_time(path, Clock::now(), failed);
  return bytes;
}

bool DiskCache::holds(const std::string& name) const {
  return ::access(pathOf(name).c_str(), R_OK) == 0;
}

void DiskCache::keep(const std::string& name, std::string_view bytes) const {
  if (bytes.size() > largestEntry / 2) return;
  const fs::path path = pathOf(name), made = path.parent_path() / ownName();
  std::error_code failed;
  if (!fs::exists(folder_, failed)) {
    fs::create_directories(folder_.parent_path(), failed);
    ::mkdir(folder_.c_str(), 0700);  // what is in it says what the user works on
  }
  fs::create_directory(path.parent_path(), failed);
  const int file = ::open(made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return;
  const bool isWritten = writeAll(file, headOf(name, bytes)) && writeAll(file, bytes);
  const bool isClosed = ::close(file) == 0;
  if (!isWritten || !isClosed || ::rename(made.c_str(), path.c_str()) != 0) ::unlink(made.c_str());
}

void DiskCache::makeRoom() const {
  struct File {
    fs::file_time_type asked;
    uint64_t bytes = 0;
    fs::path path;
  };
  std::vector<File> files;
  uint64_t all = 0;
  std::error_code failed;
  const auto now = Clock::now();
  for (fs::recursive_directory_iterator it(folder_, failed), end; !failed && it != end; it.increment(failed)) {
    std::error_code gone;
    if (!it->is_regular_file(gone)) continue;
    const File file{it->last_write_time(gone), it->file_size(gone), it->path()};
    if (gone) continue;
    if (file.path.filename().string().starts_with(unfinished)) {
      if (now - file.asked > longestWriting) fs::remove(file.path, gone);
      continue;
    }
    all += file.bytes;
    files.push_back(file);
  }
  if (all <= mostBytes_) return;
  std::ranges::sort(files, {}, &File::asked);
  for (const File& file : files) {
    if (all <= mostBytes_ / 4 * 3) return;
    std::error_code gone;
    fs::remove(file.path, gone);
    all -= file.bytes;
  }
}

fs::path userCacheFolder() {
  const auto said = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value ? value : "";
  };
  if (const std::string chosen = said("WARPWRIGHT_CACHE"); !chosen.empty()) return chosen == "none" ? "" : chosen;
  const fs::path xdg = said("XDG_CACHE_HOME"), home = said("HOME");
  if (xdg.is_absolute()) return xdg / "warpwright";
  return home.is_absolute() ? home / ".cache/warpwright" : fs::path();
}

}  // namespace warpwright
