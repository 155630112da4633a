#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/session/session.h"
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
    QVERIFY(answer.output.find("r.html") != std::string::npos && answer.error.empty());
    const auto text = [&](const char* name) { return readFile(folder.filePath(name).toStdString()).value(); };
    QVERIFY(text("r.html").starts_with("<!doctype html>"));
    QCOMPARE(json::parse(text("r.sarif"))["version"].get<std::string>(), std::string("2.1.0"));
    QCOMPARE(json::parse(text("r.json"))["schema"].get<std::string>(), std::string("warpwright.report/1"));
    QVERIFY(text("r.patch").starts_with("--- a/src/a b.cu\t\n"));
    const Answer again = callWarpwright({"report", "s.wws", "--format", "json"}, folder.path());
    QCOMPARE(json::parse(again.output)["title"].get<std::string>(), std::string("project"));
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
