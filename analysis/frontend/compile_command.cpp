#include "analysis/frontend/compile_command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "analysis/frontend/command_line.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

constexpr int oldestKnown = 50, newestKnown = 90;  // what Clang 19 and its CUDA headers handle without special cases

/// Options whose value follows, joined, with '=' or as the next argument, and that Clang takes under the name given.
struct ValueOption {
  std::string_view name, clangName;
};
constexpr std::array keptOptions = {ValueOption{"-isystem", "-isystem"},
                                    ValueOption{"--system-include", "-isystem"},
                                    ValueOption{"-iquote", "-iquote"},
                                    ValueOption{"-idirafter", "-idirafter"},
                                    ValueOption{"-include", "-include"},
                                    ValueOption{"--pre-include", "-include"},
                                    ValueOption{"-imacros", "-imacros"},
                                    ValueOption{"--include-path", "-I"},
                                    ValueOption{"--define-macro", "-D"},
                                    ValueOption{"--undefine-macro", "-U"},
                                    ValueOption{"-I", "-I"},
                                    ValueOption{"-D", "-D"},
                                    ValueOption{"-U", "-U"}};

/// Options with a separate value that say nothing about the meaning of the source.
constexpr std::array droppedWithValue = {"-o",
                                         "--output-file",
                                         "-ccbin",
                                         "--compiler-bindir",
                                         "-Xptxas",
                                         "--ptxas-options",
                                         "-Xlinker",
                                         "--linker-options",
                                         "-Xnvlink",
                                         "--nvlink-options",
                                         "-Xarchive",
                                         "-Xfatbin",
                                         "--fatbin-options",
                                         "-Xcudafe",
                                         "-Xclang",
                                         "-Xcuda-ptxas",
                                         "-Xcuda-fatbinary",
                                         "-odir",
                                         "--output-directory",
                                         "-dir",
                                         "-L",
                                         "--library-path",
                                         "-l",
                                         "--library",
                                         "-code",
                                         "--gpu-code",
                                         "-MF",
                                         "-MT",
                                         "-MQ",
                                         "-t",
                                         "--threads",
                                         "-split-compile",
                                         "-default-stream",
                                         "--default-stream",
                                         "-cudart",
                                         "--cudart",
                                         "-cudadevrt",
                                         "-target-dir",
                                         "-m",
                                         "--machine",
                                         "-diag-suppress",
                                         "-diag-warn",
                                         "-diag-error",
                                         "-ldir",
                                         "-idp",
                                         "-ddp",
                                         "-dlink-time-opt",
                                         "-arbin",
                                         "--archiver-binary",
                                         "-O",
                                         "--optimize",
                                         "-x",
                                         "--language",
                                         "-Werror",
                                         "--Werror",
                                         "-mllvm",
                                         "-T",
                                         "-u",
                                         "-z",
                                         "-arch-list",
                                         "-G0",
                                         "--cuda-path",
                                         "--ptxas-path",
                                         "-target",
                                         "--sysroot"};

/// And the ones that stand alone when nothing is glued on or the value is optional.
constexpr std::array mayStandAlone = {"-O", "-m", "-Werror", "--Werror", "-t", "-z", "-u", "-T"};

bool contains(const auto& list, std::string_view word) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view item) { return item == word; });
}

bool isInput(std::string_view word) {
  if (word.starts_with('-')) return false;
  static constexpr std::array endings = {".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++"};
  return contains(endings, fs::path(word).extension().string());
}

/// Also behind a program that starts another, and where a script is named after it.
bool startsNvcc(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.starts_with('-') || isInput(word)) break;
    if (fs::path(word).filename().string().starts_with("nvcc")) return true;
  }
  return false;
}

class Translator {
 public:
  /// `isHost`: they are what nvcc hands to the host's compiler.
  Translator(const std::vector<std::string>& words, const fs::path& folder, bool isHost = false)
      : words_(words), isHost_(isHost), isNvcc_(!isHost && startsNvcc(words)) {
    command_.folder = folder;
  }

  Result<CompileCommand> run() {
    for (at_ = 1; at_ < words_.size(); ++at_) take(words_[at_]);
    if (command_.file.empty()) command_.file = ofLanguage_;
    if (command_.file.empty()) {
      return inputError("The compiler command names no source file: " + joined());
    }
    const std::string ending = command_.file.extension().string();
    const std::string program = words_.empty() ? "" : fs::path(words_[0]).filename().string();
    command_.cuda = language_.empty() ? ending == ".cu" : language_ == "cu" || language_ == "cuda";
    if (command_.cuda && device_) command_.arch = archName(*device_);
    if (sawOpenmp_) {
      command_.nvccFlags.push_back("-Xcompiler=-fopenmp");
      command_.notes.push_back("-fopenmp is ignored: OpenMP directives run on one thread, as the standard allows.");
    }
    return command_;
  }

 private:
  void take(const std::string& word) {
    if (takeArch(word) || takeKept(word) || takeSemantic(word) || takeHostList(word)) return;
    if (isInput(word)) {
      if (command_.file.empty()) command_.file = absolute(word);
      return;
    }
    // Where the language is named, the source may end in anything.
    if (!language_.empty() && !word.empty() && word[0] != '-' && ofLanguage_.empty()) ofLanguage_ = absolute(word);
    dropWithValue(word);
  }

  /// The value of `name` in `word`: "name=value", or the next word where `word` is `name` itself.
  std::optional<std::string> valueOf(std::string_view word, std::string_view name) {
    if (word == name) return next();
    if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=') {
      return std::string(word.substr(name.size() + 1));
    }
    return std::nullopt;
  }

  std::string next() { return at_ + 1 < words_.size() ? words_[++at_] : std::string(); }

  bool takeArch(const std::string& word) {
    for (std::string_view name :
         {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "--cuda-gpu-arch", "--offload-arch"}) {
      if (const auto value = valueOf(word, name)) {
        noteArch(*value);
        return true;
      }
    }
    return false;
  }

  /// Takes every sm_NN and compute_NN of a value such as "arch=compute_80,code=[sm_80,sm_86]"; the newest that Clang
  /// knows wins.
  void noteArch(std::string_view value) {
    for (std::string_view prefix : {"sm_", "compute_"}) {
      for (size_t at = value.find(prefix); at != std::string_view::npos; at = value.find(prefix, at + 1)) {
        const char* first = value.data() + at + prefix.size();
        int number = 0;
        const auto [end, problem] = std::from_chars(first, value.data() + value.size(), number);
        if (problem == std::errc()) {
          const bool better = !device_ || (number > *device_ ? number <= newestKnown || *device_ > newestKnown
                                                             : *device_ > newestKnown);
          if (better) device_ = number;
        }
      }
    }
  }

  std::string archName(int number) {
    static constexpr std::array known = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
    int best = oldestKnown;
    for (int candidate : known) {
      if (candidate <= number) best = candidate;
    }
    if (best != number) {
      command_.notes.push_back("sm_" + std::to_string(number) + " is read as sm_" + std::to_string(best) +
                               ", the nearest that Clang 19 knows.");
    }
    return "sm_" + std::to_string(best);
  }

  bool takeKept(const std::string& word) {
    for (const ValueOption& option : keptOptions) {
      if (!std::string_view(word).starts_with(option.name)) continue;
      std::string value = word.substr(option.name.size());
      if (value.empty()) {
        value = next();
      } else if (value[0] == '=' &&
                 (isNvcc_ || option.name.starts_with("--") || option.name == "-isystem" || option.name == "-include")) {
        value.erase(0, 1);
      } else if (option.name.starts_with("--") || option.name == "-include" || option.name == "-imacros") {
        continue;  // another, longer option
      }
      keep(option.clangName, value);
      return true;
    }
    if (const auto standard = valueOf(word, "-std")) return keepStandard(*standard);
    if (const auto standard = valueOf(word, "--std")) return keepStandard(*standard);
    return false;
  }

  bool keepStandard(const std::string& standard) {
    command_.flags.push_back("-std=" + standard);
    return true;
  }

  /// nvcc takes comma lists where Clang takes one value an option; other compilers keep the comma of a macro.
  void keep(std::string_view name, const std::string& value) {
    const bool path = name != "-D" && name != "-U";
    std::vector<std::string> values = path || isNvcc_ ? splitCommas(value) : std::vector{value};
    for (std::string& one : values) {
      if (one.empty()) continue;
      if (path && name != "-include" && name != "-imacros") one = absolute(one).string();
      if (name == "-D" || name == "-U" || name == "-I") {
        command_.flags.push_back(std::string(name) + one);
      } else {
        command_.flags.push_back(std::string(name));
        command_.flags.push_back(one);
      }
    }
  }

  bool takeSemantic(const std::string& word) {
    if (word == "-rdc=true" || word == "--relocatable-device-code=true" || word == "-dc" || word == "--device-c" ||
        word == "-fgpu-rdc") {
      return command_.relocatableDevice = true;
    }
    if (word == "-rdc" || word == "--relocatable-device-code") {
      command_.relocatableDevice = next() == "true";
      return true;
    }
    if (word == "-use_fast_math" || word == "--use_fast_math" || (!isHost_ && word == "-ffast-math") ||
        word == "-fgpu-approx-transcendentals") {
      for (const char* flag : {"-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero"}) {
        command_.flags.push_back(flag);
      }
      return true;
    }
    for (std::string_view name : {"-fmad", "--fmad"}) {
      if (const auto value = valueOf(word, name)) {
        command_.flags.push_back(*value == "false" ? "-ffp-contract=off" : "-ffp-contract=fast-honor-pragmas");
        return true;
      }
    }
    for (std::string_view name : {"-ftz", "--ftz"}) {
      if (const auto value = valueOf(word, name)) {
        command_.flags.push_back(*value == "true" ? "-fgpu-flush-denormals-to-zero"
                                                  : "-fno-gpu-flush-denormals-to-zero");
        return true;
      }
    }
    for (std::string_view name : {"-prec-div", "--prec-div", "-prec-sqrt", "--prec-sqrt"}) {
      if (const auto value = valueOf(word, name)) {
        command_.nvccFlags.push_back(std::string(name.substr(name.find_first_not_of('-') - 1)) + "=" + *value);
        return true;
      }
    }
    for (std::string_view name : {"-maxrregcount", "--maxrregcount"}) {
      const auto value = valueOf(word, name);
      if (value && !value->empty() && value->find_first_not_of("0123456789") == std::string::npos)
        command_.nvccFlags.push_back("-maxrregcount=" + *value);
      if (value) return true;
    }
    if (!isHost_ && (word.starts_with("-ffp-contract=") || word.ends_with("-fgpu-flush-denormals-to-zero")))
      return !command_.flags.emplace_back(word).empty();
    for (std::string_view name : {"-x", "--language"}) {
      if (const auto value = valueOf(word, name)) {
        language_ = *value;
        return true;
      }
    }
    if (word == "-xcu" || word == "-xcuda") return !(language_ = "cu").empty();
    if (word == "-fopenmp") return sawOpenmp_ = true;
    static constexpr std::array forwarded = {"-fno-exceptions", "-fno-rtti",       "-fsigned-char", "-funsigned-char",
                                             "-fshort-enums",   "-fms-extensions", "-ansi"};
    if (contains(forwarded, word)) command_.flags.push_back(word);
    return contains(forwarded, word);
  }

  /// -Xcompiler a,b,c: the host compiler's own options, of which macros, include folders and the like matter here.
  bool takeHostList(const std::string& word) {
    std::optional<std::string> list = valueOf(word, "-Xcompiler");
    if (!list) list = valueOf(word, "--compiler-options");
    if (!list) return false;
    command_.others.push_back("-Xcompiler=" + *list);
    std::vector<std::string> nested{"host"};
    for (const std::string& part : splitCommas(*list)) {
      for (const std::string& flag : splitShell(part)) nested.push_back(flag);
    }
    Translator host(nested, command_.folder, true);
    for (host.at_ = 1; host.at_ < nested.size(); ++host.at_) host.take(nested[host.at_]);
    sawOpenmp_ |= host.sawOpenmp_;
    for (std::string& flag : host.command_.flags) command_.flags.push_back(std::move(flag));
    return true;
  }

  void dropWithValue(const std::string& word) {
    command_.others.push_back(word);
    const bool isNumbered = (word == "-m" || word == "-t" || word == "-O") && at_ + 1 < words_.size() &&
                            words_[at_ + 1].find_first_not_of("0123456789") == std::string::npos;
    if (isNumbered || (contains(droppedWithValue, word) && !contains(mayStandAlone, word)))
      command_.others.push_back(next());
    // Everything else stands alone: -c, -g, -lineinfo, -W…, --expt-…, object files and libraries.
  }

  fs::path absolute(const fs::path& path) const {
    return (path.is_absolute() ? path : command_.folder / path).lexically_normal();
  }

  std::string joined() const {
    std::string text;
    for (const std::string& word : words_) text += (text.empty() ? "" : " ") + word;
    return text.empty() ? "(empty)" : text;
  }

  const std::vector<std::string>& words_;
  bool isHost_ = false, isNvcc_ = false;
  size_t at_ = 0;
  CompileCommand command_;
  std::string language_;
  fs::path ofLanguage_;  ///< the first word behind it that is no option
  std::optional<int> device_;
  bool sawOpenmp_ = false;
};

}  // namespace

Result<CompileCommand> translateCommand(const std::vector<std::string>& command, const fs::path& folder) {
  Result<std::vector<std::string>> words = expandResponseFiles(command, folder);
  if (!words.ok()) return words.error();
  return Translator(*words, fs::absolute(folder)).run();
}

std::vector<std::string> nvccFlagsOf(const CompileCommand& command) {
  std::vector<std::string> flags = command.flags;
  flags.insert(flags.end(), command.nvccFlags.begin(), command.nvccFlags.end());
  if (command.relocatableDevice) flags.push_back("-rdc=true");
  if (command.cuda && command.file.extension() != ".cu") flags.insert(flags.end(), {"-x", "cu"});
  return flags;
}

std::vector<fs::path> headerFolders(const CompileCommand& command) {
  std::vector<fs::path> folders;
  for (size_t i = 0; i < command.flags.size(); ++i) {
    const std::string& flag = command.flags[i];
    const bool isNamed = (flag == "-isystem" || flag == "-iquote" || flag == "-idirafter" || flag == "-I") &&
                         i + 1 < command.flags.size();
    if (isNamed)
      folders.push_back(command.folder / command.flags[++i]);
    else if (flag.starts_with("-I"))
      folders.push_back(command.folder / flag.substr(2));
  }
  return folders;
}

}  // namespace warpwright::frontend
