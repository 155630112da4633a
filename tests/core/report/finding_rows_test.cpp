#include <QTest>

#include "core/report/finding_rows.h"

using namespace warpwright;

namespace {

Opportunity finding(const std::string& pass, const std::string& subject, uint32_t line, VerdictKind verdict) {
  Opportunity one;
  one.pass = pass;
  one.subject = subject;
  one.range.begin = {"a.cu", line, 3};
  one.verdict = verdict;
  return one;
}

std::string text(const std::vector<Opportunity>& findings) {
  std::string all;
  for (const FindingRow& row : findingRows(findings)) {
    all += (all.empty() ? "" : " | ") + std::to_string(row.lead);
    for (const size_t other : row.others) all += " " + std::to_string(other);
  }
  return all;
}

}  // namespace

class FindingRowsTest : public QObject {
  Q_OBJECT
 private slots:
  void oneRowAnArray() {
    using enum VerdictKind;
    const std::vector<Opportunity> findings{
        finding("redundant_barrier", "barrier", 12, refused),      finding("shared_to_global", "prev", 4, applicable),
        finding("shared_to_global", "result", 5, refused),         finding("shared_to_local", "prev", 4, refused),
        finding("shared_to_local", "result", 5, refused),          finding("shared_to_register", "prev", 4, refused),
        finding("shared_to_register", "result", 5, applicable),    finding("redundant_barrier", "barrier", 13, applicable)};
    QCOMPARE(text(findings), std::string("0 | 1 5 3 | 6 4 2 | 7"));
  }

  void theClosestOfSeveral() {
    using enum VerdictKind;
    QCOMPARE(text({finding("shared_to_global", "s", 4, applicable), finding("shared_to_local", "s", 4, applicable)}),
             std::string("1 0"));
    QCOMPARE(text({finding("shared_to_global", "s", 4, unknown), finding("shared_to_register", "s", 4, refused)}),
             std::string("0 1"));
    QCOMPARE(text({finding("shared_to_global", "s", 4, refused), finding("shared_to_register", "s", 4, refused)}),
             std::string("1 0"));
  }

  void otherArraysStayApart() {
    using enum VerdictKind;
    QCOMPARE(text({finding("shared_to_global", "s", 4, unknown), finding("shared_to_local", "s", 9, refused)}),
             std::string("0 | 1"));
    QCOMPARE(text({}), std::string());
    QCOMPARE(placeOfPass("shared_to_local"), std::string("in local memory"));
    QCOMPARE(placeOfPass("thread_compaction"), std::string());
  }
};

QTEST_GUILESS_MAIN(FindingRowsTest)
#include "finding_rows_test.moc"
