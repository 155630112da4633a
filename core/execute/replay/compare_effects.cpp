#include "core/execute/replay/compare_effects.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

namespace warpwright {
namespace {

/// Text of a line that a message shows.
constexpr size_t shownCharacters = 160;

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '+' || c == '-';
}

/// Words and single other characters of a line; blanks only part them.
std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < line.size();) {
    size_t end = at + 1;
    if (isWordPart(line[at])) {
      while (end < line.size() && isWordPart(line[end])) ++end;
    }
    if (std::isspace(static_cast<unsigned char>(line[at])) == 0) words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

bool hasDigit(std::string_view word) {
  const auto known = [&](const char* name) { return word.find(name) != std::string_view::npos; };
  return std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }) || known("inf") ||
         known("nan");
}

/// True where the line tells how long something took, or a rate.
bool tellsTime(std::string_view line) {
  std::string lower(line);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  static constexpr std::array parts = {"time",      "sec",      "elapsed", "flop",  "/s",     "throughput",
                                       "bandwidth", "duration", "took",    "speed", "cycles", "clock"};
  if (std::any_of(parts.begin(), parts.end(), [&](const char* part) { return lower.find(part) != std::string::npos; }))
    return true;
  static const std::set<std::string_view> units = {"ms", "us", "ns", "s", "fps", "hz"};
  for (std::string_view word : wordsOf(lower)) {
    while (!word.empty() && (std::isdigit(static_cast<unsigned char>(word.front())) != 0 || word.front() == '.'))
      word.remove_prefix(1);
    if (units.contains(word)) return true;
  }
  return false;
}

/// True where only words differ that may: those of `line` that `again` has otherwise, and numbers where the line tells
/// times.
bool sameLine(std::string_view line, const std::string_view* again, std::string_view other, const EffectRules& rules) {
  if (line == other) return true;
  const bool varies = again != nullptr && *again != line;
  const bool timed = rules.timesMayDiffer && tellsTime(line);
  if (!varies && !timed) return false;
  const std::vector<std::string_view> own = wordsOf(line), others = wordsOf(other);
  const std::vector<std::string_view> second = varies ? wordsOf(*again) : own;
  if (second.size() != own.size()) return true;  // nothing in it stays
  if (others.size() != own.size()) return false;
  for (size_t i = 0; i < own.size(); ++i) {
    if (own[i] == others[i]) continue;
    const bool numbers = hasDigit(own[i]) && hasDigit(others[i]);
    if (own[i] != second[i] && (numbers || !hasDigit(own[i]))) continue;
    if (!(timed && numbers)) return false;
  }
  return true;
}

std::string shown(std::string_view line) {
  std::string text(line.substr(0, shownCharacters));
  if (text.size() < line.size()) text += "…";
  return text;
}

/// A text that both programs give out.
struct ComparedText {
  const char* kind;
  std::string name;  ///< "standard output", "out.txt"
  std::string verb;  ///< "print on standard output"
};

OutputDifference binaryDifference(const ComparedText& what, const std::string& own, const std::string& other) {
  const auto at = static_cast<uint64_t>(
      std::mismatch(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(std::min(own.size(), other.size())),
                    other.begin())
          .first -
      own.begin());
  return {what.name,
          at,
          std::to_string(own.size()) + " bytes",
          std::to_string(other.size()) + " bytes",
          1,
          "The two programs " + what.verb + " other bytes: from byte " + std::to_string(at) + " on.",
          what.kind};
}

void compareText(const ComparedText& what, const std::string& original, const std::string* again,
                 const std::string& variant, const EffectRules& rules, EffectComparison& result) {
  if (original == variant) return;
  if (original.find('\0') != std::string::npos || variant.find('\0') != std::string::npos) {
    if (again == nullptr || *again == original)
      result.differences.push_back(binaryDifference(what, original, variant));
    else
      result.notes.push_back("Not compared: " + what.name + ", which the original writes otherwise each time.");
    return;
  }
  const std::vector<std::string_view> own = linesOf(original), other = linesOf(variant);
  const std::vector<std::string_view> second = again != nullptr ? linesOf(*again) : own;
  if (second.size() != own.size()) {
    result.notes.push_back("Not compared: " + what.name +
                           ", which has another number of lines each time that the original runs.");
    return;
  }
  OutputDifference difference{what.name, 0, "", "", 0, "", what.kind};
  for (size_t i = 0; i < std::max(own.size(), other.size()); ++i) {
    if (i < own.size() && i < other.size() && sameLine(own[i], &second[i], other[i], rules)) continue;
    if (difference.count++ != 0) continue;
    difference.index = i;
    difference.original = i < own.size() ? shown(own[i]) : "";
    difference.variant = i < other.size() ? shown(other[i]) : "";
  }
  if (difference.count == 0 && (own.empty() || original.back() != variant.back())) {
    // The same lines, but for the end of the last.
    difference.index = own.empty() ? 0 : own.size() - 1;
    difference.count = 1;
    difference.original = own.empty() ? "" : shown(own.back());
    difference.variant = other.empty() ? "" : shown(other.back());
  }
  if (difference.count == 0) return;
  const auto quoted = [&](const std::vector<std::string_view>& lines, const std::string& text) {
    return difference.index < lines.size() ? "`" + text + "`" : std::string("no such line");
  };
  difference.message = "The two programs " + what.verb + " different text: line " +
                       std::to_string(difference.index + 1) + ", original " + quoted(own, difference.original) +
                       ", variant " + quoted(other, difference.variant);
  difference.message += difference.count > 1 ? "; " + std::to_string(difference.count) + " lines differ." : ".";
  result.differences.push_back(std::move(difference));
}

void compareFiles(const ProgramEffects& original, const ProgramEffects* again, const ProgramEffects& variant,
                  const EffectRules& rules, EffectComparison& result) {
  // Names that hold a number or a time are others in each run.
  bool steady = true;
  std::set<std::string> names;
  for (const auto& [name, content] : original.files) {
    if (again == nullptr || again->files.contains(name))
      names.insert(name);
    else
      steady = false;
  }
  steady = steady && (again == nullptr || again->files.size() == original.files.size());
  for (const auto& [name, content] : variant.files) {
    if (steady) names.insert(name);
  }
  if (!steady) result.notes.push_back("Not compared: files whose names are others each time that the original runs.");
  for (const std::string& name : names) {
    const auto own = original.files.find(name), other = variant.files.find(name);
    const auto inWords = [&](bool changes, const std::optional<std::string>* content) -> std::string {
      return !changes ? "leaves it as it is" : *content ? "writes it" : "removes it";
    };
    const bool ownChanges = own != original.files.end(), otherChanges = other != variant.files.end();
    const std::string ownDoes = inWords(ownChanges, ownChanges ? &own->second : nullptr);
    const std::string otherDoes = inWords(otherChanges, otherChanges ? &other->second : nullptr);
    if (ownDoes != otherDoes) {
      result.differences.push_back(
          {name, 0, ownDoes, otherDoes, 1,
           "The file " + name + " differs: the original " + ownDoes + ", the variant " + otherDoes + ".", "file"});
    } else if (own->second) {
      const std::string* second = nullptr;
      if (again != nullptr && again->files.at(name)) second = &*again->files.at(name);
      compareText({"file", name, "write to the file " + name}, *own->second, second, *other->second, rules, result);
    }
  }
}

std::string ordinal(size_t index, const std::vector<EngineLaunch>& launches) {
  return index < launches.size() ? "`" + launches[index].kernel + "`" : "none";
}

}  // namespace

Result<ProgramEffects> effectsOf(const EngineRun& run, const OutputRecord& record) {
  ProgramEffects effects{run.output, run.errorOutput, "", {}};
  for (const RecordedFile& file : record.files()) {
    std::string content;
    for (const ContentHash& hash : file.chunks) {
      // What was kept as a hash only still compares.
      const Result<std::string> chunk = record.content(hash);
      if (chunk.ok())
        content += *chunk;
      else
        content.append(reinterpret_cast<const char*>(hash.data()), sizeof hash);
    }
    if (file.name == OutputRecord::unwrittenOutput)
      effects.unwritten = std::move(content);
    else
      effects.files[file.name] = file.exists ? std::optional(std::move(content)) : std::nullopt;
  }
  return effects;
}

EffectComparison compareEffects(const ProgramEffects& original, const ProgramEffects* again,
                                const ProgramEffects& variant, const EffectRules& rules) {
  EffectComparison result;
  if (!rules.ignoreOutput) {
    compareText({"output", "standard output", "print on standard output"}, original.output,
                again ? &again->output : nullptr, variant.output, rules, result);
    compareText({"output", "standard error", "print on standard error"}, original.errorOutput,
                again ? &again->errorOutput : nullptr, variant.errorOutput, rules, result);
    compareText({"output", "standard output, never written", "print and never write"}, original.unwritten,
                again ? &again->unwritten : nullptr, variant.unwritten, rules, result);
  }
  compareFiles(original, again, variant, rules, result);
  return result;
}

std::optional<OutputDifference> compareLaunches(const std::vector<EngineLaunch>& original,
                                                const std::vector<EngineLaunch>& variant) {
  std::set<std::string> known;
  for (const EngineLaunch& launch : original) known.insert(launch.kernel);
  size_t others = 0, next = 0;
  bool ordered = true;
  for (size_t i = 0; i < variant.size() && ordered; ++i) {
    if (!known.contains(variant[i].kernel)) {
      ++others;
      continue;
    }
    // Without new kernels each launch has its place; with them, those that were replaced are skipped.
    while (next < original.size() && original[next].kernel != variant[i].kernel) ++next;
    ordered = next++ < original.size();
  }
  const size_t kept = static_cast<size_t>(std::count_if(
      variant.begin(), variant.end(), [&](const EngineLaunch& launch) { return known.contains(launch.kernel); }));
  if (ordered && original.size() - kept <= others) return std::nullopt;
  const std::string counts =
      original.size() == variant.size()
          ? "Both programs launch kernels " + std::to_string(original.size()) + " times, but not the same"
          : "The original launches kernels " + std::to_string(original.size()) + " times, the variant " +
                std::to_string(variant.size()) + " times";
  const size_t steps = std::min(original.size(), variant.size());
  size_t at = 0;
  while (at < steps && original[at].kernel == variant[at].kernel) ++at;
  return OutputDifference{"launches",
                          at,
                          std::to_string(original.size()) + " launches",
                          std::to_string(variant.size()) + " launches",
                          1,
                          counts + ": launch " + std::to_string(at + 1) + " is of " + ordinal(at, original) +
                              " in the original, of " + ordinal(at, variant) + " in the variant.",
                          "launches"};
}

}  // namespace warpwright
