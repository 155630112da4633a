#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::views {

/// What tells one state of a file on the disk from another without reading it.
struct DiskState {
  bool isThere = false;
  int64_t bytes = 0, changedAt = 0;  ///< nanoseconds since 1970
  uint64_t node = 0;
  bool operator==(const DiskState&) const = default;
};
DiskState diskState(const std::filesystem::path& path);

/// A source text as it came from the disk.
struct LoadedText {
  std::string path;  ///< absolute
  QByteArray bytes;
  bool readOnly = false;
  bool isUtf8 = true;  ///< otherwise bytes that are not UTF-8 are kept as they are
  bool windowsLines = false;
  DiskState state;  ///< of the file, not newer than `bytes`
};

/// Reads a text. Errors: missing, unreadable, not text (holds zero bytes), larger than 64 MiB.
Result<LoadedText> loadText(const std::filesystem::path& path);

/// Whether a file of that name may hold CUDA. Cheap: by ending.
bool hasCudaEnding(const std::filesystem::path& path);

/// Texts that were not saved yet, kept aside so that a crash or a power cut loses nothing.
class RecoveryStore {
 public:
  explicit RecoveryStore(std::filesystem::path folder);

  struct Kept {
    std::string path;  ///< the file it belongs to
    QByteArray bytes;
    QString when;
  };
  /// Writes the text aside. May run on any thread.
  Status keep(const std::string& path, const QByteArray& bytes) const;
  void drop(const std::string& path) const;
  /// All that is kept, without the texts; the newest first.
  std::vector<Kept> all() const;
  /// What is kept for that file and differs from `bytes`.
  std::vector<Kept> keptFor(const std::string& path, const QByteArray& bytes) const;

 private:
  std::filesystem::path fileFor(const std::string& path) const;
  std::filesystem::path folder_;
};

}  // namespace warpwright::views
