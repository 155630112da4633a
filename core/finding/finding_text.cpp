#include "core/finding/finding_text.h"

#include <filesystem>

#include "core/base/number_text.h"

namespace warpwright {

std::string estimateText(const Estimate& estimate) {
  if (!estimate.known) return missingValue;
  const std::string low = fixedText(estimate.speedupLow, 2), high = fixedText(estimate.speedupHigh, 2);
  return (low == high ? low : low + "–" + high) + "×";
}

std::string registersText(const KernelResources& resources) {
  if (!resources.registers) return {};
  const std::string count = countText(*resources.registers, "register", "registers");
  if (!resources.registersLow || !resources.registersHigh) return count + " (" + resources.source + ")";
  return "about " + count + " (" + countText(*resources.registersLow) + "–" + countText(*resources.registersHigh) + ")";
}

std::string samenessText(Sameness sameness) {
  switch (sameness) {
    case Sameness::anotherOrder:
      return "Atomics add floating-point numbers in another order: each result is one that the original can give, too, "
             "and last digits may differ as they do between its own runs.";
    case Sameness::reassociating:
      return "Floating-point sums are made in an order that the original never has: last digits differ.";
    case Sameness::bitwise:
      break;
  }
  return {};
}

std::string placeText(const SourcePosition& at, bool wholePath) {
  SourcePosition place{wholePath ? at.file : std::filesystem::path(at.file).filename().string(), at.line, 0};
  return toString(place);
}

}  // namespace warpwright
