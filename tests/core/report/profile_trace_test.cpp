#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "core/report/profile_trace.h"

using namespace warpwright;
using nlohmann::json;

class ProfileTraceTest : public QObject {
  Q_OBJECT

 private slots:
  void everyLaunchAndCopyIsASliceOfItsStream() {
    ProfileBuilder builder;
    builder.addCopy("host to device", 1'050'000, 1'350'000, 3'000'000, {0, 7});
    builder.addKernel("_Z7descendPi", 1'400'000, 1'900'500, 32, {{64, 1, 1}, {64, 1, 1}}, {0, 7});
    builder.addKernel("_Z4scalePfS_", 1'500'000, 1'700'000, 32, {{64, 1, 1}, {64, 1, 1}}, {0, 13});
    const json trace = profileTrace(builder.profile(), "H200");
    std::vector<json> slices, names;
    for (const json& event : trace["traceEvents"]) (event["ph"] == "X" ? slices : names).push_back(event);
    QCOMPARE(slices.size(), size_t{3});
    QVERIFY(slices[0]["cat"] == "copy" && slices[0]["ts"] == 0.0 && slices[0]["dur"] == 300.0);
    QVERIFY(slices[0]["args"]["bytes"] == 3'000'000 && slices[0]["args"]["GB/s"] == 10.0);
    QVERIFY2(slices[1]["name"] == "descend" && slices[1]["args"]["kernel"] == "descend(int*)",
             slices[1].dump().c_str());
    QVERIFY(slices[1]["cat"] == "launch" && slices[1]["ts"] == 350.0 && slices[1]["dur"] == 500.5);
    QVERIFY(slices[1]["tid"] == 7 && slices[2]["tid"] == 13 && slices[1]["pid"] == slices[2]["pid"]);
    QCOMPARE(names.size(), size_t{3});  // the GPU, and two streams
    QVERIFY(names[0]["args"]["name"] == "H200" && names[2]["args"]["name"] == "stream 13");
  }

  void processesAndGpusAreApart() {
    ProfileBuilder one, other;
    one.addKernel("_Z7descendPi", 100, 200, 32, {{64, 1, 1}, {64, 1, 1}}, {0, 7});
    one.addKernel("_Z7descendPi", 100, 200, 32, {{64, 1, 1}, {64, 1, 1}}, {1, 7});
    other.addKernel("_Z7descendPi", 150, 250, 32, {{64, 1, 1}, {64, 1, 1}}, {0, 7});
    ProgramProfile both = one.profile();
    both.add(other.profile());
    std::set<int> processes;
    std::set<std::string> names;
    const json trace = profileTrace(both, "H200");
    for (const json& event : trace["traceEvents"]) {
      processes.insert(event["pid"].get<int>());
      if (event["name"] == "process_name") names.insert(event["args"]["name"].get<std::string>());
    }
    QCOMPARE(processes.size(), size_t{3});
    QVERIFY(names.contains("H200, GPU 1, process 1") && names.contains("H200, GPU 0, process 2"));
  }

  void aProfileWithoutTimesIsAnEmptyTrace() { QVERIFY(profileTrace({}, "")["traceEvents"].empty()); }
};

QTEST_APPLESS_MAIN(ProfileTraceTest)
#include "profile_trace_test.moc"
