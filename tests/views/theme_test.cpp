#include "views/shared/theme.h"

#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSet>
#include <QTest>
#include <memory>

#include "views/welcome/welcome_page.h"

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

  /// Words are all of one colour there: what is switched off has another outline.
  void aSwitchedOffButtonLooksSo() {
    Theme theme;
    theme.choose(ThemeKind::highContrast);
    QPushButton on("Preview diff"), off("Preview diff");
    for (QPushButton* button : {&on, &off}) {
      button->setProperty("primary", true);
      button->resize(120, 30);
    }
    off.setEnabled(false);
    const auto pictureOf = [](QPushButton& button) { return button.grab().toImage(); };
    // Along the top edge: one line, or dashes with the ground between them.
    const auto inks = [&](QPushButton& button) {
      QSet<QRgb> found;
      const QImage picture = pictureOf(button);
      for (int x = 10; x < 110; ++x) found.insert(picture.pixel(x, 0));
      return found.size();
    };
    QCOMPARE(inks(on), 1);
    QVERIFY(inks(off) > 1);
  }

  /// Whatever the font, nothing of the page is cut off at its right.
  void theWelcomePageFitsLargeFonts() {
    Theme theme;
    for (const double points : {9.75, 12.5, 16.0}) {
      theme.setFonts({}, points);
      WelcomePage page(theme, {"/a/rather/long/path/to/a/folder/of/some/project"}, {});
      page.resize(1024, 600);
      page.show();
      QVERIFY(QTest::qWaitForWindowExposed(&page));
      for (const QScrollArea* area : page.findChildren<QScrollArea*>()) {
        QVERIFY2(area->widget()->width() <= area->viewport()->width(), qPrintable(QString("%1 at %2: %3 > %4")
                                                                                      .arg(area->accessibleName())
                                                                                      .arg(points)
                                                                                      .arg(area->widget()->width())
                                                                                      .arg(area->viewport()->width())));
      }
    }
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
