// The functions of the C and C++ libraries that change files, as a program calls them: each tells what it is about to
// do.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ios>
#include <mutex>

#include "analysis/engine/host/written_files.h"

namespace warpwright::engine {
namespace {

namespace fs = std::filesystem;

template <typename Note>
void withFiles(const Note& note) {
  const std::lock_guard lock(WrittenFiles::changing());
  if (WrittenFiles* files = WrittenFiles::current()) note(*files);
}
/// The file is about to be changed through its name: of a link, what it leads to as well.
void noteChange(const char* path) {
  if (path) withFiles([&](WrittenFiles& files) { files.note(path); });
}
/// The name is about to go, with all below it, or to stand for something else.
void noteTree(const fs::path& path) {
  withFiles([&](WrittenFiles& files) { files.noteTree(path); });
}
void noteTree(const char* path) {
  if (path) noteTree(fs::path(path));
}
/// All below `from` is about to be found below `to` as well.
void noteCopies(const fs::path& from, const fs::path& to) {
  withFiles([&](WrittenFiles& files) { files.noteCopies(from, to); });
}
void noteFolder(const fs::path& path) {
  withFiles([&](WrittenFiles& files) { files.noteFolder(path); });
}
/// A name below an open folder.
std::string pathAt(int folder, const char* path) {
  if (!path) return {};
  if (folder == AT_FDCWD || path[0] == '/') return path;
  std::error_code error;
  const fs::path base = fs::read_symlink("/proc/self/fd/" + std::to_string(folder), error);
  return error ? path : (base / path).string();
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
  if (writes(flags) && path) noteChange(pathAt(folder, path).c_str());
  return ::openat(folder, path, flags, mode);
}
int createFile(const char* path, mode_t mode) {
  noteChange(path);
  return ::creat(path, mode);
}
int renameFile(const char* from, const char* to) {
  if (from && to) noteCopies(from, to);
  noteTree(from);
  return std::rename(from, to);
}
int renameFileAt(int fromFolder, const char* from, int toFolder, const char* to) {
  if (from && to) noteCopies(pathAt(fromFolder, from), pathAt(toFolder, to));
  if (from) noteTree(fs::path(pathAt(fromFolder, from)));
  return ::renameat(fromFolder, from, toFolder, to);
}
int renameFileWith(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) {
  if (from && to) noteCopies(pathAt(fromFolder, from), pathAt(toFolder, to));
  if (from) noteTree(fs::path(pathAt(fromFolder, from)));
  return ::renameat2(fromFolder, from, toFolder, to, flags);
}
int removeFile(const char* path) {
  noteTree(path);
  return std::remove(path);
}
int removeFolder(const char* path) {
  noteTree(path);
  return ::rmdir(path);
}
int unlinkFile(const char* path) {
  noteTree(path);
  return ::unlink(path);
}
int unlinkFileAt(int folder, const char* path, int flags) {
  if (path) noteTree(fs::path(pathAt(folder, path)));
  return ::unlinkat(folder, path, flags);
}
int linkFile(const char* from, const char* to) {
  noteTree(to);
  return ::link(from, to);
}
int makeLink(const char* target, const char* path) {
  noteTree(path);
  return ::symlink(target, path);
}
int makeLinkAt(const char* target, int folder, const char* path) {
  if (path) noteTree(fs::path(pathAt(folder, path)));
  return ::symlinkat(target, folder, path);
}
int changeMode(const char* path, mode_t mode) {
  noteChange(path);
  return ::chmod(path, mode);
}
/// What has just been made, by a name that was chosen for it.
int made(int descriptor, const char* path) {
  if (descriptor >= 0) withFiles([&](WrittenFiles& files) { files.noteMade(path); });
  return descriptor;
}
int makeTemporary(char* path) {
  return made(::mkstemp(path), path);
}
int makeTemporaryWith(char* path, int flags) {
  return made(::mkostemp(path, flags), path);
}
int makeTemporaryEnding(char* path, int ending) {
  return made(::mkstemps(path, ending), path);
}
char* makeTemporaryFolder(char* path) {
  char* const folder = ::mkdtemp(path);
  if (folder) withFiles([&](WrittenFiles& files) { files.noteMadeFolder(folder); });
  return folder;
}
int truncateFile(const char* path, off_t length) {
  noteChange(path);
  return ::truncate(path, length);
}
int makeFolder(const char* path, mode_t mode) {
  if (path) noteFolder(path);
  return ::mkdir(path, mode);
}
int makeFolderAt(int folder, const char* path, mode_t mode) {
  if (path) noteFolder(pathAt(folder, path));
  return ::mkdirat(folder, path, mode);
}

// Streams of C++: their members lie in the library and open files there. Each takes the stream, a name and a mode.
constexpr const char* streamOpeners[] = {
    "_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
    "_ZNSt13basic_filebufIwSt11char_traitsIwEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIwSt11char_traitsIwEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC1EPKcSt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIwSt11char_traitsIwEE4openEPKcSt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIwSt11char_traitsIwEEC1EPKcSt13_Ios_Openmode",
    // The same with a std::string.
    "_ZNSt13basic_filebufIwSt11char_traitsIwEE4openERKNSt7__cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIwSt11char_traitsIwEE4openERKNSt7__cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC1ERKNSt7__cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIwSt11char_traitsIwEE4openERKNSt7__cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIwSt11char_traitsIwEEC1ERKNSt7__cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode",
    "_ZNSt13basic_filebufIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
    "_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode",
};
constexpr size_t firstWithString = 10, openers = std::size(streamOpeners);
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

// std::filesystem lies in the library as well: each takes a path, then a path or a number, then options or an error
// code.
using PathNote = void (*)(const fs::path& path, const fs::path& second);
void noteOne(const fs::path& path, const fs::path&) {
  noteTree(path);
}
void noteResized(const fs::path& path, const fs::path&) {
  noteChange(path.c_str());
}
void noteMoved(const fs::path& from, const fs::path& to) {
  noteCopies(from, to);
  noteTree(from);
}
void noteLinked(const fs::path&, const fs::path& link) {
  noteTree(link);
}
void noteFolders(const fs::path& path, const fs::path&) {
  fs::path folder;
  for (const fs::path& part : path) noteFolder(folder /= part);
}

struct PathCall {
  const char* symbol;
  PathNote note;
  bool ofTwo = false;  ///< the second is a path
};
constexpr PathCall pathCalls[] = {
    {"_ZNSt10filesystem6removeERKNS_7__cxx114pathE", noteOne},
    {"_ZNSt10filesystem6removeERKNS_7__cxx114pathERSt10error_code", noteOne},
    {"_ZNSt10filesystem10remove_allERKNS_7__cxx114pathE", noteOne},
    {"_ZNSt10filesystem10remove_allERKNS_7__cxx114pathERSt10error_code", noteOne},
    {"_ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEm", noteResized},
    {"_ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEmRSt10error_code", noteResized},
    {"_ZNSt10filesystem11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsE", noteResized},
    {"_ZNSt10filesystem11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsERSt10error_code", noteResized},
    {"_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathE", noteFolders},
    {"_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathERSt10error_code", noteFolders},
    {"_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathES3_", noteFolders},
    {"_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathES3_RSt10error_code", noteFolders},
    {"_ZNSt10filesystem18create_directoriesERKNS_7__cxx114pathE", noteFolders},
    {"_ZNSt10filesystem18create_directoriesERKNS_7__cxx114pathERSt10error_code", noteFolders},
    {"_ZNSt10filesystem6renameERKNS_7__cxx114pathES3_", noteMoved, true},
    {"_ZNSt10filesystem6renameERKNS_7__cxx114pathES3_RSt10error_code", noteMoved, true},
    {"_ZNSt10filesystem4copyERKNS_7__cxx114pathES3_NS_12copy_optionsE", noteCopies, true},
    {"_ZNSt10filesystem4copyERKNS_7__cxx114pathES3_NS_12copy_optionsERSt10error_code", noteCopies, true},
    {"_ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsE", noteCopies, true},
    {"_ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsERSt10error_code", noteCopies, true},
    {"_ZNSt10filesystem12copy_symlinkERKNS_7__cxx114pathES3_", noteLinked, true},
    {"_ZNSt10filesystem12copy_symlinkERKNS_7__cxx114pathES3_RSt10error_code", noteLinked, true},
    {"_ZNSt10filesystem14create_symlinkERKNS_7__cxx114pathES3_", noteLinked, true},
    {"_ZNSt10filesystem14create_symlinkERKNS_7__cxx114pathES3_RSt10error_code", noteLinked, true},
    {"_ZNSt10filesystem24create_directory_symlinkERKNS_7__cxx114pathES3_", noteLinked, true},
    {"_ZNSt10filesystem24create_directory_symlinkERKNS_7__cxx114pathES3_RSt10error_code", noteLinked, true},
    {"_ZNSt10filesystem16create_hard_linkERKNS_7__cxx114pathES3_", noteLinked, true},
    {"_ZNSt10filesystem16create_hard_linkERKNS_7__cxx114pathES3_RSt10error_code", noteLinked, true},
};
void* libraryPathCalls[std::size(pathCalls)];

void noteProcess() {
  if (WrittenFiles* files = WrittenFiles::current()) files->noteProcess();
}
int runShell(const char* command) {
  return noteProcess(), std::system(command);
}
std::FILE* openPipe(const char* command, const char* mode) {
  return noteProcess(), ::popen(command, mode);
}
pid_t forkProcess() {
  return noteProcess(), ::fork();
}

/// Passes on what it was given, and more where the function takes less, and what comes back as it is: in registers all.
template <size_t number>
uint64_t callWithPath(const fs::path* path, uint64_t second, uint64_t third, uint64_t fourth) {
  pathCalls[number].note(*path, pathCalls[number].ofTwo ? *reinterpret_cast<const fs::path*>(second) : *path);
  using Function = uint64_t (*)(const fs::path*, uint64_t, uint64_t, uint64_t);
  return reinterpret_cast<Function>(libraryPathCalls[number])(path, second, third, fourth);
}

template <size_t... number>
void addPathCalls(HostProgram::Symbols& symbols, std::index_sequence<number...>) {
  const auto add = [&](size_t which, void* function) {
    libraryPathCalls[which] = ::dlsym(RTLD_DEFAULT, pathCalls[which].symbol);
    if (libraryPathCalls[which] != nullptr) symbols[pathCalls[which].symbol] = function;
  };
  (add(number, reinterpret_cast<void*>(&callWithPath<number>)), ...);
}

}  // namespace

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
  add({"renameat"}, reinterpret_cast<void*>(&renameFileAt));
  add({"renameat2"}, reinterpret_cast<void*>(&renameFileWith));
  add({"unlinkat"}, reinterpret_cast<void*>(&unlinkFileAt));
  add({"rmdir"}, reinterpret_cast<void*>(&removeFolder));
  add({"link"}, reinterpret_cast<void*>(&linkFile));
  add({"symlink"}, reinterpret_cast<void*>(&makeLink));
  add({"symlinkat"}, reinterpret_cast<void*>(&makeLinkAt));
  add({"chmod"}, reinterpret_cast<void*>(&changeMode));
  add({"mkstemp", "mkstemp64"}, reinterpret_cast<void*>(&makeTemporary));
  add({"mkostemp", "mkostemp64"}, reinterpret_cast<void*>(&makeTemporaryWith));
  add({"mkstemps", "mkstemps64"}, reinterpret_cast<void*>(&makeTemporaryEnding));
  add({"mkdtemp"}, reinterpret_cast<void*>(&makeTemporaryFolder));
  add({"mkdirat"}, reinterpret_cast<void*>(&makeFolderAt));
  add({"system"}, reinterpret_cast<void*>(&runShell));
  add({"popen"}, reinterpret_cast<void*>(&openPipe));
  add({"fork"}, reinterpret_cast<void*>(&forkProcess));
  addPathCalls(symbols, std::make_index_sequence<std::size(pathCalls)>());
  addStreams(symbols, std::make_index_sequence<openers>());
}

}  // namespace warpwright::engine
