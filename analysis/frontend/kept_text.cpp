#include "analysis/frontend/kept_text.h"

#include <algorithm>
#include <map>

#include "analysis/frontend/kept_fact.h"
#include "core/base/hash.h"

namespace warpwright::frontend {
namespace {

/// By the names that they are asked for by.
struct KeptTexts {
  mutable std::map<std::string, std::shared_ptr<const KeptText>> all;
};

}  // namespace

uint32_t KeptText::lineOf(uint32_t offset) const {
  return static_cast<uint32_t>(std::ranges::upper_bound(lineStarts, offset) - lineStarts.begin());
}

std::string_view KeptText::line(size_t number) const {
  const size_t end = number + 1 < lineStarts.size() ? lineStarts[number + 1] - 1 : text.size();
  return std::string_view(text).substr(lineStarts[number], end - lineStarts[number]);
}

Result<std::shared_ptr<const KeptText>> keptText(const ParsedUnit& unit, const std::string& file) {
  std::shared_ptr<const KeptText>& known = keptFact<KeptTexts>(unit, [] { return KeptTexts{}; }).all[file];
  if (known) return known;
  Result<std::string> text = unit.text(file);
  if (!text.ok()) return text.error();
  auto made = std::make_shared<KeptText>();
  made->text = std::move(text).value();
  made->hash = hashText(made->text);
  made->lineStarts.push_back(0);
  for (size_t end = made->text.find('\n'); end != std::string::npos; end = made->text.find('\n', end + 1))
    made->lineStarts.push_back(static_cast<uint32_t>(end + 1));
  known = std::move(made);
  return known;
}

}  // namespace warpwright::frontend
