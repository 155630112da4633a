#include "core/opportunity/rewrite.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

Error staleError(const std::string& file) {
  return Error{ErrorKind::stale, file + " has changed since the preview. Nothing was written. Preview again.",
               std::nullopt};
}

fs::path realPath(const fs::path& path) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  return failed ? path : real;
}

/// Second names of files about to be replaced. Putting one back is a rename: it works on a full disk, too.
class Backups {
 public:
  Backups() = default;
  Backups(const Backups&) = delete;
  Backups& operator=(const Backups&) = delete;
  ~Backups() {
    for (const auto& [file, backup] : names_) ::unlink(backup.c_str());
  }

  void keep(const std::string& file) {
    const fs::path real = realPath(file);
    const fs::path backup =
        real.parent_path() / ("." + real.filename().string() + ".before-" + std::to_string(::getpid()));
    ::unlink(backup.c_str());
    // Without hard links (FAT), putting back writes the old text instead.
    if (::link(real.c_str(), backup.c_str()) == 0) names_[file] = backup;
  }

  Status putBack(const std::string& file, const std::string& text) {
    const auto found = names_.find(file);
    if (found != names_.end() && ::rename(found->second.c_str(), realPath(file).c_str()) == 0) {
      names_.erase(found);
      return {};
    }
    return writeFileAtomically(file, text);
  }

 private:
  std::map<std::string, fs::path> names_;
};

/// Replaces each file of `to`, or none of them. `from`: what they hold now.
Status replaceAll(const std::map<std::string, std::string>& from, const std::map<std::string, std::string>& to) {
  for (const auto& [file, text] : to) {
    if (::access(file.c_str(), W_OK) != 0) return writeFileAtomically(file, text);  // fails, and says why
  }
  Backups backups;
  if (to.size() > 1) {
    for (const auto& [file, text] : to) backups.keep(file);
  }
  std::vector<std::string> written;
  for (const auto& [file, text] : to) {
    const Status status = writeFileAtomically(file, text);
    if (status.ok()) {
      written.push_back(file);
      continue;
    }
    Error error = status.error();
    for (const auto& earlier : written) {
      if (!backups.putBack(earlier, from.at(earlier)).ok()) {
        error.message += " " + earlier + " could not be put back: it holds the new text. Undo it there by hand.";
      }
    }
    return error;
  }
  return {};
}

}  // namespace

Result<std::string> applyEdits(const FileEdits& edits, std::string_view text) {
  if (hashText(text) != edits.textHash) return staleError(edits.file);
  std::vector<const TextEdit*> ordered;
  for (const auto& edit : edits.edits) ordered.push_back(&edit);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const TextEdit* a, const TextEdit* b) { return a->offset < b->offset; });
  std::string result;
  size_t at = 0;
  for (const TextEdit* edit : ordered) {
    const uint64_t end = uint64_t{edit->offset} + edit->length;
    if (end > text.size()) {
      return inputError("The rewrite of " + edits.file + " reaches past the end of the file (byte " +
                        std::to_string(end) + " of " + std::to_string(text.size()) + "). Nothing was written.");
    }
    if (edit->offset < at) {
      return inputError("Two edits of " + edits.file + " overlap at byte " + std::to_string(edit->offset) +
                        ". Nothing was written.");
    }
    result.append(text.substr(at, edit->offset - at));
    result += edit->replacement;
    at = end;
  }
  result.append(text.substr(at));
  return result;
}

Result<AppliedRewrite> writeRewrite(const Rewrite& rewrite) {
  AppliedRewrite applied;
  std::set<fs::path> seen;
  for (const FileEdits& edits : rewrite.files) {
    if (!seen.insert(realPath(edits.file)).second) {
      return inputError("The rewrite names " + edits.file + " twice. Nothing was written.");
    }
    auto text = readFile(edits.file);
    if (!text.ok()) return text.error();
    auto after = applyEdits(edits, *text);
    if (!after.ok()) return after.error();
    applied.after[edits.file] = std::move(after).value();
    applied.before[edits.file] = std::move(text).value();
  }
  if (const Status status = replaceAll(applied.before, applied.after); !status.ok()) return status.error();
  return applied;
}

Status undoRewrite(const AppliedRewrite& applied) {
  for (const auto& [file, text] : applied.after) {
    const auto now = readFile(file);
    if (!now.ok()) return now.error();
    if (*now != text) {
      return Error{ErrorKind::stale,
                   file + " has changed since the rewrite was applied. Nothing was undone; take the change back there.",
                   std::nullopt};
    }
  }
  return replaceAll(applied.after, applied.before);
}

}  // namespace warpwright
