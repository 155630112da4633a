#include "analysis/analyzer/finding_cache.h"

#include <cctype>
#include <charconv>

namespace warpwright::analysis {
namespace {

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

void moveTo(SourcePosition& position, const std::string& file, int64_t distance) {
  if (position.isValid() && position.file == file) position.line = static_cast<uint32_t>(position.line + distance);
}

}  // namespace

std::string moveCheck(const std::string& check, int64_t distance) {
  const size_t at = check.find('@');
  int64_t line = 0;
  if (at == std::string::npos) return check;
  const auto [end, error] = std::from_chars(check.data() + at + 1, check.data() + check.size(), line);
  if (error != std::errc()) return check;
  return check.substr(0, at + 1) + std::to_string(line + distance) + std::string(end, check.data() + check.size());
}

std::string moveLines(const std::string& text, int64_t distance) {
  const auto digitsAt = [&](size_t at) {
    size_t end = at;
    while (end < text.size() && isDigit(text[end])) ++end;
    return end - at;
  };
  // The length of what joins one number of a list to the next, if another number follows; else 0.
  const auto linkAt = [&](size_t at) -> size_t {
    for (const std::string_view link : {", ", " and ", " or ", " to ", "/", "-", "\u2013"}) {
      if (std::string_view(text).substr(at).starts_with(link) && digitsAt(at + link.size()) > 0) return link.size();
    }
    return 0;
  };

  std::string moved;
  size_t i = 0;
  const auto number = [&] {
    int64_t value = 0;
    std::from_chars(text.data() + i, text.data() + text.size(), value);
    i += digitsAt(i);
    moved += std::to_string(value + distance);
  };
  while (i < text.size()) {
    const bool atWord = i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]));
    const std::string_view rest = std::string_view(text).substr(i);
    const size_t word = !atWord                                                    ? 0
                        : rest.starts_with("line ") || rest.starts_with("Line ")   ? 5
                        : rest.starts_with("lines ") || rest.starts_with("Lines ") ? 6
                                                                                   : 0;
    if (word == 0 || digitsAt(i + word) == 0) {
      moved += text[i++];
      continue;
    }
    moved.append(rest.substr(0, word));
    i += word;
    number();
    while (word == 6) {
      const size_t link = linkAt(i);
      if (link == 0) break;
      // "lines 3 to 8, 16 bytes": a comma goes on with the list only if the list ends in another way.
      const bool comma = text[i] == ',';
      if (comma && linkAt(i + link + digitsAt(i + link)) == 0) break;
      moved.append(text, i, link);
      i += link;
      number();
    }
  }
  return moved;
}

std::optional<FindingCache::Key> FindingCache::keyOf(const PassDescription& pass, const FindingGrounds& grounds) {
  const PassInputs& inputs = pass.inputs;
  if (inputs.hostCode) return std::nullopt;
  Key key{{}, grounds.file, grounds.firstLine};
  const auto add = [&](const std::string& text) {
    key.text += std::to_string(text.size()) + ':';
    key.text += text;
  };
  for (const std::string* ground : {&pass.id, &grounds.kernel, &grounds.openLaunches, &grounds.directives})
    add(*ground);
  if (inputs.launches) add(grounds.launches);
  if (inputs.device) add(grounds.device);
  return key;
}

std::optional<std::vector<Opportunity>> FindingCache::find(const Key& key) const {
  const auto entry = entries_.find(key.text);
  if (entry == entries_.end()) return std::nullopt;
  std::vector<Opportunity> findings = entry->second.findings;
  const int64_t distance = static_cast<int64_t>(key.firstLine) - entry->second.firstLine;
  for (Opportunity& finding : findings) {
    finding.proofSeconds = 0;
    if (distance == 0) continue;
    if (finding.range.begin.file == key.file) finding.range.endLine += static_cast<uint32_t>(distance);
    moveTo(finding.range.begin, key.file, distance);
    finding.reason = moveLines(finding.reason, distance);
    for (Evidence& step : finding.evidence) {
      moveTo(step.at, key.file, distance);
      step.text = moveLines(step.text, distance);
    }
    for (Assumption& assumption : finding.assumptions) {
      assumption.text = moveLines(assumption.text, distance);
      assumption.check = moveCheck(assumption.check, distance);
    }
  }
  return findings;
}

void FindingCache::keep(const Key& key, const std::vector<Opportunity>& findings) {
  // A long editing session leaves entries of texts that are gone; they are cheap, but not free.
  if (entries_.size() > 4096) entries_.clear();
  entries_[key.text] = {key.firstLine, findings};
}

}  // namespace warpwright::analysis
