// Two sessions beside each other in the window.
#include <QPushButton>
#include <nlohmann/json.hpp>

#include "core/report/tuning_table.h"
#include "core/session/session.h"
#include "views/shared/cell_table.h"
#include "views/shared/message_bar.h"
#include "views/shared/picture_menu.h"
#include "views/speedup/comparison_page.h"
#include "views/window/comparing.h"
#include "views/window/pages.h"
#include "views/window/session_keeper.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

MeasurementRecord timeOf(const std::string& variant, double value, const std::string& device = "H200") {
  return {variant,       "descend",     "gpu:0", device,    gpuTime, "ms", value,
          value * 0.999, value * 1.001, 100,     "cold L2", "",      5};
}

VariantRecord variantOf(const std::string& change) {
  VariantRecord variant;
  variant.steps = {{change, {}}};
  variant.files = {{"/p/descend.cu", "before", change}};
  variant.id = makeVariantId(variant.steps, variant.files);
  return variant;
}

/// A session in which the variants a and b took these times beside an original, and `best` was chosen.
void fill(const std::filesystem::path& file, double original, double a, double b, const std::string& best,
          const std::string& device = "H200") {
  auto session = Session::openOrCreate(file);
  QVERIFY(session.ok() && session->putMeasuredVariant(nullptr, {timeOf("", original, device)}).ok());
  TuningTable table;
  table.kernel = "descend";
  table.metric = gpuTime;
  table.isTime = true;
  for (const auto& [change, time] : {std::pair<std::string, double>{"a", a}, {"b", b}}) {
    const VariantRecord variant = variantOf(change);
    QVERIFY(session->putMeasuredVariant(&variant, {timeOf(variant.id, time, device)}).ok());
    TuningRow row;
    row.steps = variant.steps;
    row.isBest = change == best;
    table.rows.push_back(std::move(row));
  }
  QVERIFY(session->setValue(tuningTableKey("descend"), toJson(table).dump()).ok());
}

/// A window with the session now.wws, beside which there is old.wws.
struct ComparedBench : Bench {
  ComparedBench() : now(at("now.wws")), old(at("old.wws")) {
    fill(old, 1, 0.8, 0.9, "a");
    fill(now, 1, 0.8, 0.5, "b");
    window->openSession(now);
    openFile();
  }
  std::filesystem::path at(const char* name) const { return folder.filePath(name).toStdString(); }
  ComparisonPage* shown() { return window->comparing().page(); }
  QStringList rows() { return printModel(shown()->table().cells()); }
  std::filesystem::path now, old;
};

}  // namespace

class ComparisonTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void twoSessionsStandSideBySide() {
    ComparedBench bench;
    QVERIFY(!bench.shown());
    bench.window->comparing().compareWith(bench.old);
    QTRY_VERIFY(bench.shown());
    QCOMPARE(bench.window->pages().currentWidget(), bench.shown());
    const QStringList rows = bench.rows();
    QCOMPARE(rows.size(), 3);
    QVERIFY2(rows[0].startsWith("descend | Original"), qPrintable(rows[0]));
    QVERIFY2(rows[0].endsWith("1.000× | SAME"), qPrintable(rows[0]));
    QVERIFY2(rows[1].contains("before only") && rows[1].endsWith("1.000× | SAME"), qPrintable(rows[1]));
    QVERIFY2(rows[2].contains("after only") && rows[2].endsWith("1.800× | FASTER"), qPrintable(rows[2]));
    QVERIFY(bench.shown()->words().startsWith("1 FASTER, 2 SAME."));
    const CellModel& model = bench.shown()->table().cells();
    QCOMPARE(model.cellAt(model.index(2, 4))->below, QString::fromUtf8("2.00× to its original"));
    QVERIFY(model.cellAt(model.index(2, 7))->strong && !model.cellAt(model.index(1, 7))->strong);
    QVERIFY(model.cellAt(model.index(2, 2))->strong);
  }

  void figuresAreSavedAsCsv() {
    ComparedBench bench;
    bench.window->comparing().compareWith(bench.old);
    QTRY_VERIFY(bench.shown());
    auto* menu = bench.shown()->table().findChild<PictureMenu*>();
    QVERIFY(menu);
    const QString file = bench.folder.filePath("figures.csv");
    QVERIFY(menu->saveCsv(file));
    const QStringList lines = QString::fromStdString(read(file)).split("\r\n", Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].startsWith("kernel,variant,steps,"));
    QVERIFY2(lines[1].startsWith("descend,Original,,gpu/time,ms,,H200,1,0.999,"), qPrintable(lines[1]));
    QVERIFY2(lines[2].contains(",before,H200,0.8,"), qPrintable(lines[2]));
    QVERIFY2(lines[3].contains(",after,H200,0.9,") && lines[3].contains(",FASTER,"), qPrintable(lines[3]));
    for (const QString& line : lines) QCOMPARE(line.count(','), 20);
  }

  void beforeAndAfterChangePlaces() {
    ComparedBench bench;
    bench.window->comparing().compareWith(bench.old);
    QTRY_VERIFY(bench.shown());
    for (auto* button : bench.shown()->findChildren<QPushButton*>())
      if (button->accessibleName() == "Turn around") button->click();
    QTRY_VERIFY(bench.rows()[2].endsWith("SLOWER"));
    QVERIFY(bench.rows()[2].contains("before only"));
    // What is measured meanwhile is there the next time.
    fill(bench.old, 1, 0.8, 0.5, "b");
    for (auto* button : bench.shown()->findChildren<QPushButton*>())
      if (button->accessibleName() == "Compare again") button->click();
    QTRY_VERIFY(bench.rows()[2].endsWith("SAME"));
    QVERIFY(bench.rows()[2].contains("in both"));
  }

  void anotherDeviceIsNotCompared() {
    ComparedBench bench;
    const std::filesystem::path other = bench.at("a100.wws");
    fill(other, 1, 0.8, 0.9, "a", "A100");
    bench.window->comparing().compareWith(other);
    QTRY_VERIFY(bench.shown());
    const CellModel& model = bench.shown()->table().cells();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.cellAt(model.index(0, 7))->text, QString("not compared"));
    QCOMPARE(model.cellAt(model.index(0, 7))->below, QString("Measured on another device: A100 before, H200 after."));
    QVERIFY(bench.shown()->words().startsWith("3 not compared."));
    bench.shown()->table().selectRow(1);
    QVERIFY(bench.shown()->words().startsWith("Measured on another device: A100 before, H200 after. 3 not"));
  }

  void whatCannotBeComparedIsSaid() {
    ComparedBench bench;
    bench.window->comparing().compareWith(bench.now);
    QTRY_VERIFY(bench.window->messages().text().contains("is the session that is open"));
    bench.window->comparing().compareWith("/nowhere/old.wws");
    QTRY_VERIFY(bench.window->messages().text().contains("/nowhere/old.wws"));
    write(bench.folder.filePath("text.wws"), "not a session");
    bench.window->comparing().compareWith(bench.at("text.wws"));
    QTRY_VERIFY(bench.window->messages().text().contains("text.wws"));
    QVERIFY(!bench.shown());
    const std::filesystem::path empty = bench.at("empty.wws"), none = bench.at("none.wws");
    QVERIFY(Session::openOrCreate(empty).ok() && Session::openOrCreate(none).ok());
    bench.window->openSession(none);
    bench.window->comparing().compareWith(empty);
    QTRY_VERIFY(bench.shown());
    QVERIFY(bench.shown()->words().contains("Neither session holds a measurement"));
  }

  void withoutASessionThereIsNothingToCompareWith() {
    Bench bench;
    bench.window->comparing().compareWith("/nowhere/old.wws");
    QTRY_VERIFY(bench.window->messages().text().contains("There is no session to compare with"));
  }
};

QTEST_MAIN(ComparisonTest)
#include "comparison_page_test.moc"
