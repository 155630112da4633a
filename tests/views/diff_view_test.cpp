#include <QComboBox>
#include <QLabel>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <algorithm>

#include "views/diff/diff_text.h"
#include "views/diff/diff_view.h"
#include "views/diff/preview_page.h"
#include "views/shared/theme.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class DiffTest : public QObject {
  Q_OBJECT

 private:
  static QStringList dump(const std::vector<DiffLine>& lines) {
    QStringList text;
    for (const DiffLine& line : lines) {
      static constexpr const char* kinds[] = {"same", "changed", "removed", "added", "note", "gap"};
      const bool words = line.kind == DiffLine::Kind::note || line.kind == DiffLine::Kind::gap;
      text
          << (words
                  ? QString("%1 %2").arg(kinds[static_cast<int>(line.kind)], QString::fromStdString(line.text))
                  : QString("%1 %2 %3").arg(kinds[static_cast<int>(line.kind)]).arg(line.left + 1).arg(line.right + 1));
    }
    return text;
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void changesWithContextGapsAndNotes() {
    const Rewrite rewrite = rewriteOf("/p/a.cu", kernelText);
    const auto after = applyEdits(rewrite.files[0], kernelText);
    QVERIFY(after.ok());
    QCOMPARE(dump(composeDiff(rewrite.files[0], kernelText, *after, {}, 1)),
             QStringList({"same 1 1", "same 2 2", "note 1  private to its thread", "changed 3 3", "same 4 4",
                          "same 5 5", "same 6 6", "changed 7 7", "changed 8 8", "same 9 9", "same 10 10"}));
    std::string before, longAfter;
    for (int i = 0; i < 30; ++i) before += "line " + std::to_string(i) + "\n";
    longAfter = before;
    longAfter.replace(longAfter.find("line 15\n"), 8, "line fifteen\nand more\n");
    const auto lines = composeDiff({}, before, longAfter, {}, 2);
    QCOMPARE(dump(lines).front(), QString("gap 13 unchanged lines"));
    QCOMPARE(dump(lines).back(), QString("gap 12 unchanged lines"));
    QCOMPARE(composeDiff({}, before, longAfter, {0, 1}, 2).size(), size_t(31));
  }

  void equalTextsHaveNothingToShow() {
    for (const DiffLine& line : composeDiff({}, kernelText, kernelText, {})) QVERIFY(line.kind == DiffLine::Kind::gap);
    QVERIFY(composeDiff({}, "", "", {}).empty());
  }

  void words() {
    const auto [left, right] = changedWords("  __shared__ int result[64];", "  int result;");
    QCOMPARE(left.size(), size_t(2));
    QCOMPARE(left[0].from, 2);
    QCOMPARE(left[0].to, 12);
    QCOMPARE(left[1].from, 23);
    QCOMPARE(left[1].to, 27);
    QVERIFY(right.empty());
    QVERIFY(changedWords("same", "same").first.empty());
  }

  void bothSidesStayInStep() {
    Theme theme;
    theme.choose(ThemeKind::light);
    DiffView view(theme);
    const Rewrite rewrite = rewriteOf("/p/a.cu", kernelText);
    view.setFile(rewrite.files[0], kernelText, *applyEdits(rewrite.files[0], kernelText));
    const std::string left = view.textOf(true), right = view.textOf(false);
    QCOMPARE(std::count(left.begin(), left.end(), '\n'), std::count(right.begin(), right.end(), '\n'));
    QVERIFY(left.find("__shared__ int result[64];") != std::string::npos);
    QVERIFY(right.find("  int result;") != std::string::npos);
    QCOMPARE(view.hunkCount(), 2);
    view.setUnified(true);
    const std::string unified = view.textOf(true);
    QVERIFY(unified.find("result[tx] = prev") < unified.find("result = prev"));
    QVERIFY(unified.find("to[tx] = result[tx]") < unified.find("result = prev"));
  }

  void previewSaysWhatHolds() {
    Theme theme;
    theme.choose(ThemeKind::light);
    PreviewPage page(theme);
    Preview preview;
    preview.opportunity = makeOpportunity("/p/a.cu", "result", 3, VerdictKind::applicable, 1.05);
    preview.rewrite = rewriteOf("/p/a.cu", kernelText);
    preview.before["/p/a.cu"] = kernelText;
    preview.after["/p/a.cu"] = *applyEdits(preview.rewrite.files[0], kernelText);
    page.setPreview(preview);
    QVERIFY(!page.isIdentical());
    QCOMPARE(page.resultText(), QString());
    Verification verification;
    verification.identical = true;
    verification.summary = "Identical. 5 launches, 500,000 results compared bit by bit.";
    page.setVerification(verification, {});
    QVERIFY(page.isIdentical());
    QVERIFY(page.resultText().contains("500,000 results"));
    verification.identical = false;
    verification.summary = "Results differ.";
    verification.differences = {{"dst", 216, "1204", "1198", 1, "dst[216]: original 1204, variant 1198."}};
    page.setVerification(verification, {});
    QVERIFY(!page.isIdentical());
    QVERIFY(page.resultText().contains("original 1204, variant 1198"));
    // A program that wanted other words says so itself.
    verification.differences.clear();
    verification.original.exitCode = 1;
    verification.original.errorOutput = "Usage: srad rows cols\n";
    page.setVerification(verification, {});
    QVERIFY2(page.resultText().contains("Usage: srad rows cols") && page.resultText().contains("exit code 1"),
             qPrintable(page.resultText()));
    page.setVerification({}, "The worker crashed.");
    QVERIFY(page.resultText().contains("The worker crashed."));
  }

  void onlyValuesThatGoTogetherAreOffered() {
    Theme theme;
    PreviewPage page(theme);
    Preview preview;
    preview.opportunity = makeOpportunity("/p/a.cu", "result", 3, VerdictKind::applicable, 1.05);
    preview.rewrite = rewriteOf("/p/a.cu", kernelText);
    preview.before["/p/a.cu"] = preview.after["/p/a.cu"] = kernelText;
    preview.opportunity.parameters = {{"factor", {"2", "4", "8"}, "side", {{"y", {"4"}}, {"x", {"2", "4", "8"}}}},
                                      {"side", {"y", "x"}}};
    const auto offered = [&] {
      QStringList names;
      for (const auto* button : page.findChildren<QToolButton*>()) {
        if (button->accessibleName().startsWith("factor ")) names << button->text() + (button->isChecked() ? "!" : "");
      }
      return names;
    };
    const auto press = [&](const QString& name) {
      for (auto* button : page.findChildren<QToolButton*>()) {
        if (button->accessibleName() == name) return button->click();
      }
      QFAIL(qPrintable("there is no button " + name));
    };
    page.setPreview(preview);
    QCOMPARE(offered(), QStringList({"4!"}));
    ParameterValues chosen;
    connect(&page, &PreviewPage::valuesChanged, this, [&](const ParameterValues& values) { chosen = values; });
    press("side x");
    QCOMPARE(chosen, (ParameterValues{{"side", "x"}}));
    preview.values = {{"side", "x"}, {"factor", "8"}};
    page.setPreview(preview);
    QCOMPARE(offered(), QStringList({"2", "4", "8!"}));
    press("side y");
    QCOMPARE(chosen, (ParameterValues{{"factor", "4"}, {"side", "y"}}));
  }

  // Buttons for all of them would push the panels beside the page together.
  void manyValuesAreChosenFromLists() {
    Theme theme;
    PreviewPage page(theme);
    Preview preview;
    preview.opportunity = makeOpportunity("/p/a.cu", "result", 3, VerdictKind::applicable, 1.05);
    preview.rewrite = rewriteOf("/p/a.cu", kernelText);
    preview.before["/p/a.cu"] = preview.after["/p/a.cu"] = kernelText;
    const auto lists = [&] {
      QStringList names;
      for (const auto* box : page.findChildren<QComboBox*>()) {
        if (box->accessibleName().startsWith("Value of ")) names << box->accessibleName();
      }
      return names;
    };
    preview.opportunity.parameters = {{"factor", {"2", "4", "8"}}, {"size", {"16", "32"}}};
    page.setPreview(preview);
    QCOMPARE(lists(), QStringList());
    preview.opportunity.parameters = {{"unroll", {"8", "1", "2", "4", "16"}}, {"skip", {"32", "64", "96", "128"}}};
    page.setPreview(preview);
    QCOMPARE(lists(), QStringList({"Value of unroll", "Value of skip"}));
    const auto boxes = page.findChildren<QComboBox*>();
    const auto isSkip = [](const QComboBox* box) { return box->accessibleName() == "Value of skip"; };
    auto* skip = *std::find_if(boxes.begin(), boxes.end(), isSkip);
    ParameterValues chosen;
    connect(&page, &PreviewPage::valuesChanged, this, [&](const ParameterValues& values) { chosen = values; });
    skip->setCurrentText("96");
    emit skip->activated(skip->currentIndex());
    QCOMPARE(chosen.at("skip"), std::string("96"));
  }

  void factsThatStayAreSaidOnce() {
    Theme theme;
    PreviewPage page(theme);
    Preview preview;
    preview.opportunity = makeOpportunity("/p/a.cu", "result", 3, VerdictKind::applicable, 1.05);
    preview.rewrite = rewriteOf("/p/a.cu", kernelText);
    preview.before["/p/a.cu"] = preview.after["/p/a.cu"] = kernelText;
    preview.kernel.resources.registers = 18;
    preview.kernel.resources.sharedBytes = 1088;
    preview.kernel.resources.source = "ptxas";
    page.setPreview(preview);
    KernelSummary after = preview.kernel;
    after.resources.sharedBytes = 64;
    page.setReparsed(after, 0);
    const auto fact = [&](const QString& name) {
      for (const QLabel* label : page.findChildren<QLabel*>()) {
        if (label->accessibleName() == name) return QTextDocumentFragment::fromHtml(label->text()).toPlainText();
      }
      return QString();
    };
    QCOMPARE(fact("Registers").simplified(), QString("Registers 18 ptxas"));
    QCOMPARE(fact("Shared").simplified(), QString("Shared %1 → 64 B").arg(QLocale().toString(1088)));
  }

  void occupancyIsThatOfTheChosenDevice() {
    Theme theme;
    PreviewPage page(theme);
    Preview preview;
    preview.rewrite = rewriteOf("/p/a.cu", kernelText);
    preview.before["/p/a.cu"] = preview.after["/p/a.cu"] = kernelText;
    preview.kernel.launches.resize(1);
    preview.kernel.launches.front().block = {1024, 1, 1};
    preview.kernel.resources.registers = 32;
    preview.kernel.resources.source = "ptxas";
    page.setPreview(preview);
    const auto occupancy = [&] {
      for (const auto* fact : page.findChildren<QLabel*>("fact")) {
        if (fact->text().contains("Occupancy")) return fact->text();
      }
      return QString();
    };
    QVERIFY2(occupancy().contains("100 %") && occupancy().contains("H200"), qPrintable(occupancy()));
    page.setDevice("AGX Orin");  // 1,536 threads a multiprocessor: one block of 1,024
    QVERIFY2(occupancy().contains("66.7 %") && occupancy().contains("AGX Orin"), qPrintable(occupancy()));
  }
};

QTEST_MAIN(DiffTest)
#include "diff_view_test.moc"
