#include <QTest>
#include <cmath>

#include "core/report/words.h"

using namespace warpwright;

class WordsTest : public QObject {
  Q_OBJECT
 private slots:
  void writesNumbers() {
    QCOMPARE(countText(0), std::string("0"));
    QCOMPARE(countText(999), std::string("999"));
    QCOMPARE(countText(1000), std::string("1,000"));
    QCOMPARE(countText(12345678), std::string("12,345,678"));
    QCOMPARE(countText(1, "kernel", "kernels"), std::string("1 kernel"));
    QCOMPARE(significantText(15.1304), std::string("15.13"));
    QCOMPARE(significantText(0.13211), std::string("0.1321"));
    QCOMPARE(significantText(9.99996), std::string("10.00"));
    QCOMPARE(significantText(123456), std::string("123,500"));
    QCOMPARE(significantText(NAN), std::string("–"));
    QCOMPARE(durationText(0.194), std::string("0.19 s"));
    QCOMPARE(durationText(0.0123), std::string("12 ms"));
    QCOMPARE(durationText(0.00005), std::string("50 µs"));
    QCOMPARE(durationText(60), std::string("60 s"));
    QCOMPARE(durationText(125), std::string("2 min 5 s"));
    QCOMPARE(speedupText(1.806), std::string("1.81×"));
    QCOMPARE(memoryText(2048), std::string("2,048 B"));
    QCOMPARE(memoryText(49152), std::string("48 KiB"));
    QCOMPARE(memoryText(1572864), std::string("1.5 MiB"));
    QCOMPARE(trafficText(12.34e9), std::string("12.3 GB"));
    QCOMPARE(shapeText({256, 1, std::nullopt}), std::string("(256, 1, –)"));
    QCOMPARE(placeText({"/a/b/pathfinder.cu", 43, 5}), std::string("pathfinder.cu:43"));
  }

  void writesEstimates() {
    QCOMPARE(estimateText({}), std::string("–"));
    QCOMPARE(estimateText({true, 1.02, 1.05, 1.08, "", {}}), std::string("1.02–1.08×"));
    QCOMPARE(estimateText({true, 1.001, 1.0, 1.003, "", {}}), std::string("1.00×"));
  }

  void ranksByVerdictThenEstimate() {
    AnalysisResult result;
    result.kernels.resize(2);
    const auto add = [&](size_t kernel, const char* subject, VerdictKind verdict, double estimate) {
      Opportunity opportunity;
      opportunity.subject = subject;
      opportunity.verdict = verdict;
      opportunity.estimate.known = estimate > 0;
      opportunity.estimate.speedup = estimate;
      result.kernels[kernel].opportunities.push_back(opportunity);
    };
    add(0, "refused", VerdictKind::refused, 0);
    add(0, "small", VerdictKind::applicable, 1.1);
    add(0, "unknown", VerdictKind::unknown, 3);
    add(1, "large", VerdictKind::applicable, 1.5);
    add(1, "no estimate", VerdictKind::applicable, 0);
    std::string order;
    for (const auto& row : rankedOpportunities(result)) {
      order += result.kernels[row.kernel].opportunities[row.opportunity].subject + ';';
    }
    QCOMPARE(order, std::string("large;small;no estimate;unknown;refused;"));
    QCOMPARE(countsText(countVerdicts(result)), std::string("3 applicable, 1 refused, 1 unknown"));
    QCOMPARE(countsText({}), std::string("no findings"));
  }

  void writesRegisters() {
    KernelResources resources;
    QCOMPARE(registersText(resources), std::string());
    resources.registers = 21;
    resources.registersLow = 17;
    resources.registersHigh = 31;
    QCOMPARE(registersText(resources), std::string("about 21 registers (17–31)"));
    resources = {};
    resources.registers = 16;
    resources.source = "ptxas";
    QCOMPARE(registersText(resources), std::string("16 registers (ptxas)"));
  }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "words_test.moc"
