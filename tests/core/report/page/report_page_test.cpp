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
    QVERIFY(!seen.document.contains(QRegularExpression("<(img|iframe|textarea|link|object|embed)\\b")));
    QCOMPARE(seen.document.count("<script"), 1);
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

  /// Our script runs under the page's own policy: heads sort, and a field shows the rows that hold some words.
  void tablesSortAndFilter() {
    ReportInput input = sampleReport();
    for (int i = 0; i < 12; ++i) {
      input.measurements.push_back({"", "k" + std::to_string(i), "gpu:0", "H200", "time/median", "ms",
                                    static_cast<double>(i * 7 % 12), 0, 20, 5, "", "", 0});
    }
    const std::string look =
        "<script>f.onload=()=>{const d=f.contentDocument,t=d.querySelector('#measurements table'),"
        "v=()=>Array.from(t.tBodies[0].rows).filter(r=>!r.hidden).map(r=>r.cells[3].textContent).join(' ');"
        "const b=t.tHead.rows[0].cells[3].querySelector('button');b.click();const down=v();b.click();const up=v();"
        "const i=d.querySelector('#measurements input');i.value='K3 h200';i.dispatchEvent(new Event('input'));"
        "document.title=[down,up,v(),t.tHead.rows[0].cells[3].getAttribute('aria-sort')].join('|')}</script>";
    const std::string page =
        "<!doctype html><iframe id=f srcdoc=\"" + escapeHtml(htmlReport(input)) + "\"></iframe>" + look;
    const QString document = visit(folder_, page).document;
    const auto title = QRegularExpression("<title>(.*)</title>").match(document);
    QVERIFY2(title.hasMatch(), qPrintable(document.left(300)));
    const QStringList seen = title.captured(1).split('|');
    QCOMPARE(seen.size(), 4);
    QVERIFY2(seen[0].startsWith("11.00 10.00 9.000"), qPrintable(seen[0]));
    QVERIFY2(seen[1].startsWith("0 1.000 2.000") || seen[1].startsWith("0.000 1.000"), qPrintable(seen[1]));
    QCOMPARE(seen[2], QString("9.000"));
    QCOMPARE(seen[3], QString("ascending"));
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
