#include <QTest>

#include "core/finding/finding_text.h"
#include "core/finding/ranking.h"

using namespace warpwright;

class RankingTest : public QObject {
  Q_OBJECT
 private slots:
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

  void namesPlacesShortly() { QCOMPARE(placeText({"/a/b/pathfinder.cu", 43, 5}), std::string("pathfinder.cu:43")); }
};

QTEST_GUILESS_MAIN(RankingTest)
#include "ranking_test.moc"
