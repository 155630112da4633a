#include <sys/resource.h>

#include <QAction>
#include <QPushButton>
#include <QSignalSpy>
#include <csignal>

#include "core/session/session.h"
#include "views/diff/preview_page.h"
#include "views/shared/message_bar.h"
#include "views/window/main_window.h"
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
    bench.window->openSession(session);
    QTRY_VERIFY(bench.page());
    QTRY_COMPARE(bench.window->findings().counts().total(), 2);
    QCOMPARE(bench.window->session().variants().size(), size_t(1));
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
};

QTEST_MAIN(SessionTest)
#include "session_test.moc"
