#include <QComboBox>
#include <QLabel>
#include <QSpinBox>

#include "views/occupancy/occupancy_panel.h"
#include "views/occupancy/occupancy_plot.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/theme.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class OccupancyTest : public QObject {
  Q_OBJECT
  static OccupancyCase of(uint32_t threads, uint32_t registers, uint64_t shared) {
    OccupancyCase made;
    made.request = {threads, registers, shared};
    if (registers != 0) made.registersSource = "estimate";
    return made;
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void tableShowsBothAndMarksTheLimit() {
    views::Theme theme;
    OccupancyPanel panel(allDevices().value(), theme);
    panel.setDevice("H200");
    panel.setKernel("srad", of(256, 24, 6144));
    QCOMPARE(printModel(panel.table().cells()).front(), QString("Warps (64 a SM) | 8 ◂ limit | 8 warps a block"));
    panel.setVariant("merged", of(64, 46, 1024));
    QCOMPARE(printModel(panel.table().cells()),
             QStringList({"Warps (64 a SM) | 8 ◂ limit | 32 | 8 → 2 warps a block",
                          "Registers (65,536) | 10 | 20 ◂ limit | 24 → 46 a thread",
                          "Shared (228 KiB) | 32 | 114 | 6,144 → 1,024 B, +1,024 B reserved",
                          "Blocks (32 a SM) | 32 | 32 | hardware"}));
    panel.setDevice("V100");
    QVERIFY(printModel(panel.table().cells()).join(' ').contains("Shared (96 KiB)"));
  }

  void valuesCanBeTriedAndTakenBack() {
    views::Theme theme;
    OccupancyPanel panel(allDevices().value(), theme);
    panel.setDevice("H200");
    panel.setKernel("k", of(256, 0, 0));
    QVERIFY(!panel.comparison()->rows[1].original);
    auto* registers = panel.findChildren<QSpinBox*>().at(1);
    registers->setValue(64);
    QCOMPARE(panel.comparison()->original.registersSource, std::string("set by you"));
    QCOMPARE(panel.comparison()->ofOriginal.warps, 32u);
    auto* plot = panel.findChildren<OccupancyPlot*>().at(1);
    QTest::keyClick(plot, Qt::Key_Right);
    QCOMPARE(registers->value(), 65);
    panel.tryThreads(1024);
    QCOMPARE(panel.comparison()->original.request.threadsPerBlock, 1024u);
    panel.setKernel("k", of(256, 0, 0));
    QCOMPARE(registers->value(), 0);
  }

  void saysWhyThereIsNothing() {
    views::Theme theme;
    OccupancyPanel panel(allDevices().value(), theme);
    panel.setKernel("k", {});
    bool said = false;
    for (const QLabel* label : panel.findChildren<QLabel*>())
      said |= label->text().contains("block size of this kernel is not known");
    QVERIFY(said);
    QVERIFY(!panel.comparison());
  }
};

QTEST_MAIN(OccupancyTest)
#include "occupancy_panel_test.moc"
