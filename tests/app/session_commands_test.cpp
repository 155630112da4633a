#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/session/session.h"
#include "test_data.h"
#include "tests/app/command.h"
#include "tests/core/report/sample_report.h"

using namespace warpwright;
using nlohmann::json;

/// report, occupancy and doctor as scripts call them.
class SessionCommandsTest : public QObject {
  Q_OBJECT
 private slots:
  void writesEveryFormOfAReport() {
    QTemporaryDir folder;
    {
      auto session = Session::openOrCreate(folder.filePath("s.wws").toStdString());
      const ReportInput sample = sampleReport();
      QVERIFY(session->addAnalysis(sample.analysis, sample.sources).ok());
      QVERIFY(session->putVariant(sample.variants[0]).ok());
      QVERIFY(session->setValue("project", "/project").ok());
    }
    const Answer answer = callWarpwright(
        {"report", "s.wws", "--output", "r.html", "--sarif", "r.sarif", "--patch", "r.patch", "--json", "r.json"},
        folder.path());
    QVERIFY2(answer.code == 0, answer.error.c_str());
    QVERIFY(answer.output.find("r.html") != std::string::npos);
    QVERIFY2(answer.error.starts_with("note: /project/src/a b.cu has changed since"), answer.error.c_str());
    const auto text = [&](const char* name) { return readFile(folder.filePath(name).toStdString()).value(); };
    QVERIFY(text("r.html").starts_with("<!doctype html>"));
    QCOMPARE(json::parse(text("r.sarif"))["version"].get<std::string>(), std::string("2.1.0"));
    QCOMPARE(json::parse(text("r.json"))["schema"].get<std::string>(), std::string("warpwright.report/1"));
    QVERIFY(text("r.patch").starts_with("--- a/src/a b.cu\t\n"));
    const Answer again = callWarpwright({"report", "s.wws", "--format", "json"}, folder.path());
    QCOMPARE(json::parse(again.output)["title"].get<std::string>(), std::string("project"));
  }

  /// Whatever begins a session, it can be reported.
  void reportsWhatWasImported() {
    QTemporaryDir folder;
    const QString table = QString(WARPWRIGHT_TEST_DATA) + "/fuzz/corpus/ncu_table/details.csv";
    QCOMPARE(callWarpwright({"import", table, "--session", "i.wws"}, folder.path()).code, 0);
    const Answer answer = callWarpwright({"report", "i.wws", "--output", "r.html", "--json", "r.json"}, folder.path());
    QVERIFY2(answer.code == 0 && answer.output.starts_with("What was measured of 1 kernel."), answer.error.c_str());
    QVERIFY(readFile(folder.filePath("r.html").toStdString()).value().find("All measurements") != std::string::npos);
  }

  void reportsWhatWasAnalysedRunAndVerified() {
    QTemporaryDir folder;
    writeInto(
        folder, "k.cu",
        "#include <cstdio>\n__global__ void scale(float* out, int n) {\n  __shared__ float twice[64];\n"
        "  int i = threadIdx.x;\n  twice[i] = out[i] * 2;\n  if (i < n) out[i] = twice[i];\n}\n"
        "int main() {\n  float* out;\n  cudaMallocManaged(&out, 256);\n  for (int i = 0; i < 64; ++i) out[i] = i;\n"
        "  scale<<<1, 64>>>(out, 64);\n  cudaDeviceSynchronize();\n  printf(\"%g\\n\", out[63]);\n}\n");
    const auto call = [&](const QStringList& words) {
      return callWarpwright(words + QStringList{"--cuda", "none", "--session", "s.wws"}, folder.path());
    };
    const Answer found = call({"analyze", "k.cu", "--only", "applicable", "--format", "json"});
    QVERIFY2(found.code == 0, found.error.c_str());
    const std::string id = found.value()["kernels"][0]["opportunities"][0]["id"];
    QCOMPARE(call({"run", "k.cu", "--check"}).code, 0);
    QCOMPARE(call({"verify", "k.cu", "--opportunity", QString::fromStdString(id)}).code, 0);
    {
      const auto session = Session::open(folder.filePath("s.wws").toStdString());
      QVERIFY(session.ok());
      const std::vector<RunRecord> runs = session->runs().value();
      QCOMPARE(runs.size(), size_t{2});
      QCOMPARE(runs[0].kind + ' ' + runs[0].outcome, std::string("check finished"));
      QCOMPARE(runs[0].summary, std::string("1 launch, exit code 0, no races, no accesses out of bounds."));
      QCOMPARE(runs[1].kind + ' ' + runs[1].outcome, std::string("verify identical"));
      QCOMPARE(session->values().value().at("command").substr(0, 24), std::string("warpwright analyze k.cu "));
    }
    const Answer report = callWarpwright({"report", "s.wws", "--format", "json", "--patch", "s.patch"}, folder.path());
    QVERIFY2(report.code == 0, report.error.c_str());
    QCOMPARE(report.value()["analysis"]["kernels"][0]["name"].get<std::string>(), std::string("scale"));
    // The one variant is the change that was verified.
    QVERIFY(readFile(folder.filePath("s.patch").toStdString()).value().find("-  __shared__ float twice[64];") !=
            std::string::npos);
  }

  void reportsWhatWasOnlyRunOrVerified() {
    QTemporaryDir folder;
    const QString text =
        "__global__ void k(int* out) { out[threadIdx.x] = FACTOR; }\nint main() {\n  int* out;\n"
        "  cudaMalloc(&out, 256);\n  k<<<1, 64>>>(out);\n  cudaDeviceSynchronize();\n}\n";
    writeInto(folder, "k.cu", QString(text).replace("FACTOR", "2").toStdString());
    writeInto(folder, "three.cu", QString(text).replace("FACTOR", "3").toStdString());
    const auto report = [&](const QStringList& words, const QString& session) {
      callWarpwright(words + QStringList{"--cuda", "none", "--session", session, "--", "a b"}, folder.path());
      return callWarpwright({"report", session, "--output", "r.html", "--format", "json"}, folder.path());
    };
    const Answer ran = report({"run", "k.cu", "--check"}, "run.wws");
    QVERIFY2(ran.code == 0, ran.error.c_str());
    QCOMPARE(ran.value()["runs"][0]["kind"].get<std::string>(), std::string("check"));
    QCOMPARE(ran.value()["runs"][0]["arguments"].get<std::string>(), std::string("'a b'"));
    const Answer verified = report({"verify", "k.cu", "--against", "three.cu"}, "verify.wws");
    QVERIFY2(verified.code == 0, verified.error.c_str());
    QCOMPARE(verified.value()["headline"].get<std::string>(), std::string("Results differ in 1 of 1 run"));
    const std::string page = readFile(folder.filePath("r.html").toStdString()).value();
    QVERIFY(page.find("<section id=runs>") != std::string::npos &&
            page.find("<td>original and variant") != std::string::npos);
    // Of kernels nothing is known: neither that none can be changed, nor that no variant was run.
    for (const char* untrue : {"0 of 0", "There is no change to apply", "No variant was run", "Analysed for"})
      QVERIFY2(page.find(untrue) == std::string::npos, untrue);
  }

  void saysWhatIsWrongWithASession() {
    QTemporaryDir folder;
    QVERIFY(writeFileAtomically(folder.filePath("bad.wws").toStdString(), "text").ok());
    const Answer bad = callWarpwright({"report", "bad.wws", "--output", "r.html"}, folder.path());
    QCOMPARE(bad.code, 3);
    QVERIFY(bad.error.find("bad.wws is not a Warpwright session") != std::string::npos && bad.output.empty());
    QCOMPARE(callWarpwright({"report", "missing.wws", "--output", "r.html"}, folder.path()).code, 3);
    QCOMPARE(callWarpwright({"report", "bad.wws"}, folder.path()).code, 2);
    QCOMPARE(callWarpwright({"report"}, folder.path()).code, 2);
    QVERIFY(!std::filesystem::exists(folder.filePath("r.html").toStdString()));
  }

  void comparesWhatSessionsMeasured() {
    QTemporaryDir folder;
    const auto keep = [&](const char* name, double count) {
      auto session = Session::openOrCreate(folder.filePath(name).toStdString());
      QVERIFY(session
                  ->addMeasurement({"", "k", "cpu", "sm_90", "engine/accesses", "accesses", count, count, count, 1,
                                    "counted", "", 5})
                  .ok());
    };
    keep("old.wws", 1000);
    keep("new.wws", 1100);
    QVERIFY(Session::openOrCreate(folder.filePath("empty.wws").toStdString()).ok());
    const auto compare = [&](const QStringList& words) {
      return callWarpwright(QStringList("compare") + words, folder.path());
    };
    QCOMPARE(compare({"old.wws", "new.wws"}).code, 0);
    QCOMPARE(compare({"old.wws", "new.wws", "--fail-on-regression", "12%"}).code, 0);
    const Answer worse = compare({"old.wws", "new.wws", "--fail-on-regression", "3%"});
    QCOMPARE(worse.code, 1);
    QVERIFY2(worse.output.find("Regression beyond 3 %: k, Original: at least 10.0 % more.") != std::string::npos,
             worse.output.c_str());
    QCOMPARE(compare({"new.wws", "old.wws", "--fail-on-regression", "0"}).code, 0);
    // A gate that could not look at anything does not pass.
    const Answer nothing = compare({"old.wws", "empty.wws", "--fail-on-regression", "3%"});
    QCOMPARE(nothing.code, 3);
    QVERIFY(nothing.output.find("empty.wws does not have it") != std::string::npos);
    const Answer document = compare({"old.wws", "empty.wws", "--format", "json"});
    QVERIFY(document.code == 3 && document.error.starts_with("warpwright: Nothing in "));
    QCOMPARE(document.value()["compared"].get<int>(), 0);
    QCOMPARE(compare({"old.wws", "missing.wws"}).code, 3);
    QCOMPARE(compare({"old.wws"}).code, 2);
    for (const char* wrong : {"", "x", "-3%", "3%%", "nan", "3 percent"})
      QVERIFY2(compare({"old.wws", "new.wws", "--fail-on-regression", wrong}).code == 2, wrong);
  }

  void computesOccupancy() {
    const Answer answer = callWarpwright(
        {"occupancy", "--arch", "sm_90", "--block", "256", "--registers", "40", "--shared", "4096", "--format", "json"},
        {});
    QCOMPARE(answer.code, 0);
    const json object = json::parse(answer.output);
    QCOMPARE(object["blocks"].get<int>(), 6);
    QCOMPARE(object["occupancy"].get<double>(), 0.75);
    QVERIFY(callWarpwright({"occupancy", "--arch", "H200"}, {}).output.find("100 % occupancy") != std::string::npos);
    QCOMPARE(callWarpwright({"occupancy", "--arch", "sm_5"}, {}).code, 2);
    QCOMPARE(callWarpwright({"occupancy", "--block", "2000"}, {}).code, 2);
    QCOMPARE(callWarpwright({"occupancy", "--block", "many"}, {}).code, 2);
  }

  void examinesTheMachine() {
    const Answer answer = callWarpwright({"doctor", "--format", "json"}, {});
    const json object = json::parse(answer.output);
    QCOMPARE(answer.code, object["ready"].get<bool>() ? 0 : 3);
    std::set<std::string> seen;
    for (const json& item : object["items"]) {
      seen.insert(item["id"].get<std::string>());
      QVERIFY(!item["text"].get<std::string>().empty());
    }
    for (const char* id : {"clang", "headers", "devices", "toolkit", "gpu", "warpwright-cpu-worker"})
      QVERIFY2(seen.contains(id), id);
    const Answer wrong = callWarpwright({"doctor", "--cuda", "/no/such/toolkit"}, {});
    QCOMPARE(wrong.code, 3);
    QVERIFY(wrong.output.find("/no/such/toolkit") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(SessionCommandsTest)
#include "session_commands_test.moc"
