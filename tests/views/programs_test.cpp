// A folder of several programs in the window: the box that chooses one, and what follows from it.
#include <QAbstractItemView>
#include <QComboBox>

#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/project/project_panel.h"
#include "views/shared/message_bar.h"
#include "views/window/analysis_queue.h"
#include "views/window/check_run.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/tuning_run.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

/// A folder of the programs lud and srad, which have a kernel's file in common.
struct TwoPrograms : Bench {
  explicit TwoPrograms(int count = 2) {
    root = QFileInfo(folder.path()).canonicalFilePath().toStdString() + "/two";
    for (const char* name : {"lud", "shared", "srad"}) {
      QDir(folder.path()).mkpath(QString("two/%1").arg(name));
      write(QString::fromStdString(of(name)), kernelText);
    }
    programs = {{"lud", of("lud"), {of("lud"), of("shared")}, {of("lud"), of("shared")}},
                {"srad", of("srad"), {of("shared"), of("srad")}, {of("shared"), of("srad")}}};
    programs.resize(static_cast<size_t>(count));
  }
  std::string of(const std::string& name) const { return root + "/" + name + "/" + name + ".cu"; }
  void openFolder() {
    window->openPath(root);
    QTRY_VERIFY(window->pages().editor(of("lud")));
    QTRY_VERIFY(window->findings().programs() == programs && !window->queue().isRunning());
    QTRY_VERIFY(window->findings().unit(window->selection().file())->hasResult);
  }
  QComboBox& box() { return window->steps().programs(); }
  void chooseByKeys(int row) {
    window->actions().chooseProgram->trigger();
    QTRY_VERIFY(box().view()->isVisible());
    box().view()->setCurrentIndex(box().model()->index(row, 0));
    QTest::keyClick(box().view(), Qt::Key_Return);
  }

  std::string root;
};

/// A program whose kernel stands in a file that its main file includes.
struct Included : Bench {
  Included() {
    window.reset();
    root = QFileInfo(folder.path()).canonicalFilePath().toStdString() + "/srad";
    QDir(folder.path()).mkpath("srad");
    main = root + "/srad.cu", kernel = root + "/srad_kernel.cu";
    write(QString::fromStdString(main), "#include \"srad_kernel.cu\"\nint main() {}\n");
    write(QString::fromStdString(kernel), kernelText);
    service = makeInlineAnalysisService(
        [this](const AnalysisRequest& request) -> Result<AnalysisResult> {
          AnalysisResult answer;
          if (!request.onlyPrograms) {
            const auto open = request.openTexts.find(kernel);
            answer = answerFor(kernel, open != request.openTexts.end() ? open->second : kernelText);
            answer.units.front().file = main;
          }
          return answer;
        },
        [this](const RewriteRequest&) -> Result<Rewrite> { return rewriteOf(kernel, kernelText); });
    services.analysis = service.get();
    open();
  }
  void openFolder() {
    window->openPath(root);
    QTRY_VERIFY(window->pages().editor(main));
    QTRY_VERIFY(window->findings().counts().total() > 0 && !window->queue().isRunning());
  }

  std::string root, main, kernel;
};

}  // namespace

class ProgramsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void theListIsOfTheFileTheProgramOrAll() {
    TwoPrograms bench;
    bench.openFolder();
    MainWindow& window = *bench.window;
    const auto listed = [&] {
      int kernels = 0;
      for (int row = 0; row < window.opportunities().tree().model()->rowCount(); ++row) ++kernels;
      return kernels;
    };
    QTRY_COMPARE(listed(), 3);
    window.pages().setCurrentWidget(window.pages().editor(bench.of("lud")));
    window.actions().scopeFile->trigger();
    QCOMPARE(listed(), 1);
    window.actions().scopeProgram->trigger();
    QCOMPARE(listed(), 2);
    // Another file in front is another list, and the choice is kept.
    window.actions().scopeFile->trigger();
    window.pages().open(bench.of("srad"));
    QTRY_COMPARE(window.selection().file(), bench.of("srad"));
    QTRY_COMPARE(listed(), 1);
    QCOMPARE(window.opportunities().tree().model()->index(0, 0).data(OpportunityModel::fileRole).toString(),
             QString::fromStdString(bench.of("srad")));
    window.actions().scopeProject->trigger();
    QCOMPARE(listed(), 3);
  }

  void oneProgramNeedsNoBox() {
    TwoPrograms bench(1);
    bench.openFolder();
    QVERIFY(!bench.box().isVisible());
    QVERIFY(!bench.window->actions().chooseProgram->isEnabled());
    QCOMPARE(bench.window->findings().counts().total(), 6);
    bench.window->actions().runChecks->trigger();
    QTRY_COMPARE(bench.checked.size(), size_t(1));
    QCOMPARE(bench.checked[0].path.string(), bench.of("lud"));
  }

  void aProgramIsChosenByKeys() {
    TwoPrograms bench;
    bench.openFolder();
    QTRY_VERIFY(bench.box().isVisible());
    QCOMPARE(bench.box().accessibleName(), QString("Program"));
    QCOMPARE(bench.box().count(), 3);
    QCOMPARE(bench.box().currentText(), QString("All programs"));
    QCOMPARE(bench.window->findings().counts().total(), 6);
    bench.chooseByKeys(2);
    QTRY_COMPARE(bench.window->findings().program(), std::string("srad"));
    QCOMPARE(bench.box().currentText(), QString("srad"));
    QCOMPARE(bench.window->findings().counts().total(), 4);
    QTRY_COMPARE(bench.window->selection().file(), bench.of("srad"));
    QCOMPARE(bench.window->session().everything().kernels.size(), size_t(3));
    bench.chooseByKeys(0);
    QTRY_COMPARE(bench.window->findings().program(), std::string());
    QCOMPARE(bench.window->findings().counts().total(), 6);
  }

  void theStepsFitBesideTheBox() {
    TwoPrograms bench;
    bench.openFolder();
    QTRY_VERIFY(bench.box().isVisible());
    for (const int width : {1600, 1280, 1024}) {
      bench.window->resize(width, 700);
      QTRY_COMPARE(bench.window->steps().width(), width);
      QTRY_VERIFY(bench.window->steps().step(Step::apply).isVisible());
      QWidget* report = bench.window->steps().widgetForAction(bench.window->actions().exportReport);
      QTRY_VERIFY2(report->isVisible(), qPrintable(QString::number(width)));
    }
  }

  void commandsAreOfTheProgram() {
    TwoPrograms bench;
    bench.openFolder();
    bench.window->openPath(bench.of("shared"));
    QTRY_COMPARE(bench.window->selection().file(), bench.of("shared"));
    bench.window->actions().runChecks->trigger();
    QTRY_VERIFY(bench.window->messages().text().contains("shared.cu is a part of several programs: lud, srad."));
    QVERIFY(bench.checked.empty());
    bench.chooseByKeys(2);
    QCOMPARE(bench.window->selection().file(), bench.of("shared"));
    bench.window->actions().runChecks->trigger();
    QTRY_COMPARE(bench.checked.size(), size_t(1));
    QCOMPARE(bench.checked[0].path.string(), bench.of("srad"));
    QCOMPARE(bench.checked[0].project.string(), bench.root);
    QTRY_VERIFY(!bench.window->checks().isRunning());
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    QCOMPARE(bench.jobs[0].path.string(), bench.of("srad"));
    QVERIFY(bench.jobs[1].openTexts.contains(bench.of("shared")));
  }

  void aFileOfAnotherProgramChoosesIt() {
    TwoPrograms bench;
    bench.openFolder();
    bench.chooseByKeys(2);
    QTRY_COMPARE(bench.window->selection().file(), bench.of("srad"));
    bench.window->openPath(bench.of("lud"));
    QTRY_COMPARE(bench.window->findings().program(), std::string("lud"));
    QCOMPARE(bench.box().currentText(), QString("lud"));
    bench.window->openPath(bench.of("shared"));
    QTRY_COMPARE(bench.window->selection().file(), bench.of("shared"));
    QCOMPARE(bench.window->findings().program(), std::string("lud"));
  }

  void theChoiceIsRemembered() {
    TwoPrograms bench;
    bench.openFolder();
    bench.chooseByKeys(2);
    QTRY_COMPARE(bench.window->selection().file(), bench.of("srad"));
    bench.window->session().flush();
    bench.window.reset();
    bench.open();
    bench.window->openPath(bench.root);
    QTRY_COMPARE(bench.window->findings().program(), std::string("srad"));
    QTRY_COMPARE(bench.window->selection().file(), bench.of("srad"));
    QCOMPARE(bench.box().currentText(), QString("srad"));
  }

  void aProgramThatIsGoneIsNotChosen() {
    TwoPrograms bench;
    bench.openFolder();
    bench.chooseByKeys(2);
    QTRY_COMPARE(bench.window->findings().program(), std::string("srad"));
    bench.programs.resize(1);
    QTRY_VERIFY(bench.window->pages().editor(bench.of("srad")));
    bench.window->actions().save->trigger();
    QTRY_VERIFY(!bench.box().isVisible());
    QCOMPARE(bench.window->findings().program(), std::string());
  }

  // A kernel's file that the program includes is no unit of its own, whichever of the two is in front.
  void anIncludedFileIsReadThroughItsProgram() {
    Included bench;
    bench.openFolder();
    MainWindow& window = *bench.window;
    QCOMPARE(window.findings().counts().total(), 2);
    QCOMPARE(window.findings().kernels().size(), size_t(1));
    // A click on a finding brings its file to the front.
    window.opportunities().step(+1);
    QTRY_COMPARE(window.selection().file(), bench.kernel);
    QTRY_VERIFY(!window.queue().isRunning());
    QCOMPARE(window.findings().kernels().size(), size_t(1));
    QCOMPARE(window.findings().unitOf(bench.kernel), bench.main);
    QVERIFY(window.findings().unit(bench.kernel)->hasResult);
    QCOMPARE(window.steps().kernels().currentText(), QString("descend"));
    const FindingKey best = window.findings().best(bench.kernel);
    QCOMPARE(best.unit, bench.main);
    emit window.pages().editor(bench.kernel)->editor().findingClicked(best);
    window.actions().preview->trigger();
    QTRY_VERIFY(window.pages().previewInFront());
    window.actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    QCOMPARE(bench.jobs[0].path.string(), bench.main);
    QVERIFY(window.tuning().whyNot(bench.kernel, "descend").isEmpty());
    // What is typed into it is analysed as a part of the program.
    window.pages().setCurrentWidget(window.pages().editor(bench.kernel));
    window.pages().editor(bench.kernel)->editor().insertAt("// mine\n", 0, 0);
    QTRY_COMPARE(window.findings().find(best)->range.begin.line, 4U);
    QTRY_VERIFY(!window.queue().isRunning());
    QCOMPARE(window.findings().counts().total(), 2);
    window.pages().editor(bench.kernel)->editor().undo();
  }
};

QTEST_MAIN(ProgramsTest)
#include "programs_test.moc"
