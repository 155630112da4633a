// Guarded changes may not change what a program computes, whatever blocks and numbers it launches with: random programs
// whose host code gets its blocks from a function that may halve them, and most numbers from one that may give others.
// Some launches stand in a macro, where no guard can: their kernels ask by themselves.
// A run on the engine tells what they were; changes that rest on it are written, one of each kernel and then another on
// top, and each text runs with what was seen, with other blocks, and with other numbers, checks on.
//
// WARPWRIGHT_PROPERTY_GUARDED (default 8) and WARPWRIGHT_PROPERTY_SEED (default 1) choose the kernels, in programs
// of 8. WARPWRIGHT_PROPERTY_KEEP names a folder for the programs that differ.

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <random>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"
#include "core/finding/guard.h"
#include "core/finding/observed_launches.h"
#include "core/finding/rewrite.h"
#include "core/job/engine_job.h"
#include "tests/passes/property/checked_run.h"
#include "tests/passes/property/random_kernel.h"

using namespace warpwright;
using namespace warpwright::property;

namespace {

constexpr int kernelsOfProgram = 8;

int setting(const char* name, int otherwise) {
  bool isNumber = false;
  const int value = qEnvironmentVariableIntValue(name, &isNumber);
  return isNumber ? value : otherwise;
}

enum class Way : uint8_t { asSeen, otherBlocks, otherNumbers };
constexpr std::array allWays{Way::asSeen, Way::otherBlocks, Way::otherNumbers};

const char* const seen = R"(#include <cstdlib>
#define NAMED(...) __VA_ARGS__
static const int way = 0;
static int given(int number) {
  static volatile int zero = 0;
  return way == 2 ? number % 5 + 1 : number + zero;
}
static dim3 seen(dim3 block) {
  static volatile unsigned zero = 0;
  block.x += zero;
  if (way == 1 && block.x > 1) block.x /= 2;
  else if (way == 1 && block.y > 1) block.y /= 2;
  return block;
}
)";

/// The program with blocks that its text does not tell, nor most numbers.
std::string hidden(const std::string& program) {
  static const QRegularExpression launch(
      R"(^([ \t]*)(k\w+(?:<[^<>]*>)?)<<<((?:dim3\([^()]*\)|\d+)), (dim3\([^()]*\)|\d+|block)((?:, [^<>]*)?>>>)(?:(\(.*, )(\d+)(?=\);$))?)",
      QRegularExpression::MultilineOption);
  const QString text = QString::fromStdString(program);
  QString made;
  qsizetype at = 0;
  int number = 0;
  for (auto found = launch.globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch one = found.next();
    const QString indentation = one.captured(1), block = QString("block%1").arg(++number);
    made += text.mid(at, one.capturedStart() - at) +
            QString("%1dim3 %2 = seen(dim3(%3));\n").arg(indentation, block, one.captured(4));
    QString passed = one.captured(7);
    if (!passed.isEmpty() && number % 4 != 0) {
      const QString name = QString("number%1").arg(number);
      made += QString("%1int %2 = given(%3);\n").arg(indentation, name, passed);
      passed = name;
    }
    const QString name = number % 3 == 0 ? "NAMED(" + one.captured(2) + ")" : one.captured(2);
    made += QString("%1%2<<<%3, %4%5").arg(indentation, name, one.captured(3), block, one.captured(5)) +
            one.captured(6) + passed;
    at = one.capturedEnd();
  }
  made += text.mid(at);
  const qsizetype last = made.lastIndexOf("#include <");
  made.insert(made.indexOf('\n', last) + 1, seen);
  return made.toStdString();
}

std::string inWay(std::string program, Way way) {
  const std::string first = "static const int way = 0;";
  return program.replace(program.find(first), first.size(),
                         "static const int way = " + std::to_string(static_cast<int>(way)) + ";");
}

class GuardedProgram {
 public:
  GuardedProgram(std::filesystem::path file, int seed) : file_(std::move(file)), random_(static_cast<unsigned>(seed)) {
    writeSystemHeader(file_);
    std::vector<RandomKernel> kernels;
    for (int i = 0; i < kernelsOfProgram; ++i) {
      const auto own = static_cast<uint64_t>(seed) * 1000 + static_cast<uint64_t>(i);
      kernels.push_back(randomKernel(own, "k" + std::to_string(i)));
    }
    text_ = hidden(programOf(kernels));
  }

  /// What is wrong; empty: nothing.
  std::string run();

  int guarded = 0, written = 0, asking = 0;

 private:
  Status look();
  void change();
  void compare(const std::string& text, const std::vector<std::string>& checks);
  void note(const std::string& problem) { problems_ += "\n" + problem; }

  std::filesystem::path file_;
  std::mt19937 random_;
  std::string text_, problems_;
  std::map<std::string, std::vector<Opportunity>> found_;  ///< guarded ones, by kernel
  std::map<Way, CheckedRun> original_;
  std::unique_ptr<analysis::Analyzer> analyzer_;
};

Status GuardedProgram::look() {
  EngineJob job;
  job.path = file_;
  job.toolkit = "none";
  job.compilerFlags = systemFlags(file_);
  job.observe = true;
  job.timeLimit = std::chrono::seconds(300);
  job.workingFolder = file_.parent_path();
  Result<EngineRun> told = runOnEngine(job, nullptr, {});
  if (!told.ok()) return told.error();
  if (told->failure) return *told->failure;
  analysis::AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  options.flags = systemFlags(file_);
  analyzer_ = std::make_unique<analysis::Analyzer>(options);
  Result<AnalysisResult> result = analyzer_->analyze({file_}, {}, {});
  if (!result.ok()) return result.error();
  addObserved(*result, std::move(told->observed));
  if (Status added = analyzer_->addGuarded(*result, {}); !added.ok()) return added;
  for (const KernelSummary& kernel : result->kernels) {
    for (const Opportunity& finding : kernel.opportunities) {
      if (finding.verdict == VerdictKind::applicable && readGuardedId(finding.id))
        found_[kernel.name].push_back(finding);
    }
  }
  return {};
}

std::string GuardedProgram::run() {
  if (Status kept = writeFileAtomically(file_, text_); !kept.ok()) return kept.error().message;
  for (const Way way : allWays) {
    original_[way] = checkedRun(file_, inWay(text_, way), {});
    // A kernel may have no meaning with such a block, or at all.
    if (!original_[way].failure.empty()) return "";
  }
  if (Status looked = look(); !looked.ok()) return looked.error().message;
  for (const Way way : allWays) {
    for (const auto& [kernel, said] : original_[way].findings) found_.erase(kernel);
  }
  change();
  return problems_;
}

void GuardedProgram::change() {
  std::string text = text_;
  std::vector<std::string> checks;
  for (int round = 0; round < 2; ++round) {
    bool isChanged = false;
    for (const auto& [kernel, findings] : found_) {
      guarded += round == 0 ? static_cast<int>(findings.size()) : 0;
      const Opportunity& one = findings[random_() % findings.size()];
      analyzer_->setOpenTexts({{file_.string(), text}});
      const Result<Rewrite> change = analyzer_->rewrite(file_, one.id, {}, {});
      // On top of another one it may be gone, or have other bounds.
      if (!change.ok() && round == 0) note(one.id + ": " + change.error().message);
      if (!change.ok()) continue;
      text = applyEdits(change->files.front(), text).value();
      for (const Assumption& assumption : one.assumptions) {
        if (!assumption.check.isNone()) checks.push_back(toString(assumption.check));
      }
      isChanged = true;
      ++written;
      asking += std::ranges::count(one.parameters, std::vector<std::string>{guardInKernel}, &Parameter::values) > 0;
    }
    if (isChanged) compare(text, checks);
  }
}

void GuardedProgram::compare(const std::string& text, const std::vector<std::string>& checks) {
  for (const Way way : allWays) {
    const CheckedRun variant = checkedRun(file_, inWay(text, way), checks);
    if (!variant.failure.empty()) note("a variant does not run: " + variant.failure);
    if (!variant.broken.empty()) continue;  // what it rests on does not hold
    const CheckedRun& original = original_.at(way);
    for (const auto& [kernel, findings] : found_) {
      const auto result = variant.results.find(kernel);
      const bool isSame = result != variant.results.end() && result->second == original.results.at(kernel);
      const auto said = variant.findings.find(kernel);
      if (isSame && said == variant.findings.end()) continue;
      note(kernel + (isSame ? ": " + said->second.front() : " computes something else") +
           (way == Way::asSeen        ? " with what was seen"
            : way == Way::otherBlocks ? " with other blocks"
                                      : " with other numbers"));
      const QByteArray folder = qgetenv("WARPWRIGHT_PROPERTY_KEEP");
      if (folder.isEmpty()) continue;
      const std::filesystem::path to(folder.toStdString());
      std::filesystem::create_directories(to);
      (void)writeFileAtomically(to / (kernel + ".cu"), text_);
      (void)writeFileAtomically(to / (kernel + "_variant.cu"), text);
    }
  }
}

}  // namespace

class GuardedRewritesTest : public QObject {
  Q_OBJECT
 public:
  static void initMain() {
    if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT")) qputenv("QTEST_FUNCTION_TIMEOUT", "2000000000");
  }

 private slots:
  void sameResults_data() {
    QTest::addColumn<int>("seed");
    const int first = setting("WARPWRIGHT_PROPERTY_SEED", 1);
    const int count = setting("WARPWRIGHT_PROPERTY_GUARDED", kernelsOfProgram);
    for (int k = 0; k < count; k += kernelsOfProgram) QTest::addRow("seed %d", first + k) << first + k;
  }

  void sameResults() {
    QFETCH(int, seed);
    const QTemporaryDir folder;
    GuardedProgram program(std::filesystem::path(folder.path().toStdString()) / "main.cu", seed);
    const std::string problems = program.run();
    QVERIFY2(problems.empty(), ("seed " + std::to_string(seed) + problems).c_str());
    guarded_ += program.guarded;
    written_ += program.written;
    asking_ += program.asking;
  }

  void cleanupTestCase() {
    qInfo("%d guarded findings, %d changes written, %d of kernels that ask", guarded_, written_, asking_);
  }

 private:
  int guarded_ = 0, written_ = 0, asking_ = 0;
};

QTEST_MAIN(GuardedRewritesTest)
#include "guards_test.moc"
