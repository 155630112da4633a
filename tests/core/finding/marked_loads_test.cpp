#include <QTest>

#include "core/finding/marked_loads.h"
#include "tests/support/described_passes.h"

using namespace warpwright;

namespace {

Opportunity merging() {
  Opportunity found;
  found.verdict = VerdictKind::applicable;
  for (const PassDescription& pass : describedPasses()) {
    if (pass.family == Family::compaction && !pass.onRequest && found.pass.empty()) found.pass = pass.id;
  }
  found.evidence = {
      {{"a.cu", 4, 7}, "along x, `sum` differs: it becomes an array"},
      {{"a.cu", 9, 5},
       {"%1 is read alike by %2 threads along %3: %4 of %5 loads are redundant", code("b[k][tx]"), 16, "y", 15, 16},
       "read",
       "k, tx",
       ""}};
  return found;
}

Opportunity policy() {
  Opportunity found;
  found.verdict = VerdictKind::applicable;
  for (const PassDescription& pass : describedPasses()) {
    if (pass.family == Family::cachePolicy) found.pass = pass.id;
  }
  found.parameters = {{"a[i]", {"plain", "cg", "cs"}}, {"b[i]", {"plain", "cg", "cs"}}};
  found.evidence = {{{"a.cu", 3, 5}, "nothing writes `a[i]`", "read", "i", ""},
                    {{"a.cu", 4, 5}, "nothing writes `b[i]`", "read", "i", ""},
                    {{"a.cu", 5, 5}, "`c[i]` stays as it is", "read", "i", ""}};
  found.estimate.inputs[noReuseKey("b[i]")] = 1;
  return found;
}

}  // namespace

class MarkedLoadsTest : public QObject {
  Q_OBJECT

 private slots:
  void loadsThatThreadsShareAreMarked() {
    const std::vector<MarkedLoad> marked = markedLoads(merging(), describedPasses());
    QCOMPARE(marked.size(), size_t(1));
    QCOMPARE(marked[0].kind, MarkedLoad::Kind::readAlike);
    QVERIFY(marked[0].at == (SourcePosition{"a.cu", 9, 5}));
    QCOMPARE(marked[0].name, std::string("b[k][tx]"));
    QCOMPARE(marked[0].axis, std::string("y"));
    QCOMPARE(marked[0].threads, int64_t{16});
  }

  void loadsWithoutReuseAreCandidatesUntilARunHasChosen() {
    const Opportunity found = policy();
    std::vector<MarkedLoad> marked = markedLoads(found, describedPasses());
    QCOMPARE(marked.size(), size_t(1));
    QCOMPARE(marked[0].kind, MarkedLoad::Kind::candidate);
    QCOMPARE(marked[0].name, std::string("b[i]"));
    QCOMPARE(candidateValues(found), (ParameterValues{{"b[i]", "cg"}}));
    const ParameterValues chosen{{"a[i]", "cg"}, {"b[i]", "plain"}};
    marked = markedLoads(found, describedPasses(), &chosen);
    QCOMPARE(marked.size(), size_t(2));
    QCOMPARE(marked[0].kind, MarkedLoad::Kind::bypassed);
    QCOMPARE(marked[1].kind, MarkedLoad::Kind::cached);
  }

  void otherFindingsMarkNothing() {
    Opportunity found = merging();
    found.pass = "of another family";
    QVERIFY(markedLoads(found, describedPasses()).empty());
    found = policy();
    found.verdict = VerdictKind::unknown;
    QVERIFY(markedLoads(found, describedPasses()).empty());
  }
};

QTEST_GUILESS_MAIN(MarkedLoadsTest)
#include "marked_loads_test.moc"
