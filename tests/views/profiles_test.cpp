// Profiles of programs: which kernels take the time, and when launches and copies were.
#include <QSignalSpy>
#include <nlohmann/json.hpp>

#include "core/job/program_profile.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/runs/runs_panel.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/message_bar.h"
#include "views/shared/picture_menu.h"
#include "views/speedup/profile_page.h"
#include "views/speedup/timeline_picture.h"
#include "views/window/bottom_docks.h"
#include "views/window/pages.h"
#include "views/window/profile_dialog.h"
#include "views/window/profiles.h"
#include "views/window/session_keeper.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

/// Two streams: a fill and a copy, kernels of both beside each other, a copy back.
ProgramProfile profiled() {
  ProfileBuilder builder;
  builder.addCopy("fill", 1'000'000, 1'040'000, 65536, {0, 7});
  builder.addCopy("host to device", 1'050'000, 1'350'000, 4 << 20, {0, 7});
  builder.addKernel("_Z7descendPi", 1'400'000, 1'900'000, 32, {{64, 1, 1}, {64, 1, 1}}, {0, 7});
  builder.addKernel("_Z4scalePfS_", 1'500'000, 1'700'000, 32, {{64, 1, 1}, {64, 1, 1}}, {0, 13});
  builder.addCopy("device to host", 1'950'000, 2'000'000, 1 << 20, {0, 7});
  return builder.profile();
}

ProfileTimeline drawn() {
  return timelineOf(profiled(), "profile.json", "H200");
}

/// What a run of the program in front gives: descend took most of the time.
ProfiledProgram ranOnGpu() {
  ProfiledProgram profiled;
  profiled.run.loaded = true;
  profiled.run.profile = ::profiled();
  profiled.run.end.output = "done\n";
  profiled.gpu.name = "H200";
  return profiled;
}

/// A window whose programs run on a GPU that does not exist.
struct GpuBench : Bench {
  GpuBench() {
    executable = folder.filePath("p/descend").toStdString();
    write(QString::fromStdString(executable), "#!/bin/sh\n");
    QFile::setPermissions(QString::fromStdString(executable), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    services.profile = [this](const ProgramToProfile& program, const std::function<void(const std::string&)>& progress,
                              std::stop_token stop) -> Result<ProfiledProgram> {
      ran = program;
      progress("running descend");
      while (hold && !stop.stop_requested()) QThread::msleep(1);
      if (stop.stop_requested()) return cancelledError();
      return answer;
    };
    window.reset();
    open();
    openFile();
  }
  Profiles& profiles() { return window->profiles(); }
  QStringList kernels() {
    QStringList names;
    const OpportunityModel& model = window->opportunities().model();
    for (int i = 0; i < model.rowCount(); ++i) names << model.index(i, 0).data(OpportunityModel::detailRole).toString();
    return names;
  }

  std::string executable;
  ProgramToProfile ran;
  Result<ProfiledProgram> answer = ranOnGpu();
};

}  // namespace

class ProfileTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void barsLieInTheirLanes() {
    const ProfileTimeline timeline = drawn();
    QCOMPARE(timeline.lanes, (std::vector<std::string>{"stream 7", "stream 13"}));
    QCOMPARE(timeline.bars.size(), size_t(5));
    QCOMPARE(timeline.span, 1e-3);
    QCOMPARE(timeline.summary, std::string("5 launches, copies and fills in 2 streams, 1 ms"));
    QCOMPARE(timeline.conditions, std::string("H200"));
    const auto boxes = timelineBoxes(timeline, {0, timeline.span}, 640, 200);
    for (size_t i = 1; i < boxes.size(); ++i) QVERIFY(boxes[i].x > boxes[i - 1].x);
    QCOMPARE(boxes[2].y + boxes[2].height, boxes[0].y + boxes[0].height);  // the fill has the lower half
    QVERIFY(boxes[0].height < boxes[2].height && boxes[3].y > boxes[2].y + boxes[2].height);
    QVERIFY(std::abs(boxes[2].width - 2.5 * boxes[3].width) < 1e-6);
    const double half = timelineAt({0, timeline.span}, 640, boxes[2].x + boxes[2].width / 2);
    QVERIFY(std::abs(half - 0.65e-3) < 1e-9);
    QVERIFY(timelineCsv(timeline).find("\"descend(int*)\",\"stream 7\",kernel,0.0004,0.0005,0\n") != std::string::npos);
    QVERIFY(timelineCsv(timeline).find("\"fill\",\"stream 7\",fill,0,4e-05,65536\n") != std::string::npos);
  }

  void whatWasLeftOutIsSaid() {
    ProgramProfile profile = profiled();
    profile.kernels.front().launches = 20000;
    QCOMPARE(timelineOf(profile, "p", "H200").conditions, std::string("H200, the first 5 of 20,004"));
    // Two GPUs, two processes: the lanes tell them apart.
    profile.events[1].place.device = 1;
    profile.events[2].process = 1;
    const auto lanes = timelineOf(profile, "p", "").lanes;
    QCOMPARE(lanes[0], std::string("process 1, GPU 0, stream 7"));
    QCOMPARE(lanes.size(), size_t(4));
  }

  void itIsReadByMouseAndKeyboard() {
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
      views::Theme theme;
      theme.choose(kind);
      TimelinePicture picture(theme);
      picture.resize(640, 240);
      picture.setTimeline(drawn());
      QVERIFY(picture.accessibleDescription().startsWith("5 launches, copies and fills in 2 streams"));
      picture.show();
      picture.setFocus();
      QTest::keyClick(&picture, Qt::Key_Right);
      QCOMPARE(picture.accessibleDescription(), QString("1 of 5, fill, stream 7: 40 µs, from 0 ns; 64 KiB"));
      QTest::keyClick(&picture, Qt::Key_End);
      QVERIFY(picture.accessibleDescription().startsWith("5 of 5, device to host, stream 7: 50 µs, from 950 µs"));
      // Closer, and to a bar that is out of sight then.
      QTest::keyClick(&picture, Qt::Key_Plus);
      QTest::keyClick(&picture, Qt::Key_Plus);
      QVERIFY(std::abs(picture.range().to - picture.range().from - 0.25e-3) < 1e-9);
      QTest::keyClick(&picture, Qt::Key_Home);
      QCOMPARE(picture.range().from, 0.0);
      QTest::keyClick(&picture, Qt::Key_Right, Qt::ShiftModifier);
      QVERIFY(picture.range().from > 0);
      QTest::keyClick(&picture, Qt::Key_Minus);
      QTest::keyClick(&picture, Qt::Key_0);
      QCOMPARE(picture.range().to, 1e-3);
      // The mouse, anywhere on a bar and not beside it.
      const double unit = QFontMetricsF(theme.font(0.92)).height() / 16;
      const auto boxes = timelineBoxes(picture.timeline(), picture.range(), (640 - 12) / unit, (240 - 12) / unit);
      const auto at = [&](double x, double y) { return QPointF(x * unit + 6, y * unit + 6); };
      QVERIFY(picture.textAt(at(boxes[2].x + 2, boxes[2].y + 3)).startsWith("3 of 5, descend(int*)"));
      QVERIFY(picture.textAt(at(boxes[2].x + boxes[2].width - 2, boxes[2].y + 3)).startsWith("3 of 5"));
      QVERIFY(picture.textAt(at(boxes[0].x, boxes[0].y - 6)).isEmpty());  // above a fill
      // Nothing is further than all of it, and the wheel keeps the time under the mouse.
      QWheelEvent wheel(at(boxes[3].x, boxes[3].y), picture.mapToGlobal(at(boxes[3].x, boxes[3].y)), {}, {0, 120},
                        Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
      QCoreApplication::sendEvent(&picture, &wheel);
      const auto closer = timelineBoxes(picture.timeline(), picture.range(), (640 - 12) / unit, (240 - 12) / unit);
      QVERIFY(std::abs(closer[3].x - boxes[3].x) < 0.01 && closer[3].width > boxes[3].width);
    }
  }

  void itIsKeptInFiles() {
    QTemporaryDir folder;
    views::Theme theme;
    TimelinePicture picture(theme);
    picture.resize(640, 240);
    QVERIFY(!picture.saveSvg(folder.filePath("t.svg")));  // there is nothing to keep
    picture.setTimeline(drawn());
    auto* menu = picture.findChild<PictureMenu*>();
    QVERIFY(menu);
    QVERIFY(picture.saveSvg(folder.filePath("t.svg")) && menu->savePng(folder.filePath("t.png")) &&
            menu->saveCsv(folder.filePath("t.csv")));
    QVERIFY(read(folder.filePath("t.svg")).find("stream 13") != std::string::npos);
    QCOMPARE(QImage(folder.filePath("t.png")).size(), QSize(1280, 480));
    QVERIFY(!picture.saveSvg("/nowhere/t.svg"));
  }

  void theWindowOpensProfiles() {
    Bench bench;
    nlohmann::json profile = toJson(profiled());
    profile["device"] = "H200";
    const QString file = bench.folder.filePath("profile.json");
    write(file, profile.dump());
    bench.window->profiles().open(file.toStdString());
    QTRY_VERIFY(bench.window->profiles().page());
    ProfilePage& page = *bench.window->profiles().page();
    QCOMPARE(bench.window->pages().currentWidget(), &page);
    QVERIFY(page.words().contains("2 streams") && page.words().contains("H200"));
    QVERIFY(page.picture().isVisible());
    const QStringList rows = printModel(page.table().cells());
    QCOMPARE(rows.size(), 5);
    QVERIFY2(rows[0].startsWith("71.4 | descend(int*) | 0.500 | 1 | 500.00 | "), qPrintable(rows[0]));
    QVERIFY2(rows[2].contains("host to device"), qPrintable(rows[2]));
    // One of an older version.
    profile.erase("events");
    write(file, profile.dump());
    bench.window->profiles().open(file.toStdString());
    QTRY_VERIFY(page.words().contains("older version"));
    QVERIFY(!page.picture().isVisible());
  }

  void theWindowProfilesPrograms() {
    GpuBench bench;
    QVERIFY(bench.window->actions().profile->isEnabled());
    // What is suggested: the executable beside the source.
    QCOMPARE(bench.profiles().makeDialog()->call().executable.filename().string(), std::string("descend"));
    QCOMPARE(bench.kernels(), QStringList({"descend.cu"}));
    bench.profiles().start({bench.executable, "100 \"a b\""});
    ProfilePage* page = bench.profiles().page();
    QVERIFY(page && bench.window->pages().currentWidget() == page);
    QTRY_VERIFY(bench.profiles().shown());
    QCOMPARE(bench.ran.command, (std::vector<std::string>{bench.executable, "100", "a b"}));
    QCOMPARE(bench.ran.workingFolder.string(), std::filesystem::path(bench.file).parent_path().string());
    const QStringList rows = printModel(page->table().cells());
    QVERIFY2(rows[0].contains("descend(int*)") && rows[0].contains("descend.cu:"), qPrintable(rows[0]));
    // It ranks the kernels, is a run with its output, and the next one starts with the same words.
    QCOMPARE(bench.kernels(), QStringList({"71 % of GPU time · descend.cu"}));
    auto& runs = static_cast<RunsPanel&>(bench.window->bottom().content("runs"));
    const QString row = printModel(runs.table().cells()).front();
    QVERIFY2(row.contains("profiled") && row.contains("2 launches of 2 kernels timed on H200"), qPrintable(row));
    QVERIFY(runs.output().contains("done"));
    QCOMPARE(bench.profiles().makeDialog()->call().arguments, QString("100 \"a b\""));
    const QString trace = bench.folder.filePath("descend.trace.json");
    bench.profiles().saveTrace(trace.toStdString());
    QTRY_VERIFY(bench.window->messages().text().contains("Trace written"));
    QVERIFY(read(trace).find("traceEvents") != std::string::npos);
    // A row leads to its kernel.
    emit page->sourceWanted(0);
    QTRY_COMPARE(static_cast<QWidget*>(bench.window->pages().currentEditor()), bench.page());
  }

  void aSessionKeepsTheProfile() {
    GpuBench bench;
    bench.profiles().start({bench.executable, ""});
    QTRY_VERIFY(bench.profiles().shown());
    const std::filesystem::path file = bench.window->session().file();
    bench.window->session().flush();
    bench.window.reset();
    bench.open();
    bench.window->openSession(file);
    QTRY_VERIFY(bench.profiles().shown());
    QCOMPARE(bench.profiles().shown()->kept.device, std::string("H200"));
    QCOMPARE(bench.profiles().shown()->name, QString("descend"));
    QTRY_COMPARE(bench.kernels(), QStringList({"71 % of GPU time · descend.cu"}));
  }

  void aProfileIsCancelled() {
    GpuBench bench;
    bench.hold = true;
    bench.profiles().start({bench.executable, ""});
    QVERIFY(bench.profiles().isRunning() && !bench.window->actions().profile->isEnabled());
    QTRY_VERIFY(bench.profiles().doing().contains("running descend"));
    QVERIFY(!bench.profiles().whyNot().isEmpty());
    bench.window->actions().cancelRun->trigger();
    QVERIFY(!bench.profiles().isRunning() && !bench.profiles().shown());
    auto& runs = static_cast<RunsPanel&>(bench.window->bottom().content("runs"));
    QVERIFY(printModel(runs.table().cells()).front().contains("cancelled"));
  }

  void whyThereIsNoProfileIsSaid() {
    GpuBench bench;
    bench.answer = Error{ErrorKind::worker, "No NVIDIA driver is installed.", {}};
    bench.profiles().start({bench.executable, ""});
    QTRY_VERIFY(bench.window->messages().text().contains("No NVIDIA driver is installed."));
    QVERIFY(bench.window->messages().text().contains("Trace"));
    QVERIFY(!bench.profiles().shown() && bench.profiles().page()->words().contains("Nothing was profiled yet"));
    // A program that uses no GPU.
    ProfiledProgram none = ranOnGpu();
    none.run.profile.reset();
    none.failure = inputError("The program did not use a GPU.");
    bench.answer = none;
    bench.profiles().start({bench.executable, ""});
    QTRY_VERIFY(bench.window->messages().text().contains("did not use a GPU"));
    auto& runs = static_cast<RunsPanel&>(bench.window->bottom().content("runs"));
    QVERIFY(printModel(runs.table().cells()).front().contains("did not end well"));
  }

  void theDialogSaysWhatIsWrong() {
    GpuBench bench;
    views::Theme theme;
    const std::filesystem::path file = bench.executable;
    QVERIFY(ProfileDialog({}, {}, {}, theme, nullptr).words().contains("Build the program"));
    QVERIFY(ProfileDialog({"/nowhere/x", {}}, {}, {}, theme, nullptr).words().contains("/nowhere/x"));
    QVERIFY(ProfileDialog({bench.file, {}}, {}, {}, theme, nullptr).words().contains("cannot be run"));
    QCOMPARE(ProfileDialog({file, {}}, {}, {bench.file}, theme, nullptr).words(), QString());
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(bench.file) - std::chrono::hours(1));
    QVERIFY(ProfileDialog({file, {}}, {}, {bench.file}, theme, nullptr).words().contains("is older than descend.cu"));
  }

  void whatIsNoProfileIsSaid() {
    Bench bench;
    const QString file = bench.folder.filePath("other.json");
    const auto said = [&](const std::string& text) {
      write(file, text);
      bench.window->profiles().open(file.toStdString());
    };
    said("{}");
    QTRY_VERIFY(bench.window->messages().text().contains("is no profile"));
    said(R"({"schema": "warpwright.profile/1", "failure": "There is no GPU."})");
    QTRY_VERIFY(bench.window->messages().text().contains("There is no GPU."));
    said(R"({"schema": "warpwright.profile/1", "kernels": 3})");
    QTRY_VERIFY(bench.window->messages().text().contains("malformed"));
    bench.window->profiles().open("/nowhere/p.json");
    QTRY_VERIFY(bench.window->messages().text().contains("/nowhere/p.json"));
    QVERIFY(!bench.window->profiles().page());
  }
};

QTEST_MAIN(ProfileTest)
#include "profiles_test.moc"
