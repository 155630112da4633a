#include "views/shared/theme.h"

#include <QRegularExpression>
#include <QTest>
#include <memory>

using namespace warpwright::views;

namespace {

/// The files that the application's style sheet draws with.
QStringList drawnFiles() {
  static const QRegularExpression url(R"(url\(([^)]*)\))");
  QStringList files;
  for (auto each = url.globalMatch(qApp->styleSheet()); each.hasNext();) files << each.next().captured(1);
  return files;
}

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT
 private slots:
  /// Widgets that are made after a theme has gone look in the sheet for drawings that went with it.
  void theSheetEndsWithItsTheme() {
    auto theme = std::make_unique<Theme>();
    theme->choose(ThemeKind::light);
    QVERIFY(!drawnFiles().isEmpty());
    for (const QString& file : drawnFiles()) QVERIFY2(QFile::exists(file), qPrintable(file));
    theme.reset();
    QVERIFY(qApp->styleSheet().isEmpty());
  }

  /// The end of one theme leaves the sheet of another.
  void theSheetOfAnotherThemeStays() {
    auto first = std::make_unique<Theme>();
    first->choose(ThemeKind::light);
    Theme second;
    second.choose(ThemeKind::dark);
    first.reset();
    QVERIFY(!drawnFiles().isEmpty());
    for (const QString& file : drawnFiles()) QVERIFY2(QFile::exists(file), qPrintable(file));
  }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
