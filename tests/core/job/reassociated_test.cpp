// A variant that makes floating-point sums in another order is never called identical.

#include "core/job/reassociated.h"

#include <QTest>

using namespace warpwright;

namespace {

Verification compared() {
  Verification v;
  v.identical = true;
  v.comparedElements = 1000;
  v.comparedBytes = 4000;
  v.summary = "Identical. …";
  return v;
}

Verification with(const std::string& kind) {
  Verification v = compared();
  v.identical = false;
  v.hint = "what to do";
  v.differences.push_back({"total", 0, "3", "3.0000002", 2, "`total[0]` is 3.0000002 instead of 3.", kind});
  return v;
}

}  // namespace

class ReassociatedTest : public QObject {
  Q_OBJECT
 private slots:
  void isNeverIdentical() {
    Verification v = compared();
    judgeReassociated(v);
    QVERIFY(!v.identical && v.judged && v.differences.empty() && isWithinRounding(v));
    QCOMPARE(v.summary, std::string("Within the rounding of sums in another order: no bit of 1,000 results differs in "
                                    "this run."));
  }

  void tellsHowFarSumsLieApart() {
    Verification v = compared();
    v.identical = false;
    v.rounded = RoundedSums{1, 2e-7, 6.7e-8, 0.25, "`total[0]` is 3.0000002 instead of 3"};
    judgeReassociated(v);
    QVERIFY(!v.identical && v.judged && isWithinRounding(v));
    QCOMPARE(v.summary, std::string("Within the rounding of sums in another order: 1 of 1,000 results differs in this "
                                    "run, by at most 2e-07 (6.7e-08 of a value, 0.25 of what rounding explains): "
                                    "`total[0]` is 3.0000002 instead of 3."));
  }

  void doesNotJudgeWhatIsMadeOfSums() {
    Verification v = with("memory");
    v.rounded = RoundedSums{1, 2e-7, 6.7e-8, 0.25, "`total[0]` is 3.0000002 instead of 3"};
    judgeReassociated(v);
    QVERIFY(!v.identical && !v.judged && !isWithinRounding(v));
    QVERIFY2(
        v.summary.ends_with(
            "2 of 1,000 results differ in this run, otherwise than by their rounding; 1 sum differs by that alone."),
        v.summary.c_str());
  }

  void tellsWhatDiffersWithoutAJudgement() {
    for (const char* kind : {"memory", "output", "file"}) {
      Verification v = with(kind);
      judgeReassociated(v);
      QVERIFY2(!v.identical && !v.judged && v.differences.empty() && v.hint.empty(), kind);
      QCOMPARE(v.variant.notes, std::vector<std::string>{"`total[0]` is 3.0000002 instead of 3."});
      const bool isCounted = v.summary.find("2 of 1,000 results differ in this run") != std::string::npos;
      QCOMPARE(isCounted, std::string(kind) == "memory");
    }
  }

  void leavesOtherDifferences() {
    for (const char* kind : {"launches", "exit"}) {
      Verification v = with(kind);
      v.differences.push_back(with("memory").differences.front());
      judgeReassociated(v);
      QVERIFY2(!v.identical && v.judged, kind);
      QCOMPARE(v.differences.size(), size_t{1});
      QCOMPARE(v.differences.front().kind, std::string(kind));
    }
  }

  void leavesWhatTheChecksFind() {
    Verification v = compared();
    EngineFinding race;
    race.kind = "race";
    race.message = "Two threads write `s[0]`.";
    v.findings.push_back(race);
    judgeReassociated(v);
    QVERIFY(!v.identical && v.judged && !isWithinRounding(v));
    QVERIFY2(v.summary.find("not safe: Two threads") != std::string::npos, v.summary.c_str());
  }

  void leavesRunsThatDidNotEnd() {
    Verification v;
    v.variant.failure = Error{ErrorKind::input, "It does not compile.", {}};
    v.summary = "The variant did not run to its end: It does not compile.";
    const std::string summary = v.summary;
    judgeReassociated(v);
    QVERIFY(!v.identical && v.judged);
    QCOMPARE(v.summary, summary);
  }

  void leavesThatNothingWasCompared() {
    Verification v;
    v.summary = "Nothing was compared: …";
    judgeReassociated(v);
    QVERIFY(!v.identical);
    QCOMPARE(v.summary, std::string("Nothing was compared: …"));
  }
};

QTEST_GUILESS_MAIN(ReassociatedTest)
#include "reassociated_test.moc"
