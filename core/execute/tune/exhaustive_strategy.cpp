#include <algorithm>

#include "core/execute/tune/strategy.h"

namespace warpwright {
namespace {

using Kind = TunableChange::Kind;

/// Loads of a policy that stay as they are, with their first value, are not named. All as they are: that is the
/// original.
std::vector<ParameterValues> withoutUnchanged(const TunableChange& change, std::vector<ParameterValues> all) {
  for (ParameterValues& values : all) {
    for (const Parameter& load : change.parameters) {
      if (!load.values.empty() && values[load.name] == load.values.front()) values.erase(load.name);
    }
  }
  std::erase_if(all, [](const ParameterValues& values) { return values.empty(); });
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return all;
}

/// Are the values, of some of the parameters, offered with each other?
bool goTogether(const std::vector<Parameter>& parameters, const ParameterValues& values) {
  return std::ranges::all_of(parameters, [&](const Parameter& one) {
    const auto chosen = values.find(one.name);
    const std::vector<std::string>& left = one.valuesWith(values);
    return chosen == values.end() || std::ranges::find(left, chosen->second) != left.end();
  });
}

/// Parameter values of a change, all combinations that are offered; of a policy, fewer changed loads first. Empty: more
/// than `most`.
std::vector<ParameterValues> valuesOf(const TunableChange& change, size_t most) {
  std::vector<ParameterValues> all{{}};
  for (const Parameter& parameter : change.parameters) {
    std::vector<ParameterValues> next;
    for (const ParameterValues& values : all) {
      for (const std::string& value : parameter.values) {
        next.push_back(values);
        next.back()[parameter.name] = value;
      }
    }
    if (!parameter.values.empty()) all = std::move(next);
    std::erase_if(all, [&](const ParameterValues& values) { return !goTogether(change.parameters, values); });
    if (all.size() > most) return {};
  }
  return change.kind == Kind::policy ? withoutUnchanged(change, std::move(all)) : all;
}

bool areAlternatives(const TunableChange& a, const TunableChange& b) {
  const auto moves = [](const TunableChange& change) {
    return change.kind == Kind::promotion || change.kind == Kind::placement;
  };
  return moves(a) && moves(b) && a.subject == b.subject;
}

Error tooMany(size_t most) {
  return inputError("There are more than " + std::to_string(most) +
                    " combinations of these changes. Use --strategy pruned, or name passes by --passes.");
}

class ExhaustiveStrategy : public TuningStrategy {
 public:
  explicit ExhaustiveStrategy(std::vector<VariantSteps> variants) : variants_(std::move(variants)) {}
  std::string name() const override { return "exhaustive"; }
  std::optional<VariantSteps> next(const TuningHistory& history) const override {
    for (const VariantSteps& steps : variants_) {
      if (!history.find(steps)) return steps;
      if (steps.empty() && !history.find(steps)->accepted) return std::nullopt;
    }
    return std::nullopt;
  }
  size_t mostVariants() const override { return variants_.size(); }

 private:
  std::vector<VariantSteps> variants_;
};

}  // namespace

Result<std::unique_ptr<TuningStrategy>> makeExhaustiveStrategy(std::vector<TunableChange> changes, size_t most) {
  // Data is moved before threads are merged, as the pruned order does it.
  std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
  struct Partial {
    VariantSteps steps;
    std::vector<const TunableChange*> made;
  };
  std::vector<Partial> all{{}};
  for (const TunableChange& change : changes) {
    const std::vector<ParameterValues> choices = valuesOf(change, most);
    if (choices.empty() && !change.parameters.empty()) return tooMany(most);
    for (size_t i = 0, count = all.size(); i < count; ++i) {
      const auto clashes = [&](const TunableChange* made) { return areAlternatives(*made, change); };
      if (std::any_of(all[i].made.begin(), all[i].made.end(), clashes)) continue;
      for (const ParameterValues& values : choices) {
        Partial more = all[i];
        more.steps.push_back({change.opportunity, values});
        more.made.push_back(&change);
        all.push_back(std::move(more));
        if (all.size() > most) return tooMany(most);
      }
    }
  }
  std::vector<VariantSteps> variants;
  for (Partial& partial : all) variants.push_back(std::move(partial.steps));
  std::stable_sort(variants.begin(), variants.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return std::unique_ptr<TuningStrategy>(std::make_unique<ExhaustiveStrategy>(std::move(variants)));
}

const std::vector<std::string>& strategyNames() {
  static const std::vector<std::string> names = {"pruned", "model", "exhaustive"};
  return names;
}

Result<std::unique_ptr<TuningStrategy>> makeStrategy(const std::string& name, std::vector<TunableChange> changes) {
  if (name == "pruned") return makePrunedStrategy(std::move(changes));
  if (name == "model") return makeModelStrategy(std::move(changes));
  if (name == "exhaustive") return makeExhaustiveStrategy(std::move(changes));
  return Error{ErrorKind::usage, "There is no strategy `" + name + "`. Known: pruned, model, exhaustive.",
               std::nullopt};
}

}  // namespace warpwright
