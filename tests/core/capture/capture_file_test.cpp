#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/file.h"
#include "core/capture/capture_frame.h"
#include "tests/core/capture/sample_capture.h"

using namespace warpwright;
using nlohmann::json;

class CaptureFileTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  std::filesystem::path at(const char* name) const { return folder_.filePath(name).toStdString(); }
  std::filesystem::path write(const char* name, const SampleMemory& memory) const {
    auto writer = CaptureWriter::create(at(name));
    if (!writer.ok()) qFatal("%s", writer.error().message.c_str());
    const LaunchCapture capture = sampleCapture(*writer, memory);
    if (const Status done = writer->finish(capture); !done.ok()) qFatal("%s", done.error().message.c_str());
    return at(name);
  }
  void put(const char* name, const std::string& bytes) const {
    std::ofstream(at(name), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  /// Why the file cannot be used; empty: it can.
  std::string refusal(const char* name) const {
    auto reader = CaptureReader::open(at(name));
    if (!reader.ok()) return reader.error().message;
    const Status whole = reader->verify();
    return whole.ok() ? "" : whole.error().message;
  }
  static std::string contentOf(const CaptureReader& reader, const MemoryImage& image) {
    std::string bytes;
    if (!reader.read(image, [&](uint64_t, std::string_view part) { bytes += part; }).ok()) return "unreadable";
    return bytes;
  }

 private slots:
  void readsBackWhatWasWritten() {
    const SampleMemory memory = SampleMemory::ofSize(3 * captureChunkBytes + 4096);
    auto reader = CaptureReader::open(write("a", memory));
    QVERIFY2(reader.ok(), reader.ok() ? "" : reader.error().message.c_str());
    const LaunchCapture& got = reader->capture();
    auto again = CaptureWriter::create(at("b"));
    const LaunchCapture wanted = sampleCapture(*again, memory);
    QVERIFY(toJson(got) == toJson(wanted));
    QCOMPARE(got.memory.size(), size_t(3));
    QCOMPARE(contentOf(*reader, got.memory[0].before), memory.table);
    QCOMPARE(contentOf(*reader, got.memory[1].after), memory.input);
    QCOMPARE(contentOf(*reader, got.memory[2].before), memory.resultBefore);
    QCOMPARE(contentOf(*reader, got.memory[2].after), memory.resultAfter);
    QCOMPARE(got.memoryBytes(), 2 * memory.input.size() + memory.table.size());
    QVERIFY(reader->verify().ok());
  }

  void keepsEachContentOnce() {
    const SampleMemory memory = SampleMemory::ofSize(64 * captureChunkBytes);
    const auto path = write("once", memory);
    auto reader = CaptureReader::open(path);
    // The unchanged input once, zeros once, the result, the variable; both repeat after 256 bytes or 64 KiB.
    QVERIFY(reader->chunks().size() < 140);
    SampleMemory same = memory;
    same.resultAfter = same.resultBefore = same.input;
    auto small = CaptureReader::open(write("same", same));
    QVERIFY(small->chunks().size() < reader->chunks().size());
    QCOMPARE(readFile(path).value(), readFile(write("again", memory)).value());
  }

  void estimatesBeforeItWrites() {
    const SampleMemory memory = SampleMemory::ofSize(1 << 22);
    const std::string zeros(1 << 24, '\0');
    const CaptureEstimate estimate = estimateCapture({memory.input, zeros});
    QCOMPARE(estimate.rawBytes, (uint64_t{1} << 22) + (1 << 24));
    QVERIFY(estimate.packedBytes < estimate.rawBytes);
    QCOMPARE(estimateCapture({}).packedBytes, uint64_t{0});
  }

  void everyFlippedBitIsRefused() {
    write("whole", SampleMemory::ofSize(600));
    const std::string bytes = readFile(at("whole")).value();
    for (size_t i = 0; i < bytes.size(); ++i) {
      std::string altered = bytes;
      altered[i] = static_cast<char>(altered[i] ^ (1 << (i % 8)));
      put("flipped", altered);
      QVERIFY2(!refusal("flipped").empty(), ("byte " + std::to_string(i)).c_str());
    }
  }

  void everyTruncationIsRefused() {
    write("whole", SampleMemory::ofSize(600));
    const std::string bytes = readFile(at("whole")).value();
    for (size_t length = 0; length < bytes.size(); ++length) {
      put("short", bytes.substr(0, length));
      QVERIFY2(!refusal("short").empty(), ("length " + std::to_string(length)).c_str());
    }
    put("long", bytes + "x");
    QVERIFY(!refusal("long").empty());
    put("twice", bytes + bytes);
    QVERIFY(!refusal("twice").empty());
  }

  void randomDamageOfLargeFilesIsRefused_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 0; seed < 4; ++seed) QTest::addRow("seed %u", seed) << seed;
  }
  void randomDamageOfLargeFilesIsRefused() {
    QFETCH(unsigned, seed);
    std::mt19937_64 random(seed);
    write("large", SampleMemory::ofSize(2 * captureChunkBytes + 100));
    const std::string bytes = readFile(at("large")).value();
    for (int round = 0; round < 60; ++round) {
      std::string altered = bytes;
      const size_t from = random() % altered.size(), count = 1 + random() % 40;
      switch (random() % 4) {
        case 0:  // other bytes
          for (size_t i = from; i < std::min(from + count, altered.size()); ++i)
            altered[i] = static_cast<char>(random());
          break;
        case 1:
          altered.erase(from, count);
          break;
        case 2:
          altered.insert(from, std::string(count, static_cast<char>(random())));
          break;
        default:
          std::swap_ranges(altered.begin(), altered.begin() + static_cast<long>(altered.size() / 2),
                           altered.begin() + static_cast<long>(altered.size() - altered.size() / 2));
      }
      if (altered == bytes) continue;
      put("damaged", altered);
      QVERIFY2(!refusal("damaged").empty(), ("round " + std::to_string(round)).c_str());
    }
  }

  void wrongValuesUnderRightChecksumsAreRefused_data() { randomDamageOfLargeFilesIsRefused_data(); }
  /// Whoever makes a file can compute its checksums: values are looked at as well. Whatever is accepted must be usable.
  void wrongValuesUnderRightChecksumsAreRefused() {
    QFETCH(unsigned, seed);
    std::mt19937_64 random(seed);
    const SampleMemory memory = SampleMemory::ofSize(600);
    auto reader = CaptureReader::open(write("base", memory));
    const json good = toJson(reader->capture());
    const json values = {nullptr,
                         -1,
                         0,
                         1,
                         3,
                         1e300,
                         -0.5,
                         UINT64_MAX,
                         UINT64_MAX - 7,
                         "",
                         "text",
                         json::array(),
                         json::object(),
                         json::array({1, 2, 3}),
                         true};
    const json flat = good.flatten();
    int refused = 0;
    for (int round = 0; round < 400; ++round) {
      auto place = flat.begin();
      std::advance(place, static_cast<long>(random() % flat.size()));
      json changed = good;
      changed[json::json_pointer(place.key())] = values[random() % values.size()];
      put("forged", forge(*reader, changed.dump(), {}));
      auto opened = CaptureReader::open(at("forged"));
      if (!opened.ok()) {
        ++refused;
        continue;
      }
      for (const CapturedMemory& piece : opened->capture().memory) {
        QCOMPARE(contentOf(*opened, piece.before).size(), size_t(piece.size));
        QCOMPARE(contentOf(*opened, piece.after).size(), size_t(piece.size));
      }
    }
    QVERIFY(refused > 200);
    for (const std::string& text :
         {std::string(), std::string("{}"), std::string("[]"), std::string("{\"memory\""), std::string(5000, '[')}) {
      put("forged", forge(*reader, text, {}));
      QVERIFY(!refusal("forged").empty());
    }
    for (int round = 0; round < 200; ++round) {
      std::vector<CaptureChunk> chunks = reader->chunks();
      CaptureChunk& chunk = chunks[random() % chunks.size()];
      const uint64_t value = random() >> (random() % 64);
      switch (random() % 4) {
        case 0:
          chunk.offset ^= value;
          break;
        case 1:
          chunk.stored ^= static_cast<uint32_t>(value);
          break;
        case 2:
          chunk.raw ^= static_cast<uint32_t>(value);
          break;
        default:
          chunk.hash[random() % 2] ^= value;
      }
      put("forged", forge(*reader, good.dump(), chunks));
      const bool same = capture_frame::table(chunks) == capture_frame::table(reader->chunks());
      QCOMPARE(refusal("forged").empty(), same);
    }
  }

  void messagesSayWhatIsWrong() {
    write("whole", SampleMemory::ofSize(600));
    std::string bytes = readFile(at("whole")).value();
    put("cut", bytes.substr(0, bytes.size() - 10));
    QVERIFY(refusal("cut").find("truncated") != std::string::npos);
    put("other", "SQLite format 3, and so on, and on, and on");
    QVERIFY(refusal("other").find("does not begin as one") != std::string::npos);
    std::string newer = bytes;
    newer[8] = 9;
    put("newer", newer);
    QVERIFY(refusal("newer").find("newer version of Warpwright (format 9") != std::string::npos);
    bytes[60] ^= 1;
    put("damaged", bytes);
    QVERIFY(refusal("damaged").find("damaged at byte") != std::string::npos);
    QVERIFY(refusal("none").find("There is no capture") != std::string::npos);
    put("empty", "");
    QVERIFY(refusal("empty").find("too short (0 bytes)") != std::string::npos);
  }

  void nothingIsLeftOfACaptureThatFailed() {
    {
      auto writer = CaptureWriter::create(at("half"));
      writer->store("some bytes");
    }
    QVERIFY(!std::filesystem::exists(at("half")) && !std::filesystem::exists(at("half.part")));
    auto writer = CaptureWriter::create(at("wrong"));
    LaunchCapture capture = sampleCapture(*writer, SampleMemory::ofSize(600));
    capture.memory[1].address = capture.memory[2].address - 4;
    const Status done = writer->finish(capture);
    QVERIFY(!done.ok() && done.error().message.find("overlaps") != std::string::npos);
    QVERIFY(!CaptureWriter::create(at("no/such/folder")).ok());
  }

 private:
  /// A file with the reader's chunks, this description and this table (empty: the right one), all with right checksums.
  static std::string forge(const CaptureReader& reader, const std::string& description,
                           std::vector<CaptureChunk> table) {
    std::string bytes = capture_frame::header();
    std::vector<CaptureChunk> chunks = reader.chunks();
    for (uint32_t i = 0; i < chunks.size(); ++i) {
      const std::string raw = reader.chunk(i).value();
      chunks[i].offset = bytes.size();
      chunks[i].stored = chunks[i].raw;
      bytes += capture_frame::sectionHead(capture_frame::chunkTag, raw, raw.size()) + raw;
    }
    for (size_t i = 0; i < table.size(); ++i) {
      // The differences that the caller made, on top of what is right for this file.
      const CaptureChunk& was = reader.chunks()[i];
      chunks[i].offset ^= was.offset ^ table[i].offset;
      chunks[i].stored ^= was.stored ^ table[i].stored;
      chunks[i].raw ^= was.raw ^ table[i].raw;
      for (int half = 0; half < 2; ++half) chunks[i].hash[half] ^= was.hash[half] ^ table[i].hash[half];
    }
    const uint64_t launchOffset = bytes.size();
    bytes += capture_frame::sectionHead(capture_frame::launchTag, description, description.size()) + description;
    const uint64_t tableOffset = bytes.size();
    const std::string list = capture_frame::table(chunks);
    bytes += capture_frame::sectionHead(capture_frame::tableTag, list, list.size()) + list;
    return bytes + capture_frame::trailer(launchOffset, tableOffset, bytes.size() + capture_frame::trailerBytes);
  }
};

QTEST_GUILESS_MAIN(CaptureFileTest)
#include "capture_file_test.moc"
