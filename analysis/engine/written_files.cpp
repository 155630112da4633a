#include "analysis/engine/written_files.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <ios>
#include <mutex>

#include "core/base/file.h"

namespace warpwright::engine {
namespace {

namespace fs = std::filesystem;

/// Contents that are kept in memory to be put back, of all files.
constexpr uint64_t mostKeptBytes = uint64_t{1} << 30;

std::mutex changing;

void noteChange(const char* path) {
  const std::lock_guard lock(changing);
  if (WrittenFiles* files = WrittenFiles::current(); files && path) files->note(path);
}

bool writes(const char* mode) {
  return mode && std::strpbrk(mode, "wa+") != nullptr;
}
bool writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

std::FILE* openFile(const char* path, const char* mode) {
  if (writes(mode)) noteChange(path);
  return std::fopen(path, mode);
}
std::FILE* reopenFile(const char* path, const char* mode, std::FILE* file) {
  if (writes(mode)) noteChange(path);
  return std::freopen(path, mode, file);
}
// The mode that follows the flags is only there where a file may be made; passing on what stands in its place does no
// harm.
int openDescriptor(const char* path, int flags, mode_t mode) {
  if (writes(flags)) noteChange(path);
  return ::open(path, flags, mode);
}
int openDescriptorAt(int folder, const char* path, int flags, mode_t mode) {
  if (writes(flags) && path && (folder == AT_FDCWD || path[0] == '/')) noteChange(path);
  return ::openat(folder, path, flags, mode);
}
int createFile(const char* path, mode_t mode) {
  noteChange(path);
  return ::creat(path, mode);
}
int renameFile(const char* from, const char* to) {
  noteChange(from);
  noteChange(to);
  return std::rename(from, to);
}
int removeFile(const char* path) {
  noteChange(path);
  return std::remove(path);
}
int unlinkFile(const char* path) {
  noteChange(path);
  return ::unlink(path);
}
int truncateFile(const char* path, off_t length) {
  noteChange(path);
  return ::truncate(path, length);
}
int makeFolder(const char* path, mode_t mode) {
  {
    const std::lock_guard lock(changing);
    if (WrittenFiles* files = WrittenFiles::current(); files && path) files->noteFolder(path);
  }
  return ::mkdir(path, mode);
}

// Streams of C++: their members lie in the library and open files there. Each takes the stream, a name and a mode.
constexpr const char* streamOpeners[] = {
    "_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
    // The same with a std::string.
    "_ZNSt13basic_filebufIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
};
constexpr size_t firstWithString = 5, openers = std::size(streamOpeners);
void* libraryOpeners[openers];

template <size_t number>
void* openStream(void* stream, const void* name, std::ios_base::openmode mode) {
  const bool isOutput = std::strstr(streamOpeners[number], "ofstream") != nullptr;
  if (isOutput || (mode & (std::ios_base::out | std::ios_base::app | std::ios_base::trunc)) != 0) {
    noteChange(number < firstWithString ? static_cast<const char*>(name)
                                        : static_cast<const std::string*>(name)->c_str());
  }
  return reinterpret_cast<void* (*)(void*, const void*, std::ios_base::openmode)>(libraryOpeners[number])(stream, name,
                                                                                                          mode);
}

template <size_t... number>
void addStreams(HostProgram::Symbols& symbols, std::index_sequence<number...>) {
  const auto add = [&](size_t which, void* function) {
    libraryOpeners[which] = ::dlsym(RTLD_DEFAULT, streamOpeners[which]);
    if (libraryOpeners[which] != nullptr) symbols[streamOpeners[which]] = function;
  };
  (add(number, reinterpret_cast<void*>(&openStream<number>)), ...);
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

void WrittenFiles::addSymbols(HostProgram::Symbols& symbols) {
  const auto add = [&](std::initializer_list<const char*> names, void* function) {
    for (const char* name : names) symbols[name] = function;
  };
  add({"fopen", "fopen64"}, reinterpret_cast<void*>(&openFile));
  add({"freopen", "freopen64"}, reinterpret_cast<void*>(&reopenFile));
  add({"open", "open64"}, reinterpret_cast<void*>(&openDescriptor));
  add({"openat", "openat64"}, reinterpret_cast<void*>(&openDescriptorAt));
  add({"creat", "creat64"}, reinterpret_cast<void*>(&createFile));
  add({"rename"}, reinterpret_cast<void*>(&renameFile));
  add({"remove"}, reinterpret_cast<void*>(&removeFile));
  add({"unlink"}, reinterpret_cast<void*>(&unlinkFile));
  add({"truncate", "truncate64"}, reinterpret_cast<void*>(&truncateFile));
  add({"mkdir"}, reinterpret_cast<void*>(&makeFolder));
  addStreams(symbols, std::make_index_sequence<openers>());
}

void WrittenFiles::note(const char* path) {
  std::error_code error;
  const fs::path file = fs::absolute(path, error).lexically_normal();
  if (error || files_.contains(file)) return;
  const fs::file_status status = fs::status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return;
  Before before;
  before.existed = fs::exists(status);
  if (before.existed) {
    const uint64_t bytes = fs::file_size(file, error);
    before.time = fs::last_write_time(file, error);
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

void WrittenFiles::noteFolder(const char* path) {
  std::error_code error;
  const fs::path folder = fs::absolute(path, error).lexically_normal();
  if (!error && !fs::exists(folder, error)) folders_.push_back(folder);
}

std::string WrittenFiles::nameOf(const fs::path& path) const {
  const fs::path below = path.lexically_relative(folder_);
  return below.empty() || below.begin()->string() == ".." ? path.string() : below.string();
}

std::vector<std::string> WrittenFiles::finish(OutputRecordWriter& writer) {
  // A thread that was stopped in the middle of opening a file still holds it.
  const std::unique_lock lock(changing, std::try_to_lock);
  std::vector<std::string> notes;
  for (const auto& [path, before] : files_) {
    std::error_code error;
    const bool exists = fs::is_regular_file(path, error);
    std::optional<std::string> now;
    if (exists) {
      Result<std::string> content = readFile(path, mostKeptBytes);
      if (content.ok())
        now = std::move(*content);
      else
        notes.push_back("Not compared: " + nameOf(path) + ", which the program wrote. " + content.error().message);
      if (!content.ok()) continue;
    }
    const bool same = before.kept && exists == before.existed && (!exists || *now == before.content);
    if (same && (exists || !before.existed)) {
      if (exists) fs::last_write_time(path, before.time, error);
      continue;
    }
    writer.addFile(nameOf(path), now);
    if (!before.existed) {
      fs::remove(path, error);
    } else if (before.kept) {
      std::ofstream(path, std::ios::binary | std::ios::trunc) << before.content;
      fs::last_write_time(path, before.time, error);
    } else {
      notes.push_back("Too large to be put back as it was: " + nameOf(path) + ", which the program changed.");
    }
  }
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) ::rmdir(folder->c_str());
  current() = nullptr;
  return notes;
}

}  // namespace warpwright::engine
