#include <QTest>

#include "core/job/conditions.h"

using namespace warpwright;

namespace {

std::vector<std::string> textsOf(const std::vector<Condition>& conditions) {
  std::vector<std::string> texts;
  for (const Condition& one : conditions) texts.push_back(one.text);
  return texts;
}

}  // namespace

class ConditionsTest : public QObject {
  Q_OBJECT
 private slots:
  void whatIsWrittenIsReadBack() {
    GpuTimes times;
    times.samples = 1200;
    times.multiprocessorMHz = 1980;
    times.memoryMHz = 3201;
    times.otherProcesses = 2;
    times.disturbed = true;
    for (const StopReason reason :
         {StopReason::goOn, StopReason::quiet, StopReason::noiseSteady, StopReason::budget, StopReason::plain}) {
      times.stopped = reason;
      const std::vector<Condition> read = conditionsFrom(conditionsText(times));
      QCOMPARE(textsOf(read),
               (std::vector<std::string>{"cold L2", "1980 MHz", "memory 3201 MHz", "2 other processes on this GPU",
                                         "disturbed: its launches took times of two kinds"}));
      QVERIFY(read[1].clock == 1980 && read[1].clocked.empty());
      QVERIFY(read[2].clock == 3201 && !read[2].clocked.empty());
    }
    times = {};
    times.warm = true;
    times.samples = 3;
    times.stopped = StopReason::quiet;
    QCOMPARE(conditionsText(times), std::string("3 samples, warm L2, 0 MHz, memory 0 MHz, quiet"));
  }

  void sessionsHoldMore() {
    const std::vector<Condition> read = conditionsFrom("H200, driver for CUDA 13.0, launch 2, 1200 samples, cold L2");
    QCOMPARE(textsOf(read), (std::vector<std::string>{"H200", "driver for CUDA 13.0", "launch 2", "cold L2"}));
    QVERIFY(conditionsFrom("").empty());
    QVERIFY(!conditionsFrom("fast MHz").front().clock);
  }

  void clocksMayLieCloseBy() {
    const auto of = [](const char* text) { return conditionsFrom(text).front(); };
    QVERIFY(of("1980 MHz").isLike(of("1965 MHz")) && !of("1980 MHz").isLike(of("1900 MHz")));
    QVERIFY(!of("1980 MHz").isLike(of("memory 1980 MHz")));
    QVERIFY(of("cold L2").isLike(of("cold L2")) && !of("cold L2").isLike(of("warm L2")));
  }
};

QTEST_GUILESS_MAIN(ConditionsTest)
#include "conditions_test.moc"
