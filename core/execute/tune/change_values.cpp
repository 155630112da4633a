#include "core/execute/tune/change_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace warpwright {
namespace {

std::optional<unsigned> numberOf(const std::string& text) {
  unsigned value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Values that leave compilers and loads more room.
constexpr const char* orderName = "memory";
constexpr std::array<std::pair<const char*, const char*>, 2> roomy{
    {{"stride", "constant"}, {orderName, "loads_first"}}};
constexpr std::pair<const char*, const char*> neighbours{"assignment", "blocked"};

}  // namespace

std::vector<std::string> factorsOf(const TunableChange& change) {
  std::vector<unsigned> factors;
  for (const Parameter& parameter : change.parameters) {
    if (parameter.name != factorName) continue;
    for (const std::string& value : parameter.values) {
      const auto factor = numberOf(value);
      if (factor && *factor > 1 && (*factor & (*factor - 1)) == 0) factors.push_back(*factor);
    }
  }
  std::sort(factors.begin(), factors.end());
  std::vector<std::string> texts;
  for (const unsigned factor : factors) texts.push_back(std::to_string(factor));
  return texts;
}

std::vector<std::string> dimensionsOf(const TunableChange& change) {
  for (const Parameter& parameter : change.parameters) {
    if (parameter.name == dimensionName && !parameter.values.empty()) return parameter.values;
  }
  return {""};
}

ParameterValues compactionOf(const TunableChange& change, const std::string& factor, const std::string& dimension) {
  ParameterValues values{{factorName, factor}};
  if (!dimension.empty()) values[dimensionName] = dimension;
  for (const Parameter& parameter : change.parameters) {
    const auto take = [&](const std::pair<const char*, const char*>& one) {
      const auto& [name, value] = one;
      const bool offered = std::find(parameter.values.begin(), parameter.values.end(), value) != parameter.values.end();
      if (parameter.name == name && offered) values[name] = value;
    };
    std::for_each(roomy.begin(), roomy.end(), take);
    if (change.mergesBlocks) take(neighbours);
  }
  return values;
}

std::optional<ParameterValues> withoutRoom(const TunableChange& change, const ParameterValues& values) {
  ParameterValues plain = values;
  for (const Parameter& parameter : change.parameters) {
    const auto taken = plain.find(parameter.name);
    const bool isRoomy = taken != plain.end() && std::ranges::any_of(roomy, [&](const auto& one) {
                           return parameter.name == one.first && taken->second == one.second;
                         });
    if (isRoomy) plain.erase(taken);
  }
  return plain == values ? std::nullopt : std::optional(plain);
}

std::optional<VariantSteps> withoutOrder(const VariantSteps& steps) {
  VariantSteps plain = steps;
  bool isOther = false;
  for (VariantStep& step : plain) isOther |= step.values.erase(orderName) > 0;
  return isOther ? std::optional(std::move(plain)) : std::nullopt;
}

std::optional<VariantSteps> withLastOrder(const VariantSteps& steps) {
  if (steps.empty() || !steps.back().values.contains(orderName)) return std::nullopt;
  auto below = withoutOrder(VariantSteps(steps.begin(), steps.end() - 1));
  if (below) below->push_back(steps.back());
  return below;
}

VariantSteps withoutKnownOrder(const TuningHistory& history, const VariantSteps& steps) {
  const auto plain = withoutOrder(steps);
  if (!plain) return steps;
  const auto isPart = [&](const VariantSteps& part) {
    auto place = steps.begin();
    return std::ranges::all_of(part, [&](const VariantStep& one) {
      place = std::find_if(place, steps.end(), [&](const auto& step) { return step.opportunity == one.opportunity; });
      return place != steps.end();
    });
  };
  const auto isKnown = [&](const TuningOutcome* one) {
    if (one->judged || one->steps.size() < 2 || !isPart(one->steps)) return false;
    const auto other = withoutOrder(one->steps);
    const TuningOutcome* made = other ? history.find(*other) : nullptr;
    return made && made->judged;
  };
  return std::ranges::any_of(history.outcomes(), isKnown) ? *plain : steps;
}

bool isTakenOut(const Parameter& parameter, const ParameterValues& values) {
  const auto isBegunWith = [&](const auto& one) {
    return parameter.name == one.first && std::ranges::find(parameter.values, one.second) != parameter.values.end();
  };
  return !values.contains(parameter.name) && std::ranges::any_of(roomy, isBegunWith);
}

bool areKnownApart(const TuningHistory& history, const std::vector<TunableChange>& changes, const VariantSteps& steps) {
  const auto mustBeLast = [&](const std::string& id) {
    return std::any_of(changes.begin(), changes.end(),
                       [&](const TunableChange& one) { return one.last && one.opportunity == id; });
  };
  const auto placeOf = [&](const std::string& id) {
    return std::find_if(steps.begin(), steps.end(), [&](const VariantStep& step) { return step.opportunity == id; });
  };
  const std::vector<const TuningOutcome*> all = history.outcomes();
  return std::any_of(all.begin(), all.end(), [&](const TuningOutcome* one) {
    if (one->judged || one->steps.size() != 2) return false;
    const std::string &first = one->steps[0].opportunity, &second = one->steps[1].opportunity;
    const auto below = placeOf(first), above = placeOf(second);
    const bool hasBoth = below < above && above != steps.end();
    return hasBoth && (mustBeLast(first) || mustBeLast(second));
  });
}

}  // namespace warpwright
