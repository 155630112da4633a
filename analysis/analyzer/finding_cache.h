#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/analyzer/finding_grounds.h"
#include "core/finding/opportunity.h"
#include "core/finding/pass_description.h"

namespace warpwright::analysis {

/// Findings of kernels by what they rest on: the kernel's text, everything its models say, and what else the pass
/// names. Lines count from the kernel's own first line, so that an edit above a kernel does not make its proofs run
/// again.
class FindingCache {
 public:
  struct Key {
    std::string text;  ///< all that the findings rest on; compared as a whole
    std::string file;
    uint32_t firstLine = 0;
  };

  /// What findings of the pass are kept under; absent where it reads host code, of which the grounds hold too little.
  static std::optional<Key> keyOf(const PassDescription& pass, const FindingGrounds& grounds);

  /// The findings, with their lines moved to where the kernel stands now.
  std::optional<std::vector<Opportunity>> find(const Key& key) const;
  void keep(const Key& key, const std::vector<Opportunity>& findings);

 private:
  struct Entry {
    uint32_t firstLine = 0;
    std::vector<Opportunity> findings;
  };
  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace warpwright::analysis
