// No rewrite may change what a kernel computes: random kernels, every applicable finding applied, one alone and all of
// them stacked in random order, original and variants on the engine with its checks on, all that they wrote compared.
//
// WARPWRIGHT_PROPERTY_KERNELS (default 48) and WARPWRIGHT_PROPERTY_SEED (default 1) choose the kernels. A kernel that
// races, or reads what nobody wrote, before anything is changed has no meaning to keep: it is counted and left out.

#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include "analysis/frontend/compile_command.h"
#include "analysis/passes/all_passes.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/runner/engine_job.h"
#include "tests/passes/property/random_kernel.h"

using namespace warpwright;

namespace {

constexpr int kKernelsPerProgram = 24;

/// What one run said about each kernel.
struct Run {
  std::string failure;
  std::map<std::string, std::string> results;                ///< kernel to hash
  std::map<std::string, std::vector<std::string>> findings;  ///< kernel to what the checks saw
};

std::string kernelOf(const std::string& shown) { return shown.substr(0, shown.find_first_of("(<")); }

Run runOf(const std::filesystem::path& file, const std::string& text, const std::vector<std::string>& assumptions) {
  EngineJob job;
  job.path = file;
  job.openTexts[file.string()] = text;
  job.toolkit = "none";
  job.check = true;
  job.assumptions = assumptions;
  job.timeLimit = std::chrono::seconds(300);  // compiling them takes longest, and the machine may be busy
  job.workingFolder = file.parent_path();
  const Result<EngineRun> done = runOnEngine(job, nullptr, {});
  Run run;
  if (!done.ok()) {
    run.failure = done.error().message;
    return run;
  }
  if (done->failure) run.failure = done->failure->message;
  for (const EngineFinding& finding : done->findings) {
    if (finding.kind != "leak") run.findings[kernelOf(finding.kernel)].push_back(finding.kind + ": " + finding.message);
  }
  std::istringstream lines(done->output);
  for (std::string name, hash; lines >> name >> hash;) run.results[name] = hash;
  return run;
}

/// Applies findings to a text, in memory.
class Stack {
 public:
  Stack(std::filesystem::path file, std::string text) : file_(std::move(file)), text_(std::move(text)) {}

  /// Applies up to `most` more findings to each kernel that has one; the number applied. Stops at a problem.
  int apply(int most, uint64_t choice);

  const std::string& text() const { return text_; }
  const std::string& problem() const { return problem_; }
  const std::vector<std::string>& assumptions() const { return assumptions_; }
  const std::map<std::string, std::vector<std::string>>& applied() const { return applied_; }
  const std::map<std::string, int>& appliedByPass() const { return appliedByPass_; }

 private:
  int applyTo(const model::ParsedKernel& kernel, int most, uint64_t choice, FileEdits& edits);

  std::filesystem::path file_;
  std::string text_, problem_;
  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    return options;
  }()};
  std::set<std::string> done_;
  std::vector<std::string> assumptions_;
  std::map<std::string, std::vector<std::string>> applied_;  ///< by kernel, in order
  std::map<std::string, int> appliedByPass_;
};

/// Findings of one look may be applied together: the verdicts on barriers already count on those offered before.
int Stack::applyTo(const model::ParsedKernel& kernel, int most, uint64_t choice, FileEdits& edits) {
  const std::string& name = kernel.models.front().name;
  if (done_.contains(name)) return 0;
  std::vector<std::pair<const passes::Pass*, Opportunity>> applicable;
  for (const auto& pass : passes::allPasses()) {
    // These change the launch and the host, too: no other change of the same look goes with them.
    if (pass->info().id == "thread_compaction" || pass->info().id == "shared_to_global") continue;
    for (Opportunity& found : pass->find(kernel, Device{}, {})) {
      if (found.verdict == VerdictKind::applicable) applicable.emplace_back(pass.get(), std::move(found));
    }
  }
  if (applicable.empty()) done_.insert(name);
  const size_t count = std::min(applicable.size(), static_cast<size_t>(most));
  for (size_t i = 0; i < count; ++i) {
    const auto& [pass, chosen] = applicable[((choice ^ hashText(name)) + i) % applicable.size()];
    const Result<Rewrite> rewrite = pass->rewrite(kernel, chosen, {}, {});
    if (!rewrite.ok()) {
      problem_ = name + ": " + chosen.title + " is offered and cannot be done: " + rewrite.error().message;
      return 0;
    }
    for (const FileEdits& file : rewrite->files) {
      edits.edits.insert(edits.edits.end(), file.edits.begin(), file.edits.end());
      edits.textHash = file.textHash;
    }
    for (const Assumption& assumption : chosen.assumptions) {
      if (!assumption.check.empty()) assumptions_.push_back(name + ": " + assumption.check);
    }
    applied_[name].push_back(chosen.title);
    ++appliedByPass_[chosen.pass];
  }
  return static_cast<int>(count);
}

int Stack::apply(int most, uint64_t choice) {
  auto units = frontend::findUnits(file_, {});
  if (!units.ok() || units->size() != 1) {
    problem_ = "the program is no unit";
    return 0;
  }
  parser_.setOpenTexts({{file_.string(), text_}});
  const Result<frontend::ParsedUnit> unit = parser_.parse(units->front(), {});
  if (!unit.ok() || !unit->summary().errors.empty()) {
    problem_ = "does not compile: " + (unit.ok() ? unit->summary().errors.front().message : unit.error().message);
    return 0;
  }
  const auto found = model::modelKernels(*unit, {}, {});
  if (!found.ok()) {
    problem_ = found.error().message;
    return 0;
  }
  FileEdits all;
  all.file = file_.string();
  int count = 0;
  for (const model::ParsedKernel& kernel : *found) count += applyTo(kernel, most, choice, all);
  if (count == 0) return 0;
  Result<std::string> after = applyEdits(all, text_);
  if (!after.ok()) problem_ = after.error().message;
  if (after.ok()) text_ = *std::move(after);
  return count;
}

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

std::string listOf(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += "\n    " + text;
  return list;
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
  void sameResults_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("count");
    const int first = setting("WARPWRIGHT_PROPERTY_SEED", 1), kernels = setting("WARPWRIGHT_PROPERTY_KERNELS", 48);
    for (int done = 0, seed = first; done < kernels; done += kKernelsPerProgram, ++seed) {
      QTest::addRow("seed %d", seed) << seed << std::min(kKernelsPerProgram, kernels - done);
    }
  }

  void sameResults() {
    QFETCH(int, seed);
    QFETCH(int, count);
    std::vector<RandomKernel> kernels;
    for (int i = 0; i < count; ++i) {
      kernels.push_back(randomKernel(static_cast<uint64_t>(seed) * 1000 + static_cast<uint64_t>(i), "k" + std::to_string(i)));
    }
    generated_ += count;
    const std::string everything = programOf(kernels);
    const std::filesystem::path file = std::filesystem::path(folder_.path().toStdString()) / "main.cu";
    QVERIFY(writeFileAtomically(file, everything).ok());

    const Run original = runOf(file, everything, {});
    QVERIFY2(original.failure.empty(), ("the original does not run: " + original.failure).c_str());
    std::erase_if(kernels, [&](const RandomKernel& kernel) { return original.findings.contains(kernel.name); });
    skipped_ += count - static_cast<int>(kernels.size());
    const std::string program = programOf(kernels);
    QVERIFY(writeFileAtomically(file, program).ok());

    Stack stack(file, program);
    const uint64_t choice = hashText(std::to_string(seed));
    for (int round = 0; round < 40; ++round) {
      const int applied = stack.apply(round == 0 ? 1 : 4, choice + static_cast<uint64_t>(round));
      QVERIFY2(stack.problem().empty(), ("seed " + std::to_string(seed) + ": " + stack.problem()).c_str());
      // Once after the first of each kernel, once after all of them.
      if (applied == 0 ? round > 1 : round == 0) compare(program, stack, original, runOf(file, stack.text(), stack.assumptions()));
      if (QTest::currentTestFailed() || applied == 0) break;
    }
    changed_ += static_cast<int>(stack.applied().size());
    for (const auto& [pass, applied] : stack.appliedByPass()) applied_[pass] += applied;
  }

  void cleanupTestCase() {
    std::string text = std::to_string(generated_) + " kernels, " + std::to_string(skipped_) + " left out, " +
                       std::to_string(changed_) + " changed";
    for (const auto& [pass, count] : applied_) text += "; " + pass + ": " + std::to_string(count);
    qInfo("%s; excused by a broken assumption: %d", text.c_str(), excused_);
    QVERIFY2(generated_ < 24 || changed_ * 10 > generated_, "the generator makes too little that can be changed");
  }

 private:
  void compare(const std::string& program, const Stack& stack, const Run& original,
               const Run& variant) {
    std::string problems;
    if (!variant.failure.empty()) problems += "\n  the variant does not run: " + variant.failure;
    for (const auto& [name, steps] : stack.applied()) {
      const auto seen = variant.findings.find(name);
      const std::vector<std::string> none;
      const std::vector<std::string>& findings = seen == variant.findings.end() ? none : seen->second;
      // A launch that breaks an assumption of the verdict is told so: that is what the check is for.
      const bool excused = std::any_of(findings.begin(), findings.end(),
                                       [](const std::string& text) { return text.starts_with("assumption: "); });
      excused_ += excused;
      const auto result = variant.results.find(name);
      const bool same = result != variant.results.end() && result->second == original.results.at(name);
      if (excused || (same && findings.empty()) || (!variant.failure.empty() && result == variant.results.end())) continue;
      problems += "\n  " + name + (same ? "" : " computes something else") + listOf(findings) + "\n  after" + listOf(steps) + "\n" +
                  unifiedDiff(definitionOf(program, name), definitionOf(stack.text(), name), "original", "variant", 100);
    }
    if (problems.empty()) return;
    std::fprintf(stderr, "%s\n", problems.c_str());  // Qt Test cuts long messages
    QFAIL("a rewrite changed what a kernel does: see above");
  }

  QTemporaryDir folder_;
  int generated_ = 0, skipped_ = 0, changed_ = 0, excused_ = 0;
  std::map<std::string, int> applied_;
};

QTEST_GUILESS_MAIN(RandomRewritesTest)
#include "rewrites_test.moc"
