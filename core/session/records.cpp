#include "core/session/records.h"

#include "core/base/hash.h"

namespace warpwright {

std::string toString(OpportunityStatus status) {
  switch (status) {
    case OpportunityStatus::proposed:
      return "proposed";
    case OpportunityStatus::previewed:
      return "previewed";
    case OpportunityStatus::verified:
      return "verified";
    case OpportunityStatus::differs:
      return "differs";
    case OpportunityStatus::applied:
      return "applied";
    case OpportunityStatus::stale:
      return "stale";
    case OpportunityStatus::failed:
      break;
  }
  return "failed";
}

std::string VariantRecord::diff(const std::filesystem::path& root) const {
  std::string patch;
  for (const VariantFile& file : files) {
    std::string name = file.path;
    if (!root.empty()) {
      const auto relative = std::filesystem::path(name).lexically_relative(root);
      if (!relative.empty() && *relative.begin() != "..") name = relative.string();
    }
    if (!name.starts_with('/')) name = '/' + name;
    patch += unifiedDiff(file.before, file.after, file.before.empty() ? noFile : "a" + name, "b" + name);
  }
  return patch;
}

std::string makeVariantId(const std::vector<VariantStep>& steps, const std::vector<VariantFile>& files) {
  uint64_t hash = hashText("variant");
  const auto add = [&](const std::string& text) { hash = hashText(text, hashText("\x1f", hash)); };
  for (const VariantStep& step : steps) {
    add(step.opportunity);
    for (const auto& [name, value] : step.values) add(name + '=' + value);
  }
  for (const VariantFile& file : files) {
    add(file.path);
    add(file.before);
  }
  return "variant-" + hexText(hash).substr(0, 10);
}

}  // namespace warpwright
