#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  /// parameter that leads there. All factors are loaded, or computed from what is, or have a form (`formOf`; empty:
  /// none is known), so that of two products that the source has, this tells one from the other in whatever code.
  /// Places that are loaded, too, count by where that is done: "[0] 0 + -8*[3](0) + 8*[3](4)". Empty: they are not told
  /// by it.
  using FormOf = std::function<std::string(std::string_view)>;
  std::string apart(const PtxOperation& one, const PtxOperation& other, const FormOf& formOf) const;
  /// Is the text one that `apart` gave?
  static bool isApart(std::string_view text) { return text.find(';') != std::string_view::npos; }

  /// Are the products' factors made by different operations of the source, or by the same ones of different numbers, as
  /// far down as a difference can be seen? That is so in whatever code, though not all of them be known.
  bool areMadeApart(const PtxOperation& one, const PtxOperation& other) const;

  /// Does what the first of them makes hold where the other one stands, with what it was made of?
  bool isBefore(const PtxOperation& one, const PtxOperation& other) const;

 private:
  using Addresses = std::vector<std::pair<std::string_view, size_t>>;  ///< each with the line of its load
  struct Leaves;
  static constexpr int deepest = 6, mostHandedOn = 16;
  bool collect(std::string_view factor, const PtxOperation& product, const FormOf& formOf, int depth,
               Leaves& leaves) const;
  std::optional<std::string> textOf(const Leaves& one, const Leaves& other) const;
  std::optional<std::string> withoutGathered(PtxSum& sum) const;
  bool differ(std::string_view one, std::string_view other, int depth) const;
  bool differ(const PtxOperation& one, const PtxOperation& other, int depth) const;
  const PtxOperation* madeOnlyBy(std::string_view operand) const;
  const PtxOperation* computedBy(std::string_view operand) const;
  const PtxOperation* loadOf(std::string_view operand) const;
  std::string nameOf(const PtxOperation& load) const;
  static int64_t placeIn(const PtxOperation& load, std::string_view name);
  int64_t offsetIn(const PtxOperation& load, std::string_view operand) const;

  const PtxDataFlow& flow_;
  PtxTerms terms_;
};

}  // namespace warpwright
