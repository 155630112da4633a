#include "core/execute/tune/capture_ways.h"

#include <QTest>
#include <atomic>
#include <string>
#include <thread>

using namespace warpwright;
using std::chrono::milliseconds;

namespace {

/// Takes that long, unless it is stopped.
Status take(milliseconds time, const std::stop_token& stop, Status then = {}) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    if (stop.stop_requested()) return cancelledError();
    std::this_thread::sleep_for(milliseconds(1));
  }
  return then;
}

constexpr milliseconds soon(5), later(100), never(20'000), alone(30);

}  // namespace

class CaptureWaysTest : public QObject {
  Q_OBJECT

  std::string order_;
  std::atomic<int> running_ = 0;
  bool wereBoth_ = false;

  CaptureWays::Way run(const char* name, milliseconds time, Status then = {}) {
    return [this, name, time, then](std::stop_token stop) {
      order_ += name;
      wereBoth_ |= running_.fetch_add(1) > 0;
      const Status done = take(time, stop, then);
      running_.fetch_sub(1);
      return done;
    };
  }
  static CaptureWays::Way build(milliseconds time, Status then = {}) {
    return [=](std::stop_token stop) { return take(time, stop, then); };
  }
  Status capture(CaptureWays ways, std::stop_token stop = {}) {
    order_.clear();
    wereBoth_ = false;
    ways.tellBuild = [this] { order_ += "b"; };
    return captureBy(ways, alone, std::move(stop));
  }

 private slots:
  void aShortRunIsTheEngines() {
    QVERIFY(capture({run("e", soon), build(never), run("g", soon)}).ok());
    QCOMPARE(order_, std::string("e"));
  }

  void aLongRunIsTheGpusOnceThatIsBuilt() {
    QVERIFY(capture({run("e", never), build(soon), run("g", soon)}).ok());
    QCOMPARE(order_, std::string("eg"));
    QVERIFY(capture({run("e", never), build(later), run("g", soon)}).ok());
    QCOMPARE(order_, std::string("eg"));
    QVERIFY(!wereBoth_);
    // The build takes longer than the engine.
    QVERIFY(capture({run("e", later), build(never), run("g", soon)}).ok());
    QCOMPARE(order_, std::string("e"));
  }

  void whatOneCannotTheOtherMay() {
    const Status no = inputError("no.");
    QVERIFY(capture({run("e", soon, no), build(later), run("g", soon)}).ok());
    QCOMPARE(order_, std::string("ebg"));
    QVERIFY(capture({run("e", later), build(soon, no), run("g", soon)}).ok());
    QCOMPARE(order_, std::string("e"));
    // Cut short for a GPU that does not serve: once more.
    QVERIFY(capture({run("e", later), build(soon), run("g", soon, no)}).ok());
    QCOMPARE(order_, std::string("ege"));
    const Status both = capture({run("e", soon, no), build(soon), run("g", soon, inputError("nor."))});
    QCOMPARE(both.error().message, std::string("no. It was not captured on the GPU either: nor."));
  }

  void itEndsWhereItIsAskedTo() {
    std::stop_source source;
    const std::jthread asks([&] {
      std::this_thread::sleep_for(soon);
      source.request_stop();
    });
    const Status ended = capture({run("e", never), build(never), run("g", never)}, source.get_token());
    QCOMPARE(ended.error().kind, ErrorKind::cancelled);
    QVERIFY(!(order_.find('g') != std::string::npos));
  }
};

QTEST_GUILESS_MAIN(CaptureWaysTest)
#include "capture_ways_test.moc"
