// The window as a screen reader meets it: the tree of QAccessible, its names, roles and states.
#include <QAccessible>
#include <QAction>
#include <QDockWidget>

#include "views/opportunities/opportunities_panel.h"
#include "views/speedup/measure_panel.h"
#include "views/window/bottom_docks.h"
#include "views/window/measuring.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

/// Visible parts of a tree by the sentence that is read for them.
void collect(QAccessibleInterface* node, QStringList& unnamed, QStringList& names, int& nodes, int depth = 0) {
  if (!node || !node->isValid() || depth > 40 || node->state().invisible) return;
  ++nodes;
  const QString name = node->text(QAccessible::Name);
  names << name;
  const QAccessible::Role role = node->role();
  // What one acts upon or reads has a name; frames that only hold others need none.
  static const QList<QAccessible::Role> needed{
      QAccessible::Button,       QAccessible::CheckBox,    QAccessible::RadioButton, QAccessible::ComboBox,
      QAccessible::EditableText, QAccessible::Tree,        QAccessible::Table,       QAccessible::MenuItem,
      QAccessible::Dialog,       QAccessible::ProgressBar, QAccessible::SpinBox,     QAccessible::PageTabList};
  QObject* object = node->object();
  const bool inner = object && (object->objectName().startsWith("qt_") ||
                                QString(object->metaObject()->className()).startsWith("QLineEditIconButton") ||
                                (object->parent() && object->parent()->inherits("QTabBar")) ||
                                (object->parent() && object->parent()->inherits("QAbstractSpinBox")));
  const bool separator = role == QAccessible::MenuItem && object == nullptr;
  if (needed.contains(role) && name.isEmpty() && !inner && !separator && object)
    unnamed << QString("%1 %2").arg(object->metaObject()->className(), object->objectName());
  for (int i = 0; i < node->childCount() && i < 400; ++i) collect(node->child(i), unnamed, names, nodes, depth + 1);
}

}  // namespace

class AccessibilityTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    listenToQt();
    QAccessible::setActive(true);
  }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void whatOneActsUponHasAName() {
    Bench bench;
    bench.openFile();
    for (QDockWidget* dock : bench.window->bottom().docks()) bench.window->bottom().show(dock->objectName());
    bench.window->actions().layoutMeasure->trigger();
    QTest::qWait(50);
    bench.window->actions().layoutEdit->trigger();
    QTest::qWait(50);
    QStringList unnamed, names;
    int nodes = 0;
    collect(QAccessible::queryAccessibleInterface(bench.window.get()), unnamed, names, nodes);
    QVERIFY2(nodes > 100, qPrintable(QString::number(nodes)));
    unnamed.removeDuplicates();
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    // Findings read as sentences.
    QVERIFY(names.contains("Applicable: Keep result in a register, line 3, estimate 1.03 to 1.07 times"));
  }

  void focusGoesWhereTheKeysSay() {
    Bench bench;
    bench.openFile();
    bench.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
    QTest::keyClick(bench.window.get(), Qt::Key_2, Qt::AltModifier);
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&bench.window->opportunities().tree()));
    const QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(QApplication::focusWidget());
    QVERIFY(tree->state().focused);
    QCOMPARE(tree->text(QAccessible::Name), QString("List of opportunities"));
    bench.window->actions().layoutMeasure->trigger();
    QTRY_VERIFY(bench.window->measuring().panel().isAncestorOf(QApplication::focusWidget()));
  }

  void everyCommandHasAKeyOrIsInAMenu() {
    Bench bench;
    for (const QAction* action : bench.window->actions().all()) {
      QVERIFY(!action->text().isEmpty() && !action->toolTip().isEmpty());
      QVERIFY2(!action->shortcut().isEmpty() || !action->associatedObjects().isEmpty(), qPrintable(action->text()));
    }
  }
};

QTEST_MAIN(AccessibilityTest)
#include "accessibility_test.moc"
