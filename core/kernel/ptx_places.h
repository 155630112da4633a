#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_terms.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {

/// Where one function's products load their factors.
class PtxPlaces {
 public:
  /// Requires: `lines` and `flow` outlive it, and are of that function.
  PtxPlaces(const PtxDataFlow& flow, const PtxLines& lines, const PtxFunction& function)
      : flow_(flow), terms_(flow, lines, function) {}

  /// "[0] -8, [2] 8;": how far behind the `other` product's factors those of `one` lie in memory, in bytes, for each
  /// parameter that leads there. All factors are loaded or have a form (`formOf`; empty: none is known), so that of two
  /// products that the source has, this tells one from the other in whatever code. Empty: they are not told by it.
  std::string apart(const PtxOperation& one, const PtxOperation& other,
                    const std::function<std::string(std::string_view)>& formOf) const;
  /// Is the text one that `apart` gave?
  static bool isApart(std::string_view text) { return text.find(';') != std::string_view::npos; }

  /// Does what the first of them makes hold where the other one stands, with what it was made of?
  bool isBefore(const PtxOperation& one, const PtxOperation& other) const;

 private:
  const PtxOperation* loadOf(std::string_view operand) const;
  std::string nameOf(const PtxOperation& load) const;
  int64_t offsetIn(const PtxOperation& load, std::string_view operand) const;

  const PtxDataFlow& flow_;
  PtxTerms terms_;
};

}  // namespace warpwright
