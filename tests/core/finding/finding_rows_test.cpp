#include <QtTest>

#include "core/finding/finding_rows.h"
#include "tests/support/described_passes.h"

using namespace warpwright;

namespace {

Opportunity about(const char* subject, const char* pass, VerdictKind verdict, uint32_t line, double estimate = 0) {
  Opportunity opportunity;
  opportunity.kernel = "descend";
  opportunity.pass = pass;
  opportunity.subject = subject;
  opportunity.verdict = verdict;
  opportunity.range.begin = {"/p/a.cu", line, 3};
  opportunity.estimate.known = estimate > 0;
  opportunity.estimate.speedup = estimate;
  return opportunity;
}

/// "leading, alternatives | folded" of each row, as "subject:pass" with the first letter of the place.
QStringList print(const std::vector<Opportunity>& all) {
  const auto name = [&](size_t index) {
    return QString::fromStdString(all[index].subject + ":" + all[index].pass.substr(0, 11));
  };
  QStringList lines;
  for (const FindingRow& row : foldFindings(all, describedPasses())) {
    QString line = name(row.leading);
    for (const size_t index : row.alternatives) line += " or " + name(index);
    if (!row.folded.empty()) line += " |";
    for (const size_t index : row.folded) line += " " + name(index);
    lines << line;
  }
  return lines;
}

constexpr auto yes = VerdictKind::applicable, no = VerdictKind::refused, open = VerdictKind::unknown;

}  // namespace

class FindingRowsTest : public QObject {
  Q_OBJECT

 private slots:
  void thePlaceThatNeedsNoTradeLeads() {
    // As the passes give them: sorted by pass, so global comes first.
    const std::vector<Opportunity> all = {
        about("prev", "shared_to_global", yes, 2),  about("result", "shared_to_global", no, 3),
        about("stack", "shared_to_global", no, 4),  about("prev", "shared_to_local", no, 2),
        about("result", "shared_to_local", no, 3),  about("stack", "shared_to_local", yes, 4),
        about("prev", "shared_to_register", no, 2), about("result", "shared_to_register", yes, 3),
        about("stack", "shared_to_register", no, 4)};
    QCOMPARE(print(all), QStringList({"stack:shared_to_l | stack:shared_to_r stack:shared_to_g",
                                      "prev:shared_to_r or prev:shared_to_g | prev:shared_to_l",
                                      "result:shared_to_r | result:shared_to_l result:shared_to_g"}));
  }

  void undecidedComesBeforeRefused() {
    const std::vector<Opportunity> all = {about("bins", "shared_to_global", open, 2),
                                          about("bins", "shared_to_local", open, 2),
                                          about("bins", "shared_to_register", no, 2)};
    QCOMPARE(print(all), QStringList({"bins:shared_to_l | bins:shared_to_r bins:shared_to_g"}));
  }

  void withoutDescriptionsNothingFolds() {
    const std::vector<Opportunity> all = {about("bins", "shared_to_global", yes, 2),
                                          about("bins", "shared_to_local", open, 2)};
    QCOMPARE(foldFindings(all, {}).size(), all.size());
    QVERIFY(!isTrade(all[0], {}) && isTrade(all[0], describedPasses()));
  }

  void aTradeAloneIsARow() {
    const std::vector<Opportunity> all = {about("tile", "shared_to_global", yes, 2)};
    QCOMPARE(print(all), QStringList({"tile:shared_to_g"}));
  }

  void otherThingsStayApart() {
    // Two arrays of one name in two scopes, and findings that are not about arrays.
    std::vector<Opportunity> all = {about("t", "shared_to_local", no, 2), about("t", "shared_to_register", no, 9),
                                    about("__syncthreads", "redundant_barrier", no, 5),
                                    about("__syncthreads", "redundant_barrier", no, 7),
                                    about("descend", "thread_compaction", yes, 1)};
    QCOMPARE(foldFindings(all, describedPasses()).size(), all.size());
    all[1].range.begin.line = 2;
    QCOMPARE(foldFindings(all, describedPasses()).size(), all.size() - 1);
    all[1].kernel = "other";
    QCOMPARE(foldFindings(all, describedPasses()).size(), all.size());
    QVERIFY(foldFindings({}, describedPasses()).empty());
  }

  void whatToLookAtFirst() {
    std::vector<Opportunity> all = {
        about("descend", "thread_compaction", yes, 1), about("prev", "shared_to_global", yes, 2),
        about("prev", "shared_to_register", no, 2), about("result", "shared_to_register", yes, 3),
        about("sum", "shared_to_register", yes, 4)};
    const auto first = [&] {
      return all[firstRow(foldFindings(all, describedPasses()), all, describedPasses()).leading].subject;
    };
    QCOMPARE(first(), std::string("result"));  // needs no measuring, unlike compaction
    all[4].estimate = {true, 1.0, 1.1, 1.2, "", {}};
    QCOMPARE(first(), std::string("sum"));  // the highest estimate
    all = {about("descend", "thread_compaction", yes, 1), about("prev", "shared_to_global", yes, 2),
           about("prev", "shared_to_register", no, 2)};
    QCOMPARE(first(), std::string("prev"));  // why it stays comes before trades
    all = {about("descend", "thread_compaction", yes, 1)};
    QCOMPARE(first(), std::string("descend"));
  }
};

QTEST_GUILESS_MAIN(FindingRowsTest)
#include "finding_rows_test.moc"
