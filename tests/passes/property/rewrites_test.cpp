// No rewrite may change what a kernel computes: random kernels, every applicable finding applied, one alone and many of
// them stacked in random order, original and variants on the engine with its checks on, all that they wrote compared.
// What the verdicts assume is checked where the original runs: a change whose assumption is broken there is excused. A
// kernel that races is not run changed: then nothing that rests on freedom from races may be offered. Where it races in
// global memory only, merging may be offered on the assumption that it does not, which the original's run has broken.
//
// WARPWRIGHT_PROPERTY_KERNELS (default 64) and WARPWRIGHT_PROPERTY_SEED (default 1) choose the kernels, in programs of
// WARPWRIGHT_PROPERTY_PROGRAM (default 32). WARPWRIGHT_PROPERTY_KEEP names a folder for the programs that differ,
// WARPWRIGHT_PROPERTY_PROGRAMS one for all of them: run_on_gpu runs those on a GPU.
// WARPWRIGHT_PROPERTY_ARRAYS and its like (chosen_kernels.h) make all of them of one kind.
// WARPWRIGHT_PROPERTY_SHOW set prints every verdict. Directed kernels (directed_kernels.h) go the same way
// WARPWRIGHT_PROPERTY_DIRECTED times (default 1); WARPWRIGHT_PROPERTY_ONLY names some of them. Of
// WARPWRIGHT_PROPERTY_INDEPENDENT (default 8) random kernels one has threads that share nothing (independent_kernel.h).

#include <sys/resource.h>

#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <optional>
#include <set>

#include "analysis/passes/all_passes.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/finding/rewrite.h"
#include "tests/passes/property/checked_run.h"
#include "tests/passes/property/chosen_kernels.h"
#include "tests/passes/property/directed_kernels.h"
#include "tests/passes/property/kernel_looks.h"
#include "tests/passes/property/random_kernel.h"

using namespace warpwright;
using namespace warpwright::property;

namespace {

constexpr int kMostRounds = 5, kMostCompactions = 2;

int setting(const char* name, int otherwise) {
  bool isNumber = false;
  const int value = qEnvironmentVariableIntValue(name, &isNumber);
  return isNumber ? value : otherwise;
}

/// The definition of a kernel in a program.
std::string definitionOf(const std::string& program, const std::string& kernel) {
  const size_t begin = program.find("__global__ void " + kernel + "(");
  return begin == std::string::npos ? program : program.substr(begin, program.find("\n}\n", begin) + 3 - begin);
}

std::string launchOf(const std::string& program, const std::string& kernel) {
  const size_t begin = program.find("static void run_" + kernel + "(");
  return begin == std::string::npos ? "" : program.substr(begin, program.find("\n}\n", begin) + 3 - begin);
}

std::string listOf(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += "\n    " + text;
  return list;
}

/// Processor seconds of this process and of the workers it has started, since the last call.
class Stopwatch {
 public:
  double lap() {
    const double now = seconds(RUSAGE_SELF) + seconds(RUSAGE_CHILDREN);
    return now - std::exchange(last_, now);
  }

 private:
  static double seconds(int who) {
    rusage usage{};
    ::getrusage(who, &usage);
    const auto sum = [](const timeval& a, const timeval& b) {
      return static_cast<double>(a.tv_sec + b.tv_sec) + static_cast<double>(a.tv_usec + b.tv_usec) * 1e-6;
    };
    return sum(usage.ru_utime, usage.ru_stime);
  }
  double last_ = seconds(RUSAGE_SELF) + seconds(RUSAGE_CHILDREN);
};

/// One program of random kernels, its variants and what they showed.
class Campaign {
 public:
  Campaign(std::filesystem::path file, int seed)
      : file_(std::move(file)), seed_(seed), random_(static_cast<uint64_t>(seed)) {
    writeSystemHeader(file_);
  }

  /// What is wrong; empty: nothing. `everyOffer`: makes each change of the first look alone, not only one of them.
  std::string run(std::vector<RandomKernel> kernels, bool everyOffer);

  std::map<std::string, int> applied;     ///< changes by pass
  std::map<std::string, double> seconds;  ///< of the processor, by phase
  int racing = 0, meaningless = 0, changed = 0, excused = 0;
  int assumedAway = 0;  ///< kernels that race in global memory and are offered to be merged

 private:
  using Chosen = std::map<std::string, std::vector<const Offer*>>;

  void lookAtRaces(const Look& look);
  bool assumesNoGlobalRace(const Offer& offer) const;
  std::string change(const Look& look, const Chosen& chosen, Steps& steps);
  void alone(const Look& first, std::optional<size_t> which);
  void stacked(const Look& first);
  std::vector<const Offer*> chooseFrom(const std::vector<Offer>& offers, const std::string& kernel, int round);
  void compare(const std::string& text, const Steps& steps);
  void keepOriginal() const;
  void keepVariant(const std::string& text, const std::string& excused) const;
  bool isExcused(const std::vector<Step>& steps, const CheckedRun& variant);
  CheckedRun timedRun(const std::string& text, const std::vector<std::string>& checks);
  void note(const std::string& problem) { problems_ += "\n  seed " + std::to_string(seed_) + ": " + problem; }

  std::filesystem::path file_;
  int seed_;
  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    return options;
  }()};
  KernelDice random_;
  std::vector<RandomKernel> kernels_;
  std::string program_, problems_;
  std::vector<std::string> texts_;  ///< of the looks
  CheckedRun original_;
  std::set<std::string> left_;  ///< kernels that are not changed
  std::set<std::string> changedKernels_;
  std::map<std::string, int> compactions_;
  Stopwatch watch_;
};

CheckedRun Campaign::timedRun(const std::string& text, const std::vector<std::string>& checks) {
  watch_.lap();
  CheckedRun run = checkedRun(file_, text, checks);
  seconds["engine"] += watch_.lap();
  return run;
}

std::string Campaign::run(std::vector<RandomKernel> kernels, bool everyOffer) {
  kernels_ = std::move(kernels);
  program_ = programOf(kernels_);
  if (!writeFileAtomically(file_, program_).ok()) return "cannot write " + file_.string();
  texts_ = {program_};
  const Look first(parser_, file_, program_, 0);
  seconds["look"] += watch_.lap();
  if (!first.problem().empty()) return "seed " + std::to_string(seed_) + ": the original: " + first.problem();
  original_ = timedRun(program_, first.checks());
  if (!original_.failure.empty()) {
    const std::string problem = "seed " + std::to_string(seed_) + ": the original does not run: " + original_.failure;
    const auto failed = std::find_if(kernels_.begin(), kernels_.end(), [&](const RandomKernel& kernel) {
      return original_.failure.find("Kernel " + kernel.name + ",") != std::string::npos;
    });
    if (failed == kernels_.end() || kernels_.size() == 1) return problem;
    // It has no meaning: the others go on without it.
    std::fprintf(stderr, "%s\n%s%s\n", problem.c_str(), failed->text.c_str(), failed->launches.c_str());
    ++meaningless;
    kernels_.erase(failed);
    return run(kernels_, everyOffer);
  }
  lookAtRaces(first);
  keepOriginal();
  size_t most = 0;
  for (const auto& [kernel, offers] : first.offers()) most = std::max(most, offers.size());
  for (size_t i = 0; everyOffer && i < most; ++i) alone(first, i);
  if (!everyOffer) alone(first, std::nullopt);
  stacked(first);
  changed = static_cast<int>(changedKernels_.size());
  return problems_;
}

/// Races in global memory break what merging threads or blocks assumes; a slice of global memory for a shared array
/// does not touch what the kernel has there already, and what a warp exchanges is shared memory.
bool Campaign::assumesNoGlobalRace(const Offer& offer) const {
  const std::vector<Assumption>& assumptions = offer.opportunity.assumptions;
  const std::string& id = offer.pass->about().id;
  return id == "shared_to_global" || id == "warp_exchange" ||
         std::any_of(assumptions.begin(), assumptions.end(), [](const Assumption& assumption) {
           return toText(assumption.text).find("touch the same global element") != std::string::npos;
         });
}

/// The engine sees a race: no proof may say that there is none.
void Campaign::lookAtRaces(const Look& look) {
  for (const RandomKernel& kernel : kernels_) {
    const auto findings = original_.findings.find(kernel.name);
    if (findings == original_.findings.end()) continue;
    left_.insert(kernel.name);
    const bool races = original_.races.contains(kernel.name), inGlobal = original_.globalRaces.contains(kernel.name);
    (races || inGlobal ? racing : meaningless) += 1;
    bool isExcused = false;
    for (const Offer& offer : look.offers().at(kernel.name)) {
      if (offer.goesTogether() || !(races || inGlobal)) continue;  // the others rest on freedom from races
      // A warp's barrier orders what the block's did, races included; trees that race have golden cases. A pragma
      // leaves each thread its order.
      if (offer.pass->about().id == "warp_exchange" || offer.pass->about().id == "unroll") continue;
      if (!races && assumesNoGlobalRace(offer)) {
        isExcused = true;
        continue;
      }
      note(kernel.name + " races, and yet: " + toText(offer.opportunity.title) + listOf(findings->second) + "\n" +
           kernel.text);
    }
    if (!isExcused) continue;
    ++assumedAway;
    std::fprintf(stderr, "seed %d: %s races in global memory, which its verdict assumes it does not:%s\n%s", seed_,
                 kernel.name.c_str(), listOf(findings->second).c_str(), kernel.text.c_str());
  }
  for (const std::string& broken : original_.broken) {
    if (broken.find("block=") != std::string::npos) note("a launch has another shape than was assumed: " + broken);
  }
}

/// The text after the chosen changes. Those whose edits meet those of another kernel are found again in what is left.
std::string Campaign::change(const Look& look, const Chosen& chosen, Steps& steps) {
  std::string problem, text;
  std::set<std::string> postponed, rest;
  text = look.after(chosen, random_, steps, postponed, problem);
  while (!postponed.empty() && problem.empty()) {
    texts_.push_back(text);
    rest = std::exchange(postponed, {});
    const Look again(parser_, file_, text, texts_.size() - 1, &rest);
    problem = again.problem();
    if (!problem.empty()) break;
    Chosen same;
    for (const std::string& kernel : rest) {
      for (const Offer& offer : again.offers().at(kernel)) {
        const std::vector<const Offer*>& before = chosen.at(kernel);
        const auto isSame = [&](const Offer* one) { return one->opportunity.id == offer.opportunity.id; };
        if (std::any_of(before.begin(), before.end(), isSame)) same[kernel].push_back(&offer);
      }
    }
    text = again.after(same, random_, steps, postponed, problem);
  }
  seconds["rewrite"] += watch_.lap();
  if (!problem.empty()) note(problem);
  return text;
}

/// One change of each kernel: the one of that number, or any.
void Campaign::alone(const Look& first, std::optional<size_t> which) {
  Chosen chosen;
  for (const auto& [kernel, offers] : first.offers()) {
    if (left_.contains(kernel) || offers.empty() || (which && *which >= offers.size())) continue;
    if (which) {
      chosen[kernel] = {&offers[*which]};
      continue;
    }
    // Passes in turn: there are many more barriers than anything else.
    std::map<std::string_view, std::vector<const Offer*>> byPass;
    for (const Offer& offer : offers) byPass[offer.pass->about().id].push_back(&offer);
    std::mt19937_64& random = random_.of(kernel);
    const auto& some = std::next(byPass.begin(), static_cast<std::ptrdiff_t>(random() % byPass.size()))->second;
    chosen[kernel] = {some[random() % some.size()]};
  }
  Steps steps;
  const std::string text = change(first, chosen, steps);
  if (text != program_) compare(text, steps);
}

std::vector<const Offer*> Campaign::chooseFrom(const std::vector<Offer>& offers, const std::string& kernel, int round) {
  std::vector<const Offer*> together, alone;
  for (const Offer& offer : offers) {
    if (offer.goesTogether()) together.push_back(&offer);
    const bool compacts = offer.pass->about().id == "thread_compaction";
    if (!offer.goesTogether() && (!compacts || compactions_[kernel] < kMostCompactions)) alone.push_back(&offer);
  }
  if (together.empty() && alone.empty()) return {};
  const bool first = !together.empty() && (alone.empty() || random_.of(kernel)() % 100 < (round == 0 ? 70 : 50));
  if (first) return together;
  const Offer* chosen = alone[random_.of(kernel)() % alone.size()];
  if (chosen->pass->about().id == "thread_compaction") ++compactions_[kernel];
  return {chosen};
}

/// Change upon change, each found in the text that the last ones left.
void Campaign::stacked(const Look& first) {
  Steps steps;
  std::unique_ptr<Look> later;
  const Look* look = &first;
  std::string text = program_;
  const int rounds = kMostRounds - static_cast<int>(random_.of("")() % 4);
  for (int round = 0; round < rounds; ++round) {
    Chosen chosen;
    std::set<std::string> goingOn;
    for (const auto& [kernel, offers] : look->offers()) {
      if (left_.contains(kernel)) continue;
      std::vector<const Offer*> some = chooseFrom(offers, kernel, round);
      if (some.empty()) continue;
      chosen[kernel] = std::move(some);
      goingOn.insert(kernel);
    }
    if (chosen.empty()) break;
    text = change(*look, chosen, steps);
    if (round + 1 == rounds) break;
    texts_.push_back(text);
    later = std::make_unique<Look>(parser_, file_, text, texts_.size() - 1, &goingOn);
    seconds["look"] += watch_.lap();
    look = later.get();
    if (!look->problem().empty()) {
      note("after changes: " + look->problem());
      break;
    }
  }
  if (text != program_) compare(text, steps);
}

/// Broken assumptions of a step: those of the first look were checked in the original, overlaps everywhere, others are
/// checked now, in the text the step was made for.
bool Campaign::isExcused(const std::vector<Step>& steps, const CheckedRun& variant) {
  for (const Step& step : steps) {
    for (const std::string& check : step.checks) {
      if (variant.broken.contains(check) || (step.look == 0 && original_.broken.contains(check))) return true;
    }
  }
  for (const Step& step : steps) {
    if (step.look == 0 || step.checks.empty()) continue;
    const CheckedRun then = checkedRun(file_, texts_[step.look], step.checks);
    const auto isBroken = [&](const std::string& check) { return then.broken.contains(check); };
    if (std::any_of(step.checks.begin(), step.checks.end(), isBroken)) return true;
  }
  return false;
}

/// A program for a GPU, and what is known of it.
void keepProgram(const std::string& name, const std::string& text, const std::string& known) {
  const char* folder = std::getenv("WARPWRIGHT_PROPERTY_PROGRAMS");
  if (!folder) return;
  writeSystemHeader(std::filesystem::path(folder) / name);
  (void)writeFileAtomically(std::filesystem::path(folder) / (name + ".cu"), text);
  (void)writeFileAtomically(std::filesystem::path(folder) / (name + ".txt"), known);
}

/// Beside the original stands what each of its kernels computed on the engine. Without those that race, or
/// have another finding: what they compute may differ from run to run.
void Campaign::keepOriginal() const {
  std::string results;
  for (const auto& [kernel, result] : original_.results) {
    if (!left_.contains(kernel)) results += kernel + " " + result + "\n";
  }
  keepProgram("seed" + std::to_string(seed_), program_, results);
}

/// `excused`: kernels that may compute something else.
void Campaign::keepVariant(const std::string& text, const std::string& excused) const {
  keepProgram("seed" + std::to_string(seed_) + "_" + hexText(hashText(text)), text, excused);
}

void Campaign::compare(const std::string& text, const Steps& steps) {
  std::vector<std::string> checks;
  for (const auto& [kernel, own] : steps) {
    changedKernels_.insert(kernel);
    for (const Step& step : own) {
      ++applied[step.pass];
      if (step.title.find(" in lines ") != std::string::npos) ++applied[step.pass + " of a run"];
      for (const std::string& check : step.checks) {
        if (kernelCheckFrom(check).check.kind == RunCheck::Kind::disjoint) checks.push_back(check);
      }
    }
  }
  const CheckedRun variant = timedRun(text, checks);
  if (!variant.failure.empty()) note("a variant does not run: " + variant.failure);
  std::string excused;
  for (const auto& [kernel, own] : steps) {
    const auto seen = variant.findings.find(kernel);
    std::vector<std::string> findings;
    if (seen != variant.findings.end()) findings = seen->second;
    const auto result = variant.results.find(kernel);
    if (result == variant.results.end() && !variant.failure.empty()) continue;
    const bool same = result != variant.results.end() && result->second == original_.results.at(kernel);
    if (same && findings.empty()) continue;
    if (isExcused(own, variant)) {
      ++this->excused;
      excused += kernel + "\n";
      continue;
    }
    std::string titles;
    for (const Step& step : own) titles += "\n    " + step.title + listOf(step.checks);
    note(kernel + (same ? "" : " computes something else") + listOf(findings) + "\n  after" + titles + "\n" +
         launchOf(program_, kernel) + launchOf(text, kernel) +
         unifiedDiff(definitionOf(program_, kernel), definitionOf(text, kernel), "original", "variant", 200));
  }
  keepVariant(text, excused);
  const bool wrong = !problems_.empty() && qEnvironmentVariableIsSet("WARPWRIGHT_PROPERTY_KEEP");
  if (!wrong) return;
  const std::filesystem::path folder = qgetenv("WARPWRIGHT_PROPERTY_KEEP").toStdString();
  std::filesystem::create_directories(folder);
  const std::string stem = "seed" + std::to_string(seed_) + "_" + hexText(hashText(text));
  (void)writeFileAtomically(folder / (stem + ".cu"), program_);
  (void)writeFileAtomically(folder / (stem + "_variant.cu"), text);
}

}  // namespace

class RandomRewritesTest : public QObject {
  Q_OBJECT
 public:
  /// Qt Test allows a function five minutes for all of its rows: a long campaign has thousands of rows.
  static void initMain() {
    if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT")) qputenv("QTEST_FUNCTION_TIMEOUT", "2000000000");
  }

 private slots:
  /// Several times: what is chosen first, and with which values, differs.
  void directed_data() {
    QTest::addColumn<int>("seed");
    const int times = setting("WARPWRIGHT_PROPERTY_DIRECTED", 1);
    if (times <= 0) QSKIP("WARPWRIGHT_PROPERTY_DIRECTED asks for none");  // without rows it would be called once
    for (int seed = 1; seed <= times; ++seed) QTest::addRow("seed %d", seed) << seed;
  }

  void directed() {
    QFETCH(int, seed);
    Campaign campaign(std::filesystem::path(folder_.path().toStdString()) / "main.cu", seed);
    std::vector<RandomKernel> kernels = directedKernels();
    const QStringList only = qEnvironmentVariable("WARPWRIGHT_PROPERTY_ONLY").split(',', Qt::SkipEmptyParts);
    std::erase_if(kernels, [&](const RandomKernel& kernel) {
      return !only.isEmpty() && !only.contains(QString::fromStdString(kernel.name));
    });
    const std::string problems = campaign.run(std::move(kernels), true);
    if (problems.empty()) return;
    std::fprintf(stderr, "%s\n", problems.c_str());
    QFAIL("a rewrite changed what a kernel does: see above");
  }

  void sameResults_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("count");
    const int first = setting("WARPWRIGHT_PROPERTY_SEED", 1);
    const int kernels = setting("WARPWRIGHT_PROPERTY_KERNELS", 64);
    const int together = setting("WARPWRIGHT_PROPERTY_PROGRAM", 32);
    if (kernels <= 0) QSKIP("WARPWRIGHT_PROPERTY_KERNELS asks for none");
    for (int done = 0, seed = first; done < kernels; done += together, ++seed) {
      QTest::addRow("seed %d", seed) << seed << std::min(together, kernels - done);
    }
  }

  void sameResults() {
    QFETCH(int, seed);
    QFETCH(int, count);
    Campaign campaign(std::filesystem::path(folder_.path().toStdString()) / "main.cu", seed);
    const std::string problems = campaign.run(chosenKernels(seed, count), false);
    generated_ += count;
    racing_ += campaign.racing;
    meaningless_ += campaign.meaningless;
    changed_ += campaign.changed;
    excused_ += campaign.excused;
    assumedAway_ += campaign.assumedAway;
    for (const auto& [pass, applied] : campaign.applied) applied_[pass] += applied;
    for (const auto& [phase, seconds] : campaign.seconds) seconds_[phase] += seconds;
    if (problems.empty()) return;
    std::fprintf(stderr, "%s\n", problems.c_str());  // Qt Test cuts long messages
    QFAIL("a rewrite changed what a kernel does: see above");
  }

  void cleanupTestCase() {
    std::string text = std::to_string(generated_) + " kernels, " + std::to_string(racing_) + " racing, " +
                       std::to_string(meaningless_) + " left out, " + std::to_string(changed_) + " changed";
    for (const auto& [pass, count] : applied_) text += "; " + pass + ": " + std::to_string(count);
    text += "; excused by a broken assumption: " + std::to_string(excused_);
    text += "; races in global memory that are assumed away: " + std::to_string(assumedAway_);
    for (const auto& [phase, seconds] : seconds_) {
      text += "; " + phase + " " + QString::number(seconds / std::max(1, generated_), 'f', 3).toStdString() + " s";
    }
    qInfo("%s a kernel", text.c_str());
    QVERIFY2(generated_ < 24 || changed_ * 10 > generated_ * 6, "the generator makes too little that can be changed");
    QVERIFY2(generated_ < 24 || meaningless_ * 20 < generated_, "the generator makes too much that has no meaning");
  }

 private:
  QTemporaryDir folder_;
  int generated_ = 0, racing_ = 0, meaningless_ = 0, changed_ = 0, excused_ = 0, assumedAway_ = 0;
  std::map<std::string, int> applied_;
  std::map<std::string, double> seconds_;
};

QTEST_GUILESS_MAIN(RandomRewritesTest)
#include "rewrites_test.moc"
