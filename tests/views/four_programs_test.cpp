// Four programs of several files from an open folder to a measured change and back, by keys and clicks alone, file
// dialogs included, with the processes that the window really starts.
#include <QAbstractProxyModel>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>

#include "core/base/file.h"
#include "core/job/request_traces.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/message_bar.h"
#include "views/shared/theme.h"
#include "views/speedup/measure_panel.h"
#include "views/window/analysis_queue.h"
#include "views/window/main_window.h"
#include "views/window/measuring.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/targets.h"
#include "views/window/tuning_run.h"
#include "views/window/window_actions.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;
namespace fs = std::filesystem;

class FourProgramsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  views::Theme theme_;
  std::unique_ptr<AnalysisService> analysis_;
  std::unique_ptr<MainWindow> window_;
  std::string root_;

  static std::unique_ptr<AnalysisService> service() {
    return makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
  }
  Services services() {
    Services services;
    services.analysis = analysis_.get();
    services.verify = [](EngineJob original, EngineJob variant, std::function<void(const EngineProgress&)> progress,
                         std::stop_token stop) {
      return verifyOnEngine(std::move(original), std::move(variant), progress, std::move(stop));
    };
    services.run = runOnEngine;
    services.requests = requestsOfProgram;
    services.makeAnalysis = [] { return service(); };
    services.askTrust = [](const std::string&) { return Trust::once; };
    services.settingsFolder = folder_.filePath("settings").toStdString();
    return services;
  }
  void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) {
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : window_.get(), key, with);
  }
  static void click(QPushButton* button) {
    QVERIFY(button);
    QTRY_VERIFY(button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
  }
  static QPushButton* button(const QWidget& page, const QString& name) {
    for (QPushButton* one : page.findChildren<QPushButton*>())
      if ((one->accessibleName() == name || one->text() == name) && one->isVisible()) return one;
    return nullptr;
  }
  static QLineEdit* field(const QWidget& page, const QString& name) {
    for (QLineEdit* one : page.findChildren<QLineEdit*>())
      if (one->accessibleName() == name && one->isVisible()) return one;
    return nullptr;
  }
  /// Presses the key, and answers the file dialog that comes with the path.
  void pressAndPaste(Qt::Key key, Qt::KeyboardModifiers with, const QString& path) {
    bool answered = false;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
      for (QWidget* top : QApplication::topLevelWidgets()) {
        auto* dialog = qobject_cast<QFileDialog*>(top);
        auto* name = dialog && dialog->isVisible() ? dialog->findChild<QLineEdit*>("fileNameEdit") : nullptr;
        if (!name || answered) continue;
        answered = true;
        // Pasted: what is typed letter by letter is completed meanwhile.
        name->setText(path);
        for (QAbstractButton* one : dialog->findChild<QDialogButtonBox*>()->buttons()) {
          if (dialog->findChild<QDialogButtonBox*>()->buttonRole(one) == QDialogButtonBox::AcceptRole)
            QTest::mouseClick(one, Qt::LeftButton);
        }
      }
    });
    timer.start(20);
    press(key, with);
    QTRY_VERIFY(answered);
  }
  void clickRow(const FindingKey& key) {
    QTreeView& tree = window_->opportunities().tree();
    const QModelIndex source = window_->opportunities().model().indexOf(key);
    const auto* shown = qobject_cast<QAbstractProxyModel*>(tree.model());
    const QModelIndex index = shown ? shown->mapFromSource(source) : source;
    QVERIFY(index.isValid());
    tree.scrollTo(index);
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(index).center());
    QTRY_COMPARE(window_->selection().finding().id, key.id);
  }
  /// One finding of each pass that applies to the kernel.
  std::vector<FindingKey> onePerPass(const std::string& kernel) const {
    std::map<std::string, FindingKey> keys;
    for (const auto& [file, text] : texts()) {
      for (const PlacedFinding& placed : window_->findings().inFile(file)) {
        if (placed.opportunity->verdict == VerdictKind::applicable && placed.opportunity->kernel == kernel)
          keys.try_emplace(placed.opportunity->pass, placed.key);
      }
    }
    std::vector<FindingKey> list;
    for (const auto& [pass, key] : keys) list.push_back(key);
    return list;
  }
  /// All files of the program, to be held against what they were.
  std::map<std::string, std::string> texts() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      if (entry.is_regular_file()) all[entry.path().string()] = read(QString::fromStdString(entry.path().string()));
    }
    return all;
  }
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(!window_->queue().isRunning() && !window_->flow().isWriting(), 120000); }

  void openByKeys(const QString& name) {
    fs::remove_all(fs::path(folder_.path().toStdString()) / name.toStdString());
    fs::copy(fs::path(PROGRAMS_FOLDER) / name.toStdString(),
             fs::path(folder_.path().toStdString()) / name.toStdString(), fs::copy_options::recursive);
    root_ = QFileInfo(folder_.filePath(name)).canonicalFilePath().toStdString();
    window_ = std::make_unique<MainWindow>(services(), theme_);
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    pressAndPaste(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier, QString::fromStdString(root_));
    QTRY_COMPARE(window_->session().project(), root_);
    QTRY_VERIFY_WITH_TIMEOUT(window_->findings().counts().applicable > 0, 60000);
    settle();
  }
  /// What is said above the editor, and which open texts are not those on the disk.
  QString whyNoUndo() const {
    QString words = window_->findChild<MessageBar*>()->text();
    for (const EditorPage* page : window_->pages().editors()) {
      const bool same = page->text() == read(QString::fromStdString(page->path()));
      words += QString("; %1: %2%3")
                   .arg(QString::fromStdString(page->path()), same ? "as on the disk" : "another text than on the disk",
                        page->isModified() ? ", modified" : "");
    }
    return words;
  }
  /// Preview, verify, apply and undo of the finding that is selected.
  void changeAndTakeBack(const QString& arguments, const std::map<std::string, std::string>& before) {
    press(Qt::Key_F7);
    QTRY_VERIFY_WITH_TIMEOUT(window_->pages().previewInFront() && window_->flow().hasPreview(), 60000);
    PreviewPage& preview = window_->pages().preview();
    QLineEdit* words = field(preview, "Arguments of the program");
    QVERIFY(words);
    words->selectAll();
    QTest::keyClicks(words, arguments);
    click(button(preview, "Verify on CPU"));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->flow().isVerifying() && preview.preview().verification, 120000);
    QVERIFY2(preview.isIdentical(), preview.preview().verification->summary.c_str());
    press(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY2_WITH_TIMEOUT(window_->flow().canUndo(), qPrintable(whyNoUndo()), 20000);
    QVERIFY(texts() != before);
    takeBack(before);
  }
  void takeBack(const std::map<std::string, std::string>& before) {
    press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(texts() == before, 30000);
    settle();
  }
  void measureApplyTakeBack(const std::map<std::string, std::string>& before) {
    press(Qt::Key_F9);
    MeasurePanel& panel = window_->measuring().panel();
    QTRY_VERIFY(panel.isVisible());
    QTRY_VERIFY2_WITH_TIMEOUT(panel.table().cells().rowCount() > 3 || !window_->tuning().isRunning(),
                              qPrintable(panel.progressText()), 240000);
    if (window_->tuning().isRunning()) click(button(panel, "Pause"));
    QTRY_VERIFY2_WITH_TIMEOUT(!window_->tuning().isRunning() && panel.table().cells().rowCount() > 1,
                              qPrintable(panel.progressText()), 120000);
    // The best where one is better, else one that computes the same.
    if (!button(panel, "Apply best")->isEnabled()) selectAccepted(panel);
    click(button(panel, "Apply best"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->pages().previewInFront() && window_->flow().hasPreview(), 60000);
    press(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY2_WITH_TIMEOUT(window_->flow().canUndo(), qPrintable(whyNoUndo()), 20000);
    QVERIFY(texts() != before);
    takeBack(before);
  }
  static void selectAccepted(MeasurePanel& panel) {
    CellTable& table = panel.table();
    for (int row = 0; row < table.cells().rowCount() && !button(panel, "Apply best")->isEnabled(); ++row)
      QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.cells().index(row, 0)).center());
  }

 private slots:
  void initTestCase() {
    listenToQt();
    if (!QFileInfo::exists(QString::fromStdString(programPath("warpwright-analysis-worker").string())) ||
        !QFileInfo::exists(QString::fromStdString(programPath("warpwright-cpu-worker").string())))
      QSKIP("The workers are not built.");
    analysis_ = service();
  }
  void cleanup() {
    window_.reset();
    VERIFY_QT_IS_QUIET();
  }

  void fromAnOpenFolderToAReport_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("diffusion") << "speckle_one" << 2 << "32 32 0.5 2";
    QTest::newRow("network") << "layer_forward" << 2 << "64";
    QTest::newRow("heat") << "calculate" << 1 << "40 2 2";
    QTest::newRow("tree") << "find_k" << 1 << "48";
  }
  void fromAnOpenFolderToAReport() {
    QFETCH(const QString, kernel);
    QFETCH(const int, kernels);
    QFETCH(const QString, arguments);
    openByKeys(QTest::currentDataTag());
    if (QTest::currentTestFailed()) return;
    // Each kernel is there once, whatever files include its own.
    QCOMPARE(window_->findings().allKernels().size(), static_cast<size_t>(kernels));
    const std::vector<FindingKey> keys = onePerPass(kernel.toStdString());
    QVERIFY(keys.size() >= 2);
    const auto before = texts();
    for (const FindingKey& key : keys) {
      clickRow(key);
      changeAndTakeBack(arguments, before);
      if (QTest::currentTestFailed()) return;
    }
    clickRow(keys.front());
    measureApplyTakeBack(before);
    if (QTest::currentTestFailed()) return;
    const QString report = folder_.filePath(QString(QTest::currentDataTag()) + ".html");
    pressAndPaste(Qt::Key_E, Qt::ControlModifier, report);
    QTRY_VERIFY_WITH_TIMEOUT(read(report).find(kernel.toStdString()) != std::string::npos, 30000);
    QCOMPARE(texts(), before);
  }
};

QTEST_MAIN(FourProgramsTest)
#include "four_programs_test.moc"
