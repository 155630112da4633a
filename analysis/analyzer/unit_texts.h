#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "analysis/model/function_texts.h"
#include "core/base/message.h"
#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// What a unit makes of its files.
struct UnitTexts {
  frontend::CompileCommand unit;
  model::FunctionTexts texts;
  bool isRead = true;  ///< without errors: it may make more of them
};

/// What several units make of the same texts.
class TextsOfUnits {
 public:
  explicit TextsOfUnits(const std::vector<UnitTexts>& units);

  /// Why a change that the units of `own` agree on is one of other functions, too, which another unit makes of the
  /// text, or may make as it has errors; empty: it is not. `kernel`: what the text of the kernel is called there; all
  /// of it counts as changed.
  Message whyOthers(const std::vector<frontend::CompileCommand>& own, const std::set<uint64_t>& kernel,
                    const Rewrite& change) const;

 private:
  /// A piece of a file, as bytes.
  struct Region {
    uint32_t begin = 0, end = 0;
    auto operator<=>(const Region&) const = default;
  };
  std::set<uint64_t> functionsIn(size_t unit, const std::string& file, Region region) const;

  const std::vector<UnitTexts>& units_;
  std::map<std::string, std::vector<size_t>> readers_;                   ///< units, by file
  std::map<uint64_t, std::map<std::string, std::set<Region>>> regions_;  ///< by function, and file
};

}  // namespace warpwright::analysis
