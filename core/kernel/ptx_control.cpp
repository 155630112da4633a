#include "core/kernel/ptx_control.h"

#include <algorithm>

#include "core/base/text_lines.h"

namespace warpwright {

PtxControl::PtxControl(const PtxLines& lines, const PtxFunction& function)
    : begin_(function.begin), blockOf_(ptxBlocks(lines, function)) {
  std::map<std::string_view, size_t> labels;
  for (size_t i = function.begin; i < std::min(function.end, lines.size()); ++i) {
    const std::string_view text = ptxInstruction(lines[i]);
    if (text.ends_with(':')) labels[text.substr(0, text.size() - 1)] = blockOf(i);
    const bool branches = isPtxBranch(text.substr(0, text.find_first_of(" \t.;")));
    const size_t at = lines[i].find_first_not_of(" \t");
    const bool isPredicated = at != std::string_view::npos && lines[i][at] == '@';
    if (isPredicated && !branches) open_ = "one instruction of its code is made under a condition";
    if (branches) predicates_[i] = isPredicated ? textWords(lines[i].substr(at + 1), " \t!").front() : "";
  }
  before_.resize(blockOf_.empty() ? 1 : blockOf_.back() + 1);
  std::set<size_t> left;  // blocks that do not go on to the next one
  for (const auto& [line, predicate] : predicates_) {
    const std::vector<std::string_view> words = textWords(ptxInstruction(lines[line]), " \t,;");
    const auto target = labels.find(words.size() > 1 ? words.back() : std::string_view());
    const bool isNegated = lines[line].find('!') != std::string_view::npos;
    ways_.push_back(std::to_string(blockOf(line)) + (predicate.empty() ? "" : " if") + (isNegated ? " not " : " ") +
                    std::string(words.front()) + " " +
                    (target == labels.end() ? std::string() : std::to_string(target->second)));
    if (words.front().starts_with("brx")) open_ = "its code has a table of branches";
    if (target != labels.end()) before_[target->second].insert(blockOf(line));
    if (predicate.empty()) left.insert(blockOf(line));
  }
  for (size_t block = 1; block < before_.size(); ++block) {
    if (!left.contains(block - 1)) before_[block].insert(block - 1);
  }
}

}  // namespace warpwright
