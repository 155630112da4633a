#include <QTest>
#include <nlohmann/json.hpp>

#include "core/report/tuning_trace.h"
#include "tests/core/report/tuned_report.h"

using namespace warpwright;
using nlohmann::json;

class TuningTraceTest : public QObject {
  Q_OBJECT

 private slots:
  void everyJudgedVariantIsASlice() {
    const json trace = tuningTrace(tunedReport());
    std::vector<json> slices, counters;
    for (const json& event : trace["traceEvents"]) {
      if (event["ph"] == "X") slices.push_back(event);
      if (event["ph"] == "C") counters.push_back(event);
    }
    QCOMPARE(slices.size(), size_t{3});
    QVERIFY(slices[0]["name"] == "original" && slices[0]["ts"] == 0.0);
    // Original and first variant share the second in which both were done.
    QVERIFY(slices[0]["dur"] == 5e5 && slices[1]["ts"] == 5e5 && slices[1]["dur"] == 5e5);
    QVERIFY(slices[2]["ts"] == 1e6 && slices[2]["dur"] == 3e6);
    QVERIFY(slices[1]["cat"] == "judged" && slices[2]["cat"] == "turned down");
    QVERIFY(slices[1]["args"]["shared_to_register-1"]["c"] == "4");
    QVERIFY(slices[2]["args"]["reason"] == "Results differ.");
    QCOMPARE(counters.size(), size_t{2});
    QVERIFY(counters[1]["args"]["accesses"] == 80.0);
  }

  void nothingTunedIsAnEmptyTrace() {
    ReportInput input = tunedReport();
    input.tunings.clear();
    QVERIFY(tuningTrace(input)["traceEvents"].empty());
  }
};

QTEST_APPLESS_MAIN(TuningTraceTest)
#include "tuning_trace_test.moc"
