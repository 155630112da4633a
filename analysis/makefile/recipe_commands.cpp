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
  Command(const ShellCommand& command, fs::path folder, Expander& values)
      : words_(command.words), values_(values), folder_(std::move(folder)) {}

  std::optional<CompileWay> run() {
    while (at_ < words_.size() && isOneOf(words_[at_].text, wrappers)) ++at_;
    if (at_ == words_.size()) return std::nullopt;
    std::string first = words_[at_].text;
    // "-nvcc" of a variable: what it says of errors does not count.
    if (first.starts_with('-') && isOneOf(programName(first.substr(1)), compilers)) first.erase(0, 1);
    const std::string name = programName(first);
    if (name == "ar") return archived();
    const bool isCompiler = isOneOf(name, compilers);
    // A compiler that is found while make runs, or named by whoever runs it.
    const bool mayBe = name.empty() || first.starts_with('-');
    if (!isCompiler && !mayBe) return std::nullopt;
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
    if (isOneOf(word.text, withValue) && at_ + 1 < words_.size()) {
      const std::string& value = words_[++at_].text;
      if (!isKnown(value)) return leaveOut(word.text + ' ' + value);
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
    if (word.text.starts_with("-l") && word.text.size() > 2) way_.objects.push_back("lib" + word.text.substr(2) + ".a");
    way_.words.push_back(word.text);
  }

  void leaveOut(const std::string& text) {
    std::string why;
    for (const size_t reason : reasonsIn(text)) why += (why.empty() ? "" : ", ") + values_.reasonText(reason);
    way_.leftOut.push_back((shown(text) == "…" ? "" : "`" + shown(text) + "`: ") + why);
    // It may be an input, or several.
    if (!text.starts_with('-')) way_.isWhole = false;
  }

  void takeOutput() {
    if (at_ + 1 == words_.size()) return;
    const std::string& output = words_[++at_].text;
    hasOutput_ = true;
    if (isKnown(output)) way_.output = absolute(output);
  }

  void takeResponseFile() {
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
      way_.leftOut.push_back("`@" + shown(name) + "` is outside of the project");
  }

  void takeInput(const ShellWord& word) {
    std::vector<std::string>& inputs = isSource(word.text) ? way_.sources : way_.objects;
    if (!word.isPattern) return inputs.push_back(absolute(word.text));
    for (std::string& name : values_.matching(absolute(word.text))) inputs.push_back(std::move(name));
  }

  void finish() {
    way_.folder = folder_;
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
        if (!folder) break;
        std::optional<CompileWay> way = Command(command, *folder, values).run();
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
