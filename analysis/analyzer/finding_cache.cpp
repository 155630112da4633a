#include "analysis/analyzer/finding_cache.h"

namespace warpwright::analysis {

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
    visitPlaces(finding, [&](SourcePosition& at) {
      if (at.isValid() && (at.file.empty() || at.file == key.file)) at.line += static_cast<uint32_t>(distance);
    });
    if (finding.range.begin.file == key.file) finding.range.endLine += static_cast<uint32_t>(distance);
  }
  return findings;
}

void FindingCache::keep(const Key& key, const std::vector<Opportunity>& findings) {
  // A long editing session leaves entries of texts that are gone; they are cheap, but not free.
  if (entries_.size() > 4096) entries_.clear();
  entries_[key.text] = {key.firstLine, findings};
}

}  // namespace warpwright::analysis
