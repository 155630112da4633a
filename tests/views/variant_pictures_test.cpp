#include <QMenu>
#include <QSignalSpy>

#include "tests/support/described_passes.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"
#include "views/speedup/course_picture.h"
#include "views/speedup/roofline_picture.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

/// The pictures of the measuring page that have marks: what they draw, say and hand on.
class VariantPicturesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void theRooflineIsDrawnAndHandedOn() {
    QTemporaryDir folder;
    KernelTrace trace;
    trace.kernel = "k";
    trace.original.arithmetic = memsim::ArithmeticCounts{1e6, 2e5, 0};
    trace.original.traffic.dramReads = {40000, 40000};
    trace.original.traffic.l2Reads = {90000, 90000};
    trace.variant = trace.original;
    trace.variant.traffic.dramReads = {10000, 10000};
    const Roofline roofline = rooflineOf(trace, true, "v", *findDevice("H200"), {}, {});
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
      views::Theme theme;
      theme.choose(kind);
      RooflinePicture picture(theme);
      picture.resize(420, 280);
      picture.setRoofline(roofline);
      const QImage image = picture.grab().toImage();
      // Each point has the colour of its side around it, and says its figures.
      const double unit = QFontMetricsF(theme.font(0.92)).height() / 16;
      const auto marks = rooflineMarks(roofline, (420 - 12) / unit, (280 - 12) / unit);
      QCOMPARE(marks.size(), size_t(4));
      for (const RooflineMark& mark : marks) {
        const QPoint at(qRound(mark.x * unit) + 6, qRound(mark.y * unit) + 6);
        const QColor wanted = theme.color(roofline.points[mark.point].isVariant ? "var" : "base");
        // Rings that are smoothed have few pixels of the very colour.
        const auto isAlike = [&](const QColor& one) {
          constexpr int most = 60;
          return std::abs(one.red() - wanted.red()) <= most && std::abs(one.green() - wanted.green()) <= most &&
                 std::abs(one.blue() - wanted.blue()) <= most;
        };
        int alike = 0;
        for (int y = -9; y <= 9; ++y)
          for (int x = -9; x <= 9; ++x) alike += isAlike(image.pixelColor(at + QPoint(x, y)));
        QVERIFY2(alike > 8, qPrintable(QString::number(alike)));
        QVERIFY(picture.textAt(at).contains("flop a byte"));
      }
      QVERIFY(picture.textAt({1, 1}).isEmpty());
    }
    views::Theme theme;
    RooflinePicture picture(theme);
    picture.resize(420, 280);
    picture.setRoofline(roofline);
    auto* menu = picture.findChild<PictureMenu*>();
    QVERIFY(menu);
    QVERIFY(picture.saveSvg(folder.filePath("r.svg")) && menu->savePng(folder.filePath("r.png")) &&
            menu->saveCsv(folder.filePath("r.csv")));
    QVERIFY(read(folder.filePath("r.svg")).find("flop a byte") != std::string::npos);
    QCOMPARE(QImage(folder.filePath("r.png")).size(), QSize(840, 560));
    QVERIFY(read(folder.filePath("r.csv")).find("\"v\",DRAM,200000,320000,") != std::string::npos);
    QCOMPARE(menu->makeMenu()->actions().size(), 6);
    QVERIFY(!menu->savePng("/nowhere/r.png"));
  }

  void theHistoryIsReadByMouseAndKeyboard() {
    TuningHistory history;
    const auto add = [&](const std::string& change, std::optional<double> score) {
      TuningOutcome made;
      if (!change.empty()) made.steps = {{change, {}}};
      made.accepted = score.has_value();
      made.score = score;
      made.reason = score ? "" : "Results differ.";
      history.add(made);
    };
    add("", 100), add("a", 120), add("b", {}), add("c", 80);
    const TuningTable table =
        tuningTable({"k", "cpu", "", "engine/accesses", "accesses", "", ""}, history, {}, describedPasses(), {});
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
      views::Theme theme;
      theme.choose(kind);
      CoursePicture picture(theme);
      picture.resize(420, 280);
      picture.setCourse(courseOf(table));
      QVERIFY(picture.accessibleDescription().startsWith("3 variants in the order judged; the best is number 4"));
      picture.show();
      picture.setFocus();
      QSignalSpy chosen(&picture, &CoursePicture::rowChosen);
      QTest::keyClick(&picture, Qt::Key_Return);  // nothing is looked at yet
      QCOMPARE(chosen.count(), 0);
      QTest::keyClick(&picture, Qt::Key_Right);
      QVERIFY(picture.accessibleDescription().startsWith("1 of 4, Original: 100 accesses"));
      QTest::keyClick(&picture, Qt::Key_Left);
      QVERIFY(picture.accessibleDescription().contains("the best of all"));
      QTest::keyClick(&picture, Qt::Key_Home);
      QTest::keyClick(&picture, Qt::Key_End);
      QTest::keyClick(&picture, Qt::Key_Left);
      QVERIFY(picture.accessibleDescription().startsWith("3 of 4, b: Results differ"));
      QTest::keyClick(&picture, Qt::Key_Return);
      QCOMPARE(chosen.count(), 1);
      const TuningRow& row = table.rows[chosen[0][0].toUInt()];
      QCOMPARE(row.steps.front().opportunity, std::string("b"));
      // Keys go on from what is selected.
      picture.setCourse(courseOf(table));
      picture.setSelectedRow(0);  // the best
      QTest::keyClick(&picture, Qt::Key_Left);
      QVERIFY(picture.accessibleDescription().startsWith("3 of 4"));
      // The mouse: the words of a point, and a click.
      const double unit = QFontMetricsF(theme.font(0.92)).height() / 16;
      const CourseMark mark = courseMarks(picture.course(), (420 - 12) / unit, (280 - 12) / unit)[1];
      const QPoint at(qRound(mark.x * unit) + 6, qRound(mark.y * unit) + 6);
      QVERIFY(picture.textAt(at).startsWith("2 of 4, a: 120 accesses"));
      QTest::mouseClick(&picture, Qt::LeftButton, {}, at);
      QCOMPARE(chosen.count(), 2);
      QTest::mouseClick(&picture, Qt::LeftButton, {}, {2, 2});
      QCOMPARE(chosen.count(), 2);
      QTemporaryDir folder;
      QVERIFY(picture.saveSvg(folder.filePath("h.svg")));
      QVERIFY(read(folder.filePath("h.svg")).find("best so far") != std::string::npos);
    }
  }
};

QTEST_MAIN(VariantPicturesTest)
#include "variant_pictures_test.moc"
