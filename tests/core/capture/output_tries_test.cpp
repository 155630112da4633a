// Which pieces of a captured launch's memory are tried as mere outputs.

#include "core/capture/output_tries.h"

#include <QTest>
#include <string>

using namespace warpwright;

namespace {

std::string pointerTo(uint64_t address) {
  return {reinterpret_cast<const char*>(&address), sizeof address};
}

class OutputTriesTest : public QObject {
  Q_OBJECT

 private slots:
  void pointersToConstantsLeadToInputs() {
    LaunchCapture capture;
    capture.kernel.mangledName = "_Z4copyPfPKfS1_i";  // copy(float*, float const*, float const*, int)
    for (const uint64_t address : {0x1000, 0x2000, 0x3000, 0x4000}) {
      CapturedMemory piece;
      piece.address = address;
      piece.size = 0x100;
      capture.memory.push_back(std::move(piece));
    }
    // The last argument but one leads into what the first one may write.
    capture.arguments = {{0, 8, pointerTo(0x1000)},
                         {8, 8, pointerTo(0x2010)},
                         {16, 8, pointerTo(0x1080)},
                         {24, 4, std::string(4, '\1')}};
    QVERIFY(!isOnlyRead(capture, 0));
    QVERIFY(isOnlyRead(capture, 1));
    QVERIFY2(!isOnlyRead(capture, 2), "no argument leads there: nothing is known");
    capture.arguments[2].bytes = pointerTo(0x3000) + pointerTo(0x4000);
    QVERIFY2(!isOnlyRead(capture, 2), "a structure may hold any pointer");
  }

  void unchangedPiecesAreTriedOneByOne() {
    std::vector<MemoryPieces> tried;
    const Status done = tryForOutputs({0, 2}, {1, 3}, [&](const MemoryPieces& pieces) {
      tried.push_back(pieces);
      return Result<bool>(pieces.size() == 1);
    });
    QVERIFY(done.ok());
    QCOMPARE(tried, (std::vector<MemoryPieces>{{0, 2}, {0}, {2}, {1}, {3}}));
  }
};

}  // namespace

QTEST_APPLESS_MAIN(OutputTriesTest)
#include "output_tries_test.moc"
