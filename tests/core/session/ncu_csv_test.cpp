#include <QTest>

#include "core/base/file.h"
#include "core/session/ncu_csv.h"
#include "test_data.h"

using namespace warpwright;

class NcuCsvTest : public QObject {
  Q_OBJECT

  static Result<std::vector<NcuValue>> readSeed(const char* name) {
    return readNcuCsv(readFile(std::string(WARPWRIGHT_TEST_DATA "/fuzz/corpus/ncu_table/") + name).value());
  }
  static const MeasurementRecord* find(const std::vector<MeasurementRecord>& records, const std::string& metric) {
    for (const MeasurementRecord& record : records) {
      if (record.metric == metric) return &record;
    }
    return nullptr;
  }

 private slots:
  void aColumnAMetric() {
    const auto values = readSeed("raw.csv");
    QVERIFY2(values.ok(), values.ok() ? "" : values.error().message.c_str());
    QCOMPARE(values->size(), size_t{6});
    const auto records = ncuMeasurements(*values, "v1");
    QCOMPARE(records.size(), size_t{3});
    const MeasurementRecord* time = find(records, "time/gpu__time_duration.sum");
    QVERIFY(time);
    QCOMPARE(time->unit, std::string("ms"));
    QCOMPARE(time->value, 0.0125);
    QCOMPARE(time->low, 0.01225);
    QCOMPARE(time->samples, 2u);
    QCOMPARE(time->variant, std::string("v1"));
    QCOMPARE(time->device, std::string("compute capability 9.0"));
    QVERIFY(time->conditions.ends_with("grid (463, 1, 1), block (256, 1, 1)"));
    const MeasurementRecord* bytes = find(records, "ncu/dram__bytes_read.sum");
    QVERIFY(bytes && bytes->value == 1217.25 && bytes->high == 1234.5 && bytes->unit == "Mbyte");
  }

  void aRowAMetric() {
    const auto values = readSeed("details.csv");
    QVERIFY2(values.ok(), values.ok() ? "" : values.error().message.c_str());
    QCOMPARE(values->size(), size_t{1});  // "n/a" is no number
    const auto records = ncuMeasurements(*values, "");
    QCOMPARE(records.front().metric, std::string("time/gpu__time_duration.sum"));
    QCOMPARE(records.front().value, 3616e-6);
    QCOMPARE(records.front().kernel, std::string("k(float *)"));
  }

  void saysWhatIsWrong() {
    for (const char* text : {"", "a,b\n1,2\n", "\"ID\"\n"}) QVERIFY(!readNcuCsv(text).ok());
    const auto ragged = readNcuCsv("\"ID\",\"Kernel Name\",\"a__b.sum\"\n0,k\n");
    QVERIFY(!ragged.ok() && ragged.error().message.starts_with("Row 1 below the head has 2 fields"));
    const auto quoted = readNcuCsv("ID,Kernel Name,a__b.sum\r\n0,\"k<\"\"x\"\",\n1>\",3\r\n");
    QVERIFY(quoted.ok() && quoted->size() == 1 && quoted->front().kernel == "k<\"x\",\n1>");
    QVERIFY(readNcuCsv("ID,Kernel Name,a__b.sum\n0,k,\n").value().empty());
  }
};

QTEST_APPLESS_MAIN(NcuCsvTest)
#include "ncu_csv_test.moc"
