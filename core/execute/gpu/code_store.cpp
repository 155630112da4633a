#include "core/execute/gpu/code_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/subprocess.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr const char* input = "<input>";
constexpr const char* output = "<output>";

std::string nameOf(const std::string& key) {
  const ContentHash hash = hashContent(key);
  return hexText(hash[0]) + hexText(hash[1]);
}

/// Held by one at a time, of all processes. Where there is no such file to be had, by everybody: something is made
/// twice then.
class FileLock {
 public:
  FileLock(const fs::path& path, const std::stop_token& stop)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    while (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) != 0 && !stop.stop_requested())
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  FileLock(const FileLock&) = delete;
  ~FileLock() {
    if (file_ >= 0) ::close(file_);
  }

 private:
  int file_;
};

std::string keyOf(const GpuCompileRequest& request) {
  std::error_code ignored;
  const auto named = [&](const fs::path& path) {
    const fs::path base = request.workingFolder.empty() ? fs::current_path(ignored) : request.workingFolder;
    return fs::weakly_canonical(path.is_absolute() ? path : base / path, ignored).string();
  };
  std::string key = "ptx\n" + request.arch + '\n' + named(request.file) + '\n' + named(".");
  for (const std::string& flag : nvccFlags(request.flags, request.workingFolder, "/nowhere", "/nowhere"))
    key += '\0' + flag;
  for (const auto& [file, text] : request.openTexts) key += '\0' + named(file) + '\0' + text;
  return key;
}

/// Words of a line that nvcc prints of what it runs: some stand in quotes.
std::vector<std::string> wordsOf(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool isQuoted = false, isWord = false;
  for (const char c : line) {
    if (c == '"') {
      isQuoted = !isQuoted;
      isWord = true;
    } else if (c == ' ' && !isQuoted) {
      if (isWord) words.push_back(std::move(word));
      word.clear();
      isWord = false;
    } else {
      word += c;
      isWord = true;
    }
  }
  if (isWord) words.push_back(std::move(word));
  return words;
}

/// How nvcc would assemble the file; empty: that is not understood.
std::vector<std::string> assemblyOf(const SubprocessEnd& dryRun, const fs::path& nvcc, const fs::path& ptx,
                                    const fs::path& cubin) {
  std::vector<std::string> found;
  std::istringstream lines(dryRun.errorOutput + dryRun.output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#$ ") || line.find('=') < line.find(' ', 3)) continue;  // it sets a variable
    if (!found.empty() || line.find('\\') != std::string::npos || line.find('$', 3) != std::string::npos) return {};
    found = wordsOf(line.substr(3));
  }
  if (found.empty() || found.front() != "ptxas") return {};
  found.front() = (nvcc.parent_path() / "ptxas").string();
  if (::access(found.front().c_str(), X_OK) != 0) return {};
  int places = 0;
  for (std::string& word : found) {
    const char* place = word == ptx.string() ? input : word == cubin.string() ? output : nullptr;
    places += place != nullptr;
    if (place) word = place;
  }
  return places == 2 ? found : std::vector<std::string>();
}

}  // namespace

Result<std::string> CodeStore::get(const std::string& key, const std::function<Result<std::string>()>& make,
                                   const std::stop_token& stop) const {
  const std::string name = nameOf(key);
  if (auto kept = kept_.find(name)) return *std::move(kept);
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  const FileLock lock(folder_ / (name + ".turn"), stop);
  if (stop.stop_requested()) return cancelledError();
  if (auto kept = kept_.find(name)) return *std::move(kept);
  Result<std::string> made = make();
  if (made.ok()) kept_.keep(name, *made);
  return made;
}

fs::path CodeStore::folderOf(const GpuCompileRequest& request) const {
  return folder_ / nameOf(keyOf(request));
}

Result<std::string> CodeStore::ptxOf(const fs::path& nvcc, const GpuCompileRequest& request,
                                     const std::stop_token& stop) const {
  const auto make = [&]() -> Result<std::string> {
    const fs::path folder = folderOf(request);
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    Result<std::string> made = compileToPtx(nvcc, request, folder, stop);
    fs::remove_all(folder, ignored);
    return made;
  };
  return get(nvcc.string() + '\n' + keyOf(request), make, stop);
}

PtxAssembly::PtxAssembly(fs::path nvcc, GpuCompileRequest request, fs::path folder)
    : nvcc_(std::move(nvcc)), request_(std::move(request)), folder_(std::move(folder)) {
  request_.lineInfo = false;
}

std::string PtxAssembly::identity() const {
  std::string all = "ptxas-1\n" + request_.arch;
  for (const char* program : {"ptxas", "nvcc"}) {
    struct stat info{};
    const fs::path path = nvcc_.parent_path() / program;
    if (::stat(path.c_str(), &info) != 0) continue;
    all += '\n' + path.string() + ' ' + std::to_string(info.st_size) + ' ' + std::to_string(info.st_mtim.tv_sec) + '.' +
           std::to_string(info.st_mtim.tv_nsec);
  }
  for (const std::string& flag : request_.flags) all += '\0' + flag;
  for (const char* name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"}) {
    const char* value = std::getenv(name);
    all += '\0' + std::string(value ? value : "");
  }
  return all;
}

Result<std::string> PtxAssembly::cubinOf(const std::string& ptx, const std::stop_token& stop) {
  const std::string name = hexText(hashText(ptx));
  const fs::path text = folder_ / (name + ".ptx"), cubin = folder_ / (name + ".cubin");
  std::error_code ignored;
  if (!command_) {
    SubprocessOptions options;
    options.command = assembleCommand(nvcc_, request_, text, cubin);
    options.command.insert(options.command.begin() + 1, "--dryrun");
    const Result<SubprocessEnd> said = runSubprocess(options, stop);
    if (said.ok() && said->cancelled) return cancelledError();
    command_ = said.ok() && said->clean() ? assemblyOf(*said, nvcc_, text, cubin) : std::vector<std::string>();
  }
  if (command_->empty()) {
    const Result<fs::path> made = assemblePtx(nvcc_, request_, ptx, folder_, stop);
    if (!made.ok()) return made.error();
    Result<std::string> bytes = readFile(*made);
    fs::remove(*made, ignored);
    return bytes;
  }
  SubprocessOptions options;
  options.command = *command_;
  for (std::string& word : options.command)
    word = word == input ? text.string() : word == output ? cubin.string() : word;
  options.timeout = std::chrono::seconds(300);
  if (Status written = writeFileAtomically(text, ptx); !written.ok()) return written.error();
  const Result<SubprocessEnd> end = runSubprocess(options, stop);
  fs::remove(text, ignored);
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  if (!end->clean())
    return inputError("ptxas does not assemble the code: " + (end->errorOutput + end->output).substr(0, 300));
  Result<std::string> bytes = readFile(cubin);
  fs::remove(cubin, ignored);
  return bytes;
}

}  // namespace warpwright
