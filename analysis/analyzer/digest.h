#pragma once

#include <llvm/Support/BLAKE3.h>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpwright::analysis {

/// 256 bits that stand for all that was added and its order: what has one digest is one thing.
class Digest {
 public:
  void add(uint64_t number) { bytes({reinterpret_cast<const char*>(&number), sizeof number}); }
  /// With its length: "ab", "c" is not "a", "bc".
  void add(std::string_view text) {
    add(text.size());
    bytes(text);
  }
  /// What stands for it so far, 32 bytes.
  std::string value() {
    const auto digest = hasher_.final();
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
  }

 private:
  void bytes(std::string_view text) { hasher_.update(llvm::StringRef(text.data(), text.size())); }
  llvm::BLAKE3 hasher_;
};

}  // namespace warpwright::analysis
