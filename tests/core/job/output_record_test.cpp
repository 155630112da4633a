#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>

#include "core/base/file.h"
#include "core/job/output_record.h"

using namespace warpwright;
using Kind = OutputStep::Kind;

namespace {

template <typename T>
std::string_view bytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// What one imagined run computed.
struct Run {
  std::vector<int> result = std::vector<int>(40000, 1);
  std::vector<float> reals = std::vector<float>(100, 0.5F);
  bool scratch = false;
  int launches = 2;
  std::vector<RecordedSum> sums;  ///< of `reals`, whose number is 1
  int allocationLine = 3;
};

std::filesystem::path write(const QTemporaryDir& folder, const char* name, const Run& run) {
  const std::filesystem::path path = folder.filePath(name).toStdString();
  auto created = OutputRecordWriter::create(path);
  OutputRecordWriter& writer = created.value();
  if (run.scratch) {
    const uint32_t scratch = writer.addBuffer("scratch", 4, {"a.cu", 1});
    writer.update(scratch, "abcd");
  }
  const auto line = static_cast<uint32_t>(run.allocationLine);
  const uint32_t result = writer.addBuffer("result", run.result.size() * 4, {"dir/a.cu", line});
  const uint32_t reals = writer.addBuffer("reals", run.reals.size() * 4, {"dir/a.cu", line + 1});
  writer.setElementType(result, "int");
  writer.setElementType(reals, "float");
  const std::vector<int> empty(run.result.size(), 0);
  writer.update(result, bytesOf(empty));
  writer.step({Kind::beforeLaunch, "k"});
  for (int i = 0; i < run.launches; ++i) {
    writer.update(result, bytesOf(run.result));
    writer.update(reals, bytesOf(run.reals));
    for (const RecordedSum& sum : run.sums) writer.addSum(sum);
    writer.step({Kind::launch, "k"});
  }
  writer.step({Kind::copy, "", result, 0, 160000, {"dir/a.cu", line + 9}}, bytesOf(run.result));
  writer.step({Kind::end});
  if (!writer.finish().ok()) return {};
  return path;
}

RecordComparison compare(const Run& original, const Run& variant) {
  QTemporaryDir folder;
  const auto a = OutputRecord::read(write(folder, "a", original));
  const auto b = OutputRecord::read(write(folder, "b", variant));
  return compareRecords(a.value(), b.value(), {}).value();
}

}  // namespace

class OutputRecordTest : public QObject {
  Q_OBJECT
 private slots:
  void equalRunsCompareEqualAndAreCounted() {
    const auto same = compare({}, {});
    QVERIFY(same.differences.empty());
    QCOMPARE(same.launches, uint64_t(2));
    QCOMPARE(same.elements, uint64_t(40100));  // the second launch changed nothing
    QCOMPARE(same.bytes, uint64_t(160400));
  }

  void aDifferenceNamesBufferIndexAndBothValues() {
    Run variant;
    variant.result[30001] = 7;
    variant.result[30005] = 8;
    const auto found = compare({}, variant);
    QCOMPARE(found.differences.size(), size_t(1));
    const OutputDifference& difference = found.differences.front();
    QCOMPARE(difference.buffer, std::string("result (a.cu:3)"));
    QCOMPARE(difference.index, uint64_t(30001));
    QCOMPARE(difference.original, std::string("1"));
    QCOMPARE(difference.variant, std::string("7"));
    QCOMPARE(difference.count, uint64_t(2));
    QCOMPARE(difference.message, std::string("Results differ after launch 1 (k): `result[30001]`, original 1, "
                                             "variant 7; 2 elements differ."));
  }

  void realsAreComparedByBits() {
    Run zero, minusZero, nan, otherNan;
    zero.reals[3] = 0.0F;
    minusZero.reals[3] = -0.0F;
    QCOMPARE(compare(zero, minusZero).differences.front().variant, std::string("-0"));
    uint32_t bits = 0x7fc00001;
    std::memcpy(&nan.reals[4], &bits, 4);
    bits = 0x7fc00002;
    std::memcpy(&otherNan.reals[4], &bits, 4);
    QVERIFY(compare(nan, nan).differences.empty());
    QCOMPARE(compare(nan, otherNan).differences.front().original, std::string("nan (0x7fc00001)"));
  }

  void sumsMayLieApartAsFarAsTheirBounds() {
    const uint32_t bits = std::bit_cast<uint32_t>(0.5F);
    Run original, variant;
    variant.reals[7] = 0.5F + 0x1p-24F;
    QVERIFY(!compare(original, variant).rounded);
    original.sums = {{1, 28, 4, bits, 0x1p-23}};
    const auto near = compare(original, variant);
    QVERIFY(near.differences.empty() && near.rounded);
    const RoundedSums expected{1, 0x1p-24, 0x1p-23, 0.5, "`reals[7]` is 0.50000006 instead of 0.5"};
    QVERIFY2(*near.rounded == expected, near.rounded->largest.c_str());
    QCOMPARE(compare(original, original).rounded->elements, uint64_t(0));
    for (const RecordedSum& other : {RecordedSum{1, 28, 4, bits, 0x1p-25},      // too far
                                     RecordedSum{1, 24, 4, bits, 0x1p-23},      // another element
                                     RecordedSum{1, 28, 4, bits + 1, 0x1p-23},  // something else was written since
                                     RecordedSum{1, 28, 8, bits, 0x1p-23},      // no float
                                     RecordedSum{0, 28, 4, bits, 0x1p-23}, RecordedSum{9, 28, 4, bits, 0x1p-23},
                                     RecordedSum{1, 28, 4, bits, std::nan("")}}) {
      original.sums = {other};
      QCOMPARE(compare(original, variant).differences.size(), size_t(1));
    }
    original.sums = {{1, 28, 4, bits, 0x1p-23}};
    variant.reals[8] = 0.5F + 0x1p-24F;  // made of it, for one
    const auto more = compare(original, variant);
    QCOMPARE(more.differences.size(), size_t(1));
    QCOMPARE(more.differences[0].index, uint64_t(8));
    QCOMPARE(more.differences[0].count, uint64_t(1));
    variant.reals[8] = 0.5F;
    for (const float no : {NAN, INFINITY}) {
      variant.reals[7] = no;
      QCOMPARE(compare(original, variant).differences.size(), size_t(1));
    }
  }

  void scratchAndMovedLinesDoNotMatter() {
    Run variant;
    variant.scratch = true;
    variant.allocationLine = 50;
    QVERIFY(compare({}, variant).differences.empty());
  }

  void otherNumbersOfLaunchesCompareAtTheCopies() {
    Run variant;
    variant.launches = 3;
    const auto same = compare({}, variant);
    QVERIFY(same.differences.empty());
    QCOMPARE(same.notes.size(), size_t(1));
    QCOMPARE(same.elements, uint64_t(40000));
    variant.result.back() = 2;
    QCOMPARE(compare({}, variant).differences.front().index, uint64_t(39999));
  }

  /// A run that keeps `word` in a buffer, and has a buffer `data` of `bytes` bytes at `address`, with scratch of the
  /// same name before it.
  static std::filesystem::path writePointer(const QTemporaryDir& folder, const char* name, uint64_t word,
                                            uint64_t address, uint64_t bytes, bool scratch = false) {
    const std::filesystem::path path = folder.filePath(name).toStdString();
    auto created = OutputRecordWriter::create(path);
    OutputRecordWriter& writer = created.value();
    if (scratch) writer.addBuffer("data", 16, {"a.cu", 1}, 0x100000);
    writer.addBuffer("data", bytes, {"a.cu", 1}, address);
    const uint32_t holder = writer.addBuffer("holder", 8, {"a.cu", 2}, address + 0x10000);
    writer.update(holder, {reinterpret_cast<const char*>(&word), sizeof word});
    writer.step({Kind::launch, "k"});
    writer.step({Kind::end});
    return writer.finish().ok() ? path : std::filesystem::path();
  }

  void pointersAreFollowedByBuffer_data() {
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint64>("word");
    QTest::addColumn<bool>("scratch");
    QTest::addColumn<bool>("same");
    QTest::newRow("its start") << quint64(0) << quint64(0x300000) << false << true;
    QTest::newRow("inside") << quint64(40) << quint64(0x300028) << false << true;
    QTest::newRow("just past its end") << quint64(64) << quint64(0x300040) << false << true;
    QTest::newRow("beyond") << quint64(65) << quint64(0x300041) << false << false;
    QTest::newRow("another place") << quint64(40) << quint64(0x300030) << false << false;
    QTest::newRow("with scratch of its name") << quint64(40) << quint64(0x300028) << true << true;
    QTest::newRow("to the scratch") << quint64(0) << quint64(0x100000) << true << false;
  }
  void pointersAreFollowedByBuffer() {
    QFETCH(quint64, offset);
    QFETCH(quint64, word);
    QFETCH(bool, scratch);
    QFETCH(bool, same);
    QTemporaryDir folder;
    const auto a = OutputRecord::read(writePointer(folder, "a", 0x200000 + offset, 0x200000, 64));
    const auto b = OutputRecord::read(writePointer(folder, "b", word, 0x300000, 64, scratch));
    QVERIFY(a.ok() && b.ok());
    QCOMPARE(compareRecords(*a, *b, {}).value().differences.empty(), same);
  }

  void damagedFilesAreErrors() {
    QTemporaryDir folder;
    const auto path = write(folder, "a", {});
    const std::string bytes = readFile(path).value();
    const std::filesystem::path broken = folder.filePath("b").toStdString();
    std::mt19937 random(1);
    for (int i = 0; i < 300; ++i) {
      std::string damaged = bytes.substr(0, random() % bytes.size());
      for (int k = 0; k < 3 && damaged.size() > 20; ++k) damaged[8 + random() % (damaged.size() - 8)] = char(random());
      std::ofstream(broken, std::ios::binary) << damaged;
      const auto read = OutputRecord::read(broken);  // an error or an incomplete record, never a crash
      if (read.ok()) (void)compareRecords(*read, *read, {});
    }
    QVERIFY(!OutputRecord::read(folder.filePath("none").toStdString()).ok());
    std::ofstream(broken, std::ios::binary) << "something else";
    QVERIFY(!OutputRecord::read(broken).ok());
    std::ofstream(broken, std::ios::binary) << bytes.substr(0, bytes.size() - 1);
    QVERIFY(!OutputRecord::read(broken)->complete());
  }

  void aFullDiskIsAnError() {
    auto writer = OutputRecordWriter::create("/dev/full");
    QVERIFY(writer.ok());
    const std::vector<int> values(100000, 3);
    const uint32_t buffer = writer->addBuffer("b", values.size() * 4, {});
    writer->update(buffer, bytesOf(values));
    const Status done = writer->finish();
    QVERIFY(!done.ok());
    QVERIFY(done.error().message.find("No space left") != std::string::npos);
  }

  void hashTellsContentApart() {
    std::set<ContentHash> seen;
    std::string text(65536, '\0');
    seen.insert(hashContent(text));
    for (size_t i = 0; i < text.size(); i += 97) {
      text[i] = 1;
      seen.insert(hashContent(text));
      text[i] = 0;
    }
    for (size_t size = 0; size < 100; ++size) seen.insert(hashContent(std::string_view(text).substr(0, size)));
    QCOMPARE(seen.size(), size_t(1 + (65536 + 96) / 97 + 100));
  }
};

QTEST_GUILESS_MAIN(OutputRecordTest)
#include "output_record_test.moc"
