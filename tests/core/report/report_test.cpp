#include <QCryptographicHash>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/finding/finding_text.h"
#include "core/finding/ranking.h"
#include "core/job/kernel_trace.h"
#include "core/report/html_text.h"
#include "core/report/summary_rows.h"
#include "core/report/traffic_chart.h"
#include "tests/core/report/sample_report.h"

using namespace warpwright;

namespace {

QString page(const ReportInput& input) {
  return QString::fromStdString(htmlReport(input));
}

/// What a browser would show for a piece of HTML without nested structure.
std::string textOf(const std::string& html) {
  QString text = QString::fromStdString(html);
  text.remove(QRegularExpression("<[^>]*>"));
  text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&");
  return text.toStdString();
}

/// Two findings, and one variant that makes and traces both.
ReportInput stackedReport() {
  ReportInput input = sampleReport();
  KernelSummary& kernel = input.analysis.kernels[0];
  Opportunity second = kernel.opportunities[2];
  second.id = "redundant_barrier-9";
  second.pass = "redundant_barrier";
  second.subject = "line 5";
  kernel.opportunities[2].estimate = second.estimate = {};
  kernel.opportunities.push_back(second);
  VariantRecord& variant = input.variants[0];
  variant.steps.push_back({second.id, {}});
  variant.id = makeVariantId(variant.steps, variant.files);
  KernelTrace trace;
  trace.kernel = kernel.name;
  trace.original.timing = memsim::TimingEstimate{400, 400, {{"latency", 400}}};
  trace.variant.timing = memsim::TimingEstimate{200, 200, {{"latency", 200}}};
  variant.verification->traces = {trace};
  return input;
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT
 private slots:
  void escapesEverything() {
    QCOMPARE(escapeHtml("<a href='x'>&\"</a>"), std::string("&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;"));
    QCOMPARE(escapeHtml(std::string("a\0b\xff\r\n", 6)), std::string("a\ufffdb\ufffd \n"));
    QCOMPARE(textOf(escapeHtml("x\u202ey")), std::string("xU+202Ey"));
    QCOMPARE(prose("see `a<b>` at line 12 & `open"), std::string("see <code>a&lt;b&gt;</code> at line 12 &amp; `open"));
    const auto link = [](const SourcePosition& at, const std::string& text) {
      return "[" + at.file + std::to_string(at.line) + "|" + text + "]";
    };
    QCOMPARE(prose({"%1, %2 reads %3; line 5", capitalised(lineText(4)), lineText(43), code("a<b>")}, link),
             std::string("[4|Line 4], [43|line 43] reads <code>a&lt;b&gt;</code>; line 5"));
    QCOMPARE(prose({"%1 of 60; %2, 8", linesText({51, 55, 59}), lineText(SourcePosition{"b.cu:", 7, 0})}, link),
             std::string("[51|lines 51], [55|55] and [59|59] of 60; [b.cu:7|line 7], 8"));
  }

  void highlightsWithoutChangingTheText() {
    std::mt19937 random(5);
    const char* const pieces[] = {"__global__", " void ", "/*",   "*/",   "//",          "\"", "'",   "\\", "#define ",
                                  "<",          "&",      "0x1f", "1.5f", "threadIdx.x", "ß",  "int", ";"};
    bool inComment = false;
    for (int round = 0; round < 2000; ++round) {
      std::string line;
      for (int i = static_cast<int>(random() % 9); i > 0; --i) line += pieces[random() % std::size(pieces)];
      const std::string html = highlightLine(line, inComment);
      QCOMPARE(textOf(html), line);
      QVERIFY(isUtf8(html));
    }
    inComment = false;
    QCOMPARE(highlightLine("__shared__ int x; // y", inComment),
             std::string("<span class=cu>__shared__</span> <span class=ty>int</span> x; <span class=co>// y</span>"));
    highlightLine("a /* b", inComment);
    QVERIFY(inComment);
  }

  void needsNothingElseAndHoldsNoMarkupOfTheSource() {
    const QString html = page(sampleReport());
    QVERIFY(isUtf8(html.toStdString()));
    // One script, ours, which the policy names by its hash.
    QCOMPARE(html.count("<script", Qt::CaseInsensitive), 1);
    const qsizetype script = html.indexOf("<script>") + 8;
    const QByteArray text = html.mid(script, html.indexOf("</script>", script) - script).toUtf8();
    const QByteArray hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64();
    QVERIFY2(html.contains("script-src 'sha256-" + hash + "';"), hash.constData());
    QVERIFY(!html.contains("<img", Qt::CaseInsensitive));
    QVERIFY(!html.contains("@import") && !html.contains("url(http"));
    QVERIFY(html.contains("default-src 'none'"));
    auto links = QRegularExpression("(?:href|src)\\s*=\\s*[\"']?([^\"' >]*)").globalMatch(html);
    int count = 0;
    while (links.hasNext()) {
      const QString target = links.next().captured(1);
      // The canary stands in the text of a comment.
      if (target == "http://canary.invalid/x") continue;
      QVERIFY2(target.startsWith('#') || target.startsWith("data:"), qPrintable(target));
      if (target.startsWith('#') && !target.startsWith("#s-")) {
        QVERIFY2(html.contains("id=\"" + target.mid(1) + "\"") || html.contains("id=" + target.mid(1)),
                 qPrintable(target));
      }
      ++count;
    }
    QVERIFY(count > 10);
  }

  void tellsResultReasonAndWhatToDo() {
    const QString html = page(sampleReport());
    for (const char* text : {"1 change gives identical results; time is not measured yet", "Rests on", "1.02–1.08×",
                             "Identical. 5 launches", "git apply", "Refused and unknown", "&lt;script&gt;.h"}) {
      QVERIFY2(html.contains(text), text);
    }
    QVERIFY(html.contains("<h1>") && html.count("<h1>") == 1);
  }

  void tellsWhatARunHasSeen() {
    ReportInput input = sampleReport();
    ObservedLaunch launch;
    launch.kernel = "_Z1kPi";
    launch.block = {64, 1, 1};
    launch.count = 20;
    launch.arguments = {{"<n>", "int", 4, uint64_t{5}, {}}};
    input.analysis.kernels[0].observed = {launch};
    input.analysis.observedRun = {"/x/a.cu", {"5"}, 0, 20, 0.5, {}};
    const QString html = page(input);
    for (const char* text : {"Seen in 20 launches: blockDim (64,1,1)", "<code>&lt;n&gt;</code> = 5",
                             "<code>a.cu 5</code> ran on the CPU engine", "no finding rests on it"}) {
      QVERIFY2(html.contains(text), text);
    }
  }

  void headlineNeverPromisesMoreThanWasShown() {
    ReportInput input = sampleReport();
    input.variants[0].verification.reset();
    QCOMPARE(headline(input), std::string("1 change is proved possible; not verified yet"));
    input.variants.clear();
    QCOMPARE(headline(input), std::string("1 change is proved possible; none is verified yet"));
    input.analysis.kernels[0].opportunities.pop_back();
    QCOMPARE(headline(input), std::string("Nothing proved: 1 finding is undecided, with what is missing"));
    input.analysis.kernels[0].opportunities.pop_back();
    QCOMPARE(headline(input), std::string("Nothing to change here, with reasons for each array"));
    input.analysis.kernels.clear();
    QCOMPARE(headline(input), std::string("No kernels were found"));
    QVERIFY(!htmlReport(input).empty());
    input = sampleReport();
    input.variants[0].verification->identical = false;
    input.variants[0].verification->original.failure = inputError("The program needs libfoo.");
    input.variants[0].verification->summary = "The original did not run to its end: The program needs libfoo.";
    QCOMPARE(headline(input), std::string("1 change is proved possible; results were not compared"));
    QVERIFY(page(input).contains("The program needs libfoo.") &&
            !page(input).contains("#s-differs\"/></svg>&nbsp;differs"));
    input.variants[0].verification->original.failure.reset();
    input.variants[0].verification->identical = true;
    input.variants[0].verification->findings.push_back(
        {"race", "Two threads write `prev[3]`.", "k", "prev", {}, {}, {}, {}, 2});
    QVERIFY(headline(input).starts_with("Not safe"));
    QVERIFY(patchReport(input).empty());
    input.variants[0].verification->identical = false;
    input.variants[0].verification->differences = {{"dst", 216, "1204", "1198", 3, "first of 3"}};
    QVERIFY(headline(input).starts_with("Results differ"));
    // A variant that could not be launched says nothing of its results, and one of a tuning names the time.
    input.variants[0].verification->judged = false;
    QVERIFY(!headline(input).starts_with("Results differ"));
    QVERIFY(verificationShape(*input.variants[0].verification) == Shape::notDone);
    TuningTable table;
    table.kernel = input.analysis.kernels[0].name;
    table.isTime = true;
    TuningRow best;
    best.isBest = best.accepted = true;
    best.ratio = 1.69;
    table.rows = {best};
    input.tunings = {table};
    QCOMPARE(headline(input), std::string("1 of 1 kernel measured: 1.69 times as fast"));
    input.tunings.clear();
    input.variants[0].verification->judged = true;
    QVERIFY(page(input).contains("1198"));
    QVERIFY(patchReport(input).empty());
  }

  void ofATuningTheBestIsShownAndPatched() {
    ReportInput input = sampleReport();
    VariantRecord slower = input.variants[0];
    slower.id = "slower";
    slower.steps[0].values["c_factor"] = "2";
    slower.files[0].after += "// the slower one\n";
    input.variants.push_back(slower);
    TuningTable table;
    table.kernel = input.analysis.kernels[0].name;
    table.isTime = true;
    for (const VariantRecord& variant : input.variants) {
      TuningRow row;
      row.steps = variant.steps;
      row.accepted = true;
      row.isBest = variant.id != "slower";
      table.rows.push_back(row);
    }
    const std::string newest = patchReport(input);
    input.tunings = {table};
    QVERIFY(newest.find("the slower one") != std::string::npos);
    QVERIFY(!patchReport(input).empty() && patchReport(input).find("the slower one") == std::string::npos);
    QVERIFY(!page(input).contains("the slower one") && page(input).contains("1 other variant was tried"));
    input.tunings[0].rows[0].isBest = false;  // the original is
    QVERIFY(patchReport(input).empty());
    QVERIFY(page(input).contains("not part of the best variant"));
    input.variants[1].applied = true;
    QVERIFY(patchReport(input).find("the slower one") != std::string::npos);
  }

  /// What a change brings the whole program, as a session keeps it: times where the outputs are the same, else none.
  void whatAWholeProgramGains() {
    WholeProgram whole{"/p/main.cu",    "NVIDIA H200",          "13.0",
                       "C=4 along `y`", {2e-3, 1.9e-3, 2.1e-3}, {1e-3, 9e-4, 1.1e-3}};
    whole.wholeBefore = {8e-3, 7e-3, 9e-3};
    whole.wholeAfter = {7e-3, 6e-3, 8e-3};
    whole.outputs = {"", {"file `log.txt`"}, 12, 1};
    whole.runs = 3;
    ReportInput input = sampleReport();
    QVERIFY(!page(input).contains("id=programs"));
    input.wholePrograms = {*wholeProgramFromJson(toJson(whole))};
    for (const char* part : {"href=\"#programs\"", "with C=4 along <code>y</code>: 3 runs of each", "2.00×", "1.14×",
                             "12 words that they print, 1 file that they write", "Not compared: file <code>log.txt"})
      QVERIFY2(page(input).contains(part), part);
    QCOMPARE(jsonReport(input)["whole_programs"][0]["outputs"]["words"].get<int>(), 12);
    input.wholePrograms[0].outputs.difference = "Its exit code is 1, and of the original 0.";
    QVERIFY(page(input).contains("Its exit code is 1") && !page(input).contains("1.14×"));
    QVERIFY(!wholeProgramFromJson(nlohmann::json::object()).ok());
  }

  /// Changes that were made and traced together are one row with one estimate, and none has it alone.
  void aStackIsOneRowWithItsOwnEstimate() {
    ReportInput input = stackedReport();
    const auto rows = summaryRows(input);
    QCOMPARE(rows.size(), size_t{1});
    QCOMPARE(rows[0].changes.size(), size_t{2});
    QVERIFY(rows[0].estimate.known && rows[0].variant == &input.variants[0]);
    const QString html = page(input);
    const QString summary =
        html.mid(html.indexOf("id=summary"), html.indexOf("id=kernels") - html.indexOf("id=summary"));
    QVERIFY(summary.contains("<b>2 changes together</b>"));
    const QString estimate = QString::fromStdString(estimateText(rows[0].estimate));
    QCOMPARE(summary.count("<td class=r>" + estimate), 1);
    QVERIFY(!html.contains("Changed together with the rewrite above"));
    QVERIFY(headline(input).starts_with("2 changes give identical results"));
    const auto estimates = jsonReport(input)["variants"][0]["estimates"];
    QVERIFY(estimates[0]["estimate"]["speedup"].get<double>() == rows[0].estimate.speedup);
    // Of a variant that changes another kernel once, that change has what the model says of that kernel.
    KernelSummary other = input.analysis.kernels[0];
    other.name = "other";
    other.opportunities = {other.opportunities[2]};
    other.opportunities[0].id = "shared_to_register-7";
    other.opportunities[0].kernel = "other";
    ReportInput both = input;
    both.analysis.kernels.push_back(other);
    both.variants[0].steps.push_back({"shared_to_register-7", {}});
    KernelTrace trace = both.variants[0].verification->traces[0];
    trace.kernel = "other";
    both.variants[0].verification->traces.push_back(trace);
    const auto two = summaryRows(both);
    QVERIFY(two.size() == 2 && two[0].changes.size() + two[1].changes.size() == 3);
    QVERIFY(two[0].estimate.known && two[1].estimate.known);
    // Read from a session, the findings have no estimate of the stack.
    QTemporaryDir folder;
    auto session = Session::openOrCreate(folder.filePath("s.wws").toStdString());
    QVERIFY(session->addAnalysis(input.analysis, input.sources).ok() && session->putVariant(input.variants[0]).ok());
    const auto read = readReportInput(*session);
    QVERIFY(read.ok());
    for (const Opportunity& one : read->analysis.kernels[0].opportunities) QVERIFY(!one.estimate.known);
    QCOMPARE(summaryRows(*read).size(), size_t{1});
  }

  /// A trade that was verified says so, and is no part of the patch before something shows that it pays.
  void aVerifiedTradeIsToldAndNotPatched() {
    ReportInput input = sampleReport();
    Opportunity& trade = input.analysis.kernels[0].opportunities[2];
    trade.pass = "shared_to_global";
    QVERIFY(isTrade(trade, input.analysis.passes));
    QVERIFY(page(input).contains("a trade: measure it"));
    QVERIFY(!page(input).contains("not done yet"));
    QVERIFY(patchReport(input).empty());
    const std::string kernel = input.analysis.kernels[0].name, variant = input.variants[0].id;
    input.measurements = {
        {"", kernel, "gpu:0", "H200", "time/median", "ms", 0.2, 0.19, 0.21, 30, "", "", 0},
        {variant, kernel, "gpu:0", "H200", "time/median", "ms", 0.1, 0.09, 0.11, 30, "", "FASTER", 0}};
    QVERIFY(!patchReport(input).empty());
    input.measurements.clear();
    input.variants[0].applied = true;
    QVERIFY(!patchReport(input).empty());
  }

  void theBestOfATuningStandsInTheSummary() {
    ReportInput input = sampleReport();
    input.analysis.kernels[0].name = "step";
    TuningTable table;
    table.kernel = "step";
    table.metricName = "Engine accesses";
    TuningRow best, original;
    best.steps = input.variants[0].steps;
    best.name = "`result`→register, C=4";
    best.isBest = best.accepted = true;
    best.ratio = 1.25;
    best.verdict = "fewer";
    table.rows = {best, original};
    input.tunings = {table};
    QCOMPARE(headline(input), std::string("The best of 1 variant of step: 20 % fewer engine accesses; time is not "
                                          "measured yet"));
    const QString html = page(input);
    const QString summary = html.left(html.indexOf("id=kernels"));
    QVERIFY(summary.contains("Best variant:") && summary.contains("20 % fewer engine accesses"));
    input.tunings[0].rows = {original};
    input.tunings[0].rows[0].isBest = true;
    input.tunings[0].rows.push_back(best);
    input.tunings[0].rows[1].isBest = false;
    QCOMPARE(headline(input), std::string("None of 1 variant of step is better than the original"));
  }

  // The window keeps what a tuning judged in its table alone, and a paused one may have found nothing better yet.
  void whatATuningJudgedIsDone() {
    ReportInput input = sampleReport();
    input.analysis.kernels[0].name = "step";
    const VariantSteps steps = input.variants[0].steps;
    input.variants.clear();
    TuningTable table;
    table.kernel = "step";
    TuningRow original, tried;
    original.isBest = original.accepted = true;
    tried.steps = steps;
    tried.name = "`result`→register";
    tried.accepted = true;
    table.rows = {original, tried};
    input.tunings = {table};
    const auto results = [&] {
      const QString html = page(input);
      const qsizetype at = html.indexOf("<b>Results</b>");
      return html.mid(at, html.indexOf("</p>", at) - at);
    };
    QVERIFY2(!results().contains("not done") && results().contains("identical"), qPrintable(results()));
    const QString html = page(input);
    QVERIFY(html.contains("variant gives identical results") && !html.contains("no variant was tried"));
    QVERIFY(html.contains("1 variant was compared with the original while a kernel was tuned"));
    QVERIFY(!html.left(html.indexOf("id=kernels")).contains("not done"));
    // What was previewed of it in the window has no verification of its own.
    input.variants = sampleReport().variants;
    input.variants[0].verification.reset();
    QVERIFY(!results().contains("not done"));
    QVERIFY(!page(input).contains("not done"));
    input.variants.clear();
    // Its results differ; or it could not be made, which says nothing of them.
    input.tunings[0].rows[1].accepted = false;
    QVERIFY(results().contains("differs"));
    input.tunings[0].rows[1].judged = false;
    QVERIFY(results().contains("not done"));
    // Beside another change it may be that one's doing; where both are the same, so is each.
    input.tunings[0].rows[1].judged = true;
    input.tunings[0].rows[1].steps.push_back({"redundant_barrier-9", {}});
    QVERIFY(results().contains("not done"));
    input.tunings[0].rows[1].accepted = true;
    QVERIFY(results().contains("identical"));
  }

  void saysHowToDoItAgain() {
    ReportInput input = sampleReport();
    input.command = "warpwright try 'a b.cu' -- 100";
    input.commandFolder = "/work <x>";
    const QString html = page(input);
    QVERIFY(html.contains("<dt>Do it again<dd><code>warpwright try &#39;a b.cu&#39; -- 100</code>"));
    QVERIFY(html.contains("in /work &lt;x&gt;"));
    QVERIFY(
        html.contains("warpwright verify &#39;/project/src/a b.cu&#39; --opportunity shared_to_register-1 --set c=4"));
    SessionComparison comparison;
    comparison.before = "old.wws";
    ComparedFigure figure;
    figure.kernel = "k<1>";
    figure.name = "original";
    figure.isTime = true;
    figure.before = figure.after = MeasurementRecord{"", "k", "", "", "time/median", "ms", 2, 1.9, 2.1, 9, "", "", 0};
    figure.speedup = Interval{1, 0.9, 1.1};
    figure.verdict = "SAME";
    comparison.figures = {figure};
    input.comparison = comparison;
    QVERIFY(page(input).contains("Compared with old.wws") && page(input).contains("1.000× (0.900–1.100)"));
    QVERIFY(!jsonReport(input)["comparison"].is_null());
  }

  void showsMeasurementsWithTheirInterval() {
    ReportInput input = sampleReport();
    const std::string kernel = input.analysis.kernels[0].name;
    input.measurements = {
        {"", kernel, "gpu:0", "H200", "time/median", "ms", 0.2391, 0.2387, 0.2395, 30, "L2 flushed", "", 0},
        {input.variants[0].id, kernel, "gpu:0", "H200", "time/median", "ms", 0.1321, 0.1317, 0.1325, 30, "L2 flushed",
         "FASTER", 0}};
    QCOMPARE(headline(input), std::string("1 of 1 kernel measured: 1.81 times as fast"));
    const auto speedup = measuredSpeedup(input, input.variants[0].id, kernel);
    QVERIFY(speedup && speedup->low < 1.81 && speedup->high > 1.81 && speedup->low > 1.79);
    QVERIFY(page(input).contains("0.1317–0.1325") && page(input).contains("FASTER"));
  }

  void writesSarif() {
    ReportInput input = sampleReport();
    input.analysis.kernels[0].programs = {"srad", "test"};
    QCOMPARE(sarifReport(input)["runs"][0]["results"].size(), size_t{2});  // what was refused is for those who ask
    input.withRefused = true;
    const auto sarif = sarifReport(input);
    QCOMPARE(sarif["version"].get<std::string>(), std::string("2.1.0"));
    const auto& run = sarif["runs"][0];
    QCOMPARE(run["results"].size(), size_t{3});
    const auto& first = run["results"][0];
    QCOMPARE(first["level"].get<std::string>(), std::string("note"));
    QVERIFY(first["properties"]["programs"] == nlohmann::json({"srad", "test"}));
    QCOMPARE(run["results"][1]["kind"].get<std::string>(), std::string("open"));
    QCOMPARE(run["results"][2]["kind"].get<std::string>(), std::string("notApplicable"));
    const auto& place = first["locations"][0]["physicalLocation"];
    QCOMPARE(place["artifactLocation"]["uri"].get<std::string>(), std::string("src/a%20b.cu"));
    QCOMPARE(place["region"]["startLine"].get<int>(), 3);
    QCOMPARE(run["originalUriBaseIds"]["SRCROOT"]["uri"].get<std::string>(), std::string("file:///project/"));
    for (const auto& result : run["results"]) {
      QVERIFY(run["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"] == result["ruleId"]);
    }
    QCOMPARE(run["invocations"][0]["executionSuccessful"].get<bool>(), false);  // a unit has an error
    QVERIFY(run["tool"]["driver"].contains("semanticVersion"));
    QCOMPARE(first["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]["startLine"].get<int>(), 3);
    QVERIFY(!sarif.dump().empty());  // throws on text that is not UTF-8
  }

  void writesAPatchThatApplies() {
    if (QStandardPaths::findExecutable("patch").isEmpty()) QSKIP("patch(1) is not installed");
    const ReportInput input = sampleReport();
    QTemporaryDir folder;
    std::filesystem::create_directory(folder.filePath("src").toStdString());
    const std::filesystem::path file = folder.filePath("src/a b.cu").toStdString();
    QVERIFY(writeFileAtomically(file, input.variants[0].files[0].before).ok());
    QVERIFY(writeFileAtomically(folder.filePath("p").toStdString(), patchReport(input)).ok());
    QProcess patch;
    patch.setWorkingDirectory(folder.path());
    patch.start("patch", {"--binary", "-p1", "-i", "p"});
    QVERIFY(patch.waitForFinished());
    QVERIFY2(patch.exitCode() == 0, patch.readAll().constData());
    QCOMPARE(readFile(file).value(), input.variants[0].files[0].after);
  }

  void writesJson() {
    const auto json = jsonReport(sampleReport());
    QCOMPARE(json["schema"].get<std::string>(), std::string("warpwright.report/1"));
    QCOMPARE(json["variants"][0]["steps"][0]["values"]["c"].get<std::string>(), std::string("4"));
    QVERIFY(json["variants"][0]["verification"]["identical"].get<bool>());
    QVERIFY(analysisFromJson(json["analysis"]).ok());
    QVERIFY(!json.dump().empty());
  }

  void readsASession() {
    QTemporaryDir folder;
    auto session = Session::openOrCreate(folder.filePath("s.wws").toStdString());
    QVERIFY(!readReportInput(*session).ok());
    const ReportInput input = sampleReport();
    QVERIFY(session->addAnalysis(input.analysis, input.sources).ok());
    QVERIFY(session->putVariant(input.variants[0]).ok());
    QVERIFY(session->setStatus(input.variants[0].steps[0].opportunity, OpportunityStatus::applied).ok());
    QVERIFY(session->setValue("project", "/project").ok());
    QVERIFY(session->setValue("system", "Debian").ok());
    QVERIFY(session->setValue("arch", "sm_80").ok());
    const auto read = readReportInput(*session);
    QVERIFY(read.ok());
    QCOMPARE(read->title, std::string("project"));
    QCOMPARE(read->arch, std::string("sm_80"));
    QCOMPARE(read->environment.size(), size_t{1});
    QCOMPARE(shownFile(*read, "/project/src/a b.cu"), std::string("src/a b.cu"));
    QCOMPARE(patchReport(*read), patchReport(input));
    QVERIFY(page(*read).contains("<small>applied</small>"));
    // What a model was asked is enough for a report.
    auto asked = Session::openOrCreate(folder.filePath("loads.wws").toStdString());
    QVERIFY(asked->setValue(trafficGraphKey, R"({"name":"k","loads":[{"id":"a","weight":1}],"pairs":[]})").ok());
    const auto weighed = readReportInput(*asked);
    QVERIFY2(weighed.ok(), weighed.ok() ? "" : weighed.error().message.c_str());
    QCOMPARE(weighed->title, std::string("loads"));
    QCOMPARE(headline(*weighed), std::string("Which loads to keep in L1"));
    QVERIFY(page(*weighed).contains("id=reuse"));
  }
};

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
