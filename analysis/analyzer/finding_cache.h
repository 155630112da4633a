#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "core/finding/opportunity.h"

namespace warpwright::analysis {

/// Findings of kernels by what they rest on: the kernel's text and everything its models say. Lines count from the
/// kernel's own first line, so that an edit above a kernel does not make its proofs run again.
class FindingCache {
 public:
  struct Key {
    uint64_t content = 0;
    std::string file;
    uint32_t firstLine = 0;
  };

  /// `salt`: what else findings depend on (the pass, the device).
  static Key keyOf(const model::ParsedKernel& kernel, const std::string& salt);

  /// The findings, with their lines moved to where the kernel stands now.
  std::optional<std::vector<Opportunity>> find(const Key& key) const;
  void keep(const Key& key, const std::vector<Opportunity>& findings);

 private:
  struct Entry {
    uint32_t firstLine = 0;
    std::vector<Opportunity> findings;
  };
  std::unordered_map<uint64_t, Entry> entries_;
};

}  // namespace warpwright::analysis
