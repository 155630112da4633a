#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/file.h"
#include "core/execute/place/kept_worker.h"

using namespace warpwright;
using nlohmann::json;

/// A worker that takes one job after another: a script in its place.
class KeptWorkerTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string program_;

  std::unique_ptr<KeptWorker> start() {
    auto worker = KeptWorker::start(program_, "done");
    return worker.ok() ? std::move(worker.value()) : nullptr;
  }
  /// What was told of one job: its events but progress, and what was said.
  struct Told {
    QStringList events, said;
    Result<std::optional<WorkerEnd>> end;
  };
  static Told give(KeptWorker& worker, const char* job, int milliseconds = 0, std::stop_token stop = {}) {
    Told told{{}, {}, std::optional<WorkerEnd>()};
    told.end = worker.run(
        job, std::chrono::milliseconds(milliseconds),
        [&](const json& event) { told.events << QString::fromStdString(event.at("event").get<std::string>()); },
        [&](const EngineProgress& now) { told.said << QString::fromStdString(now.text); }, stop);
    return told;
  }

 private slots:
  void initTestCase() {
    const std::filesystem::path program = std::filesystem::path(folder_.path().toStdString()) / "worker";
    const char* text =
        "#!/bin/sh\n"
        "count=0\n"
        "while read -r job; do\n"
        "  count=$((count + 1))\n"
        "  echo '{\"event\":\"progress\",\"phase\":\"p\",\"text\":\"'$job' '$count'\"}' >&3\n"
        "  case $job in\n"
        "    die) kill -9 $$ ;;\n"
        "    leave) exit 3 ;;\n"
        "    slow) sleep 60 ;;\n"
        "    torn) echo '{\"event\":' >&3 ;;\n"
        "  esac\n"
        "  echo '{\"event\":\"more\"}' >&3\n"
        "  echo '{\"event\":\"done\",\"count\":'$count'}' >&3\n"
        "done\n";
    QVERIFY(writeFileAtomically(program, text).ok());
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    program_ = program.string();
  }

  void takesOneJobAfterAnother() {
    const auto worker = start();
    QVERIFY(worker);
    for (const char* said : {"one 1", "torn 2", "two 3"}) {
      const Told told = give(*worker, QString(said).section(' ', 0, 0).toUtf8());
      QVERIFY(told.end.ok() && !*told.end);
      QCOMPARE(told.events, QStringList({"more", "done"}));
      QCOMPARE(told.said, QStringList({said}));
    }
  }

  void tellsHowItEnded() {
    for (const bool isKilled : {true, false}) {
      const auto worker = start();
      QVERIFY(worker);
      QVERIFY(!*give(*worker, "one").end);
      const Told told = give(*worker, isKilled ? "die" : "leave");
      QVERIFY(told.end.ok() && *told.end);
      const WorkerEnd& end = **told.end;
      QCOMPARE(end.process.signal, isKilled ? 9 : 0);
      QCOMPARE(end.process.exitCode, isKilled ? end.process.exitCode : 3);
      QVERIFY(told.events.isEmpty());
      QCOMPARE(QString::fromStdString(end.lastText), QString(isKilled ? "die 2" : "leave 2"));
    }
  }

  void oneThatTakesTooLongIsEnded() {
    const auto worker = start();
    QVERIFY(worker);
    const Told told = give(*worker, "slow", 300);
    QVERIFY(told.end.ok() && *told.end);
    QVERIFY((*told.end)->process.timedOut);
    QVERIFY((*told.end)->crash("ended", "too long").message.starts_with("too long"));
  }

  void cancelEndsIt() {
    const auto worker = start();
    QVERIFY(worker);
    std::stop_source stop;
    std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stop.request_stop();
    });
    const Told told = give(*worker, "slow", 0, stop.get_token());
    QVERIFY(!told.end.ok() && told.end.error().kind == ErrorKind::cancelled);
  }

  void oneThatCannotBeStartedSaysSo() {
    const auto none = KeptWorker::start(program_ + "-that-is-not-there", "done");
    QVERIFY(!none.ok());
  }
};

QTEST_GUILESS_MAIN(KeptWorkerTest)
#include "kept_worker_test.moc"
