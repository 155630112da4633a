#include <QtTest>
#include <cstring>

#include "core/base/temporary_folder.h"
#include "core/capture/relocate_capture.h"

using namespace warpwright;

class RelocateCaptureTest : public QObject {
  Q_OBJECT

  static constexpr uint64_t inputAt = 0x7f0000000200, outputAt = 0x7f3000000000, base = 0x200000400000;
  static constexpr size_t size = 600'000;
  TemporaryFolder folder_;

  static void setWord(std::string& bytes, size_t offset, uint64_t word) {
    std::memcpy(bytes.data() + offset, &word, sizeof word);
  }
  static uint64_t word(const std::string& bytes, size_t offset) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }

  /// Moves a capture with this memory; gives the reason where it is refused.
  std::string move(const std::string& input, const std::string& before, const std::string& after,
                   LaunchCapture* moved = nullptr) {
    const auto path = folder_.path() / "a.wwcap", target = folder_.path() / "b.wwcap";
    Result<CaptureWriter> writer = CaptureWriter::create(path);
    LaunchCapture capture;
    capture.producer = "gpu";
    capture.kernel.name = "k";
    capture.kernel.mangledName = "_Z1k";
    capture.kernel.parameterSizes = {4, 24};
    std::string block(24, '\0');
    setWord(block, 0, inputAt + 8);
    setWord(block, 8, 17);
    setWord(block, 16, outputAt + size);  // one past the end
    capture.arguments = {{0, 4, std::string(4, '\1')}, {8, 24, block}};
    capture.memory.push_back({CapturedMemory::Kind::device,
                              "in",
                              inputAt,
                              input.size(),
                              0,
                              "",
                              {},
                              writer->store(input),
                              writer->store(input),
                              {}});
    capture.memory.push_back({CapturedMemory::Kind::device,
                              "out",
                              outputAt,
                              before.size(),
                              0,
                              "",
                              {},
                              writer->store(before),
                              writer->store(after),
                              {}});
    if (!writer->finish(capture).ok()) return "not written";
    Result<CaptureReader> reader = CaptureReader::open(path);
    const Status done = relocateCapture(*reader, target, base);
    if (!done.ok()) return done.error().message;
    Result<CaptureReader> result = CaptureReader::open(target);
    if (!result.ok() || !result->verify().ok()) return "not readable";
    if (moved) *moved = result->capture();
    return "";
  }

 private slots:
  void movesMemoryAndArguments() {
    LaunchCapture moved;
    std::string data(size, '\3');
    QCOMPARE(move(data, data, std::string(size, '\4'), &moved), "");
    const uint64_t in = moved.memory[0].address, out = moved.memory[1].address;
    QVERIFY(in >= base && out >= in + size);
    QCOMPARE(in % (2 << 20), inputAt % (2 << 20));
    QCOMPARE(word(moved.arguments[1].bytes, 0), in + 8);
    QCOMPARE(word(moved.arguments[1].bytes, 8), 17U);
    QCOMPARE(word(moved.arguments[1].bytes, 16), out + size);
    QCOMPARE(moved.arguments[0].bytes, std::string(4, '\1'));
    QVERIFY(moved.memory[0].before == moved.memory[0].after && moved.memory[1].before != moved.memory[1].after);
  }

  // A pointer inside memory, before the launch or written by it, cannot be followed.
  void refusesAddressesInMemory_data() {
    QTest::addColumn<int>("offset");
    QTest::addColumn<bool>("written");
    QTest::newRow("first word") << 0 << false;
    QTest::newRow("across chunks") << 262'144 << false;
    QTest::newRow("last word") << 599'992 << false;
    QTest::newRow("written by the launch") << 80 << true;
  }
  void refusesAddressesInMemory() {
    QFETCH(int, offset);
    QFETCH(bool, written);
    const std::string plain(size, '\3');
    std::string holding = plain;
    setWord(holding, static_cast<size_t>(offset), inputAt + size / 2);
    const std::string why = written ? move(plain, plain, holding) : move(plain, holding, plain);
    QVERIFY2(why.find("address in `in`") != std::string::npos, why.c_str());
    QVERIFY(why.find("byte " + std::to_string(offset)) != std::string::npos);
    setWord(holding, static_cast<size_t>(offset), inputAt + size + 8);  // past the end of anything
    QCOMPARE(written ? move(plain, plain, holding) : move(plain, holding, plain), "");
  }
};

QTEST_GUILESS_MAIN(RelocateCaptureTest)
#include "relocate_capture_test.moc"
