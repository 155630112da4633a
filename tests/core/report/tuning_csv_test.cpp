#include <QTest>

#include "core/report/tuning_csv.h"

using namespace warpwright;

class TuningCsvTest : public QObject {
  Q_OBJECT
 private slots:
  void writesARowAVariant() {
    TuningTable table;
    table.kernel = "k<int, 4>";
    table.metric = "gpu/time";
    table.unit = "ms";
    table.device = "H200";
    table.target = "gpu:0";
    table.conditions = "cold L2, 1980 MHz";
    TuningRow original;
    original.name = "Original";
    original.accepted = true;
    original.value = 0.1;
    TuningRow variant;
    variant.name = "`s`→\"register\"";
    variant.steps = {{"shared_to_register-1", {{"c", "4"}}}};
    variant.reason = "line one\nline two";
    variant.verdict = "FASTER";
    table.rows = {original, variant};
    QCOMPARE(QString::fromStdString(tuningCsv({table})).section("\r\n", 1),
             QString("\"k<int, 4>\",,gpu:0,H200,gpu/time,ms,Original,,yes,,0.1,,,,,,,no,,,,\"cold L2, 1980 MHz\"\r\n"
                     "\"k<int, 4>\",,gpu:0,H200,gpu/time,ms,\"`s`→\"\"register\"\"\",shared_to_register-1 (c=4),no,"
                     "\"line one\nline two\",,,,,,,FASTER,no,,,,\"cold L2, 1980 MHz\"\r\n"));
    const QString head = QString::fromStdString(tuningCsv({}));
    QCOMPARE(head.count(','), 21);
  }
};

QTEST_GUILESS_MAIN(TuningCsvTest)
#include "tuning_csv_test.moc"
