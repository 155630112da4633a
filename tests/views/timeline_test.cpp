// When launches and copies of a profiled program were.
#include <QSignalSpy>
#include <nlohmann/json.hpp>

#include "core/job/program_profile.h"
#include "views/shared/message_bar.h"
#include "views/shared/picture_menu.h"
#include "views/speedup/timeline_page.h"
#include "views/speedup/timeline_picture.h"
#include "views/window/pages.h"
#include "views/window/profiles.h"
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

}  // namespace

class TimelineTest : public QObject {
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
    TimelinePage& page = *bench.window->profiles().page();
    QCOMPARE(bench.window->pages().currentWidget(), &page);
    QVERIFY(page.words().contains("2 streams") && page.words().contains("H200"));
    QVERIFY(page.picture().isVisible());
    // One of an older version.
    profile.erase("events");
    write(file, profile.dump());
    bench.window->profiles().open(file.toStdString());
    QTRY_VERIFY(page.words().contains("older version"));
    QVERIFY(!page.picture().isVisible());
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

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"
