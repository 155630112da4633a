// Changes that make floating-point sums in another order are offered where they are asked for, and nowhere else.

#include "analysis/analyzer/reassociation.h"

#include <QTest>

using namespace warpwright;

namespace {

std::vector<Opportunity> one(VerdictKind verdict, Sameness sameness) {
  Opportunity found;
  found.verdict = verdict;
  found.sameness = sameness;
  found.reason = "why";
  found.assumptions.push_back({"nothing else looks at it", {}, false});
  return {found};
}

}  // namespace

class ReassociationTest : public QObject {
  Q_OBJECT
 private slots:
  void refusesWhatNobodyAskedFor() {
    std::vector<Opportunity> found = one(VerdictKind::applicable, Sameness::reassociating);
    analysis::refuseUnasked(found, false);
    QVERIFY(found[0].verdict == VerdictKind::refused);
    QVERIFY(toText(found[0].reason).find("reassociation is allowed") != std::string::npos);
    QVERIFY(found[0].assumptions.empty());
    QVERIFY(found[0].sameness == Sameness::reassociating);
  }

  void leavesWhatIsAllowed() {
    std::vector<Opportunity> found = one(VerdictKind::applicable, Sameness::reassociating);
    analysis::refuseUnasked(found, true);
    QVERIFY(found[0].verdict == VerdictKind::applicable);
    QCOMPARE(toText(found[0].reason), std::string("why"));
  }

  void leavesOtherFindings() {
    for (const auto& [verdict, sameness] : {std::pair{VerdictKind::applicable, Sameness::bitwise},
                                            {VerdictKind::applicable, Sameness::anotherOrder},
                                            {VerdictKind::unknown, Sameness::reassociating},
                                            {VerdictKind::refused, Sameness::reassociating}}) {
      std::vector<Opportunity> found = one(verdict, sameness);
      analysis::refuseUnasked(found, false);
      QVERIFY(found[0].verdict == verdict);
      QCOMPARE(toText(found[0].reason), std::string("why"));
      QCOMPARE(found[0].assumptions.size(), size_t{1});
    }
  }
};

QTEST_GUILESS_MAIN(ReassociationTest)
#include "reassociation_test.moc"
