#include "core/finding/rewrite.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
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
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? path : real;
}

/// A dangling link is there, too: nothing is created behind it.
bool isThere(const std::string& file) {
  std::error_code failed;
  return fs::exists(fs::symlink_status(file, failed));
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

/// What files hold; nothing: they are not there.
using Texts = std::map<std::string, std::optional<std::string>>;

Error thereAlready(const std::string& file) {
  return Error{ErrorKind::stale,
               file +
                   " is there already and holds another text. Nothing was written. Move it away or delete it, "
                   "and preview again.",
               std::nullopt};
}

/// Brings one file from what it holds to what it is to hold.
Status change(const std::string& file, const std::optional<std::string>& from, const std::optional<std::string>& to) {
  if (to && from) return writeFileAtomically(file, *to);
  if (to) {
    Status created = createFileAtomically(file, *to);
    return !created.ok() && created.error().kind == ErrorKind::stale ? thereAlready(file) : created;
  }
  if (::unlink(file.c_str()) == 0) return {};
  return Error{ErrorKind::io, "Cannot remove " + file + ": " + std::strerror(errno) + ".", std::nullopt};
}

/// Brings each file to what `to` says, or none of them. `from`: what they hold now.
Status changeAll(const Texts& from, const Texts& to) {
  for (const auto& [file, text] : to) {
    if (text && from.at(file) && ::access(file.c_str(), W_OK) != 0)
      return writeFileAtomically(file, *text);  // fails, and says why
  }
  Backups backups;
  for (const auto& [file, text] : from) {
    if (text && to.size() > 1) backups.keep(file);
  }
  std::vector<std::string> done;
  for (const auto& [file, text] : to) {
    const Status status = change(file, from.at(file), text);
    if (status.ok()) {
      done.push_back(file);
      continue;
    }
    Error error = status.error();
    for (const auto& earlier : done) {
      const auto& old = from.at(earlier);
      if (old ? backups.putBack(earlier, *old).ok() : ::unlink(earlier.c_str()) == 0) continue;
      error.message += " " + earlier +
                       (old ? " could not be put back: it holds the new text. Undo it there by hand."
                            : " could not be removed again. Delete it by hand.");
    }
    return error;
  }
  return {};
}

/// Texts of the files of `of`; those that `known` lacks are not there.
Texts textsOf(const std::map<std::string, std::string>& known, const std::map<std::string, std::string>& of) {
  Texts texts;
  for (const auto& [file, ignored] : of) {
    const auto found = known.find(file);
    texts[file] = found == known.end() ? std::nullopt : std::optional(found->second);
  }
  return texts;
}

}  // namespace

bool Rewrite::onlyCreates() const {
  return !files.empty() && std::all_of(files.begin(), files.end(), [](const FileEdits& file) { return file.creates; });
}

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

FileEdits creationOf(std::string file, std::string text, std::string note) {
  FileEdits edits{std::move(file), hashText(""), {}, true};
  edits.edits.push_back({0, 0, std::move(text), std::move(note)});
  return edits;
}

Result<std::string> textBefore(const FileEdits& edits) {
  if (!edits.creates) return readFile(edits.file);
  if (!isThere(edits.file)) return std::string();
  const auto now = readFile(edits.file);
  if (!now.ok()) return now.error();
  const auto after = applyEdits(edits, "");
  if (!after.ok()) return after.error();
  if (*now != *after) return thereAlready(edits.file);
  return std::string();
}

Result<AppliedRewrite> writeRewrite(const Rewrite& rewrite) {
  AppliedRewrite applied;
  std::set<fs::path> seen;
  for (const FileEdits& edits : rewrite.files) {
    if (!seen.insert(realPath(edits.file)).second) {
      return inputError("The rewrite names " + edits.file + " twice. Nothing was written.");
    }
    auto text = textBefore(edits);
    if (!text.ok()) return text.error();
    auto after = applyEdits(edits, *text);
    if (!after.ok()) return after.error();
    if (edits.creates && isThere(edits.file)) continue;  // with this text
    applied.after[edits.file] = std::move(after).value();
    if (!edits.creates) applied.before[edits.file] = std::move(text).value();
  }
  const Status status = changeAll(textsOf(applied.before, applied.after), textsOf(applied.after, applied.after));
  if (!status.ok()) return status.error();
  return applied;
}

Status undoRewrite(const AppliedRewrite& applied) {
  std::map<std::string, std::string> now;
  for (const auto& [file, text] : applied.after) {
    if (!applied.before.contains(file) && !isThere(file)) continue;  // created, and removed since
    const auto current = readFile(file);
    if (!current.ok()) return current.error();
    if (*current != text) {
      return Error{ErrorKind::stale,
                   file + " has changed since the rewrite was applied. Nothing was undone; take the change back there.",
                   std::nullopt};
    }
    now[file] = text;
  }
  return changeAll(textsOf(now, now), textsOf(applied.before, now));
}

}  // namespace warpwright
