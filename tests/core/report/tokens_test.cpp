#include <QTest>
#include <QXmlStreamReader>

#include "core/base/file.h"
#include "core/report/shapes.h"
#include "core/report/tokens.h"

using namespace warpwright;

namespace {

/// A foreground, the lowest contrast its documentation promises (light, dark, high contrast), and the ratio it needs.
struct Promise {
  const char* token;
  double light, dark, high, needed;
};

constexpr Promise promises[] = {
    {"text", 13.0, 8.6, 21.0, 4.5}, {"muted", 5.3, 4.6, 21.0, 4.5},   {"accent", 5.1, 5.0, 16.1, 4.5},
    {"ok", 4.9, 5.1, 16.4, 4.5},    {"refused", 6.1, 5.4, 21.0, 4.5}, {"unknown", 5.0, 5.5, 13.1, 4.5},
    {"error", 5.2, 4.6, 10.3, 4.5}, {"control", 3.1, 4.1, 21.0, 3.0}, {"base", 4.0, 4.1, 21.0, 3.0},
    {"var", 5.1, 5.0, 10.7, 4.5},   {"third", 4.2, 5.0, 11.7, 3.0},   {"fourth", 5.3, 4.6, 12.1, 4.5},
};

double lowestContrast(const std::string& token, Theme theme) {
  const uint32_t rgb = color(token, theme);
  std::vector<std::string> grounds{"surface"};
  if (theme != Theme::highContrast) {
    grounds.insert(grounds.end(), {"window", "raised"});
    if (token != "control") grounds.push_back("select");
    for (const char* tinted : {"ok", "refused", "unknown", "error"}) {
      if (token == tinted) grounds.push_back("tint-" + token);
    }
  }
  double lowest = 21;
  for (const auto& ground : grounds) lowest = std::min(lowest, contrastRatio(rgb, color(ground, theme)));
  return lowest;
}

}  // namespace

class TokensTest : public QObject {
  Q_OBJECT
 private slots:
  void computesContrast() {
    QVERIFY(qAbs(contrastRatio(0x000000, 0xFFFFFF) - 21) < 1e-9);
    QVERIFY(qAbs(contrastRatio(0x777777, 0xFFFFFF) - 4.478) < 0.001);
    QCOMPARE(hexColor(0x0A704E), std::string("#0A704E"));
  }

  void keepEveryPromiseOfContrast() {
    for (const Promise& promise : promises) {
      const double promised[] = {promise.light, promise.dark, promise.high};
      for (const Theme theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        const double lowest = lowestContrast(promise.token, theme);
        const double needed = theme == Theme::highContrast ? 7.0 : promise.needed;
        const auto said = QString("%1 in theme %2: %3").arg(promise.token).arg(int(theme)).arg(lowest);
        QVERIFY2(lowest >= needed, qPrintable(said));
        QVERIFY2(qAbs(lowest - promised[int(theme)]) < 0.1, qPrintable(said));
      }
    }
  }

  void textStaysReadableOnItsGrounds() {
    for (const Theme theme : {Theme::light, Theme::dark, Theme::highContrast}) {
      const double needed = theme == Theme::highContrast ? 7.0 : 4.5;
      QVERIFY(contrastRatio(color("onaccent", theme), color("accent", theme)) >= needed);
      for (int heat = 1; heat <= 5; ++heat) {
        QVERIFY(contrastRatio(color("heat-text", theme), color("heat-" + std::to_string(heat), theme)) >= needed);
      }
      for (const ColorToken& token : colorTokens()) {
        if (!token.name.starts_with("syntax-")) continue;
        for (const char* ground : {"surface", "add", "add-word", "rem", "rem-word"}) {
          const double ratio = contrastRatio(token.in(theme), color(ground, theme));
          QVERIFY2(ratio >= 4.5, qPrintable(QString("%1 on %2: %3").arg(token.name.data()).arg(ground).arg(ratio)));
        }
      }
      for (const char* ground : {"add", "add-word", "rem", "rem-word", "raised", "window"}) {
        QVERIFY(contrastRatio(color("text", theme), color(ground, theme)) >= needed);
      }
    }
    QVERIFY(contrastRatio(0xFFFFFF, color("select", Theme::highContrast)) >= 7);
  }

  void shapesAreTheFilesInResources() {
    for (const ShapeInfo& info : allShapes()) {
      QCOMPARE(&shapeInfo(info.shape), &info);
      const auto path = resourceFolder() / "icons/verdict" / (std::string(info.name) + ".svg");
      if (qEnvironmentVariableIsSet("WARPWRIGHT_UPDATE_GOLDEN")) {
        QVERIFY(writeFileAtomically(path, svgFile(info.shape)).ok());
      }
      QCOMPARE(readFile(path).value(), svgFile(info.shape));
      QXmlStreamReader xml(QByteArray::fromStdString(svgFile(info.shape)));
      while (!xml.atEnd()) xml.readNext();
      QVERIFY2(!xml.hasError(), info.name.data());
      QVERIFY(color(info.token, Theme::light) != 0);
    }
  }
};

QTEST_GUILESS_MAIN(TokensTest)
#include "tokens_test.moc"
