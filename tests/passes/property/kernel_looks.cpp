#include "tests/passes/property/kernel_looks.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <regex>

#include "analysis/frontend/compile_command.h"
#include "core/base/hash.h"
#include "core/finding/rewrite.h"
#include "tests/passes/property/checked_run.h"

namespace warpwright::property {
namespace {

constexpr const char* kCompaction = "thread_compaction";

template <typename Values>
const auto& oneOf(const Values& values, std::mt19937_64& random) {
  return values[random() % values.size()];
}

/// Values for all parameters, and for the order of merged threads, on which nothing may depend.
ParameterValues someValues(const Offer& offer, std::mt19937_64& random) {
  ParameterValues values;
  for (const Parameter& parameter : offer.opportunity.parameters) {
    values[parameter.name] = oneOf(parameter.valuesWith(values), random);
  }
  // A policy that leaves every load as it is changes nothing, and is refused.
  const std::vector<Parameter>& loads = offer.opportunity.parameters;
  const auto isPlain = [&](const Parameter& load) { return values[load.name] == "plain"; };
  if (offer.pass->about().id == "cache_policy" && std::all_of(loads.begin(), loads.end(), isPlain)) {
    values[loads.front().name] = loads.front().values.back();
  }
  static const std::vector<std::string> orders{"forward", "backward", "shuffled"};
  if (offer.pass->about().id == kCompaction) values["order"] = oneOf(orders, random);
  return values;
}

std::string titleOf(const Offer& offer, const ParameterValues& values) {
  std::string title = toText(offer.opportunity.title);
  for (const auto& [name, value] : values) title += ", " + name + " " + value;
  return title;
}

/// Do edits of one list overlap those of the other? `places`: do they begin at one place, as insertions may?
bool meet(const std::vector<TextEdit>& first, const std::vector<TextEdit>& second, bool places) {
  for (const TextEdit& a : first) {
    for (const TextEdit& b : second) {
      if (a.offset < b.offset + b.length && b.offset < a.offset + a.length) return true;
      if (places && a.offset == b.offset) return true;
    }
  }
  return false;
}

/// Variables that have a line of their own in what is written: `float sum_own[4];`.
std::set<std::string> declaredBy(const std::vector<TextEdit>& edits) {
  std::set<std::string> names;
  static const std::regex declaration(R"((?:^|\n)\s*[A-Za-z_][\w: ]*[ *&](\w+)(?:\[\w+\])*;)");
  for (const TextEdit& edit : edits) {
    std::sregex_iterator found(edit.replacement.begin(), edit.replacement.end(), declaration);
    for (; found != std::sregex_iterator(); ++found) names.insert((*found)[1]);
  }
  return names;
}

}  // namespace

std::mt19937_64& KernelDice::of(const std::string& kernel) {
  return dice_.try_emplace(kernel, hashText(kernel, seed_ + 1)).first->second;
}

bool Offer::goesTogether() const {
  const std::string_view id = pass->about().id;
  return id != kCompaction && id != "block_compaction" && id != "block_shape" && id != "shared_to_global" &&
         id != "vectorise" && id != "warp_exchange" && id != "unroll";
}

std::vector<std::string> checksOf(const Offer& offer) {
  std::vector<std::string> checks;
  for (const Assumption& assumption : offer.opportunity.assumptions) {
    if (!assumption.check.isNone()) checks.push_back(offer.opportunity.kernel + ": " + toString(assumption.check));
  }
  return checks;
}

Look::Look(frontend::UnitParser& parser, const std::filesystem::path& file, std::string text, size_t number,
           const std::set<std::string>* only)
    : file_(file), text_(std::move(text)), number_(number) {
  auto units = frontend::findUnits(file_, systemFlags(file_));
  if (!units.ok() || units->size() != 1) {
    problem_ = "the program is no unit";
    return;
  }
  parser.setOpenTexts({{file_.string(), text_}});
  Result<frontend::ParsedUnit> unit = parser.parse(units->front(), {});
  if (!unit.ok() || !unit->summary().errors.empty()) {
    problem_ = "does not compile: " + (unit.ok() ? unit->summary().errors.front().message : unit.error().message);
    return;
  }
  unit_ = std::make_unique<frontend::ParsedUnit>(std::move(unit).value());
  Result<std::vector<model::ParsedKernel>> found = model::modelKernels(*unit_, {}, {});
  if (!found.ok()) {
    problem_ = found.error().message;
    return;
  }
  kernels_ = std::move(found).value();
  for (const model::ParsedKernel& kernel : kernels_) {
    contexts_.push_back(std::make_unique<passes::KernelContext>(kernel, Device{}, std::stop_token()));
    std::vector<Offer>& offers = offers_[kernel.models.front().name];
    if (only && !only->contains(kernel.models.front().name)) continue;
    for (const auto& pass : passes::allPasses()) {
      for (Opportunity& one : pass->find(*contexts_.back())) {
        if (std::getenv("WARPWRIGHT_PROPERTY_SHOW")) {
          std::fprintf(stderr, "%zu %s: %s %s: %s\n", number_, one.kernel.c_str(), toText(one.title).c_str(),
                       toString(one.verdict).c_str(), toText(one.reason).c_str());
        }
        if (one.verdict == VerdictKind::applicable) offers.push_back({pass.get(), std::move(one)});
      }
    }
  }
}

std::vector<std::string> Look::checks() const {
  std::vector<std::string> all;
  for (const auto& [kernel, offers] : offers_) {
    for (const Offer& offer : offers) {
      for (std::string& check : checksOf(offer)) all.push_back(std::move(check));
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Result<Rewrite> Look::rewrite(const passes::KernelContext& kernel, const Offer& offer, std::mt19937_64& random,
                              Step& step) const {
  ParameterValues values = someValues(offer, random);
  Result<Rewrite> rewrite = offer.pass->rewrite(kernel, offer.opportunity, values);
  for (int tries = 0; !rewrite.ok() && tries < 12; ++tries) {
    // Each dimension has factors of its own.
    if (rewrite.error().message.find("is not offered along") == std::string::npos) break;
    values = someValues(offer, random);
    if (tries > 6) values["c_factor"] = "2";
    rewrite = offer.pass->rewrite(kernel, offer.opportunity, values);
  }
  step = {offer.pass->about().id, titleOf(offer, values), checksOf(offer), number_};
  return rewrite;
}

std::string Look::textAfter(FileEdits edits, const std::string& name, std::string& problem) const {
  edits.file = file_.string();
  if (edits.edits.empty()) return text_;
  Result<std::string> after = applyEdits(edits, text_);
  if (after.ok()) return std::move(after).value();
  problem = name + ": " + after.error().message;
  return text_;
}

std::string Look::after(const std::map<std::string, std::vector<const Offer*>>& chosen, KernelDice& random,
                        Steps& steps, std::set<std::string>& postponed, std::string& problem) const {
  FileEdits all;
  for (const auto& kernel : contexts_) {
    const std::string& name = kernel->kernel().models.front().name;
    const auto chosenHere = chosen.find(name);
    if (chosenHere == chosen.end()) continue;
    std::vector<TextEdit> own;
    std::vector<Step> made;
    std::set<std::string> declared;
    for (const Offer* offer : chosenHere->second) {
      Step step;
      const Result<Rewrite> rewrite = this->rewrite(*kernel, *offer, random.of(name), step);
      if (!rewrite.ok()) {
        problem = name + ": " + toText(offer->opportunity.title) +
                  " is offered and cannot be done: " + rewrite.error().message;
        continue;
      }
      std::vector<TextEdit> edits;
      for (const FileEdits& file : rewrite->files) {
        edits.insert(edits.end(), file.edits.begin(), file.edits.end());
        all.textHash = file.textHash;
      }
      const std::set<std::string> names = declaredBy(edits);
      const auto isTaken = [&](const std::string& name) { return declared.contains(name); };
      if (meet(own, edits, true) || std::ranges::any_of(names, isTaken)) continue;
      declared.insert(names.begin(), names.end());
      own.insert(own.end(), edits.begin(), edits.end());
      made.push_back(std::move(step));
    }
    if (meet(all.edits, own, true)) {
      postponed.insert(name);
      continue;
    }
    all.edits.insert(all.edits.end(), own.begin(), own.end());
    std::vector<Step>& noted = steps[name];
    noted.insert(noted.end(), made.begin(), made.end());
  }
  return textAfter(std::move(all), "the program", problem);
}

}  // namespace warpwright::property
