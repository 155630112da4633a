#include "views/editor/document.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright::views {
namespace fs = std::filesystem;

DiskState diskState(const fs::path& path) {
  struct stat now{};
  if (::stat(path.c_str(), &now) != 0) return {};
  return {true, now.st_size, int64_t{now.st_mtim.tv_sec} * 1'000'000'000 + now.st_mtim.tv_nsec, now.st_ino};
}

Result<LoadedText> loadText(const fs::path& path) {
  std::error_code ignored;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  const DiskState state = diskState(absolute);
  const Result<std::string> bytes = readFile(absolute, uint64_t{64} << 20);
  if (!bytes.ok()) return bytes.error();
  if (bytes->find('\0') != std::string::npos) {
    return inputError(absolute.string() + " is not a text: it holds zero bytes. Choose a source file.");
  }
  LoadedText text;
  text.path = absolute.string();
  text.state = state;
  text.bytes = QByteArray::fromStdString(*bytes);
  // Root may write anything; a file without write permission is still meant to stay as it is.
  const fs::perms writable = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  text.readOnly = ::access(absolute.c_str(), W_OK) != 0 ||
                  (fs::status(absolute, ignored).permissions() & writable) == fs::perms::none;
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString decoded = decoder.decode(text.bytes);
  text.isUtf8 = !decoder.hasError() && !decoded.isNull();
  if (text.bytes.isEmpty()) text.isUtf8 = true;
  text.windowsLines = text.bytes.contains("\r\n");
  return text;
}

bool hasCudaEnding(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".cu" || ending == ".cuh";
}

RecoveryStore::RecoveryStore(fs::path folder) : folder_(std::move(folder)) {}

fs::path RecoveryStore::fileFor(const std::string& path) const {
  return folder_ / (hexText(hashText(path)) + ".txt");
}

Status RecoveryStore::keep(const std::string& path, const QByteArray& bytes) const {
  std::error_code code;
  fs::create_directories(folder_, code);
  if (code) return Error{ErrorKind::io, "Cannot make " + folder_.string() + ": " + code.message() + ".", std::nullopt};
  return writeFileAtomically(fileFor(path), path + '\n' + bytes.toStdString());
}

void RecoveryStore::drop(const std::string& path) const {
  std::error_code ignored;
  fs::remove(fileFor(path), ignored);
}

std::vector<RecoveryStore::Kept> RecoveryStore::all() const {
  std::vector<Kept> found;
  const QDir folder(QString::fromStdString(folder_.string()));
  for (const QFileInfo& info : folder.entryInfoList({"*.txt"}, QDir::Files, QDir::Time)) {
    QFile file(info.filePath());
    if (!file.open(QIODevice::ReadOnly)) continue;
    const std::string path = file.readLine(4096).trimmed().toStdString();
    std::error_code ignored;
    if (fs::exists(path, ignored)) found.push_back({path, {}, info.lastModified().toString("yyyy-MM-dd HH:mm")});
  }
  return found;
}

std::vector<RecoveryStore::Kept> RecoveryStore::keptFor(const std::string& path, const QByteArray& bytes) const {
  const fs::path file = fileFor(path);
  const Result<std::string> kept = readFile(file);
  if (!kept.ok()) return {};
  const size_t end = kept->find('\n');
  if (end == std::string::npos || kept->substr(0, end) != path) return {};
  QByteArray text = QByteArray::fromStdString(kept->substr(end + 1));
  if (text == bytes) return {};
  const QFileInfo info(QString::fromStdString(file.string()));
  return {Kept{path, std::move(text), info.lastModified().toString("yyyy-MM-dd HH:mm")}};
}

}  // namespace warpwright::views
