#include "core/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>

#include "core/base/regular_file.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

Error ioError(const fs::path& path, std::string_view doing, int code) {
  std::string next;
  if (doing != "write") {
    next = code == EACCES || code == EPERM ? " Change its permissions." : "";
  } else if (code == ENOSPC || code == EDQUOT) {
    next = " Free some space and try again, or save elsewhere.";
  } else if (code == EACCES || code == EPERM || code == EROFS) {
    next = " Change its permissions, or save elsewhere.";
  }
  return Error{ErrorKind::io,
               "Cannot " + std::string(doing) + " " + path.string() + ": " + std::strerror(code) + "." + next,
               std::nullopt};
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

Error notRegular(const fs::path& path, const char* why) {
  return Error{ErrorKind::io, "Cannot read " + path.string() + ": " + why + ", not a file. Name a file.", std::nullopt};
}

std::string sizeText(uint64_t bytes) {
  return bytes % (1 << 20) == 0 ? std::to_string(bytes >> 20) + " MiB" : std::to_string(bytes) + " bytes";
}

Error tooLarge(const fs::path& path, uint64_t maxBytes) {
  return Error{ErrorKind::io, "Cannot read " + path.string() + ": it is larger than " + sizeText(maxBytes) + ".",
               std::nullopt};
}

Status checkKind(const fs::path& path, const struct stat& info, uint64_t maxBytes) {
  if (const char* why = whyNoRegularFile(info.st_mode); *why) return notRegular(path, why);
  if (static_cast<uint64_t>(info.st_size) > maxBytes) return tooLarge(path, maxBytes);
  return {};
}

Status writeBytes(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return ioError(path, "write", errno);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Status writeAll(int fd, std::string_view bytes, const fs::path& path) {
  if (const Status written = writeBytes(fd, bytes, path); !written.ok()) return written;
  if (::fsync(fd) != 0) return ioError(path, "write", errno);
  return {};
}

fs::path folderOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Writes the bytes to a new file beside `target` and gives its name. `mode`: of the file that is to be replaced.
Result<std::string> writeBeside(const fs::path& target, std::string_view bytes, std::optional<mode_t> mode) {
  std::string pattern = (folderOf(target) / ("." + target.filename().string() + ".XXXXXX")).string();
  Descriptor file(::mkostemp(pattern.data(), O_CLOEXEC));
  if (file.get() < 0) return ioError(target, "write", errno);
  Status written = writeAll(file.get(), bytes, target);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (written.ok() && ::fchmod(file.get(), mode.value_or(0666 & ~mask)) != 0) written = ioError(target, "write", errno);
  if (written.ok()) return pattern;
  ::unlink(pattern.c_str());
  return written.error();
}

/// Removes what was written beside a file, and gives the error back.
Error given(const std::string& beside, Error error) {
  ::unlink(beside.c_str());
  return error;
}

void syncFolder(const fs::path& path) {
  Descriptor directory(::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) ::fsync(directory.get());
}

}  // namespace

const char* whyNoRegularFile(unsigned mode) {
  if (S_ISREG(mode)) return "";
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISFIFO(mode)) return "it is a pipe";
  if (S_ISSOCK(mode)) return "it is a socket";
  return "it is a device";
}

Status checkRegularFile(const fs::path& path, uint64_t maxBytes) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return ioError(path, "read", errno);
  return checkKind(path, info, maxBytes);
}

Result<int> openRegularFile(const fs::path& path, uint64_t maxBytes) {
  // Looked at first: to open a device may already do something, and a socket says no more than "no such device".
  if (Status good = checkRegularFile(path, maxBytes); !good.ok()) return good.error();
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return ioError(path, "read", errno);
  struct stat info{};
  const Status good =
      ::fstat(file, &info) == 0 ? checkKind(path, info, maxBytes) : Status(ioError(path, "read", errno));
  if (good.ok()) return file;
  ::close(file);
  return good.error();
}

Result<FileStream> openFileStream(const fs::path& path) {
  Result<int> file = openRegularFile(path, UINT64_MAX);
  if (!file.ok()) return file.error();
  FileStream stream(::fdopen(*file, "rb"), &std::fclose);
  if (stream) return stream;
  const int code = errno;
  ::close(*file);
  return ioError(path, "read", code);
}

Result<std::string> readFile(const fs::path& path, uint64_t maxBytes) {
  const Result<int> opened = openRegularFile(path, maxBytes);
  if (!opened.ok()) return opened.error();
  const Descriptor file(*opened);
  std::string bytes;
  char buffer[65536];
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ioError(path, "read", errno);
    if (got == 0) return bytes;
    bytes.append(buffer, static_cast<size_t>(got));
    if (bytes.size() > maxBytes) return tooLarge(path, maxBytes);
  }
}

Status writeFileAtomically(const fs::path& path, std::string_view bytes) {
  std::error_code ignored;
  fs::path target = path;
  if (fs::is_symlink(target, ignored)) {
    const fs::path real = fs::canonical(target, ignored);
    if (!ignored) target = real;
  }
  struct stat info{};
  const bool exists = ::stat(target.c_str(), &info) == 0;
  // A device or a pipe (/dev/stdout, >(command)) takes the bytes; a rename would put a file in its place.
  if (exists && !S_ISREG(info.st_mode)) {
    if (S_ISDIR(info.st_mode)) return ioError(target, "write", EISDIR);
    Descriptor stream(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (stream.get() < 0) return ioError(target, "write", errno);
    return writeBytes(stream.get(), bytes, target);
  }
  // A rename would replace a file that its owner made read-only; that is not ours to decide.
  if (exists && ::access(target.c_str(), W_OK) != 0) return ioError(target, "write", errno);
  if (exists && (info.st_mode & 0222) == 0) return ioError(target, "write", EACCES);

  const auto written = writeBeside(target, bytes, exists ? std::optional<mode_t>(info.st_mode & 07777) : std::nullopt);
  if (!written.ok()) return written.error();
  if (::rename(written->c_str(), target.c_str()) != 0) return given(*written, ioError(target, "write", errno));
  syncFolder(target);
  return {};
}

Status createFileAtomically(const fs::path& path, std::string_view bytes) {
  const auto written = writeBeside(path, bytes, std::nullopt);
  if (!written.ok()) return written.error();
  int code = ::renameat2(AT_FDCWD, written->c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0 ? 0 : errno;
  if (code == EINVAL || code == ENOSYS) {  // the file system cannot tell: a second name does not replace one either
    code = ::link(written->c_str(), path.c_str()) == 0 ? 0 : errno;
    if (code == 0) ::unlink(written->c_str());
  }
  if (code == EEXIST)
    return given(*written, Error{ErrorKind::stale, path.string() + " is there already.", std::nullopt});
  if (code != 0) return given(*written, ioError(path, "write", code));
  syncFolder(path);
  return {};
}

fs::path resourceFolder() {
  if (const char* chosen = std::getenv("WARPWRIGHT_RESOURCES")) return chosen;
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  // PREFIX/bin/warpwright, PREFIX/libexec/warpwright/warpwright-cpu-worker
  for (const fs::path& prefix :
       {program.parent_path().parent_path(), program.parent_path().parent_path().parent_path()}) {
    const fs::path installed = prefix / "share/warpwright/resources";
    if (fs::is_directory(installed, ignored)) return installed;
  }
  return WARPWRIGHT_SOURCE_RESOURCES;
}

fs::path programPath(std::string_view name) {
  std::error_code ignored;
  const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  // Workers are installed where nobody takes them for commands.
  for (const fs::path& place :
       {self.parent_path() / name, self.parent_path().parent_path() / "libexec/warpwright" / name}) {
    if (fs::exists(place, ignored)) return place;
  }
  // Tests run from another folder of the build tree than the programs they start.
  const fs::path built = fs::path(WARPWRIGHT_BUILD_BIN) / name;
  if (fs::exists(built, ignored)) return built;
  std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((fs::path(folder) / name).c_str(), X_OK) == 0) return fs::path(folder) / name;
  }
  return name;
}

}  // namespace warpwright
