#include "analysis/engine/host/written_files.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <mutex>

#include "core/base/file.h"

namespace warpwright::engine {
namespace {

namespace fs = std::filesystem;

/// Contents that are kept in memory to be put back, of all files.
constexpr uint64_t mostKeptBytes = uint64_t{1} << 30;

/// What a file holds, of a link where it leads.
Result<std::string> contentOf(const fs::path& file, uint64_t most) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(file, error))) return readFile(file, most);
  return "link to " + fs::read_symlink(file, error).string();
}

}  // namespace

WrittenFiles::WrittenFiles() {
  std::error_code ignored;
  folder_ = fs::current_path(ignored);
}

WrittenFiles*& WrittenFiles::current() {
  static WrittenFiles* files = nullptr;
  return files;
}

void WrittenFiles::note(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::absolute(path, error).lexically_normal();
  if (error) return;
  if (fs::is_symlink(fs::symlink_status(file, error))) {
    const fs::path target = fs::weakly_canonical(file, error);
    if (!error && target != file) keep(target);
    return;
  }
  keep(file);
}

void WrittenFiles::keep(const fs::path& file) {
  std::error_code error;
  if (files_.contains(file)) return;
  const fs::file_status status = fs::symlink_status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_symlink(status)) return;
  Before before;
  before.existed = fs::exists(status);
  if (fs::is_symlink(status)) {
    before.target = fs::read_symlink(file, error);
    before.content = contentOf(file, mostKeptBytes).value();
  } else if (before.existed) {
    const uint64_t bytes = fs::file_size(file, error);
    before.time = fs::last_write_time(file, error);
    before.permissions = status.permissions();
    before.kept = !error && bytes <= mostKeptBytes - std::min(keptBytes_, mostKeptBytes);
    if (before.kept) {
      Result<std::string> content = readFile(file, mostKeptBytes);
      before.kept = content.ok();
      if (content.ok()) before.content = std::move(*content);
      keptBytes_ += before.content.size();
    }
  }
  files_.emplace(file, std::move(before));
}

void WrittenFiles::noteTree(const fs::path& path) {
  std::error_code error;
  fs::path top = fs::absolute(path, error).lexically_normal();
  if (error) return;
  if (!top.has_filename()) top = top.parent_path();
  keep(top);
  if (!fs::is_directory(fs::symlink_status(top, error))) return;
  const auto addFolder = [&](const fs::path& folder) {
    if (std::find(folders_.begin(), folders_.end(), folder) == folders_.end()) oldFolders_.insert(folder);
  };
  addFolder(top);
  for (fs::recursive_directory_iterator at(top, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (fs::is_directory(at->symlink_status(ignored)))
      addFolder(at->path());
    else
      keep(at->path());
  }
}

void WrittenFiles::noteCopies(const fs::path& from, const fs::path& to) {
  std::error_code error;
  const fs::path source = fs::absolute(from, error).lexically_normal();
  const auto noteAt = [&](const fs::path& place) {
    note(place);
    keep(fs::absolute(place, error).lexically_normal());
    if (!fs::is_directory(source, error)) return;
    noteFolder(place);
    std::error_code failed;
    for (fs::recursive_directory_iterator at(source, failed), end; !failed && at != end; at.increment(failed)) {
      const fs::path below = place / at->path().lexically_relative(source);
      if (at->is_directory(error))
        noteFolder(below);
      else
        note(below);
    }
  };
  if (fs::is_directory(to, error) && !fs::is_directory(source, error)) noteAt(to / source.filename());
  noteAt(to);
}

void WrittenFiles::noteFolder(const fs::path& path) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (!error && !fs::exists(folder, error) && !oldFolders_.contains(folder)) folders_.push_back(folder);
}

void WrittenFiles::noteMade(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::absolute(path, error).lexically_normal();
  if (!error) files_.emplace(file, Before{});
}

void WrittenFiles::noteMadeFolder(const fs::path& path) {
  std::error_code error;
  folders_.push_back(fs::absolute(path, error).lexically_normal());
}

void WrittenFiles::putBack(const fs::path& path, const Before& before) {
  std::error_code error;
  // A file that is still one keeps its other names.
  if (!before.existed || !before.target.empty() || fs::is_symlink(fs::symlink_status(path, error)))
    fs::remove(path, error);
  if (!before.target.empty()) {
    fs::create_symlink(before.target, path, error);
  } else if (before.existed) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << before.content;
    fs::permissions(path, before.permissions, error);
    fs::last_write_time(path, before.time, error);
  }
}

void WrittenFiles::recordFolders(OutputRecordWriter& writer) {
  std::error_code error;
  for (const fs::path& folder : oldFolders_) {
    if (fs::exists(folder, error)) continue;
    writer.addFile(nameOf(folder) + "/", std::nullopt);
    fs::create_directories(folder, error);
  }
}

std::string WrittenFiles::nameOf(const fs::path& path) const {
  const fs::path below = path.lexically_relative(folder_);
  return below.empty() || below.begin()->string() == ".." ? path.string() : below.string();
}

std::mutex& WrittenFiles::changing() {
  static std::mutex mutex;
  return mutex;
}

std::vector<std::string> WrittenFiles::finish(OutputRecordWriter& writer) {
  // A thread that was stopped in the middle of opening a file still holds it.
  const std::unique_lock lock(changing(), std::try_to_lock);
  std::vector<std::string> notes;
  recordFolders(writer);
  for (const auto& [path, before] : files_) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    const bool exists = fs::is_regular_file(status) || fs::is_symlink(status);
    std::optional<std::string> now;
    if (exists) {
      Result<std::string> content = contentOf(path, mostKeptBytes);
      if (content.ok())
        now = std::move(*content);
      else
        notes.push_back("Not compared: " + nameOf(path) + ", which the program wrote. " + content.error().message);
      if (!content.ok()) continue;
    }
    const bool sameKind = fs::is_symlink(status) == !before.target.empty();
    const bool same = before.kept && exists == before.existed && (!exists || (sameKind && *now == before.content));
    if (same) {
      if (exists && before.target.empty()) {
        fs::permissions(path, before.permissions, error);
        fs::last_write_time(path, before.time, error);
      }
      continue;
    }
    writer.addFile(nameOf(path), now);
    if (before.kept)
      putBack(path, before);
    else
      notes.push_back("Too large to be put back as it was: " + nameOf(path) + ", which the program changed.");
  }
  if (startsProcesses_)
    notes.push_back("Neither compared nor put back: files that processes write which the program starts.");
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) ::rmdir(folder->c_str());
  current() = nullptr;
  return notes;
}

}  // namespace warpwright::engine
