#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/report/html_text.h"
#include "tests/core/report/sample_report.h"

using namespace warpwright;

namespace {

QString browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    const QString found = QStandardPaths::findExecutable(name);
    if (!found.isEmpty()) return found;
  }
  return {};
}

struct Visit {
  QString document, log, network;
};

/// Opens a page in a browser without a window: the document it built, its console, and every request it made.
Visit visit(const QTemporaryDir& folder, const std::string& html, const QStringList& more = {}) {
  const QString page = folder.filePath("page.html"), network = folder.filePath("network.json");
  if (!writeFileAtomically(page.toStdString(), html).ok()) return {};
  QProcess process;
  process.start(browser(), QStringList{"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                                       "--no-first-run", "--disable-background-networking",
                                       "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                                       "--user-data-dir=" + folder.filePath("profile"), "--enable-logging=stderr",
                                       "--log-net-log=" + network, "--virtual-time-budget=1000", "--dump-dom"} +
                               more + QStringList{"file://" + page});
  if (!process.waitForFinished(60000)) return {};
  return {QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError()),
          QString::fromStdString(readFile(network.toStdString()).ok() ? readFile(network.toStdString()).value() : "")};
}

}  // namespace

class ReportPageTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void initTestCase() {
    if (browser().isEmpty()) QSKIP("Chromium is not installed: the report was not looked at in a browser");
  }

  void loadsNothingRunsNothingAndShowsHostileTextAsText() {
    const Visit seen = visit(folder_, htmlReport(sampleReport()));
    QVERIFY2(seen.document.contains("</html>"), qPrintable(seen.log));
    QVERIFY2(!seen.log.contains("CONSOLE"), qPrintable(seen.log));
    QVERIFY(seen.network.contains("constants") && !seen.network.contains("canary.invalid"));
    QVERIFY(!seen.document.contains(QRegularExpression("<(script|img|iframe|textarea|link|object|embed)\\b")));
    QVERIFY(seen.document.contains("&lt;/textarea&gt;&lt;/style&gt;&lt;/script&gt;"));
    QVERIFY(!seen.document.contains("<title>pwned"));
    QVERIFY(seen.document.contains("U+202E"));
    // The document that the browser built still has its last section inside <main>.
    QVERIFY(seen.document.indexOf("id=\"environment\"") < seen.document.indexOf("</main>"));
  }

  /// The canary works: a page that does load it is noticed.
  void noticesARequest() {
    const Visit seen =
        visit(folder_, "<!doctype html><img src=http://canary.invalid/x><script>console.error('x')</script>");
    QVERIFY(seen.network.contains("canary.invalid"));
    QVERIFY(seen.log.contains("CONSOLE"));
  }

  void fitsNarrowAndWideWindows() {
    for (const int width : {400, 700, 1280}) {
      const std::string page = "<!doctype html><iframe id=f style=\"width:" + std::to_string(width) +
                               "px;height:900px\" srcdoc=\"" + escapeHtml(htmlReport(sampleReport())) +
                               "\"></iframe><script>f.onload=()=>{const d=f.contentDocument;document.title="
                               "d.documentElement.scrollWidth+' '+d.querySelectorAll('main section').length}</script>";
      const QString document = visit(folder_, page).document;
      const auto title = QRegularExpression("<title>(\\d+) (\\d+)</title>").match(document);
      QVERIFY(title.hasMatch());
      QVERIFY2(title.captured(1).toInt() <= width, qPrintable(title.captured(1)));
      QVERIFY(title.captured(2).toInt() >= 5);
    }
  }
};

QTEST_GUILESS_MAIN(ReportPageTest)
#include "report_page_test.moc"
