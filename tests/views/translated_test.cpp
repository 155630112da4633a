// Every word of the window goes through tr(): with a translator that puts brackets around what it is asked for, what
// stands outside of them is either a name of the user's or was forgotten. And every word has its German.
#include <cstdio>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QStandardPaths>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QTranslator>

#include "recording.h"
#include "views/editor/code_view.h"
#include "views/speedup/measure_panel.h"
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

/// Gives each text in brackets, and German to none.
class Brackets final : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* text, const char*, int) const override {
    return *text == 0 ? QString() : QStringLiteral("⟦") + QString::fromUtf8(text) + QStringLiteral("⟧");
  }
};

/// What is left of a text without what stands in brackets, which may hold others.
QString outsideOf(const QString& text) {
  QString left;
  int depth = 0;
  for (const QChar c : text) {
    depth += c == QChar(u'⟦');
    if (depth == 0) left += c;
    depth -= c == QChar(u'⟧');
  }
  return left;
}

/// Names that are the same in every language, and what the bench's user calls his things.
bool isName(const QString& word) {
  static const QSet<QString> names = {"descend", "result", "prev",   "int",    "Warpwright", "warpwright", "cpu",
                                      "ptxas",   "nvcc",   "KiB",    "Ctrl",   "Shift",      "Alt",        "Esc",
                                      "Enter",   "Return", "Space",  "SVG",    "PNG",        "CSV",        "Hack",
                                      "Mono",    "DRAM",   "FASTER", "SLOWER", "SAME",       "UNSURE",     "Linux",
                                      "GNU",     "GPU",    "CPU",    "Qt",     "UTF-8",      "CRLF",       "register"};
  static const QRegularExpression data(
      "^(H\\d+|[A-Z]+\\d+\\w*|\\w+_\\w+|\\S*\\.(cu|h|wws|cuh|html)|F\\d+|\\S*[/\\\\]\\S*|\\d+\\w*|-\\S+)$");
  return names.contains(word) || data.match(word).hasMatch();
}

}  // namespace

class TranslatedTest : public QObject {
  Q_OBJECT
  QStringList forgotten_;
  const std::vector<Sample> samples_ = samples();

  void look(const QObject& at, const char* what, const QString& shown) {
    const QString plain = Qt::mightBeRichText(shown) ? QTextDocumentFragment::fromHtml(shown).toPlainText() : shown;
    static const QRegularExpression wordlike("[A-Za-z_][A-Za-z_0-9./+-]{2,}");
    for (auto match = wordlike.globalMatch(outsideOf(plain)); match.hasNext();) {
      QString word = match.next().captured();
      while (word.endsWith('.') || word.endsWith('-')) word.chop(1);
      if (word.size() < 3 || isName(word)) continue;
      const QString told =
          QString("%1 (%2): %3: %4").arg(at.metaObject()->className(), at.objectName(), what, plain.left(140));
      if (!forgotten_.contains(told)) forgotten_ << told;
      return;
    }
  }
  void lookAt(const QAction& action) {
    look(action, "action", action.text());
    look(action, "tool tip of the action", action.toolTip());
    look(action, "status tip", action.statusTip());
  }
  void lookAt(const QWidget& widget) {
    // What the user writes and reads is the user's.
    if (qobject_cast<const QsciScintilla*>(&widget)) return look(widget, "accessible name", widget.accessibleName());
    look(widget, "title", widget.windowTitle());
    look(widget, "tool tip", widget.toolTip());
    look(widget, "accessible name", widget.accessibleName());
    look(widget, "accessible description", widget.accessibleDescription());
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) look(widget, "label", label->text());
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) look(widget, "button", button->text());
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) look(widget, "hint", line->placeholderText());
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
      for (int i = 0; i < tabs->count(); ++i) look(widget, "tab", tabs->tabText(i));
    if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) lookAtModel(*view);
    for (const QAction* action : widget.actions()) lookAt(*action);
  }
  void lookAtModel(const QAbstractItemView& view) {
    if (!view.model() || qobject_cast<const QHeaderView*>(&view)) return;
    for (int column = 0; column < view.model()->columnCount(); ++column)
      look(view, "column", view.model()->headerData(column, Qt::Horizontal).toString());
  }
  /// Everything that there is now.
  void lookAround() {
    QCoreApplication::processEvents();
    for (const QWidget* widget : QApplication::allWidgets()) {
      // What samples are is told in their own files.
      const auto isAbout = [&](const Sample& one) { return widget->accessibleName().startsWith(one.title + ": "); };
      if (std::any_of(samples_.begin(), samples_.end(), isAbout)) continue;
      const bool isQts = widget->objectName().startsWith("qt_") || widget->inherits("QFontComboBox") ||
                         (widget->parentWidget() && widget->parentWidget()->inherits("QFontComboBox"));
      if (!isQts) lookAt(*widget);
    }
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void nothingIsForgotten() {
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    {
      Bench bench;
      record(bench);
      lookAround();
      bench.openFile();
      for (QDockWidget* dock : bench.window->findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
      }
      lookAround();
      bench.previewIt();
      lookAround();
      bench.window->targets().choose("recorded:" + bench.folder.filePath("recording.wws"));
      bench.window->actions().measure->trigger();
      QTRY_VERIFY(!bench.window->session().tunings().empty());
      QTest::qWait(50);
      lookAround();
      SettingsDialog settings({}, "p", {}, describedPasses(), bench.window.get());
      LaunchDialog launch({}, {}, false, bench.window.get());
      TargetDialog target(bench.window.get());
      for (QDialog* dialog : std::initializer_list<QDialog*>{&settings, &launch, &target}) dialog->show();
      lookAround();
    }
    QCoreApplication::removeTranslator(&brackets);
    for (const QString& one : forgotten_) std::fprintf(stderr, "%s\n", qPrintable(one));
    QVERIFY2(forgotten_.isEmpty(), "these words do not go through tr()");
  }

  /// The sources are asked for their words as the build asks them.
  void everyWordHasItsGerman() {
    const QString root = QStringLiteral(SOURCE_FOLDER);
    QString lupdate = QStandardPaths::findExecutable("lupdate", {"/usr/lib/qt6/bin"});
    if (lupdate.isEmpty()) QSKIP("Qt's lupdate is not here.");
    QTemporaryDir folder;
    const QString copy = folder.filePath("warpwright_de.ts");
    QVERIFY(QFile::copy(root + "/resources/translations/warpwright_de.ts", copy));
    QProcess process;
    process.setWorkingDirectory(root);
    process.start(lupdate, {"-no-obsolete", "-locations", "none", "-source-language", "en", "-target-language", "de_DE",
                            "views", "app/ide", "-ts", copy});
    QVERIFY(process.waitForFinished(60000) && process.exitCode() == 0);
    const QString text = QString::fromStdString(read(copy));
    static const QRegularExpression open(
        "<source>([^<]*)</source>\\s*(?:<comment>[^<]*</comment>\\s*)?"
        "<translation type=\"unfinished\"");
    QStringList missing;
    for (auto match = open.globalMatch(text); match.hasNext();) missing << match.next().captured(1);
    QVERIFY2(missing.isEmpty(),
             qPrintable("`cmake --build --target translations`, then the German of:\n" + missing.join('\n')));
    QVERIFY(text.count("<message") > 1000);
  }
};

QTEST_MAIN(TranslatedTest)
#include "translated_test.moc"
