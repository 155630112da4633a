// Compacted kernels compute what the original computes: every positive golden case of the two compactions is run on the
// engine with its checks on, as it is and compacted by 2, 4 and 8 along each dimension, interleaved and blocked, with
// the merged threads in order, backwards and shuffled: a result that depends on their order would be a wrong proof.
//
// Where two dimensions are offered they are also compacted one after the other.
//
// WARPWRIGHT_COMPACTION_ALL=1 runs every combination instead of one a dimension, which differs from case to case.

#include <QDir>
#include <QTest>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/finding/rewrite.h"
#include "core/job/engine_job.h"
#include "test_data.h"
#include "tests/support/case_folder.h"

using namespace warpwright;

namespace {

struct Run {
  std::string failure, output;
  std::vector<std::string> findings;
};

Run runOf(const std::filesystem::path& file, const std::string& text) {
  EngineJob job;
  job.path = file;
  job.openTexts[file.string()] = text;
  job.toolkit = "none";
  job.check = true;
  job.timeLimit = std::chrono::seconds(120);
  job.workingFolder = std::filesystem::temp_directory_path();
  const Result<EngineRun> done = runOnEngine(job, nullptr, {});
  if (!done.ok()) return {done.error().message, {}, {}};
  Run run{done->failure ? done->failure->message : std::string(), done->output, {}};
  for (const EngineFinding& finding : done->findings) {
    if (finding.kind != "leak") run.findings.push_back(finding.kind + ": " + finding.message);
  }
  return run;
}

std::vector<ParameterValues> variantsOf(const Opportunity& opportunity, size_t turn) {
  std::vector<ParameterValues> variants;
  const std::vector<std::string>& factors = opportunity.parameters[0].values;
  const bool all = qEnvironmentVariableIsSet("WARPWRIGHT_COMPACTION_ALL");
  static const char* const orders[] = {"backward", "shuffled", "forward"};
  for (const std::string& dimension : opportunity.parameters[1].values) {
    const size_t tried = std::min<size_t>(factors.size(), 3), own = turn++ % tried;
    for (size_t i = 0; i < tried; ++i) {
      for (const char* assignment : {"interleaved", "blocked"}) {
        for (int order = 0; order < 3; ++order) {
          const bool chosen =
              i == own && order == static_cast<int>(i) && (i == 1) == (assignment == std::string("blocked"));
          if (!all && !chosen) continue;
          variants.push_back({{"c_factor", factors[i]},
                              {"dimension", dimension},
                              {"assignment", assignment},
                              {"order", orders[order]}});
          // What else there is to choose: all other values at once.
          ParameterValues others = variants.back();
          for (size_t p = 3; p < opportunity.parameters.size(); ++p)
            others[opportunity.parameters[p].name] = opportunity.parameters[p].values.back();
          if (others != variants.back()) variants.push_back(others);
        }
      }
    }
  }
  return variants;
}

}  // namespace

class CompactionRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void sameResults_data() { addCases(); }
  void sameResultsOfBoth_data() { addCases(); }

  // The first two dimensions, each by 2, the second found again in the text that the first left.
  void sameResultsOfBoth() {
    QFETCH(QString, pass);
    QFETCH(QString, file);
    analysis::Analyzer& analyzer = analyzers_.at(pass.toStdString());
    const std::string path = folder_.put(file);
    const Result<std::string> source = readFile(path);
    QVERIFY(source.ok());
    std::string text = *source, id;
    std::vector<std::string> dimensions;
    for (size_t step = 0; step == 0 || step < dimensions.size(); ++step) {
      analyzer.setOpenTexts({{path, text}});
      const Result<AnalysisResult> result = analyzer.analyze({path}, {}, {});
      QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
      const Opportunity* found = nullptr;
      for (const KernelSummary& kernel : result->kernels) {
        for (const Opportunity& one : kernel.opportunities) {
          const bool fits = step == 0 ? one.parameters.size() > 1 && one.parameters[1].values.size() > 1 : one.id == id;
          if (!found && one.verdict == VerdictKind::applicable && fits) found = &one;
        }
      }
      if (step == 0) {
        if (!found) QSKIP("one dimension");
        id = found->id;
        dimensions.assign(found->parameters[1].values.begin(), found->parameters[1].values.begin() + 2);
      }
      if (!found) QSKIP("the second dimension is refused");
      const std::string order = step == 0 ? "backward" : "shuffled";
      const ParameterValues values{{"c_factor", "2"}, {"dimension", dimensions[step]}, {"order", order}};
      const Result<Rewrite> rewrite = analyzer.rewrite(path, found->id, values, {});
      QVERIFY2(rewrite.ok(), ((rewrite.ok() ? "" : rewrite.error().message) + "\n" + text).c_str());
      const Result<std::string> after = applyEdits(rewrite->files[0], text);
      QVERIFY(after.ok());
      text = *after;
    }
    analyzer.setOpenTexts({});
    const Run& original = originalOf(path, *source);
    const Run variant = runOf(path, text);
    const std::string seen = variant.failure + (variant.findings.empty() ? "" : variant.findings.front());
    QVERIFY2(seen.empty(), (seen + "\n" + text).c_str());
    QVERIFY2(variant.output == original.output, ("computes something else:\n" + text).c_str());
  }

 private:
  static void addCases() {
    QTest::addColumn<QString>("pass");
    QTest::addColumn<QString>("file");
    for (const QString pass : {"thread_compaction", "block_compaction"}) {
      const QDir folder(QString(WARPWRIGHT_TEST_DATA) + "/passes/" + pass);
      for (const QString& name : folder.entryList({"positive_*.cu"}, QDir::Files, QDir::Name)) {
        if (name.endsWith(".expected.cu")) continue;
        QTest::newRow(qPrintable(pass + "/" + name.chopped(3)))
            << pass << QFileInfo(folder.filePath(name)).absoluteFilePath();
      }
    }
  }

 private slots:
  void sameResults() {
    QFETCH(QString, pass);
    QFETCH(QString, file);
    analysis::Analyzer& analyzer = analyzers_.at(pass.toStdString());
    const std::string path = folder_.put(file);
    const Result<std::string> source = readFile(path);
    QVERIFY(source.ok());
    const Result<AnalysisResult> result = analyzer.analyze({path}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const Run& original = originalOf(path, *source);
    QVERIFY2(original.failure.empty() && original.findings.empty() && !original.output.empty(),
             (original.failure + (original.findings.empty() ? "" : original.findings.front())).c_str());
    int variants = 0;
    for (const KernelSummary& kernel : result->kernels) {
      for (const Opportunity& opportunity : kernel.opportunities) {
        if (opportunity.verdict != VerdictKind::applicable) continue;
        for (const ParameterValues& values : variantsOf(opportunity, hashText(opportunity.kernel))) {
          std::string name = opportunity.kernel;
          for (const auto& [key, value] : values) name += " " + key + "=" + value;
          const Result<Rewrite> rewrite = analyzer.rewrite(path, opportunity.id, values, {});
          if (!rewrite.ok() && rewrite.error().message.find("is not offered along") != std::string::npos) continue;
          QVERIFY2(rewrite.ok(), (name + ": " + (rewrite.ok() ? "" : rewrite.error().message)).c_str());
          const Result<std::string> text = applyEdits(rewrite->files[0], *source);
          QVERIFY(text.ok());
          const Run variant = runOf(path, *text);
          ++variants;
          const std::string seen = variant.failure + (variant.findings.empty() ? "" : variant.findings.front());
          QVERIFY2(seen.empty(), (name + ": " + seen + "\n" + *text).c_str());
          QVERIFY2(variant.output == original.output, (name + " computes something else:\n" + *text).c_str());
        }
      }
    }
    QVERIFY(variants > 0);
  }

 private:
  static analysis::AnalyzeOptions optionsFor(const std::string& pass) {
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    options.passes = {pass};
    return options;
  }

  // Both tests of a case compare with it.
  const Run& originalOf(const std::string& path, const std::string& text) {
    const auto [known, isNew] = originals_.try_emplace(text);
    if (isNew) known->second = runOf(path, text);
    return known->second;
  }

  CaseFolder folder_;
  std::map<std::string, Run> originals_;  // by text
  std::map<std::string, analysis::Analyzer> analyzers_ = [] {
    std::map<std::string, analysis::Analyzer> all;
    for (const char* pass : {"thread_compaction", "block_compaction"}) all.try_emplace(pass, optionsFor(pass));
    return all;
  }();
};

QTEST_GUILESS_MAIN(CompactionRunsTest)
#include "compaction_runs_test.moc"
