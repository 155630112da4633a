#include "core/execute/gpu/gpu_compiler.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <sstream>

#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/hash.h"
#include "core/base/subprocess.h"
#include "core/execute/gpu/nvcc_messages.h"
#include "core/job/link_flags.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr auto compileLimit = std::chrono::seconds(300);
constexpr uint64_t largestText = uint64_t{1} << 24;

fs::path absoluteIn(const fs::path& folder, const fs::path& name) {
  return (name.is_absolute() ? name : folder / name).lexically_normal();
}

/// The deepest folder that holds both.
fs::path commonFolder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end() && *i == *j; ++i, ++j) common /= *i;
  return common;
}

/// A flag that takes its value as the next word.
bool takesWord(const std::string& flag) {
  static const std::set<std::string> known{"-I",
                                           "-isystem",
                                           "-include",
                                           "-iquote",
                                           "-idirafter",
                                           "-imacros",
                                           "-D",
                                           "-U",
                                           "-Xcompiler",
                                           "-Xptxas",
                                           "-Xlinker",
                                           "-L",
                                           "-x",
                                           "-o",
                                           "-arch",
                                           "--gpu-architecture",
                                           "-gencode",
                                           "--generate-code",
                                           "-code",
                                           "--gpu-code",
                                           "-std",
                                           "-maxrregcount",
                                           "--maxrregcount",
                                           "-ccbin",
                                           "-MF",
                                           "-MT",
                                           "-MQ"};
  return known.count(flag) != 0;
}

/// Chooses an output, an architecture or a language, links, or is Clang's own.
bool isLeftOut(const std::string& flag) {
  static const std::array<const char*, 20> starts{"--cuda-",
                                                  "-nocudainc",
                                                  "-nocudalib",
                                                  "-arch",
                                                  "--gpu-architecture",
                                                  "-gencode",
                                                  "--generate-code",
                                                  "-code",
                                                  "--gpu-code",
                                                  "-MD",
                                                  "-MMD",
                                                  "-MF",
                                                  "-MT",
                                                  "-MQ",
                                                  "-L",
                                                  "-l",
                                                  "-Wl,",
                                                  "-W",
                                                  "-o",
                                                  "-x"};
  if (flag == "-lineinfo") return false;
  for (const char* start : starts) {
    if (flag.rfind(start, 0) == 0) return true;
  }
  return flag == "-c" || flag == "-dc" || flag == "-link" || flag == "-cubin" || flag == "-ptx" || flag == "-shared" ||
         flag == "-fPIC" || flag == "-keep" || flag == "-v";
}

}  // namespace

std::optional<fs::path> findNvcc(const std::string& toolkit) {
  std::vector<fs::path> folders;
  if (!toolkit.empty() && toolkit != "none") folders.push_back(fs::path(toolkit) / "bin");
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(variable); value && *value) folders.push_back(fs::path(value) / "bin");
  }
  if (const char* path = std::getenv("PATH")) {
    const std::string text = path;
    for (size_t from = 0; from <= text.size();) {
      const size_t colon = std::min(text.find(':', from), text.size());
      if (colon > from) folders.push_back(text.substr(from, colon - from));
      from = colon + 1;
    }
  }
  folders.push_back("/usr/local/cuda/bin");
  for (const fs::path& folder : folders) {
    if (::access((folder / "nvcc").c_str(), X_OK) == 0) return folder / "nvcc";
  }
  return std::nullopt;
}

std::vector<std::string> nvccFlags(const std::vector<std::string>& flags, const fs::path& workingFolder,
                                   const fs::path& root, const fs::path& overlay) {
  const auto moved = [&](const std::string& name) {
    const fs::path path = absoluteIn(workingFolder, name);
    return (isBelow(path, root) ? overlay / path.lexically_relative(root) : path).string();
  };
  std::vector<std::string> kept;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    const bool hasWord = takesWord(flag) && i + 1 < flags.size();
    if (isLeftOut(flag)) {
      i += hasWord ? 1 : 0;
    } else if (flag == "-iquote" || flag == "-idirafter" || flag == "-imacros") {
      // The host's compiler reads the source for nvcc, which has no such option of its own.
      if (hasWord) kept.insert(kept.end(), {"-Xcompiler", flag, "-Xcompiler", moved(flags[i + 1])});
      i += hasWord ? 1 : 0;
    } else if (flag == "-I" || flag == "-isystem" || flag == "-include") {
      if (!hasWord) continue;
      kept.push_back(flag);
      kept.push_back(moved(flags[++i]));
    } else if (flag.rfind("-I", 0) == 0) {
      kept.push_back("-I" + moved(flag.substr(2)));
    } else if (flag.rfind("-isystem", 0) == 0) {
      kept.push_back("-isystem");
      kept.push_back(moved(flag.substr(8)));
    } else if (flag == "-ffast-math" || flag == "-fgpu-approx-transcendentals") {
      kept.push_back("--use_fast_math");
    } else if (flag == "-fgpu-flush-denormals-to-zero" || flag == "-fcuda-flush-denormals-to-zero") {
      kept.push_back("-ftz=true");
    } else if (flag == "-fno-gpu-flush-denormals-to-zero") {
      kept.push_back("-ftz=false");
    } else if (flag.starts_with("-ffp-contract=")) {
      kept.push_back(flag.ends_with("=off") ? "-fmad=false" : "-fmad=true");
    } else if (flag.rfind("-f", 0) == 0 || flag.rfind("-m", 0) == 0) {
      if (flag == "-maxrregcount" && hasWord)
        kept.insert(kept.end(), {flag, flags[++i]});
      else if (flag.rfind("-maxrregcount", 0) == 0 || flag == "-fmad=false" || flag == "-fmad=true")
        kept.push_back(flag);
    } else {
      kept.push_back(flag);
      if (hasWord) kept.push_back(flags[++i]);
    }
  }
  return kept;
}

Status layOver(const fs::path& root, const fs::path& overlay, const std::map<std::string, std::string>& texts) {
  std::set<fs::path> folders{
      fs::path()};  // below root: those that hold something changed are folders, all else is links
  std::map<fs::path, const std::string*> changed;
  for (const auto& [name, text] : texts) {
    const fs::path relative = fs::path(name).lexically_relative(root);
    changed[relative] = &text;
    for (fs::path folder = relative.parent_path(); !folder.empty(); folder = folder.parent_path())
      folders.insert(folder);
  }
  std::error_code failed;
  for (const fs::path& folder : folders) {
    fs::create_directories(overlay / folder, failed);
    for (const fs::directory_entry& entry : fs::directory_iterator(root / folder, failed)) {
      const fs::path relative = (folder / entry.path().filename()).lexically_normal();
      if (folders.count(relative) || changed.count(relative)) continue;
      fs::create_symlink(entry.path(), overlay / relative, failed);
    }
  }
  for (const auto& [relative, text] : changed) {
    if (Status written = writeFileAtomically(overlay / relative, *text); !written.ok()) return written;
  }
  return {};
}

namespace {

/// A source file as nvcc is to read it.
struct NvccInput {
  fs::path unit;    ///< the user's file
  fs::path source;  ///< the unit, or its place in the overlay
  fs::path workingFolder, root, overlay;
  std::string name;      ///< of what is made: the same texts have the same
  bool isNamed = false;  ///< in the language that its name tells
};

/// What a text includes by a name in quotes.
std::vector<std::string> quotedIncludes(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '#') continue;
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos || line.compare(at, 7, "include") != 0) continue;
    const size_t open = line.find_first_not_of(" \t", at + 7);
    if (open == std::string::npos || line[open] != '"') continue;
    if (const size_t close = line.find('"', open + 1); close != std::string::npos)
      names.push_back(line.substr(open + 1, close - open - 1));
  }
  return names;
}

/// The folder that all of them lie in, and what they include from where they lie ("../common.h"): a changed text finds
/// it at the same place beside itself.
fs::path rootOf(const GpuCompileRequest& request, const fs::path& workingFolder) {
  constexpr size_t mostFiles = 1000;
  std::error_code ignored;
  std::map<fs::path, const std::string*> texts;
  std::vector<fs::path> open{fs::weakly_canonical(absoluteIn(workingFolder, request.file), ignored)};
  for (const auto& [name, text] : request.openTexts) {
    open.push_back(fs::weakly_canonical(absoluteIn(workingFolder, name), ignored));
    texts[open.back()] = &text;
  }
  fs::path root = open.front().parent_path();
  for (const fs::path& file : open) root = commonFolder(root, file.parent_path());
  std::set<fs::path> seen(open.begin(), open.end());
  while (!open.empty() && seen.size() < mostFiles) {
    const fs::path file = std::move(open.back());
    open.pop_back();
    const auto changed = texts.find(file);
    const Result<std::string> text =
        changed != texts.end() ? Result<std::string>(*changed->second) : readFile(file, largestText);
    if (!text.ok()) continue;
    for (const std::string& name : quotedIncludes(*text)) {
      const fs::path included = absoluteIn(file.parent_path(), name);
      if (!fs::is_regular_file(included, ignored) || !seen.insert(included).second) continue;
      open.push_back(included);
      const fs::path wider = commonFolder(root, included.parent_path());
      if (!holdsProjects(wider)) root = wider;
    }
  }
  return root;
}

fs::path workingFolderOf(const GpuCompileRequest& request) {
  std::error_code ignored;
  return request.workingFolder.empty() ? fs::current_path(ignored) : request.workingFolder;
}

Result<NvccInput> layOut(const GpuCompileRequest& request, const fs::path& folder) {
  std::error_code ignored;
  NvccInput input;
  input.workingFolder = workingFolderOf(request);
  input.root = rootOf(request, input.workingFolder);
  const fs::path unit = fs::weakly_canonical(absoluteIn(input.workingFolder, request.file), ignored);
  input.unit = input.source = unit;
  std::string stamp = unit.string();
  std::map<std::string, std::string> texts;
  for (const auto& [name, text] : request.openTexts) {
    const fs::path path = fs::weakly_canonical(absoluteIn(input.workingFolder, name), ignored);
    texts[path.string()] = text;
    stamp += '\n' + name + '\n' + text;
  }
  input.name = hexText(hashText(stamp));
  if (texts.empty()) return input;
  input.overlay = folder / input.name;
  if (Status laid = layOver(input.root, input.overlay, texts); !laid.ok()) return laid.error();
  input.source = input.overlay / unit.lexically_relative(input.root);
  return input;
}

/// Runs nvcc, again while headers turn up that it did not find: where the analysis looks for them, too. What the
/// analysis takes without being asked, nvcc is allowed to take, and calls that toolkits have removed are given to it.
Result<SubprocessEnd> runWithHeaders(SubprocessOptions options, const NvccInput& input, std::stop_token stop) {
  std::optional<FileIndex> project;
  std::set<fs::path> folders;
  for (;;) {
    Result<SubprocessEnd> end = runSubprocess(options, stop);
    if (!end.ok() || end->clean() || end->cancelled) return end;
    if (const std::string flag = missingPermission(*end, options.command); !flag.empty()) {
      options.command.insert(options.command.end() - 1, flag);
      continue;
    }
    const std::string removed = (resourceFolder() / "cuda/include/warpwright/removed_calls.h").string();
    const std::vector<std::string>& given = options.command;
    if (asksForRemovedCalls(*end) && std::find(given.begin(), given.end(), removed) == given.end()) {
      options.command.insert(options.command.end() - 1, {"-include", removed});
      continue;
    }
    const std::string name = missingHeader(*end);
    if (name.empty()) return end;
    if (!project) project.emplace(projectRoot(input.unit, input.root), input.unit);
    const fs::path folder = folderOfHeader(name, *project);
    if (folder.empty() || !folders.insert(folder).second) return end;
    options.command.insert(options.command.end() - 1, {"-I", folder.string()});
  }
}

/// `kind`: "-cubin" or "-ptx", and more.
std::vector<std::string> nvccCommand(const fs::path& nvcc, const GpuCompileRequest& request, const NvccInput& input,
                                     const std::vector<std::string>& kind, const fs::path& output) {
  std::vector<std::string> command{nvcc.string()};
  command.insert(command.end(), kind.begin(), kind.end());
  command.insert(command.end(), {"-arch=" + request.arch, "-o", output.string(), "-allow-unsupported-compiler", "-w"});
  for (std::string& flag : nvccFlags(request.flags, input.workingFolder,
                                     input.overlay.empty() ? fs::path("/nowhere") : input.root, input.overlay)) {
    command.push_back(std::move(flag));
  }
  if (input.source.extension() != ".ptx" && !input.isNamed) command.insert(command.end(), {"-x", "cu"});
  command.push_back(input.source.string());
  return command;
}

/// Those of the flags that say what a program is linked with. Relative folders start at `folder`.
void addLinkFlags(std::vector<std::string>& kept, const std::vector<std::string>& flags, const fs::path& folder) {
  const auto add = [&](const std::string& flag) {
    if (std::find(kept.begin(), kept.end(), flag) == kept.end()) kept.push_back(flag);
  };
  for (const std::string& flag : flags) {
    if (flag.starts_with("-Xcompiler=") || flag == "-rdc=true") add(flag);
  }
  for (const std::string& library : librariesIn(flags, folder)) add(library);
}

/// Runs nvcc for one output.
Result<fs::path> runNvcc(const fs::path& nvcc, const GpuCompileRequest& request, const NvccInput& input,
                         const std::vector<std::string>& kind, const fs::path& output, std::stop_token stop) {
  SubprocessOptions options;
  options.command = nvccCommand(nvcc, request, input, kind, output);
  options.workingFolder = input.workingFolder;
  options.timeout = compileLimit;
  Result<SubprocessEnd> end = runWithHeaders(std::move(options), input, stop);
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  std::error_code ignored;
  if (!input.overlay.empty()) fs::remove_all(input.overlay, ignored);
  if (end->clean()) return output;
  return inputError("nvcc does not compile " + input.source.filename().string() +
                    (end->timedOut ? " within its time" : "") + ": " + firstMessages(*end));
}

}  // namespace

Result<fs::path> compileWithNvcc(const fs::path& nvcc, const GpuCompileRequest& request, const fs::path& folder,
                                 std::stop_token stop) {
  const Result<NvccInput> input = layOut(request, folder);
  if (!input.ok()) return input.error();
  std::vector<std::string> kind{"-cubin"};
  if (request.lineInfo) kind.push_back("-lineinfo");
  return runNvcc(nvcc, request, *input, std::move(kind), folder / (input->name + ".cubin"), std::move(stop));
}

/// One file of a program, with its host code.
static Result<fs::path> compileUnit(const fs::path& nvcc, const UnitFlags& unit,
                                    const std::map<std::string, std::string>& texts, const std::string& arch,
                                    const fs::path& object, std::stop_token stop) {
  GpuCompileRequest request;
  request.file = unit.file;
  request.flags = unit.flags;
  request.workingFolder = unit.folder;
  request.arch = arch;
  request.openTexts = texts;
  NvccInput input;
  if (texts.empty()) {
    input.workingFolder = workingFolderOf(request);
    input.unit = input.source = absoluteIn(input.workingFolder, request.file);
    input.root = input.unit.parent_path();
  } else {
    Result<NvccInput> laid = layOut(request, object.parent_path());
    if (!laid.ok()) return laid.error();
    input = *std::move(laid);
  }
  input.isNamed = std::find(unit.flags.begin(), unit.flags.end(), "-x") == unit.flags.end();
  return runNvcc(nvcc, request, input, {"-c", "-O3"}, object, std::move(stop));
}

Result<fs::path> buildWithNvcc(const fs::path& nvcc, const ProgramToBuild& build, const std::string& arch,
                               const fs::path& folder, std::stop_token stop) {
  const fs::path program = folder / "program";
  SubprocessOptions link;
  link.command = {nvcc.string(), "-arch=" + arch, "-o", program.string(), "-allow-unsupported-compiler", "-w"};
  std::vector<std::string> linked;
  for (const UnitFlags& unit : build.units) {
    const fs::path object = folder / (std::to_string(link.command.size()) + ".o");
    const Result<fs::path> made = compileUnit(nvcc, unit, build.openTexts, arch, object, stop);
    if (!made.ok()) return made.error();
    link.command.push_back(object.string());
    addLinkFlags(linked, unit.flags, unit.folder);
  }
  addLinkFlags(linked, build.libraries, {});
  link.command.insert(link.command.end(), linked.begin(), linked.end());
  link.timeout = compileLimit;
  const Result<SubprocessEnd> end = runSubprocess(link, std::move(stop));
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  if (end->clean()) return program;
  return inputError("nvcc does not link the program" + std::string(end->timedOut ? " within its time" : "") + ": " +
                    firstMessages(*end));
}

fs::path sourceOf(const GpuCompileRequest& request, const fs::path& folder, const fs::path& compiled) {
  const fs::path inOverlay = compiled.lexically_relative(folder);
  if (inOverlay.empty() || *inOverlay.begin() == ".." || std::distance(inOverlay.begin(), inOverlay.end()) < 2)
    return compiled;
  return rootOf(request, workingFolderOf(request)) / inOverlay.lexically_relative(*inOverlay.begin());
}

Result<std::string> compileToPtx(const fs::path& nvcc, const GpuCompileRequest& request, const fs::path& folder,
                                 std::stop_token stop) {
  const Result<NvccInput> input = layOut(request, folder);
  if (!input.ok()) return input.error();
  const Result<fs::path> made =
      runNvcc(nvcc, request, *input, {"-ptx", "-lineinfo"}, folder / (input->name + ".ptx"), std::move(stop));
  if (!made.ok()) return made.error();
  return readFile(*made);
}

std::vector<std::string> assembleCommand(const fs::path& nvcc, const GpuCompileRequest& request, const fs::path& ptx,
                                         const fs::path& cubin) {
  NvccInput input;
  input.source = ptx;
  input.workingFolder = workingFolderOf(request);
  return nvccCommand(nvcc, request, input, {"-cubin"}, cubin);
}

Result<fs::path> assemblePtx(const fs::path& nvcc, const GpuCompileRequest& request, const std::string& ptx,
                             const fs::path& folder, std::stop_token stop) {
  std::error_code ignored;
  const std::string name = hexText(hashText(ptx));
  NvccInput input;
  input.source = folder / (name + ".ptx");
  input.workingFolder = workingFolderOf(request);
  if (Status written = writeFileAtomically(input.source, ptx); !written.ok()) return written.error();
  std::vector<std::string> kind{"-cubin"};
  if (request.lineInfo) kind.push_back("-lineinfo");
  Result<fs::path> made = runNvcc(nvcc, request, input, kind, folder / (name + ".cubin"), std::move(stop));
  fs::remove(input.source, ignored);
  return made;
}

}  // namespace warpwright
