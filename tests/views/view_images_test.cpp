// Each view as it is drawn, in three themes and two sizes: what stands where, that nothing covers or cuts off anything
// else, and that there is something to see. Pictures to look at go to the folder $WARPWRIGHT_PICTURES.
#include <cstdio>

#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QToolButton>

#include "recording.h"
#include "views/opportunities/evidence_panel.h"
#include "views/shared/theme.h"
#include "views/speedup/measure_panel.h"
#include "views/speedup/variant_views.h"
#include "views/welcome/welcome_page.h"
#include "views/window/flags_dialog.h"
#include "views/window/launch_dialog.h"
#include "views/window/measuring.h"
#include "views/window/session_keeper.h"
#include "views/window/settings_dialog.h"
#include "views/window/target_dialog.h"
#include "views/window/targets.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

QString called(const QWidget& widget) {
  const QString name = widget.accessibleName().isEmpty() ? widget.objectName() : widget.accessibleName();
  return QString("%1 \"%2\"").arg(widget.metaObject()->className(), name);
}

bool scrolls(const QWidget& parent) {
  return parent.objectName() == "qt_scrollarea_viewport" || qobject_cast<const QAbstractScrollArea*>(&parent) ||
         qobject_cast<const QTabBar*>(&parent) || qobject_cast<const QHeaderView*>(&parent);
}

/// Widgets whose insides are Qt's own.
bool isClosed(const QWidget& widget) {
  for (const char* kind : {"QComboBox", "QAbstractSpinBox", "QLineEdit", "QTabBar", "QHeaderView", "QToolBar",
                           "QMenuBar", "QsciScintilla", "QKeySequenceEdit", "QScrollBar"})
    if (widget.inherits(kind)) return true;
  return false;
}

QString placeOf(const QRect& rect) {
  return QString("%1,%2 %3×%4").arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

/// The text of a button or a label needs more room than it has.
bool isCut(const QWidget& widget) {
  if (widget.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) return false;
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget);
      button && !qobject_cast<const QToolButton*>(button))
    return !button->text().isEmpty() && button->width() < button->minimumSizeHint().width();
  const auto* label = qobject_cast<const QLabel*>(&widget);
  if (!label || label->text().isEmpty()) return false;
  if (label->wordWrap()) return label->height() + 1 < label->heightForWidth(label->width());
  return label->width() < label->minimumSizeHint().width();
}

/// What covers, leaves or cuts off what, a line each.
void findFaults(const QWidget& parent, QStringList& faults) {
  std::vector<const QWidget*> inside;
  for (QObject* child : parent.children()) {
    const auto* widget = qobject_cast<QWidget*>(child);
    if (!widget || !widget->isVisible() || widget->isWindow() || widget->size().isEmpty()) continue;
    // A main window keeps docks that are behind others outside of itself.
    const bool isAway = parent.inherits("QMainWindow") && !parent.rect().intersects(widget->geometry());
    if (isAway || widget->objectName().startsWith("qt_qmainwindow")) continue;
    if (!scrolls(parent) && !parent.rect().adjusted(-1, -1, 1, 1).contains(widget->geometry()))
      faults << called(*widget) + " leaves " + called(parent) + ": " + placeOf(widget->geometry()) + " of " +
                    placeOf(parent.rect());
    if (isCut(*widget)) faults << called(*widget) + " is cut off at " + placeOf(widget->geometry());
    const bool isLaidOut = parent.layout() && parent.layout()->indexOf(const_cast<QWidget*>(widget)) >= 0;
    for (const QWidget* other : inside) {
      if (isLaidOut && other->geometry().intersects(widget->geometry()))
        faults << called(*widget) + " covers " + called(*other) + " in " + called(parent);
    }
    if (isLaidOut) inside.push_back(widget);
    if (!isClosed(*widget)) findFaults(*widget, faults);
  }
}

/// Distinct colours, and the share of the one that is there most.
std::pair<qsizetype, double> inkOf(const QImage& image) {
  QHash<QRgb, int> colours;
  int most = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) most = std::max(most, ++colours[image.pixel(x, y)]);
  return {colours.size(), static_cast<double>(most) / (image.width() * image.height())};
}

}  // namespace

class ViewImagesTest : public QObject {
  Q_OBJECT
  QStringList wrong_;

  void look(QWidget& view, const views::Theme& theme, const QString& name) {
    QCoreApplication::processEvents();
    QTest::qWait(30);
    QStringList faults;
    findFaults(view, faults);
    for (const QString& fault : faults) wrong_ << name + ": " + fault;
    const QImage image = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    if (const QString folder = qEnvironmentVariable("WARPWRIGHT_PICTURES"); !folder.isEmpty())
      image.save(folder + '/' + QString(name).replace(' ', '_') + ".png");
    const auto [colours, share] = inkOf(image);
    if (colours < 6 || share > 0.995)
      wrong_ << QString("%1: nothing is drawn: %2 colours, %3 of one").arg(name).arg(colours).arg(share);
    // The words are there, in the colour of the theme, and the ground is that of the theme.
    int text = 0;
    const auto isNear = [](QRgb a, const QColor& b) {
      return qAbs(qRed(a) - b.red()) + qAbs(qGreen(a) - b.green()) + qAbs(qBlue(a) - b.blue()) < 60;
    };
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        text += isNear(image.pixel(x, y), theme.color("text")) || isNear(image.pixel(x, y), theme.color("muted"));
    if (text < 60) wrong_ << QString("%1: %2 points have the colour of text").arg(name).arg(text);
    const bool dark = qGray(image.scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).pixel(0, 0)) < 128;
    if (dark != theme.isDark()) wrong_ << name + ": it is not drawn in the theme";
  }
  /// All views of a window that has findings, a preview and a measurement.
  void lookAtAll(Bench& bench, const QString& how) {
    MainWindow& window = *bench.window;
    const auto look = [&](const char* name) { this->look(window, *bench.theme, how + ' ' + name); };
    look("welcome");
    bench.openFile();
    look("editor");
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
      // As the menu opens it, which gives it its room.
      const bool wasOpen = dock->isVisible();
      if (!wasOpen) dock->toggleViewAction()->trigger();
      dock->raise();
      QTest::qWait(30);
      QVERIFY2(dock->isVisible(), qPrintable(dock->objectName()));
      this->look(*dock->widget(), *bench.theme, how + " dock " + dock->objectName());
      if (!wasOpen) dock->toggleViewAction()->trigger();
    }
    bench.previewIt();
    window.actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    look("preview");
    window.targets().choose("recorded:" + bench.folder.filePath("recording.wws"));
    window.actions().measure->trigger();
    QTRY_VERIFY(!window.session().tunings().empty());
    MeasurePanel& panel = window.measuring().panel();
    if (auto* trace = panel.views().findChild<QPushButton*>("traceVariant"); trace && trace->isVisible())
      trace->click();
    QTest::qWait(60);
    look("measuring");
    WindowSettings now;
    for (const QAction* action : window.actions().all())
      now.commands.push_back({action->objectName(), action->toolTip(), action->shortcut(), action->shortcut()});
    SettingsDialog settings(now, "p", {}, describedPasses(), &window);
    GivenLaunch launch;
    launch.kernel = "descend";
    LaunchDialog launches(launch, "These sizes stand in the source.", true, &window);
    FlagsDialog flags("A flag of Makefile, line 12, is not known.", "p", {}, &window);
    TargetDialog targets(&window);
    for (const auto& [dialog, name] : std::initializer_list<std::pair<QDialog*, const char*>>{
             {&settings, "settings"}, {&launches, "launch"}, {&flags, "flags"}, {&targets, "target"}}) {
      dialog->show();
      this->look(*dialog, *bench.theme, how + " dialog " + name);
      if (auto* tabs = dialog->findChild<QTabWidget*>()) {
        for (int i = 1; i < tabs->count(); ++i) {
          tabs->setCurrentIndex(i);
          this->look(*dialog, *bench.theme, how + " dialog " + name + ' ' + QString::number(i));
        }
      }
      QVERIFY2(dialog->height() <= window.height(), name);
      dialog->hide();
    }
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void everyViewIsDrawnWhole_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("theme");
    for (const QSize& size : {QSize(1280, 800), QSize(1920, 1080)}) {
      for (const auto& [name, kind] : {std::pair("light", ThemeKind::light), std::pair("dark", ThemeKind::dark),
                                       std::pair("contrast", ThemeKind::highContrast)}) {
        QTest::newRow(qPrintable(QString("%1x%2 %3").arg(size.width()).arg(size.height()).arg(name)))
            << size << static_cast<int>(kind);
      }
    }
  }
  void everyViewIsDrawnWhole() {
    QFETCH(const QSize, size);
    QFETCH(const int, theme);
    wrong_.clear();
    Bench bench;
    QVERIFY(!record(bench).isEmpty());
    bench.theme->choose(static_cast<ThemeKind>(theme));
    bench.window->resize(size);
    lookAtAll(bench, QTest::currentDataTag());
    for (const QString& one : wrong_) std::fprintf(stderr, "%s\n", qPrintable(one));
    QVERIFY2(wrong_.isEmpty(), "views are not drawn whole");
  }

  /// Where the parts of the window stand, whatever the fonts are.
  void partsStandWhereTheyBelong_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x800") << QSize(1280, 800);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
  }
  void partsStandWhereTheyBelong() {
    QFETCH(const QSize, size);
    Bench bench;
    bench.window->resize(size);
    bench.openFile();
    QTest::qWait(60);
    MainWindow& window = *bench.window;
    const auto place = [&](const QWidget* part) { return QRect(part->mapTo(&window, QPoint(0, 0)), part->size()); };
    const QRect project = place(window.findChild<QDockWidget*>("project"));
    const QRect found = place(window.findChild<QDockWidget*>("opportunities"));
    const QRect evidence = place(window.findChild<QDockWidget*>("evidence"));
    const QRect editor = place(bench.page()), all = window.rect();
    QVERIFY(project.right() < editor.left() && editor.right() < found.left());
    QVERIFY(found.bottom() < evidence.top());
    QVERIFY(qAbs(found.left() - evidence.left()) <= 1 && qAbs(found.right() - evidence.right()) <= 1);
    // The editor has most of it: 70 columns at least.
    QVERIFY2(editor.width() * 2 > all.width() - project.width(), qPrintable(QString::number(editor.width())));
    const int columns = editor.width() / QFontMetrics(bench.theme->codeFont()).horizontalAdvance('0');
    QVERIFY2(columns >= 70, qPrintable(QString::number(columns)));
    QVERIFY(all.contains(project) && all.contains(found) && all.contains(evidence) && all.contains(editor));
  }
};

QTEST_MAIN(ViewImagesTest)
#include "view_images_test.moc"
