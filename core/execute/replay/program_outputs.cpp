#include "core/execute/replay/program_outputs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr size_t mostFiles = 50'000;

using Words = std::vector<std::string>;

/// By lines, each by its words.
std::vector<Words> wordsOf(const std::string& text) {
  std::vector<Words> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    Words& own = lines.emplace_back();
    for (std::string word; words >> word;) own.push_back(std::move(word));
  }
  return lines;
}

std::string lineOf(const Words& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  constexpr size_t most = 80;
  return line.size() <= most ? line : line.substr(0, most) + "…";
}

bool hasNumber(const std::string& word) {
  return std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// A line in which a faster program is expected to print something else.
bool speaksOfTime(const Words& words) {
  static constexpr std::array<std::string_view, 16> known{
      "time",       "elapsed", "sec",   "msec", "usec", "gflop", "flop/s",  "gb/s",
      "throughput", "bandwid", "speed", "(ms)", "[ms]", "(us)",  "latency", "per second"};
  static constexpr std::array<std::string_view, 6> whole{"ms", "us", "ns", "s", "ms)", "us)"};
  std::string line = lineOf(words);
  std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
  if (std::any_of(known.begin(), known.end(), [&](auto part) { return line.find(part) != std::string::npos; }))
    return true;
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    const std::string bare = word.substr(0, word.find_last_not_of(".,;:") + 1);
    return std::find(whole.begin(), whole.end(), bare) != whole.end();
  });
}

/// One stream of text, printed by several originals and by the changed program.
class PrintedComparison {
 public:
  PrintedComparison(const char* where, OutputComparison& to) : where_(where), to_(to) {}

  void compare(const std::vector<std::string>& originals, const std::string& changed) {
    std::vector<std::vector<Words>> known;
    for (const std::string& text : originals) known.push_back(wordsOf(text));
    const std::vector<Words> now = wordsOf(changed);
    const size_t lines = known.front().size();
    if (std::any_of(known.begin(), known.end(), [&](const auto& one) { return one.size() != lines; })) {
      to_.notCompared.push_back(std::string(where_) + ", of which runs of the program print more or fewer lines");
      return;
    }
    if (now.size() != lines) {
      differ("It prints " + std::to_string(now.size()) + " lines on " + where_ + ", and the original " +
             std::to_string(lines) + ".");
      return;
    }
    for (size_t line = 0; line < lines; ++line) compareLine(known, now[line], line);
    if (skipped_ == 0) return;
    to_.notCompared.push_back("numbers in " + std::to_string(skipped_) + (skipped_ == 1 ? " line" : " lines") + " on " +
                              where_ + ", such as `" + sample_ + "`");
  }

 private:
  void differ(std::string text) {
    if (to_.difference.empty()) to_.difference = std::move(text);
  }

  void compareLine(const std::vector<std::vector<Words>>& known, const Words& now, size_t line) {
    const Words& first = known.front()[line];
    const auto varies = [&](const std::optional<size_t>& word) {
      return std::any_of(known.begin(), known.end(), [&](const auto& one) {
        return word ? one[line][*word] != first[*word] : one[line].size() != first.size();
      });
    };
    if (varies(std::nullopt)) return skip(first);
    if (now.size() != first.size()) return differ(different(first, now, line));
    const bool isTime = speaksOfTime(first);
    bool skipped = false;
    for (size_t word = 0; word < first.size(); ++word) {
      if (varies(word) || (isTime && hasNumber(first[word]))) {
        skipped = true;
      } else if (now[word] != first[word]) {
        return differ(different(first, now, line));
      } else {
        ++to_.words;
      }
    }
    if (skipped) skip(first);
  }

  std::string different(const Words& first, const Words& now, size_t line) const {
    return "Line " + std::to_string(line + 1) + " on " + where_ + " is `" + lineOf(now) + "`, and of the original `" +
           lineOf(first) + "`.";
  }

  void skip(const Words& words) {
    if (skipped_++ == 0) sample_ = lineOf(words);
  }

  const char* where_;
  OutputComparison& to_;
  size_t skipped_ = 0;
  std::string sample_;
};

void compareFiles(const std::vector<ProgramOutputs>& originals, const ProgramOutputs& changed, OutputComparison& to) {
  const auto& first = originals.front().files;
  const auto isSame = [](const auto& files, const std::string& name, const uint64_t* hash) {
    const auto found = files.find(name);
    return hash ? found != files.end() && found->second == *hash : found == files.end();
  };
  std::map<std::string, const uint64_t*> names;
  for (const ProgramOutputs& one : originals) {
    for (const auto& [name, hash] : one.files) names.emplace(name, nullptr);
  }
  for (const auto& [name, hash] : changed.files) names.emplace(name, nullptr);
  for (auto& [name, hash] : names) {
    if (const auto found = first.find(name); found != first.end()) hash = &found->second;
    const bool varies = std::any_of(
        originals.begin(), originals.end(),
        [&, &name = name, &hash = hash](const ProgramOutputs& one) { return !isSame(one.files, name, hash); });
    if (varies) {
      to.notCompared.push_back("file `" + name + "`, which runs of the program write differently");
    } else if (isSame(changed.files, name, hash)) {
      ++to.files;
    } else if (to.difference.empty()) {
      to.difference = "The file `" + name + "` is another than what the original writes.";
    }
  }
}

}  // namespace

FolderState stateOf(const fs::path& folder) {
  FolderState state;
  std::error_code failed;
  auto entry = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && entry != fs::recursive_directory_iterator() && state.size() < mostFiles; entry.increment(failed)) {
    std::error_code ignored;
    const bool isHidden = entry->path().filename().string().starts_with('.');
    if (isHidden && entry->is_directory(ignored)) entry.disable_recursion_pending();
    if (isHidden || !entry->is_regular_file(ignored)) continue;
    state[entry->path().lexically_relative(folder).string()] = {entry->last_write_time(ignored),
                                                                entry->file_size(ignored)};
  }
  return state;
}

ProgramOutputs outputsOf(const SubprocessEnd& end, const fs::path& folder, const FolderState& before) {
  ProgramOutputs outputs{end.exitCode, end.signal, end.output, end.errorOutput, {}};
  for (const auto& [name, state] : stateOf(folder)) {
    const auto known = before.find(name);
    if (known != before.end() && known->second == state) continue;
    const Result<std::string> text = readFile(folder / name);
    if (text.ok()) outputs.files[name] = hashText(*text);
  }
  return outputs;
}

OutputComparison compareOutputs(const std::vector<ProgramOutputs>& originals, const ProgramOutputs& changed) {
  OutputComparison comparison;
  const ProgramOutputs& first = originals.front();
  const auto howEnded = [](const ProgramOutputs& one) { return std::pair(one.exitCode, one.signal); };
  if (std::any_of(originals.begin(), originals.end(),
                  [&](const ProgramOutputs& one) { return howEnded(one) != howEnded(first); })) {
    comparison.notCompared.push_back("its exit code, which is not the same in each run");
  } else if (howEnded(changed) != howEnded(first)) {
    comparison.difference = changed.signal != 0 ? "It ends by signal " + std::to_string(changed.signal) + "."
                                                : "Its exit code is " + std::to_string(changed.exitCode) +
                                                      ", and of the original " + std::to_string(first.exitCode) + ".";
  }
  std::vector<std::string> printed, errors;
  for (const ProgramOutputs& one : originals) {
    printed.push_back(one.printed);
    errors.push_back(one.printedErrors);
  }
  PrintedComparison("stdout", comparison).compare(printed, changed.printed);
  PrintedComparison("stderr", comparison).compare(errors, changed.printedErrors);
  compareFiles(originals, changed, comparison);
  return comparison;
}

}  // namespace warpwright
