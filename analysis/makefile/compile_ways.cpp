#include "analysis/makefile/compile_ways.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/makefile/make_reader.h"
#include "analysis/makefile/recipe_commands.h"
#include "core/base/file_index.h"
#include "core/job/link_flags.h"

namespace warpwright::makefile {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr size_t mostTargets = 20000, deepest = 100;

/// Rules that make has of its own, of those that compile.
std::vector<Rule> ownRules(Makefile& made) {
  std::vector<Rule> rules;
  const auto add = [&](const char* target, const char* need, const char* text) {
    rules.push_back({target, {need}, 0, {}, made.recipes.size(), std::nullopt});
    made.recipes.push_back({{text, 0, 0, std::nullopt}});
  };
  add("%.o", "%.c", "$(COMPILE.c) $(OUTPUT_OPTION) $<");
  add("%.o", "%.cc", "$(COMPILE.cc) $(OUTPUT_OPTION) $<");
  add("%.o", "%.cpp", "$(COMPILE.cpp) $(OUTPUT_OPTION) $<");
  add("%.o", "%.C", "$(COMPILE.C) $(OUTPUT_OPTION) $<");
  add("%", "%.o", "$(LINK.o) $^ $(LOADLIBES) $(LDLIBS) -o $@");
  add("%", "%.c", "$(LINK.c) $^ $(LOADLIBES) $(LDLIBS) -o $@");
  add("%", "%.cc", "$(LINK.cc) $^ $(LOADLIBES) $(LDLIBS) -o $@");
  add("%", "%.cpp", "$(LINK.cpp) $^ $(LOADLIBES) $(LDLIBS) -o $@");
  return rules;
}

}  // namespace

/// Goes from goals to what they need, as make does.
class Walk {
 public:
  explicit Walk(Makefile made) : made_(std::move(made)) {
    for (Rule& rule : ownRules(made_)) made_.patterns.push_back(std::move(rule));
    for (size_t i = 0; i < made_.rules.size(); ++i) rulesOf_[made_.rules[i].target].push_back(i);
    for (const TargetVariable& one : made_.targetVariables) ownNames_.insert(one.name);
  }

  const Makefile& made() const { return made_; }

  /// Those that no goal before has: a target that is made twice with the same variables is there once.
  std::vector<CompileWay> waysTo(const std::string& goal) {
    std::vector<CompileWay> ways;
    visit(goal, ways);
    return ways;
  }
  /// Were there too many targets to look at all of them?
  bool isCutOff() const { return isCutOff_; }

  /// What pattern rules would make of a file.
  Words targetsFrom(const fs::path& file) const {
    Words targets;
    const std::string inside = file.lexically_relative(made_.values.folder()).generic_string();
    for (const Rule& rule : made_.patterns) {
      const std::string* need = patternOf(rule);
      if (!need || made_.recipes[rule.recipe].empty()) continue;
      Words names{inside};
      for (const auto& [pattern, folders] : made_.searched) {
        for (const std::string& folder : folders) {
          const std::string start = fs::path(folder).lexically_normal().generic_string();
          if (inside.starts_with(start + '/')) names.push_back(inside.substr(start.size() + 1));
        }
      }
      for (const std::string& name : names) {
        const Match match = matchOf(*need, name);
        if (match.stem.matches) targets.push_back(match.folder + withStem(rule.target, match.stem.text));
      }
    }
    return targets;
  }

 private:
  /// A name that a pattern matches; one without a folder matches in every folder.
  struct Match {
    std::string folder;
    Stem stem;
  };
  static Match matchOf(const std::string& pattern, const std::string& name) {
    const size_t slash = name.rfind('/');
    if (pattern.find('/') != std::string::npos || slash == std::string::npos) return {{}, stemOf(pattern, name)};
    return {name.substr(0, slash + 1), stemOf(pattern, name.substr(slash + 1))};
  }

  static const std::string* patternOf(const Rule& rule) {
    const auto found = std::find_if(rule.prerequisites.begin(), rule.prerequisites.end(),
                                    [](const std::string& one) { return one.find('%') != std::string::npos; });
    return found == rule.prerequisites.end() ? nullptr : &*found;
  }

  /// How a target is made: its own rules put together, and a pattern rule where they have no recipe.
  struct Plan {
    Words needs, ordered;
    std::string stem;
    std::optional<size_t> recipe, isMaybe;
  };

  void visit(const std::string& target, std::vector<CompileWay>& ways) {
    if (!isKnown(target) || open_.contains(target) || visited_.contains({target, ownValues()})) return;
    if (visited_.size() >= mostTargets || depth_ >= deepest) {
      isCutOff_ = true;
      return;
    }
    visited_.insert({target, ownValues()});
    open_.insert(target);
    ++depth_;
    const std::vector<Plan> plans = plansFor(target);
    const Changed handedOn = setVariables(target, false);
    for (const Plan& plan : plans) {
      for (const std::string& need : plan.needs) visit(need, ways);
      for (const std::string& need : plan.ordered) visit(need, ways);
    }
    restore(handedOn);
    const Changed own = setVariables(target, true);
    for (const Plan& plan : plans) {
      if (plan.recipe) addWays(target, plan, ways);
    }
    restore(own);
    --depth_;
    open_.erase(target);
  }

  /// Of the variables that targets have of their own: what else there is, is the same everywhere.
  Words ownValues() {
    Words values;
    for (const std::string& name : ownNames_) {
      const auto known = made_.values.variables().find(name);
      values.push_back(known == made_.values.variables().end() ? std::string() : '=' + known->second.text);
    }
    return values;
  }

  /// Variables as they were; empty: there was none of that name.
  using Changed = std::vector<std::pair<std::string, std::optional<Expander::Variable>>>;

  /// Those of a target, also those that are its alone, or not. Gives what was before, in the order of the changes.
  Changed setVariables(const std::string& target, bool alsoPrivate) {
    std::vector<const TargetVariable*> own;
    for (const TargetVariable& one : made_.targetVariables) {
      if (one.isPrivate && !alsoPrivate) continue;
      if (isKnown(one.target) && stemOf(one.target, target).matches) own.push_back(&one);
    }
    // A longer pattern counts for more, and the name itself for most.
    const auto weight = [](const TargetVariable* one) {
      return one->target.find('%') == std::string::npos ? SIZE_MAX : one->target.size();
    };
    std::stable_sort(own.begin(), own.end(), [&](const auto* a, const auto* b) { return weight(a) < weight(b); });
    Changed before;
    const Expander::Variables& variables = made_.values.variables();
    for (const TargetVariable* one : own) {
      const auto known = variables.find(one->name);
      before.emplace_back(one->name, known == variables.end() ? std::nullopt : std::optional(known->second));
      made_.values.assign(one->name, one->how, one->value, one->isOverride, one->isMaybe);
    }
    return before;
  }

  void restore(const Changed& before) {
    for (auto one = before.rbegin(); one != before.rend(); ++one) {
      if (one->second)
        made_.values.variables()[one->first] = *one->second;
      else
        made_.values.undefine(one->first);
    }
  }

  /// All of them are carried out: one, but for rules by `::`.
  std::vector<Plan> plansFor(const std::string& target) {
    std::vector<const Rule*> rules;
    if (const auto own = rulesOf_.find(target); own != rulesOf_.end()) {
      for (const size_t i : own->second) rules.push_back(&made_.rules[i]);
    }
    if (std::none_of(rules.begin(), rules.end(), [](const Rule* rule) { return rule->isDouble; }))
      return {planFor(target, rules)};
    std::vector<Plan> plans;
    for (const Rule* rule : rules) plans.push_back(planFor(target, {rule}));
    return plans;
  }

  Plan planFor(const std::string& target, const std::vector<const Rule*>& rules) {
    Plan plan;
    for (const Rule* one : rules) {
      const Rule& rule = *one;
      const bool hasRecipe = !made_.recipes[rule.recipe].empty();
      // What the recipe's own rule names comes first, as `$<`.
      addNeeds(plan, rule, {}, hasRecipe);
      if (rule.isMaybe) plan.isMaybe = rule.isMaybe;
      if (!hasRecipe) continue;
      plan.recipe = rule.recipe;
      plan.stem = rule.stem;
    }
    if (!plan.recipe) addImplicit(plan, target);
    return plan;
  }

  void addNeeds(Plan& plan, const Rule& rule, const Match& match, bool isFirst) {
    Words needs;
    for (size_t i = 0; i < rule.prerequisites.size(); ++i) {
      std::string name = rule.prerequisites[i];
      if (name.find('%') != std::string::npos && match.stem.matches)
        name = match.folder + withStem(name, match.stem.text);
      name = found(name).value_or(name);
      (i + rule.ordered >= rule.prerequisites.size() ? plan.ordered : needs).push_back(name);
    }
    plan.needs.insert(isFirst ? plan.needs.begin() : plan.needs.end(), needs.begin(), needs.end());
  }

  /// Of the pattern rules whose file is there, the one that leaves the least open; of those the first.
  void addImplicit(Plan& plan, const std::string& target) {
    const Rule* best = nullptr;
    Match bestMatch;
    for (const Rule& rule : made_.patterns) {
      const std::string* need = patternOf(rule);
      if (!need || made_.recipes[rule.recipe].empty()) continue;
      const Match match = matchOf(rule.target, target);
      if (!match.stem.matches || (match.stem.text.empty() && match.folder.empty())) continue;
      if (!found(match.folder + withStem(*need, match.stem.text))) continue;
      if (best && match.stem.text.size() >= bestMatch.stem.text.size()) continue;
      best = &rule;
      bestMatch = match;
    }
    if (!best) return;
    addNeeds(plan, *best, bestMatch, true);
    plan.recipe = best->recipe;
    plan.stem = bestMatch.folder + bestMatch.stem.text;
    if (best->isMaybe) plan.isMaybe = best->isMaybe;
  }

  /// Where a name is: a file below the root, also in folders that are searched, or something that a rule makes.
  std::optional<std::string> found(const std::string& name) const {
    if (!isKnown(name)) return std::nullopt;
    const auto isThere = [&](const std::string& one) {
      const fs::path path = (made_.values.folder() / one).lexically_normal();
      std::error_code ignored;
      return isBelow(path, made_.values.root()) && fs::is_regular_file(path, ignored);
    };
    if (rulesOf_.contains(name) || isThere(name)) return name;
    for (const auto& [pattern, folders] : made_.searched) {
      if (!stemOf(pattern, name).matches) continue;
      for (const std::string& folder : folders) {
        const std::string elsewhere = (fs::path(folder) / name).lexically_normal().string();
        if (isThere(elsewhere)) return elsewhere;
      }
    }
    return std::nullopt;
  }

  void addWays(const std::string& target, const Plan& plan, std::vector<CompileWay>& ways) {
    Words once;
    for (const std::string& need : plan.needs) {
      if (std::find(once.begin(), once.end(), need) == once.end()) once.push_back(need);
    }
    const std::map<std::string, std::string> automatic = {
        {"@", target},
        {"<", once.empty() ? "" : once.front()},
        {"^", joined(once)},
        {"+", joined(plan.needs)},
        {"?", joined(once)},
        {"*", plan.stem.empty() ? fs::path(target).replace_extension().string() : plan.stem},
        {"|", joined(plan.ordered)}};
    const std::vector<RecipeLine> recipe = made_.recipes[*plan.recipe];
    for (CompileWay& way : waysOf(recipe, automatic, made_.values)) {
      way.makefile = made_.files[recipe.front().file];
      way.target = target;
      if (way.maybe.empty() && plan.isMaybe) way.maybe = made_.values.reasonText(*plan.isMaybe);
      ways.push_back(std::move(way));
    }
  }

  Makefile made_;
  std::map<std::string, std::vector<size_t>> rulesOf_;
  std::set<std::string> ownNames_;                   ///< of variables of targets
  std::set<std::string> open_;                       ///< targets that are being made
  std::set<std::pair<std::string, Words>> visited_;  ///< with the values of those variables
  size_t depth_ = 0;
  bool isCutOff_ = false;
};

namespace {

/// Which anybody may link.
bool makesLibrary(const CompileWay& way) {
  static const std::set<std::string> options = {"-shared", "--shared", "-lib", "--lib"};
  return way.words[0] == "ar" || std::any_of(way.words.begin(), way.words.end(),
                                             [](const std::string& word) { return options.contains(word); });
}

std::string lineOf(const CompileWay& way) {
  return "line " + std::to_string(way.line);
}

}  // namespace

CompileWays::CompileWays(std::unique_ptr<Walk> walk) : walk_(std::move(walk)) {
  const Makefile& made = walk_->made();
  if (!made.defaultGoal.empty()) goals_.push_back(made.defaultGoal);
  std::set<std::string> known(goals_.begin(), goals_.end());
  for (const Rule& rule : made.rules) {
    const bool isHidden = rule.target.starts_with('.') && rule.target.find('/') == std::string::npos;
    if (!isHidden && known.insert(rule.target).second) goals_.push_back(rule.target);
  }
}
CompileWays::CompileWays(CompileWays&&) noexcept = default;
CompileWays& CompileWays::operator=(CompileWays&&) noexcept = default;
CompileWays::~CompileWays() = default;

Result<CompileWays> CompileWays::read(const fs::path& makefile, const fs::path& root) {
  Result<Makefile> made = readMakefile(makefile, root);
  if (!made.ok()) return made.error();
  return CompileWays(std::make_unique<Walk>(std::move(made).value()));
}

Result<std::vector<CompileWays>> CompileWays::readEach(const fs::path& makefile, const fs::path& root) {
  Result<std::vector<Makefile>> made = readMakefileInEachWay(makefile, root);
  if (!made.ok()) return made.error();
  std::vector<CompileWays> all;
  for (Makefile& one : *made) all.push_back(CompileWays(std::make_unique<Walk>(std::move(one))));
  return all;
}

const std::vector<CompileWay>& CompileWays::waysFor(size_t goal) {
  while (ways_.size() <= goal) ways_.push_back(walk_->waysTo(goals_[ways_.size()]));
  return ways_[goal];
}

const std::vector<CompileWay>& CompileWays::implicitWays(const fs::path& file) {
  const auto [known, isNew] = implicit_.try_emplace(file);
  if (!isNew) return known->second;
  for (const std::string& target : walk_->targetsFrom(file)) {
    for (CompileWay& way : walk_->waysTo(target)) known->second.push_back(std::move(way));
  }
  return known->second;
}

SourceWays CompileWays::of(const fs::path& file) {
  SourceWays found;
  std::string maybe;
  const std::string name = file.string();
  const auto take = [&](const std::vector<CompileWay>& ways) {
    for (const CompileWay& way : ways) {
      if (std::find(way.sources.begin(), way.sources.end(), name) == way.sources.end()) continue;
      if (way.maybe.empty())
        found.ways.push_back(way);
      else if (maybe.empty())
        maybe = lineOf(way) + " may compile it or not: " + way.maybe;
    }
    return !found.ways.empty();
  };
  const auto lookAt = [&](const std::vector<CompileWay>& ways) {
    for (const CompileWay& way : ways) {
      if (way.words[0] == "make" && maybe.empty()) maybe = lineOf(way) + " may compile it otherwise: " + way.maybe;
      // What links objects alone, with libraries that are not known, compiles nothing.
      const bool isLinking = way.sources.empty() && !way.objects.empty();
      if (way.takesUnknown && !isLinking) found.others.push_back(way);
    }
  };
  // Whoever runs make may name any of them.
  for (size_t i = 0; i < goals_.size(); ++i) {
    if (take(waysFor(i)) && found.goal.empty()) found.goal = goals_[i];
    lookAt(waysFor(i));
  }
  if (found.ways.empty() && maybe.empty()) take(implicitWays(file));
  if (maybe.empty() && walk_->isCutOff()) maybe = "there are too many targets";
  if (maybe.empty() && found.ways.empty() && !found.others.empty())
    maybe = lineOf(found.others.front()) + " may compile it or not: not all of its files are known";
  const Makefile& made = walk_->made();
  if (maybe.empty() && found.ways.empty() && made.unknownTarget)
    maybe = "a rule may compile it whose targets are not known: " + made.values.reasonText(*made.unknownTarget);
  if (!maybe.empty()) {
    // Which of the ways it is, or whether it is one more, is not known.
    found.ways.clear();
    found.notes.push_back(maybe);
  }
  return found;
}

bool CompileWays::linksAlone(const fs::path& file) {
  std::vector<CompileWay> all;
  for (size_t goal = 0; goal < goals_.size(); ++goal) {
    const std::vector<CompileWay>& ways = waysFor(goal);
    all.insert(all.end(), ways.begin(), ways.end());
  }
  const std::vector<CompileWay>& others = implicitWays(file);  // behind goals: a walk gives each way once
  all.insert(all.end(), others.begin(), others.end());
  if (walk_->isCutOff() || walk_->made().unknownTarget) return false;
  std::set<std::string> derived{file.string()},
      made;  // the file with all that is made of it; names of what any way makes
  for (const CompileWay& way : all) made.insert(fs::path(way.output).stem().string());
  const auto isDerived = [&](const std::string& name) { return derived.contains(name); };
  // "libx.a" of `-lx`, wherever it lies.
  const auto isAway = [&](const std::string& name) {
    return !name.starts_with('/') && !made.contains(fs::path(name).stem().string());
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const CompileWay& way : all) {
      if (way.takesUnknown || way.words[0] == "make") return false;
      if (std::none_of(way.sources.begin(), way.sources.end(), isDerived) &&
          std::none_of(way.objects.begin(), way.objects.end(), isDerived)) {
        if (!way.isWhole && derived.size() > 1) return false;
        continue;
      }
      if (!way.isWhole || !way.maybe.empty() || makesLibrary(way)) return false;
      if (way.linksProgram && (way.mayLinkMore || way.output.empty())) return false;
      if (!std::all_of(way.sources.begin(), way.sources.end(), isDerived) ||
          !std::all_of(way.objects.begin(), way.objects.end(),
                       [&](const std::string& name) { return isDerived(name) || isAway(name); }))
        return false;
      if (!way.linksProgram && !way.output.empty()) grows |= derived.insert(way.output).second;
    }
  }
  return true;
}

std::vector<MakeExecutable> CompileWays::executables() {
  std::vector<MakeExecutable> all;
  if (goals_.empty()) return all;
  const std::vector<CompileWay>& ways = waysFor(0);
  std::map<std::string, const CompileWay*> makers;
  std::map<std::string, std::string> libraries;  // by name
  for (const CompileWay& way : ways) {
    if (way.output.empty()) continue;
    makers[way.output] = &way;
    libraries[fs::path(way.output).filename().string()] = way.output;
  }
  for (const CompileWay& way : ways) {
    if (!way.linksProgram || way.output.empty()) continue;
    MakeExecutable made{fs::path(way.output).filename().string(), {}, librariesIn(way.words, way.folder)};
    bool isWhole = true;
    std::set<const CompileWay*> seen{&way};
    std::vector<const CompileWay*> open{&way};
    for (size_t i = 0; i < open.size(); ++i) {
      isWhole &= open[i]->isWhole && open[i]->maybe.empty();
      for (const std::string& source : open[i]->sources) {
        if (std::find(made.sources.begin(), made.sources.end(), source) == made.sources.end())
          made.sources.push_back(source);
      }
      for (const std::string& object : open[i]->objects) {
        const auto library = libraries.find(object);
        const auto maker = makers.find(library == libraries.end() ? object : library->second);
        // One that the system has adds no source of the project.
        const bool isNamed = !object.starts_with('/');
        if (maker == makers.end())
          isWhole &= isNamed;
        else if (seen.insert(maker->second).second)
          open.push_back(maker->second);
      }
    }
    if (isWhole && !made.sources.empty()) all.push_back(std::move(made));
  }
  return all;
}

}  // namespace warpwright::makefile
