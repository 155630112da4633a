#include "analysis/makefile/recipe_commands.h"

#include <algorithm>
#include <array>

#include "analysis/makefile/shell_commands.h"
#include "core/base/file_index.h"

namespace warpwright::makefile {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool isOneOf(std::string_view word, const auto& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array compilers = {"nvcc",   "clang", "clang++", "gcc",   "g++",   "cc",    "c++",
                                  "icc",    "icpc",  "icx",     "icpx",  "nvc++", "mpicc", "mpicxx",
                                  "mpic++", "mpiCC", "mpiicpc", "hipcc", "nvc"};
constexpr std::array wrappers = {"ccache", "distcc", "sccache", "time", "env", "nice", "exec", "command"};
/// Options whose next word is no input, whatever it looks like.
constexpr std::array withValue = {"-I",
                                  "-D",
                                  "-U",
                                  "-L",
                                  "-l",
                                  "-x",
                                  "-isystem",
                                  "-iquote",
                                  "-include",
                                  "-imacros",
                                  "-idirafter",
                                  "-MF",
                                  "-MT",
                                  "-MQ",
                                  "-Xcompiler",
                                  "-Xlinker",
                                  "-Xptxas",
                                  "-ccbin",
                                  "-arch",
                                  "-gencode",
                                  "-code",
                                  "--compiler-options",
                                  "-std",
                                  "--generate-code",
                                  "--gpu-architecture"};
/// Nothing that runs is made.
constexpr std::array withoutLinking = {"-c",   "--compile", "-dc",     "--device-c",    "-dw",          "--device-w",
                                       "-E",   "-S",        "-M",      "-MM",           "-shared",      "--shared",
                                       "-lib", "--lib",     "-dlink",  "--device-link", "-cubin",       "--cubin",
                                       "-ptx", "--ptx",     "-fatbin", "--fatbin",      "-fsyntax-only"};

/// `nvcc` of /usr/local/cuda/bin/nvcc, `g++` of x86_64-linux-gnu-g++-12. Empty: that is not known.
std::string programName(const std::string& word) {
  std::string name = word.substr(word.rfind('/') + 1);
  if (!isKnown(name)) return {};
  const size_t version = name.rfind('-');
  if (version != std::string::npos && name.find_first_not_of("0123456789.", version + 1) == std::string::npos)
    name.resize(version);
  for (const char* compiler : compilers) {
    if (name.ends_with(std::string("-") + compiler)) return compiler;
  }
  return name;
}

std::string endingOf(const std::string& word) {
  return fs::path(word).extension().string();
}

bool isSource(const std::string& word) {
  static constexpr std::array endings = {".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++"};
  return isOneOf(endingOf(word), endings);
}

bool isObject(const std::string& word) {
  static constexpr std::array endings = {".o", ".obj", ".a", ".so"};
  return isOneOf(endingOf(word), endings);
}

/// Programs that take sources and compile none of them.
constexpr std::array harmless = {
    "rm",       "echo",    "printf",  "touch",   "mkdir",  "rmdir",  "cat",  "ln",           "tar",
    "zip",      "cp",      "mv",      "install", "test",   "[",      "true", "false",        ":",
    "grep",     "ls",      "diff",    "wc",      "ctags",  "etags",  "file", "clang-format", "clang-tidy",
    "cppcheck", "git",     "doxygen", "head",    "tail",   "sort",   "size", "strip",        "nm",
    "ranlib",   "objdump", "chmod",   "exit",    "indent", "astyle", "sed",  "awk",          "cuobjdump",
    "nvdisasm", "set",     "cloc",    "tee",     "scp",    "rsync",  "gzip", "makedepend"};
/// What compilers take from the environment.
constexpr std::array environment = {"NVCC_APPEND_FLAGS", "NVCC_PREPEND_FLAGS", "CPATH", "CPLUS_INCLUDE_PATH",
                                    "C_INCLUDE_PATH"};

/// `NAME=…` of one of those.
bool setsEnvironment(std::string_view word) {
  const size_t equals = word.find('=');
  return equals != std::string_view::npos && isOneOf(word.substr(0, equals), environment);
}

/// Options that say nothing of what a source means, whatever stands in them: where the result goes, what is linked, for
/// which GPU.
bool isOfNoMeaning(std::string_view text) {
  static constexpr std::array starts = {
      "-L",       "-l",      "-Wl,", "-o ", "-arch", "-gencode", "--gpu-arch", "--generate-code", "-O",           "-g",
      "-Xlinker", "-Xptxas", "-MF",  "-MT", "-MQ",   "-ccbin",   "-code",      "-rpath",          "--output-file"};
  if (std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return text.starts_with(start); }))
    return true;
  // Something behind a folder that is not known.
  static constexpr std::array objects = {".o", ".obj", ".a", ".so"};
  return !text.starts_with('-') && isOneOf(fs::path(text).extension().string(), objects);
}

/// Options that link nothing, whatever stands in them.
bool linksNothing(std::string_view text) {
  static constexpr std::array starts = {"-I",    "-D",    "-O", "-g", "-arch", "--gpu-arch", "--generate-code",
                                        "-code", "-ccbin"};
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return text.starts_with(start); });
}

/// Is it handed to a linker, or lets plugins call the program? Libraries by `-l` and `-L` aside.
bool isOfLinker(std::string_view text) {
  static constexpr std::array starts = {"-Xlinker", "--linker-options", "-Wl,", "-rdynamic", "--library", "-library"};
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return text.starts_with(start); });
}

/// What a compiler of the host is handed that may be for its linker.
bool mayReachLinker(std::string_view text) {
  return !text.starts_with('-') || text.find(",") != std::string_view::npos || isOfLinker(text) ||
         text.starts_with("-l") || text.starts_with("-L") || text.find(' ') != std::string_view::npos;
}

/// Is it `-I` of a folder that is not known, but for its end?
bool isFolderOption(std::string_view text) {
  return text.starts_with("-I") && !text.ends_with('\x02');
}

/// A folder of headers of the project, as far as its name tells.
bool isOwnFolder(std::string_view word) {
  return word.starts_with("-I") && !word.starts_with("-I/usr/") && !word.starts_with("-I/opt/");
}

/// The names of sources in a text, which may be a line for another shell.
Words sourcesIn(std::string_view text) {
  Words names;
  for (size_t i = 0; i < text.size();) {
    const size_t end = std::min(text.find_first_of(" \t\n;&|()<>'\"`=", i), text.size());
    const std::string name(text.substr(i, end - i));
    if (isKnown(name) && !name.starts_with('-') && isSource(name)) names.push_back(name);
    i = end + 1;
  }
  return names;
}

/// With `…` where something is not known.
std::string shown(std::string_view text) {
  std::string all;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x01') {
      all += text[i];
      continue;
    }
    all += "…";
    i = std::min(text.find('\x02', i), text.size());
  }
  return all;
}

/// One command as a way; keeps where it is among its words.
class Command {
 public:
  /// `inputs`: what its target needs. `set`: what was exported for it.
  Command(const ShellCommand& command, fs::path folder, Expander& values, const std::string& inputs,
          const std::string& set)
      : words_(command.words), values_(values), folder_(std::move(folder)), inputs_(inputs), set_(set) {
    for (const ShellWord& one : command.assigned) {
      if (setsEnvironment(one.text)) set_ = one.text;
    }
  }

  std::optional<CompileWay> run() {
    while (at_ < words_.size() && isOneOf(words_[at_].text, wrappers)) {
      const bool isEnv = words_[at_++].text == "env";
      for (; isEnv && at_ < words_.size() && words_[at_].text.find('=') != std::string::npos; ++at_) {
        if (setsEnvironment(words_[at_].text)) set_ = words_[at_].text;
      }
    }
    if (at_ == words_.size()) return std::nullopt;
    std::string first = words_[at_].text;
    // "-nvcc" of a variable: what it says of errors does not count.
    if (first.starts_with('-') && isOneOf(programName(first.substr(1)), compilers)) first.erase(0, 1);
    const std::string name = programName(first);
    if (name == "ar") return archived();
    if (name == "make" || name == "gmake") return makeAgain();
    const bool isCompiler = isOneOf(name, compilers);
    // A compiler that is found while make runs, or named by whoever runs it.
    const bool mayBe = name.empty() || first.starts_with('-');
    if (!isCompiler && !mayBe) return ofUnknownProgram(first);
    way_.words = {isCompiler ? name : "nvcc"};
    way_.linksProgram = true;
    for (at_ += first.starts_with('-') ? 0 : 1; at_ < words_.size(); ++at_) take();
    finish();
    const bool isCuda = std::any_of(way_.sources.begin(), way_.sources.end(),
                                    [](const std::string& source) { return source.ends_with(".cu"); });
    if (!isCompiler && (!isCuda || (way_.linksProgram && !hasOutput_))) return std::nullopt;
    return std::move(way_);
  }

 private:
  void take() {
    const ShellWord& word = words_[at_];
    if (!isKnown(word.text)) return leaveOut(word.text);
    if (word.text == "-o" || word.text == "--output-file") return takeOutput();
    if (word.text == "-") way_.takesUnknown = true;  // what it is handed
    if (isOneOf(word.text, withValue) && at_ + 1 < words_.size()) {
      const std::string& value = words_[++at_].text;
      if (!isKnown(value)) return leaveOut(word.text + ' ' + value);
      way_.mayLinkMore |= word.text == "-Xlinker" ||
                          ((word.text == "-Xcompiler" || word.text == "--compiler-options") && mayReachLinker(value));
      way_.words.insert(way_.words.end(), {word.text, value});
      return;
    }
    if (word.text.starts_with('@') || word.text.starts_with("--options-file") || word.text == "-optf")
      return takeResponseFile();
    if (!word.text.starts_with('-') && (isSource(word.text) || isObject(word.text))) return takeInput(word);
    if (isOneOf(word.text, withoutLinking)) {
      way_.linksProgram = false;
      isCompileOnly_ |=
          word.text == "-c" || word.text == "-dc" || word.text == "--compile" || word.text == "--device-c";
    }
    // What is no option, and neither source nor object by its name, may be either.
    way_.mayLinkMore |= !word.text.starts_with('-') || isOfLinker(word.text) ||
                        ((word.text.starts_with("-Xcompiler=") || word.text.starts_with("--compiler-options=")) &&
                         mayReachLinker(word.text.substr(word.text.find('=') + 1)));
    if (word.text.starts_with("-l") && word.text.size() > 2) way_.objects.push_back("lib" + word.text.substr(2) + ".a");
    way_.words.push_back(word.text);
  }

  void leaveOut(const std::string& text) {
    std::string why;
    for (const size_t reason : reasonsIn(text)) why += (why.empty() ? "" : ", ") + values_.reasonText(reason);
    way_.mayLinkMore |= !linksNothing(text);
    way_.leftOut.push_back((shown(text) == "…" ? "" : "`" + shown(text) + "`: ") + why);
    if (isFolderOption(text))
      folderAt_ = folderAt_.value_or(std::pair(way_.words.size(), way_.leftOut.back()));
    else if (!isOfNoMeaning(text))
      leaveOpen(way_.leftOut.back());
    // It may be an input, or several.
    if (text.starts_with('-')) return;
    way_.isWhole = false;
    way_.takesUnknown |= !isOfNoMeaning(text);
  }

  void leaveOpen(const std::string& why) {
    if (way_.open.empty()) way_.open = why;
  }

  void takeOutput() {
    if (at_ + 1 == words_.size()) return;
    const std::string& output = words_[++at_].text;
    hasOutput_ = true;
    if (isKnown(output)) way_.output = absolute(output);
  }

  void takeResponseFile() {
    way_.mayLinkMore = true;
    const std::string& word = words_[at_].text;
    std::string name =
        word.starts_with('@') ? word.substr(1) : word.substr(std::min(word.find('='), word.size() - 1) + 1);
    const bool isNext = !word.starts_with('@') && word.find('=') == std::string::npos;
    if (isNext && at_ + 1 < words_.size()) name = words_[++at_].text;
    std::error_code failed;
    const fs::path file = fs::weakly_canonical(absolute(name), failed);
    if (isKnown(name) && !failed && isBelow(file, fs::canonical(values_.root(), failed)))
      way_.words.push_back("@" + file.string());
    else
      leaveOpen(way_.leftOut.emplace_back("`@" + shown(name) + "` is outside of the project"));
  }

  void takeInput(const ShellWord& word) {
    std::vector<std::string>& inputs = isSource(word.text) ? way_.sources : way_.objects;
    if (!word.isPattern) return inputs.push_back(absolute(word.text));
    way_.isWhole &= isSource(word.text);  // which objects will be there is not known
    for (std::string& name : values_.matching(absolute(word.text))) inputs.push_back(std::move(name));
  }

  /// What other variables, or another file of rules, would have it compile is not looked at.
  std::optional<CompileWay> makeAgain() {
    const bool isHere = folder_ == values_.folder();
    const ShellWord* other = nullptr;
    for (const ShellWord& word : words_) {
      if (word.text.starts_with("-C") || word.text.starts_with("--directory")) return std::nullopt;
      if (!word.text.starts_with('-') && word.text.find('=') != std::string::npos) other = &word;
    }
    if (!isHere || !other) return std::nullopt;
    way_.words = {"make"};
    way_.maybe = "it runs make with `" + shown(other->text) + "`";
    return std::move(way_);
  }

  /// A script may hand what it gets to a compiler, with other flags.
  std::optional<CompileWay> ofUnknownProgram(const std::string& program) {
    if (isOneOf(programName(program), harmless)) return std::nullopt;
    bool namesCompiler = false;
    for (const ShellWord& word : words_) {
      namesCompiler |= word.text.find("nvcc") != std::string::npos;
      for (const std::string& name : sourcesIn(word.text)) way_.sources.push_back(absolute(name));
    }
    if (way_.sources.empty() && namesCompiler) takeNeeds();
    if (way_.sources.empty()) return std::nullopt;
    way_.words = {program};
    way_.folder = folder_;
    way_.maybe = "what `" + shown(program) + "` does is not known";
    return std::move(way_);
  }

  void takeNeeds() {
    for (const std::string& name : sourcesIn(inputs_)) way_.sources.push_back(absolute(name));
  }

  void takeEnvironment() {
    for (const char* name : environment) {
      const auto known = values_.variables().find(name);
      if (set_.empty() && known != values_.variables().end() && !known->second.text.empty())
        set_ = known->first + '=' + known->second.text;
    }
    if (!set_.empty()) leaveOpen(way_.leftOut.emplace_back("`" + shown(set_) + "` of the environment"));
  }

  void finish() {
    way_.folder = folder_;
    takeEnvironment();
    if (way_.takesUnknown && way_.sources.empty() && inputs_.find('\x01') == std::string::npos) {
      takeNeeds();
      if (!way_.sources.empty()) way_.maybe = "what it compiles is not known";
    }
    // Headers of that folder may stand before those of the project.
    if (folderAt_ && std::any_of(way_.words.begin() + static_cast<ptrdiff_t>(folderAt_->first), way_.words.end(),
                                 [](const std::string& word) { return isOwnFolder(word); }))
      leaveOpen(folderAt_->second);
    if (isCompileOnly_ && way_.output.empty() && !hasOutput_ && way_.sources.size() == 1)
      way_.output = absolute(fs::path(way_.sources[0]).stem().string() + ".o");
    if (way_.output.empty() && way_.linksProgram && !hasOutput_) way_.output = absolute("a.out");
  }

  /// `ar rcs library objects`.
  std::optional<CompileWay> archived() {
    way_.words = {"ar"};
    for (++at_; at_ < words_.size(); ++at_) {
      const ShellWord& word = words_[at_];
      if (!isKnown(word.text))
        leaveOut(word.text);
      else if (way_.output.empty() && endingOf(word.text) == ".a")
        way_.output = absolute(word.text);
      else if (isObject(word.text))
        takeInput(word);
    }
    way_.folder = folder_;
    return std::move(way_);
  }

  std::string absolute(const std::string& name) const { return (folder_ / name).lexically_normal().string(); }

  const std::vector<ShellWord>& words_;
  Expander& values_;
  fs::path folder_;
  std::string inputs_;
  std::string set_;                                         ///< of the environment
  std::optional<std::pair<size_t, std::string>> folderAt_;  ///< the first folder that is not known: before which word
  size_t at_ = 0;
  CompileWay way_;
  bool hasOutput_ = false, isCompileOnly_ = false;
};

/// Without what tells make to be quiet or to go on. `characters`: an option may come first where nobody names a
/// program.
std::string_view withoutPrefixes(std::string_view line, std::string_view characters) {
  while (!line.empty() && characters.find(line.front()) != std::string_view::npos) line.remove_prefix(1);
  return line;
}

}  // namespace

std::vector<CompileWay> waysOf(const std::vector<RecipeLine>& recipe,
                               const std::map<std::string, std::string>& automatic, Expander& values) {
  std::vector<CompileWay> ways;
  std::string set;  // what the lines before have exported: `.ONESHELL` makes them one
  const auto needs = automatic.find("^");
  const std::string inputs = needs == automatic.end() ? std::string() : needs->second;
  for (const RecipeLine& line : recipe) {
    values.setPlace(line.line == 0 ? "" : "line " + std::to_string(line.line));
    const size_t ofShell = values.reason("only a shell can tell");
    const std::string text = values.expandIn(automatic, withoutPrefixes(line.text, "@-+ \t"));
    const std::string_view shell = text;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      std::optional<fs::path> folder = values.folder();
      for (const ShellCommand& command :
           commandsOf(withoutPrefixes(shell.substr(begin, end - begin), "@+ \t"), ofShell)) {
        if (command.words[0].text == "cd" && command.words.size() == 2) {
          const std::string& name = command.words[1].text;
          folder = folder && isKnown(name) && !command.isMaybe ? std::optional((*folder / name).lexically_normal())
                                                               : std::nullopt;
          continue;
        }
        if (command.words[0].text == "export") {
          for (const ShellWord& word : command.words) {
            if (setsEnvironment(word.text)) set = word.text;
          }
        }
        if (!folder) break;
        std::optional<CompileWay> way = Command(command, *folder, values, inputs, set).run();
        if (!way) continue;
        way->line = line.line;
        if (line.isMaybe)
          way->maybe = values.reasonText(*line.isMaybe);
        else if (command.isMaybe)
          way->maybe = "its shell decides (line " + std::to_string(line.line) + ")";
        ways.push_back(std::move(*way));
      }
      begin = end + 1;
    }
  }
  return ways;
}

}  // namespace warpwright::makefile
