#include "core/execute/place/deployment.h"

#include <gnu/libc-version.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/subprocess.h"
#include "core/execute/place/tar_stream.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr size_t chunkBytes = size_t{4} << 20;
constexpr const char* manifestName = "MANIFEST";

Error ioError(const fs::path& file, const std::string& what) {
  return {ErrorKind::io, "Cannot read " + file.string() + ": " + what + ".", std::nullopt};
}

std::string textOf(const ContentHash& hash) {
  return hexText(hash[0]) + hexText(hash[1]);
}

/// Calls `take` with one part after another.
Status readChunks(const fs::path& file, const std::function<Status(std::string_view)>& take) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rbe"), &std::fclose);
  if (!stream) return ioError(file, "it cannot be opened");
  std::string buffer(chunkBytes, '\0');
  while (const size_t got = std::fread(buffer.data(), 1, buffer.size(), stream.get())) {
    if (Status taken = take({buffer.data(), got}); !taken.ok()) return taken;
  }
  if (std::ferror(stream.get()) != 0) return ioError(file, "it cannot be read to its end");
  return {};
}

/// Parts of the C library: they belong to the kernel and the loader of the machine they are on.
bool isOfCLibrary(const std::string& name) {
  static const std::set<std::string> stems = {"libc",    "libm",      "libmvec", "libpthread", "libdl",     "librt",
                                              "libutil", "libresolv", "libanl",  "libnsl",     "linux-vdso"};
  return name.starts_with("ld-linux") || name.starts_with("libnss_") || stems.contains(name.substr(0, name.find('.')));
}

/// What the loader would load for a program, by name. Errors: it cannot be asked, a library is
/// missing.
Result<std::map<std::string, fs::path>> librariesOf(const fs::path& program, std::stop_token stop) {
  SubprocessOptions options;
  options.command = {program.string()};
  options.environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}};
  const Result<SubprocessEnd> end = runSubprocess(options, std::move(stop));
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  std::map<std::string, fs::path> libraries;
  std::istringstream lines(end->output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, arrow, path;
    if (!(words >> name >> arrow >> path) || arrow != "=>" || isOfCLibrary(name)) continue;
    if (path == "not")
      return Error{ErrorKind::worker, program.string() + " needs " + name + ", which is not installed here.",
                   std::nullopt};
    libraries[name] = path;
  }
  return libraries;
}

Status addFile(FileTree& tree, const std::string& name, const fs::path& from, bool executable) {
  std::error_code problem;
  const uint64_t bytes = fs::file_size(from, problem);
  if (problem) return ioError(from, problem.message());
  Result<std::string> hash = hashFile(from);
  if (!hash.ok()) return hash.error();
  tree.files.push_back({name, from, bytes, executable, *std::move(hash)});
  return {};
}

void close(FileTree& tree) {
  std::sort(tree.files.begin(), tree.files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  tree.hash = textOf(hashContent(tree.manifest()));
}

}  // namespace

uint64_t FileTree::bytes() const {
  uint64_t sum = 0;
  for (const File& file : files) sum += file.bytes;
  return sum;
}

std::string FileTree::manifest() const {
  std::string text;
  for (const File& file : files) text += file.hash + " " + std::to_string(file.bytes) + " " + file.name + "\n";
  return text;
}

Result<std::string> hashFile(const fs::path& file) {
  std::string hashes;
  const Status read = readChunks(file, [&](std::string_view chunk) {
    hashes += textOf(hashContent(chunk));
    return Status();
  });
  if (!read.ok()) return read.error();
  return textOf(hashContent(hashes));
}

Result<Deployment> currentDeployment(std::stop_token stop) {
  Deployment deployment;
  deployment.cLibrary = ::gnu_get_libc_version();
  std::map<std::string, fs::path> libraries;
  for (const char* program : {"warpwright-remote-agent", "warpwright-cpu-worker", "warpwright-gpu-worker"}) {
    const fs::path path = programPath(program);
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
      return Error{ErrorKind::worker,
                   std::string(program) + " was not found: it is what is sent to other machines. Build or install it.",
                   std::nullopt};
    }
    Result<std::map<std::string, fs::path>> needed = librariesOf(path, stop);
    if (!needed.ok()) return needed.error();
    libraries.merge(*needed);
    if (Status added = addFile(deployment.programs, std::string("bin/") + program, path, true); !added.ok())
      return added.error();
  }
  for (const auto& [name, path] : libraries) {
    if (Status added = addFile(deployment.libraries, "lib/" + name, path, true); !added.ok()) return added.error();
    if (stop.stop_requested()) return cancelledError();
  }
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(resourceFolder() / "devices", ignored)) {
    const std::string name = "share/warpwright/resources/devices/" + entry.path().filename().string();
    if (entry.path().extension() != ".json" || name.size() >= 100) continue;
    if (Status added = addFile(deployment.programs, name, entry.path(), false); !added.ok()) return added.error();
  }
  close(deployment.libraries);
  close(deployment.programs);
  return deployment;
}

Status writeTar(const FileTree& tree, const std::function<Status(std::string_view)>& put) {
  const std::string manifest = tree.manifest();
  const std::string first = tarHeader(manifestName, manifest.size(), false) + manifest + tarPadding(manifest.size());
  if (Status done = put(first); !done.ok()) return done;
  for (const FileTree::File& file : tree.files) {
    if (Status done = put(tarHeader(file.name, file.bytes, file.executable)); !done.ok()) return done;
    uint64_t sent = 0;
    const Status read = readChunks(file.from, [&](std::string_view chunk) {
      sent += chunk.size();
      return put(chunk);
    });
    if (!read.ok()) return read;
    if (sent != file.bytes) return ioError(file.from, "it changed while it was read");
    if (Status done = put(tarPadding(file.bytes)); !done.ok()) return done;
  }
  return put(tarEnd());
}

Status checkTree(const fs::path& folder) {
  const Result<std::string> manifest = readFile(folder / manifestName);
  if (!manifest.ok()) return manifest.error();
  std::istringstream lines(*manifest);
  std::string hash, name;
  uint64_t bytes = 0;
  while (lines >> hash >> bytes >> name) {
    const Result<std::string> found = hashFile(folder / name);
    if (!found.ok()) return found.error();
    if (*found != hash) return Error{ErrorKind::io, (folder / name).string() + " is not what was sent.", std::nullopt};
  }
  return {};
}

}  // namespace warpwright
