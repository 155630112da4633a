#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/file.h"
#include "core/model/memory/request_trace.h"

using namespace warpwright;
using namespace warpwright::memsim;

class RequestTraceTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return folder_.filePath(name).toStdString(); }

  static RequestTrace sample() {
    RequestTrace trace;
    trace.kernel = "pick";
    trace.device = "H200";
    trace.geometry.blocks = 6;
    trace.tracedBlocks = 3;
    trace.keptBlocks = 2;
    trace.sites = {TraceSite{}};
    trace.places = {{{"a.cu", 4, 9}, "x"}};
    trace.globalCounts.resize(1);
    trace.waves = {{{0, {{1, 2, 3}, {}}}, {1, {{4}}}}, {}};
    return trace;
  }

 private slots:
  void readsWhatItWrote() {
    QVERIFY(appendRequestTrace(at("t"), sample()).ok());
    QVERIFY(appendRequestTrace(at("t"), sample()).ok());
    const auto read = readRequestTraces(at("t"));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QCOMPARE(read->size(), size_t{2});
    const RequestTrace& second = read->back();
    QCOMPARE(second.kernel, std::string("pick"));
    QCOMPARE(second.countFactor(), 2.0);
    QCOMPARE(second.requestFactor(), 3.0);
    QVERIFY(second.waves.size() == 2 && second.waves[0].size() == 2 && second.waves[0][1].multiprocessor == 1);
    QVERIFY(second.waves[0][0].warps == (std::vector<RequestStream>{{1, 2, 3}, {}}));
  }

  void refusesWhatIsNotWhole() {
    QVERIFY(appendRequestTrace(at("one"), sample()).ok());
    const std::string text = *readFile(at("one"));
    for (size_t bytes = 1; bytes < text.size(); ++bytes) {
      std::ofstream(at("cut"), std::ios::binary) << text.substr(0, bytes);
      QVERIFY2(!readRequestTraces(at("cut")).ok(), std::to_string(bytes).c_str());
    }
    QVERIFY(!readRequestTraces(at("nowhere")).ok());
  }

  /// A header that promises more than the file can hold takes no memory for it.
  void refusesPromises() {
    QVERIFY(appendRequestTrace(at("promises"), sample()).ok());
    std::string text = *readFile(at("promises"));
    const std::string lengths = "[3,0]", huge = "[9e9]";
    QVERIFY(text.find(lengths) != std::string::npos);
    text.replace(text.find(lengths), lengths.size(), huge);
    std::ofstream(at("promises"), std::ios::binary) << text;
    QVERIFY(!readRequestTraces(at("promises")).ok());
  }
};

QTEST_GUILESS_MAIN(RequestTraceTest)
#include "request_trace_test.moc"
