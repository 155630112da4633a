// Golden rewrites: tests/passes/<pass>/<case>.cu and <case>.expected.cu.
//
// A case with an expected file: every applicable finding of the pass is applied, one after another, each found again
// in the text the last one left, and the result is compared. A case without one must have no applicable finding, and
// one whose verdict and reason its first line names: `// REFUSES: text` or `// UNKNOWN: text`. A line
// `// KEEPS: name: text` in any case says that the finding about `name` is refused with a reason that holds `text`.
// A case that begins with `// SET: name=value …` takes the first applicable finding with these values, once; with more
// such lines, once for each.
// `// SAMENESS: another order` says how results of what is applicable stand to the original's; without it, bitwise.
// A case that begins with `// DEVICE: name` is looked at for this device. With a line `// ALLOW: reassociation`
// floating-point sums may be made in another order.
// A change that creates files leaves the text as it is: of each new file <name>.<ext> that <case>.expected.<ext> exists
// for, the text is compared; there must be one of them. An expected program with the line `sharedParts` leaves out
// there what all programs share. WARPWRIGHT_GOLDEN_PASS=id looks at the cases of one pass, and of the positive ones at
// every fifth with WARPWRIGHT_FEW_POSITIVE=1 (WARPWRIGHT_ALL_CASES=1: at all after all);
// WARPWRIGHT_UPDATE_GOLDEN=1 writes the expected files of cases named positive_*.

#include <QDir>
#include <QRegularExpression>
#include <QTest>
#include <set>

#include "analysis/analyzer/analysis.h"
#include "analysis/passes/all_passes.h"
#include "core/base/file.h"
#include "core/finding/rewrite.h"
#include "test_data.h"
#include "tests/support/case_folder.h"

using namespace warpwright;

namespace {

struct Looked {
  std::vector<Opportunity> findings;
  std::vector<std::string> errors;
};

struct CaseKind {
  std::string pass, device;
  bool allowsReassociation = false;
  auto operator<=>(const CaseKind&) const = default;
};

analysis::AnalyzeOptions optionsFor(const CaseKind& kind) {
  analysis::AnalyzeOptions options;
  options.device = kind.device;
  options.allowsReassociation = kind.allowsReassociation;
  options.parse.headers = frontend::HeaderMode::own;
  options.passes = {kind.pass};
  return options;
}

Result<Looked> look(analysis::Analyzer& analyzer, const std::string& file) {
  Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
  if (!result.ok()) return result.error();
  Looked looked;
  for (const UnitSummary& unit : result->units) {
    for (const Diagnostic& diagnostic : unit.errors) {
      looked.errors.push_back(std::to_string(diagnostic.range.begin.line) + ": " + diagnostic.message);
    }
  }
  for (const KernelSummary& kernel : result->kernels) {
    looked.findings.insert(looked.findings.end(), kernel.opportunities.begin(), kernel.opportunities.end());
  }
  return looked;
}

std::string describe(const std::vector<Opportunity>& findings) {
  std::string text;
  for (const Opportunity& finding : findings) {
    text += "\n  " + finding.subject + ": " + toString(finding.verdict) + ": " + toText(finding.reason);
    for (const Evidence& step : finding.evidence)
      text += "\n      " + std::to_string(step.at.line) + ": " + toText(step.text);
  }
  return text;
}

// The values that the first lines set, one step a line.
std::vector<ParameterValues> stepsOf(const std::string& source) {
  static const QRegularExpression head("^// SET: (.*)$", QRegularExpression::MultilineOption);
  std::vector<ParameterValues> steps;
  for (auto match = head.globalMatch(QString::fromStdString(source)); match.hasNext();) {
    ParameterValues& values = steps.emplace_back();
    for (const QString& one : match.next().captured(1).split(' ', Qt::SkipEmptyParts)) {
      values[one.section('=', 0, 0).toStdString()] = one.section('=', 1).trimmed().toStdString();
    }
  }
  return steps;
}

// The device that the first lines name; for a pass that helps on few, one of them.
std::string deviceOf(const std::string& pass, const std::string& source) {
  static const QRegularExpression head("^// DEVICE: (.*)$", QRegularExpression::MultilineOption);
  const auto match = head.match(QString::fromStdString(source));
  if (match.hasMatch()) return match.captured(1).trimmed().toStdString();
  return pass == "cpu_preexecution" ? "Fused 2012" : "";
}

// What the results of applicable findings have to be like.
std::string samenessIn(const std::string& source) {
  static const QRegularExpression head("^// SAMENESS: (.*)$", QRegularExpression::MultilineOption);
  const auto match = head.match(QString::fromStdString(source));
  return match.hasMatch() ? match.captured(1).trimmed().toStdString() : toString(Sameness::bitwise);
}

const std::string sharedParts =
    "// Here stands what all programs share: see positive_vector_add and positive_chosen_numbers.\n\n";

// A pre-execution program without the text that is the same in all of them.
std::string withoutSharedParts(const std::string& program) {
  const size_t from = program.find("template <typename T>\ninline bool isInside");
  const size_t pace = program.find("\nclass Pace {"), end = program.find("\n};\n\n", pace);
  if (from == std::string::npos || pace == std::string::npos || end == std::string::npos) return program;
  return program.substr(0, from) + sharedParts + program.substr(end + 5);
}

const Opportunity* firstApplicable(const std::vector<Opportunity>& findings) {
  for (const Opportunity& finding : findings) {
    if (finding.verdict == VerdictKind::applicable) return &finding;
  }
  return nullptr;
}

}  // namespace

class GoldenTest : public QObject {
  Q_OBJECT
 private slots:
  void rewrites_data() {
    QTest::addColumn<QString>("pass");
    QTest::addColumn<QString>("file");
    const QString only = qEnvironmentVariable("WARPWRIGHT_GOLDEN_PASS");
    const bool few = qEnvironmentVariableIsSet("WARPWRIGHT_FEW_POSITIVE");
    for (const auto& pass : passes::allPasses()) {
      const QString id = QString::fromStdString(pass->about().id);
      if (!only.isEmpty() && only != id) continue;
      const QDir folder(QString(WARPWRIGHT_TEST_DATA) + "/passes/" + id);
      size_t turn = 0;
      for (const QString& name : folder.entryList({"*.cu"}, QDir::Files, QDir::Name)) {
        if (name.endsWith(".expected.cu")) continue;
        if (few && name.startsWith("positive_") && !isTaken(turn++)) continue;
        QTest::newRow(qPrintable(id + "/" + name.chopped(3))) << id << folder.filePath(name);
      }
    }
  }

  void rewrites() {
    QFETCH(QString, pass);
    QFETCH(QString, file);
    const std::string path = folder_.put(file);
    QVERIFY(!path.empty());
    const Result<std::string> source = readFile(path);
    QVERIFY(source.ok());

    // One analyzer for all cases of a pass, as the worker has one for a session.
    const CaseKind kind{pass.toStdString(), deviceOf(pass.toStdString(), *source),
                        source->find("// ALLOW: reassociation\n") != std::string::npos};
    auto& analyzer = analyzers_[kind];
    if (!analyzer) analyzer = std::make_unique<analysis::Analyzer>(optionsFor(kind));
    analyzer->setOpenTexts({});
    Result<Looked> looked = look(*analyzer, path);
    QVERIFY2(looked.ok(), looked.ok() ? "" : looked.error().message.c_str());
    QVERIFY2(looked->errors.empty(), looked->errors.empty() ? "" : looked->errors.front().c_str());

    checkRefusals(*source, looked->findings);
    if (QTest::currentTestFailed()) return;

    const QString expectedFile = file.chopped(3) + ".expected.cu";
    const bool update = qEnvironmentVariableIsSet("WARPWRIGHT_UPDATE_GOLDEN");
    const bool positive = QFileInfo(file).fileName().startsWith("positive_");
    if (!positive) {
      const QDir cases = QFileInfo(file).dir();
      QVERIFY2(cases.entryList({QFileInfo(file).completeBaseName() + ".expected.*"}).isEmpty(),
               "a negative case has no expected file");
      QVERIFY2(!firstApplicable(looked->findings), describe(looked->findings).c_str());
      return;
    }

    for (const Opportunity& finding : looked->findings) {
      if (finding.verdict == VerdictKind::applicable) QCOMPARE(toString(finding.sameness), samenessIn(*source));
    }

    std::string text = *source;
    int applied = 0;
    std::vector<Opportunity> findings = looked->findings;
    const std::vector<ParameterValues> steps = stepsOf(*source);
    while (const Opportunity* next = firstApplicable(findings)) {
      if (!steps.empty() && applied == static_cast<int>(steps.size())) break;
      const ParameterValues values = steps.empty() ? ParameterValues{} : steps[static_cast<size_t>(applied)];
      QVERIFY2(applied < 32, "the pass finds its own output again");
      Result<Rewrite> rewrite = analyzer->rewrite(path, next->id, values, {});
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
      if (rewrite->files.at(0).creates) return compareCreated(*rewrite, file.chopped(3) + ".expected", update);
      QCOMPARE(rewrite->files.size(), size_t{1});
      Result<std::string> after = applyEdits(rewrite->files[0], text);
      QVERIFY2(after.ok(), after.ok() ? "" : after.error().message.c_str());
      text = *after;
      ++applied;
      analyzer->setOpenTexts({{path, text}});
      Result<Looked> again = look(*analyzer, path);
      QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
      QVERIFY2(again->errors.empty(), again->errors.empty() ? "" : again->errors.front().c_str());
      findings = again->findings;
    }
    QVERIFY2(applied > 0, describe(looked->findings).c_str());

    if (update) QVERIFY(writeFileAtomically(expectedFile.toStdString(), text).ok());
    const Result<std::string> expected = readFile(expectedFile.toStdString());
    QVERIFY2(expected.ok(), "no expected file");
    if (*expected != text) {
      QFAIL(("differs from the expected text:\n" + unifiedDiff(*expected, text, "expected", "written")).c_str());
    }
  }

 private:
  void compareCreated(const Rewrite& rewrite, const QString& expected, bool update) {
    int compared = 0;
    for (const FileEdits& created : rewrite.files) {
      QVERIFY(created.creates);
      const QString name = expected + "." + QFileInfo(QString::fromStdString(created.file)).suffix();
      Result<std::string> text = applyEdits(created, "");
      QVERIFY(text.ok());
      if (const auto before = readFile(name.toStdString());
          before.ok() && before->find(sharedParts) != std::string::npos) {
        text = withoutSharedParts(*text);
      }
      const bool wanted = QFile::exists(name) || (update && name.endsWith(".cpp"));
      if (wanted && update) QVERIFY(writeFileAtomically(name.toStdString(), *text).ok());
      if (!wanted) continue;
      const Result<std::string> known = readFile(name.toStdString());
      QVERIFY(known.ok());
      if (*known != *text)
        QFAIL(("differs from the expected text:\n" + unifiedDiff(*known, *text, "expected", "written")).c_str());
      ++compared;
    }
    QVERIFY2(compared > 0, "no expected file");
  }

  void checkRefusals(const std::string& source, const std::vector<Opportunity>& findings) {
    static const QRegularExpression head("^// (REFUSES|UNKNOWN): (.*)$", QRegularExpression::MultilineOption);
    static const QRegularExpression keeps("^// KEEPS: (\\w+): (.*)$", QRegularExpression::MultilineOption);
    const QString text = QString::fromStdString(source);
    const auto holds = [&](const QString& verdict, const QString& subject, const QString& part) {
      for (const Opportunity& finding : findings) {
        if (QString::fromStdString(toString(finding.verdict)) != verdict) continue;
        if (!subject.isEmpty() && QString::fromStdString(finding.subject) != subject) continue;
        if (QString::fromStdString(toText(finding.reason)).contains(part)) return true;
      }
      return false;
    };
    const QRegularExpressionMatch first = head.match(text);
    if (first.hasMatch()) {
      const QString verdict = first.captured(1) == "REFUSES" ? "refused" : "unknown";
      QVERIFY2(holds(verdict, {}, first.captured(2).trimmed()), describe(findings).c_str());
    }
    for (auto match = keeps.globalMatch(text); match.hasNext();) {
      const QRegularExpressionMatch one = match.next();
      QVERIFY2(holds("refused", one.captured(1), one.captured(2).trimmed()), describe(findings).c_str());
    }
    const bool negative = QString::fromStdString(source).startsWith("// REFUSES: ") ||
                          QString::fromStdString(source).startsWith("// UNKNOWN: ");
    const bool namedNegative = QString(QTest::currentDataTag()).contains("/negative_");
    QCOMPARE(negative, namedNegative);
  }

  CaseFolder folder_;
  std::map<CaseKind, std::unique_ptr<analysis::Analyzer>> analyzers_;
};

QTEST_GUILESS_MAIN(GoldenTest)
#include "golden_test.moc"
