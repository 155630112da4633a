#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/report/reuse_chart.h"
#include "core/session/session.h"
#include "test_data.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

/// `warpwright partition`: of a matrix, of a capture, of a program's launch.
class PartitionCommandTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  QString put(const QString& name, const std::string& text) { return writeInto(folder_, name, text); }

 private slots:
  void partitions() {
    std::string matrix = "%%MatrixMarket matrix coordinate pattern general\n64 64 4096\n";
    for (int row = 1; row <= 64; ++row) {
      for (int column = 1; column <= 64; ++column) matrix += std::to_string(row) + ' ' + std::to_string(column) + '\n';
    }
    put("dense.mtx", matrix);
    const Answer answer =
        run({"partition", "dense.mtx", "--tasks-per-block", "256", "--output", "parts", "--format", "json"});
    QCOMPARE(answer.code, 0);
    const json value = answer.value();
    for (const char* field : {"tasks", "data", "parts", "cost", "default_cost", "max_tasks", "balance", "seconds",
                              "peak_bytes", "method"}) {
      QVERIFY2(value.contains(field), field);
    }
    QCOMPARE(value["tasks"].get<int>(), 4096);
    QVERIFY(value["cost"].get<int>() < value["default_cost"].get<int>());
    const std::string parts = readFile(folder_.filePath("parts").toStdString()).value();
    QCOMPARE(int(std::count(parts.begin(), parts.end(), 0x0a)), 4096);
    QCOMPARE(run({"partition", "dense.mtx", "--tasks-per-block", "0"}).code, 2);
  }

  // Edges of a ring, node v with node v + 1, scattered: the graph is read out of the captured index arrays.
  void partitionsACapture() {
    const QString source = QString(WARPWRIGHT_TEST_DATA) + "/app/partition/ring.cu";
    QCOMPARE(run({"run", source, "--cuda", "none", "--capture", "ring.wwcap", "--kernel", "ring"}).code, 0);
    const Answer answer = run(
        {"partition", "ring.wwcap", "--source", source, "--cuda", "none", "--launch-ms", "0.5", "--format", "json"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json value = answer.value();
    QCOMPARE(value["tasks"].get<int>(), 3000);
    QCOMPARE(value["data"].get<int>(), 3000);
    QVERIFY(value["index_arrays"] == json::array({"from", "to"}));
    QVERIFY(value["gathered"] == json::array({"x"}));
    QCOMPARE(value["input_note"].get<std::string>(), std::string());
    QVERIFY(value["max_tasks"].get<int>() <= 64);
    QVERIFY(value["cost"].get<int>() * 4 < value["default_cost"].get<int>());
    QVERIFY(value["break_even_launches"].get<double>() > 0);
    const Answer none = run({"partition", "ring.wwcap", "--source", source, "--kernel", "chain", "--cuda", "none"});
    QVERIFY2(none.code == 3 && none.error.find("no kernel `chain`") != std::string::npos, none.error.c_str());
    QCOMPARE(run({"partition", "ring.wwcap"}).code, 2);
  }

  // A program's launch: from its index arrays where they tell all, else from a trace of what its threads touch.
  void partitionsAProgram() {
    const QString ring = QString(WARPWRIGHT_TEST_DATA) + "/app/partition/ring.cu";
    const auto ask = [&](QStringList more) {
      return run(QStringList{"partition"} + more + QStringList{"--cuda", "none", "--format", "json"});
    };
    const Answer read = ask({ring, "--kernel", "ring"}), traced = ask({ring, "--kernel", "ring", "--trace"});
    QVERIFY2(read.code == 0, read.error.c_str());
    QVERIFY2(traced.code == 0, traced.error.c_str());
    QCOMPARE(read.value()["read_from"].get<std::string>(), std::string("index arrays"));
    QCOMPARE(traced.value()["read_from"].get<std::string>(), std::string("trace"));
    for (const char* field : {"tasks", "data", "cost", "default_cost", "max_data"}) {
      QCOMPARE(traced.value()[field].get<int>(), read.value()[field].get<int>());
    }
    QVERIFY(traced.value()["gathered"] == json::array({"x"}));

    // The graph is kept for the dock and for this command; the figure for the report.
    QCOMPARE(run({"partition", ring, "--kernel", "ring", "--cuda", "none", "--save-graph", "ring.tasks", "--session",
                  "ring.wws"})
                 .code,
             0);
    const Answer again = run({"partition", "ring.tasks", "--format", "json"});
    QVERIFY2(again.code == 0, again.error.c_str());
    QCOMPARE(again.value()["cost"].get<int>(), read.value()["cost"].get<int>());
    QCOMPARE(again.value()["max_tasks"].get<int>(), read.value()["max_tasks"].get<int>());
    const auto session = Session::openOrCreate(folder_.filePath("ring.wws").toStdString());
    QVERIFY(session.ok());
    const auto figure = reuseFigureFromJson(json::parse(session->values()->at("reuse figure")));
    QVERIFY2(figure.ok(), figure.ok() ? "" : figure.error().message.c_str());
    QCOMPARE(figure->picture.tasks, uint64_t{3000});
    QCOMPARE(figure->tasksPerBlock, 64u);
    QCOMPARE(figure->orders.size(), size_t{2});

    const QString frontier = QString(WARPWRIGHT_TEST_DATA) + "/app/partition/frontier.cu";
    const Answer answer = ask({frontier, "--kernel", "expand", "--launch-index", "1", "--method", "default"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json value = answer.value();
    QCOMPARE(value["read_from"].get<std::string>(), std::string("trace"));
    QVERIFY(value["input_note"].get<std::string>().find("the kernel writes `mask`") != std::string::npos);
    QVERIFY(value["gathered"] == json::array({"cost", "seen"}));
    QCOMPARE(value["tasks"].get<int>(), 640);
    QCOMPARE(value["data"].get<int>(), 2 * 640);
    // Task v, of the odd ones, touches v + 1 and v + 2 of both arrays: nobody else does.
    QCOMPARE(value["cost"].get<int>(), 0);
    QCOMPARE(value["max_data"].get<int>(), 2 * 64);
    const Answer seen =
        run({"partition", frontier, "--kernel", "expand", "--cuda", "none", "--format", "json", "--", "seen"});
    QVERIFY2(seen.code == 0, seen.error.c_str());
    QVERIFY(seen.value()["gathered"] == json::array({"seen"}));

    const Answer nameless = run({"partition", ring});
    QVERIFY2(nameless.code == 2 && nameless.error.find("--kernel NAME") != std::string::npos, nameless.error.c_str());
    const Answer late = run({"partition", ring, "--kernel", "ring", "--launch-index", "7", "--cuda", "none"});
    QVERIFY2(late.code == 3 && late.error.find("launch 7 of `ring`") != std::string::npos, late.error.c_str());
  }
};

QTEST_GUILESS_MAIN(PartitionCommandTest)
#include "partition_command_test.moc"
