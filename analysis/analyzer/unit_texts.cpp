#include "analysis/analyzer/unit_texts.h"

#include <algorithm>
#include <filesystem>

namespace warpwright::analysis {
namespace {

bool isOneOf(const frontend::CompileCommand& unit, const std::vector<frontend::CompileCommand>& units) {
  return std::ranges::any_of(units, [&](const frontend::CompileCommand& one) {
    return one.file == unit.file && one.flags == unit.flags && one.nvccFlags == unit.nvccFlags;
  });
}

}  // namespace

TextsOfUnits::TextsOfUnits(const std::vector<UnitTexts>& units) : units_(units) {
  for (size_t i = 0; i < units.size(); ++i) {
    for (const auto& [file, functions] : units[i].texts) {
      readers_[file].push_back(i);
      for (const model::FunctionText& one : functions) regions_[one.function][file].insert({one.begin, one.end});
    }
  }
}

std::set<uint64_t> TextsOfUnits::functionsIn(size_t unit, const std::string& file, Region region) const {
  std::set<uint64_t> found;
  for (const model::FunctionText& one : units_[unit].texts.at(file)) {
    if (one.begin <= region.end && region.begin <= one.end) found.insert(one.function);
  }
  return found;
}

Message TextsOfUnits::whyOthers(const std::vector<frontend::CompileCommand>& own, const std::set<uint64_t>& kernel,
                                const Rewrite& change) const {
  std::map<std::string, std::set<Region>> changed;
  for (const FileEdits& edits : change.files) {
    for (const TextEdit& edit : edits.edits) {
      if (!edits.creates) changed[edits.file].insert({edit.offset, edit.offset + edit.length});
    }
  }
  for (const uint64_t function : kernel) {
    const auto known = regions_.find(function);
    if (known == regions_.end()) continue;
    for (const auto& [file, regions] : known->second) changed[file].insert(regions.begin(), regions.end());
  }
  for (const auto& [file, regions] : changed) {
    const auto readers = readers_.find(file);
    if (readers == readers_.end() || readers->second.size() < 2) continue;
    std::vector<size_t> owners, others;
    for (const size_t unit : readers->second) (isOneOf(units_[unit].unit, own) ? owners : others).push_back(unit);
    for (const Region& region : regions) {
      std::set<uint64_t> meant;
      for (const size_t unit : owners) meant.merge(functionsIn(unit, file, region));
      for (const size_t unit : others) {
        const std::set<uint64_t> made = functionsIn(unit, file, region);
        if (!made.empty() && !units_[unit].isRead)
          return {"%1 is made of %2, too, and has errors: there it cannot be judged.",
                  units_[unit].unit.file.filename().string(), std::filesystem::path(file).filename().string()};
        if (std::ranges::includes(meant, made)) continue;
        return {"%1 makes other functions of what would change in %2: there it cannot be judged.",
                units_[unit].unit.file.filename().string(), std::filesystem::path(file).filename().string()};
      }
    }
  }
  return {};
}

}  // namespace warpwright::analysis
