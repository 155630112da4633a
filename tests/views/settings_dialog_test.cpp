// What is chosen once: keys, toolkit, architecture, motion, and how files are compiled where no build file tells.
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>

#include "core/finding/open_flags_text.h"
#include "views/opportunities/evidence_panel.h"
#include "views/shared/dock_parts.h"
#include "views/shared/message_bar.h"
#include "views/window/analysis_queue.h"
#include "views/window/flags_dialog.h"
#include "views/window/key_table.h"
#include "views/window/settings_dialog.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

SettingsDialog* open(Bench& bench) {
  bench.window->actions().settings->trigger();
  return bench.window->findChild<SettingsDialog*>();
}

template <typename Kind>
Kind* named(const QWidget& in, const QString& name) {
  for (Kind* one : in.findChildren<Kind*>())
    if (one->accessibleName() == name) return one;
  return nullptr;
}

}  // namespace

class SettingsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void commandsGetOtherKeys() {
    Bench bench;
    bench.openFile();
    SettingsDialog* dialog = open(bench);
    QVERIFY(dialog);
    auto* tabs = dialog->findChild<QTabWidget*>();
    auto* keys = dialog->findChild<KeyTable*>();
    QVERIFY(tabs && keys);
    tabs->setCurrentWidget(keys);
    // By hand: the command is found by its name, and the key is pressed.
    named<QLineEdit>(*keys, "Find a command")->setText("Analyse now");
    QVERIFY(!keys->give("Analyse now", QKeySequence("F7")));  // Preview has it
    QVERIFY(keys->give("Analyse now", QKeySequence("Ctrl+F5")));
    QVERIFY(keys->give("Preview diff", {}));
    QVERIFY(keys->give("Verify on CPU", QKeySequence("F7")));
    dialog->accept();
    const auto check = [&] {
      const WindowActions& actions = bench.window->actions();
      QCOMPARE(actions.analyse->shortcut(), QKeySequence("Ctrl+F5"));
      QVERIFY(actions.preview->shortcut().isEmpty());
      QCOMPARE(actions.verify->shortcut(), QKeySequence("F7"));
      QCOMPARE(actions.measure->shortcut(), QKeySequence("F9"));
    };
    check();
    bench.window.reset();
    bench.open();
    check();
    // Back to what is usual.
    dialog = open(bench);
    keys = dialog->findChild<KeyTable*>();
    QVERIFY(keys->give("Verify on CPU", QKeySequence("F8")) && keys->give("Preview diff", QKeySequence("F7")));
    dialog->accept();
    QCOMPARE(bench.window->actions().preview->shortcut(), QKeySequence("F7"));
    QCOMPARE(bench.window->actions().analyse->shortcut(), QKeySequence("Ctrl+F5"));
  }

  void aKeyThatIsPressedIsTaken() {
    KeyTable table({{"a", "First", QKeySequence("F5"), QKeySequence("F5")}, {"b", "Second", {}, {}}});
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    auto* edit = table.findChild<QKeySequenceEdit*>();
    QVERIFY(edit);
    edit->setFocus();
    QTest::keyClick(edit, Qt::Key_L, Qt::ControlModifier | Qt::AltModifier);
    QTRY_COMPARE(table.commands()[0].key, QKeySequence("Ctrl+Alt+L"));
    QTest::mouseClick(named<QPushButton>(table, "Give the usual key back"), Qt::LeftButton);
    QCOMPARE(table.commands()[0].key, QKeySequence("F5"));
  }

  void toolkitAndArchitecture() {
    Bench bench;
    bench.openFile();
    QCOMPARE(bench.window->queue().requestFor(bench.file).toolkit, std::string("auto"));
    SettingsDialog* dialog = open(bench);
    auto* toolkit = named<QComboBox>(*dialog, "CUDA toolkit");
    auto* arch = named<QComboBox>(*dialog, "Architecture");
    QVERIFY(toolkit && arch && arch->findText("sm_80") >= 0);
    toolkit->setCurrentIndex(toolkit->findData("none"));
    arch->setCurrentText("sm_80");
    dialog->accept();
    const auto check = [&] {
      const AnalysisRequest request = bench.window->queue().requestFor(bench.file);
      QCOMPARE(request.toolkit, std::string("none"));
      QCOMPARE(request.arch, std::string("sm_80"));
    };
    check();
    QTRY_VERIFY(!bench.window->queue().isRunning());
    bench.window.reset();
    bench.open();
    check();
  }

  void nothingMovesWhereThatIsAsked() {
    Bench bench;
    QVERIFY(QApplication::cursorFlashTime() > 0);
    bench.theme->setReducedMotion(true);
    QCOMPARE(QApplication::cursorFlashTime(), 0);
    // A bar of a length that is not known is the same picture a while later.
    QProgressBar bar;
    showProgress(bar, -1, bench.theme->reducesMotion());
    bar.setTextVisible(false);
    bar.resize(200, 16);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    const QImage first = bar.grab().toImage();
    QTest::qWait(150);
    QCOMPARE(bar.grab().toImage(), first);
    showProgress(bar, 0.25, true);
    QCOMPARE(bar.value() * 4, bar.maximum());
    bench.theme->setReducedMotion(false);
    QVERIFY(QApplication::cursorFlashTime() > 0);
    QVERIFY(!bench.theme->reducesMotion());
  }

  /// A folder that was copied out of a repository, whose Makefile includes what was left behind.
  void howAFileIsCompiledIsAsked() {
    Bench bench;
    bench.changeAnswer = [&](AnalysisResult& answer) {
      if (!bench.window->queue().requestFor(bench.file).flags.empty()) return;
      for (KernelSummary& kernel : answer.kernels) {
        for (Opportunity& found : kernel.opportunities) {
          found.verdict = VerdictKind::unknown;
          found.reason = askingForFlags(
              "A flag of Makefile, line 12, is not known: `../common.mk` is outside of the project (line 1)");
        }
      }
    };
    bench.openFile();
    QCOMPARE(bench.window->findings().counts().unknown, 2);
    // It is said at once, and by the finding.
    auto* bar = bench.window->findChild<MessageBar*>();
    QTRY_VERIFY2(bar->text().contains("2 of 2 findings are not decided"), qPrintable(bar->text()));
    auto* ask = named<QPushButton>(bench.window->evidence(), "Say how it is compiled");
    QVERIFY(ask && ask->isVisible());
    QVERIFY(!named<QPushButton>(bench.window->evidence(), "Preview diff")->isVisible());
    QTest::mouseClick(ask, Qt::LeftButton);
    auto* dialog = bench.window->findChild<FlagsDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->flags(), QString("-std=c++17"));
    named<QLineEdit>(*dialog, "Compiler flags")->setText("-DN=64 -std=c++17");
    QTest::mouseClick(named<QPushButton>(*dialog, "Analyse with these flags"), Qt::LeftButton);
    QTRY_COMPARE(bench.window->findings().counts().applicable, 1);
    QCOMPARE(bench.window->queue().requestFor(bench.file).flags.size(), size_t(2));
    QTRY_VERIFY(!bar->text().contains("not decided"));
    QVERIFY(!ask->isVisible());
  }
};

QTEST_MAIN(SettingsTest)
#include "settings_dialog_test.moc"
