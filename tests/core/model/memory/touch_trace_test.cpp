#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/file.h"
#include "core/model/memory/touch_trace.h"

using namespace warpwright;
using namespace warpwright::memsim;

class TouchTraceTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return folder_.filePath(name).toStdString(); }

  static TouchTrace sample() {
    TouchTrace trace;
    trace.kernel = "pick";
    trace.grid = {3, 2, 1};
    trace.block = {32, 1, 2};
    TraceSite site;
    site.kind = EventKind::atomic;
    site.bytes = 16;
    trace.sites = {TraceSite{}, site};
    trace.places = {{{"a.cu", 4, 9}, "x"}, {{"b \"c\".cu", 5, 1}, ""}};
    trace.pieces = {{"d_x", 4096, 100}, {"d_y", 8192, 1}};
    trace.threads = {{makeEvent(0, 4096), makeEvent(1, 4100)}, {}, {makeEvent(1, 8192)}};
    return trace;
  }

 private slots:
  void readsWhatItWrote() {
    const TouchTrace trace = sample();
    QVERIFY(writeTouchTrace(at("t"), trace).ok());
    const auto read = readTouchTrace(at("t"));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QCOMPARE(read->kernel, trace.kernel);
    QVERIFY(read->grid == trace.grid && read->block == trace.block && read->threads == trace.threads);
    QCOMPARE(read->sites.size(), size_t{2});
    QVERIFY(read->sites[1].kind == EventKind::atomic && read->sites[1].bytes == 16);
    QVERIFY(read->places[1].at == trace.places[1].at && read->places[0].object == "x");
    QVERIFY(read->pieces[0].name == "d_x" && read->pieces[1].address == 8192 && read->pieces[0].bytes == 100);
    QVERIFY(writeTouchTrace(at("none"), TouchTrace{}).ok());
    QVERIFY(readTouchTrace(at("none")).ok());
  }
  void refusesWhatIsNotWhole() {
    QVERIFY(writeTouchTrace(at("t"), sample()).ok());
    const std::string text = *readFile(at("t"));
    for (size_t bytes = 0; bytes < text.size(); ++bytes) {
      std::ofstream(at("cut"), std::ios::binary) << text.substr(0, bytes);
      QVERIFY2(!readTouchTrace(at("cut")).ok(), std::to_string(bytes).c_str());
    }
    std::ofstream(at("long"), std::ios::binary) << text << "12345678";
    QVERIFY(!readTouchTrace(at("long")).ok());
    std::string wrong = text;
    wrong.back() = '\x7f';  // a site that is not there
    std::ofstream(at("wrong"), std::ios::binary) << wrong;
    QVERIFY(!readTouchTrace(at("wrong")).ok());
    QVERIFY(!readTouchTrace(at("nowhere")).ok());
    QVERIFY(!writeTouchTrace(at("no/such/folder"), sample()).ok());
  }
};

QTEST_GUILESS_MAIN(TouchTraceTest)
#include "touch_trace_test.moc"
