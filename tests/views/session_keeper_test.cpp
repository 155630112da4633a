#include <sys/resource.h>

#include <QAction>
#include <QFileInfo>
#include <QInputDialog>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTimer>
#include <csignal>

#include "core/session/moved_session.h"
#include "core/session/session.h"
#include "views/diff/preview_page.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/shared/message_bar.h"
#include "views/window/finding_notes.h"
#include "views/window/main_window.h"
#include "views/window/measuring.h"
#include "views/window/pages.h"
#include "views/window/session_keeper.h"
#include "views/window/window_actions.h"
#include "window_bench.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

/// While it lives, no file of this process can grow: writes fail as they do on a full disk.
class FullDisk {
 public:
  FullDisk() {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    signal_ = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int) = nullptr;
};

class SessionTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void notesOnFindingsAreKept() {
    Bench bench;
    bench.openFile();
    MainWindow& window = *bench.window;
    const std::string id = window.selection().finding().id;
    QVERIFY(window.evidence().text().contains("Write a note"));
    // By its command: the words are asked for.
    QTimer::singleShot(0, this, [&] {
      auto* dialog = window.findChild<QInputDialog*>();
      QVERIFY(dialog);
      dialog->setTextValue("ask Ada first");
      dialog->accept();
    });
    window.actions().noteFinding->trigger();
    QCOMPARE(window.notes().all().at(id), QString("ask Ada first"));
    const auto titleIn = [&](MainWindow& of) {
      return of.opportunities().model().indexOf(of.selection().finding()).data().toString();
    };
    QVERIFY2(titleIn(window).startsWith("✎ Keep"), qPrintable(titleIn(window)));
    QVERIFY(window.evidence().text().contains("ask Ada first"));
    window.session().flush();
    bench.window.reset();
    bench.open();
    bench.openFile();
    QTRY_VERIFY2(titleIn(*bench.window).startsWith("✎ Keep"), qPrintable(titleIn(*bench.window)));
    // Nothing in it takes it back.
    bench.window->notes().set(id, " ");
    QVERIFY(bench.window->notes().all().empty());
    QVERIFY(titleIn(*bench.window).startsWith("Keep"));
    bench.window->session().flush();
    bench.window.reset();
    bench.open();
    bench.openFile();
    QTRY_VERIFY(!bench.window->session().file().empty());
    QTest::qWait(100);
    QVERIFY(bench.window->notes().all().empty());
  }

  // Whoever is killed has closed nothing.
  void placesAreKeptWhileTheWindowIsOpen() {
    Bench bench;
    bench.openFile();
    bench.page()->editor().setCursorPosition(4, 2);
    const auto kept = [&] {
      const QSettings settings(bench.folder.filePath("settings/settings.ini"), QSettings::IniFormat);
      QStringList files;
      for (const QString& key : settings.allKeys())
        if (key.endsWith("/files")) files << settings.value(key).toStringList();
      return files;
    };
    QTRY_COMPARE_WITH_TIMEOUT(kept(), QStringList{"4:2:" + QString::fromStdString(bench.file)}, 10000);
  }

  void sessionComesBack() {
    Bench bench;
    const std::filesystem::path session = bench.folder.filePath("kept.wws").toStdString();
    bench.window->openSession(session);
    bench.openFile();
    bench.previewIt();
    bench.window->actions().verify->trigger();
    QTRY_VERIFY(bench.preview().isIdentical());
    bench.window->session().flush();
    bench.window.reset();
    const Result<Session> stored = Session::open(session);
    QVERIFY(stored.ok());
    QCOMPARE(stored->variants()->size(), size_t(1));
    QVERIFY((*stored->variants())[0].verification->identical);
    bench.open();
    bench.window->openPath(session.string());  // as a file of any kind is opened
    QTRY_VERIFY(bench.page());
    QTRY_COMPARE(bench.window->findings().counts().total(), 2);
    QCOMPARE(bench.window->session().variants().size(), size_t(1));
  }

  void theWindowKeepsWhatItIsTold() {
    const QString ide = QString::fromStdString(programPath("warpwright-ide").string());
    if (!QFileInfo::exists(ide)) QSKIP("The window is not built.");
    QTemporaryDir folder;
    QDir(folder.path()).mkpath("p");
    write(folder.filePath("p/descend.cu"), kernelText);
    QProcess window;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_DATA_HOME", folder.filePath("data"));
    environment.insert("XDG_CONFIG_HOME", folder.filePath("config"));
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    window.setProcessEnvironment(environment);
    window.start(ide, {"--session", folder.filePath("kept.wws"), folder.filePath("p")});
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(folder.filePath("kept.wws")), 20000);
    window.kill();
    QVERIFY(window.waitForFinished());
    QVERIFY(!QFileInfo::exists(folder.filePath("data/warpwright/sessions")));
  }

  void aFullDiskLosesNothing() {
    Bench bench;
    const std::filesystem::path session = bench.folder.filePath("kept.wws").toStdString();
    bench.window->openSession(session);
    bench.openFile();
    bench.previewIt();
    bench.window->session().flush();
    QSignalSpy failed(&bench.window->session(), &SessionKeeper::failed);
    {
      const FullDisk full;
      bench.window->actions().verify->trigger();
      QTRY_VERIFY(bench.preview().isIdentical());
      QTRY_VERIFY(failed.count() > 0);
      QVERIFY(failed[0][0].toString().contains("kept.wws"));
    }
    bench.window->session().flush();
    const Result<Session> stored = Session::open(session);
    QVERIFY(stored.ok());
    QCOMPARE(stored->variants()->size(), size_t(1));
    QVERIFY(stored->latestAnalysis()->has_value());
  }

  void unsavedTextComesBackAfterACrash() {
    Bench bench;
    const RecoveryStore store(bench.services.settingsFolder / "recovery");
    QVERIFY(store.keep(bench.file, QByteArray::fromStdString("// kept\n" + kernelText)).ok());
    bench.openFile();
    QTRY_VERIFY(bench.window->messages().text().contains("Unsaved changes of descend.cu were kept"));
    QCOMPARE(bench.shown(), kernelText);
    bench.window->messages().findChild<QPushButton*>()->click();
    QCOMPARE(bench.shown(), "// kept\n" + kernelText);
    QVERIFY(bench.page()->isModified());
    QCOMPARE(read(bench.path), kernelText);
    bench.page()->editor().setModified(false);
  }

  void reportIsWritten() {
    Bench bench;
    bench.openFile();
    const QString report = bench.folder.filePath("report.html");
    bench.window->exportReport(report.toStdString());
    QTRY_VERIFY(bench.window->messages().text().contains("Report written"));
    QVERIFY(read(report).find("descend") != std::string::npos);
    bench.window->exportReport("/nowhere/report.html");
    QTRY_VERIFY(bench.window->messages().text().contains("/nowhere/report.html"));
  }

  void itStartsWhereItWasClosed() {
    Bench bench;
    const QString other = bench.folder.filePath("p/other.cu");
    write(other, "// Another.\n" + kernelText);
    bench.openFile();
    bench.window->pages().open(other.toStdString());
    QTRY_COMPARE(bench.window->pages().editors().size(), size_t(2));
    bench.page()->editor().setCursorPosition(6, 4);
    bench.window->pages().setCurrentWidget(bench.page());
    QVERIFY(bench.window->close());
    bench.window.reset();
    bench.open();
    QVERIFY(bench.window->restoreLast());
    QTRY_COMPARE(bench.window->pages().editors().size(), size_t(2));
    QTRY_COMPARE(bench.window->pages().currentEditor(), bench.page());
    int line = 0, column = 0;
    bench.page()->editor().getCursorPosition(&line, &column);
    QCOMPARE(line, 6);
    QCOMPARE(column, 4);
    // The measuring page is a place, too; a file that is gone is none.
    bench.window->actions().layoutMeasure->trigger();
    QVERIFY(bench.window->close());
    bench.window.reset();
    QFile::remove(other);
    bench.open();
    QVERIFY(bench.window->restoreLast());
    QTRY_VERIFY(bench.window->measuring().isShown());
    QCOMPARE(bench.window->pages().editors().size(), size_t(1));
  }

  void aMovedSessionSpeaksOfItsNewPlace() {
    QTemporaryDir folder;
    const std::filesystem::path from = folder.filePath("a.wws").toStdString(),
                                to = folder.filePath("b.wws").toStdString();
    VariantRecord variant;
    variant.steps = {{"shared_to_register-1", {}}};
    variant.files = {{"/old/place/x.cu", "before", "after"}};
    variant.id = makeVariantId(variant.steps, variant.files);
    MeasurementRecord measurement;
    measurement.variant = variant.id;
    measurement.kernel = "k";
    measurement.metric = "engine/accesses";
    measurement.value = 7;
    {
      auto session = Session::openOrCreate(from);
      QVERIFY(session.ok() && session->setValue("project", "/old/place").ok());
      QVERIFY(session->setValue("tuning table k", "{\"session\":\"/old/place/a.wws\"}").ok());
      QVERIFY(session->putMeasuredVariant(&variant, {measurement}).ok());
    }
    QVERIFY(moveSession(from, to, "/new").ok());
    QVERIFY(!moveSession(from, to, "/new").ok());  // what is there stays
    const auto moved = Session::open(to);
    QVERIFY(moved.ok());
    QCOMPARE(moved->values()->at("project"), std::string("/new"));
    QCOMPARE(moved->values()->at("tuning table k"), std::string("{\"session\":\"/new/a.wws\"}"));
    const VariantRecord there = moved->variants()->front();
    QCOMPARE(there.files[0].path, std::string("/new/x.cu"));
    QCOMPARE(there.id, makeVariantId(there.steps, there.files));
    QCOMPARE(moved->measurements()->front().variant, there.id);
  }
};

QTEST_MAIN(SessionTest)
#include "session_keeper_test.moc"
