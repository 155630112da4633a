#include <QStandardPaths>
#include <QTest>

#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

/// The language server with an editor that people use.
class EditorsTest : public QObject {
  Q_OBJECT

 private slots:
  void neovim() {
    const QString editor = QStandardPaths::findExecutable("nvim");
    if (editor.isEmpty()) QSKIP("there is no Neovim (nvim)");
    QTemporaryDir folder;
    const Result<std::string> sample = readFile(SAMPLE "/grid_path.cu");
    QVERIFY(sample.ok());
    const QString file = writeInto(folder, "grid path.cu", *sample);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("WARPWRIGHT", WARPWRIGHT_PROGRAM);
    environment.insert("SEEN", folder.filePath("seen.json"));
    environment.insert("XDG_STATE_HOME", folder.path());
    environment.insert("XDG_CACHE_HOME", folder.path());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder.path());
    process.start(editor, {"--headless", "-u", "NONE", "-i", "NONE", "-n", file, "-S", EDITOR_CLIENT});
    QVERIFY(process.waitForFinished(120000));
    const Result<std::string> text = readFile(folder.filePath("seen.json").toStdString());
    QVERIFY2(text.ok(), process.readAllStandardError().constData());
    const json seen = json::parse(*text);
    QVERIFY2(!seen.contains("problem"), seen.value("problem", std::string()).c_str());
    QVERIFY(seen["hover"].get<std::string>().find("applicable") != std::string::npos);
    QVERIFY(seen["hover"].get<std::string>().find("Evidence:") != std::string::npos);
    QVERIFY(seen["observed"].get<std::string>().find("launched 2 kernels") != std::string::npos);
    QVERIFY(seen["identical"] == true);
    QVERIFY(seen["refusesStale"] == true);

    // The editor's text is that of the command line, byte for byte.
    QVERIFY(writeFileAtomically(file.toStdString(), "// \xf0\x9f\x98\x80\xf0\x9f\x98\x80\n" + *sample).ok());
    const Answer rewritten = callWarpwright({"rewrite", "grid path.cu", "--cuda", "none", "--opportunity",
                                             QString::fromStdString(seen["id"].get<std::string>())},
                                            folder.path());
    QCOMPARE(rewritten.code, 0);
    QCOMPARE(QString::fromStdString(seen["text"].get<std::string>()), QString::fromStdString(rewritten.output));
  }

  void refusesOtherWords() {
    QCOMPARE(callWarpwright({"lsp", "--port", "3"}, {}).code, 2);
    QVERIFY(callWarpwright({"lsp", "--help"}, {}).output.find("editors") != std::string::npos);
    // Input that ends without `exit` is no orderly end.
    QProcess process;
    process.start(WARPWRIGHT_PROGRAM, {"lsp", "--stdio"});
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 1);
  }
};

QTEST_GUILESS_MAIN(EditorsTest)
#include "editors_test.moc"
