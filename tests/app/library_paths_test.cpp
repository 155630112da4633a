#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

/// Where the loader looks for the libraries of our programs: never in the folder that somebody happens to stand in,
/// which may be a project from anywhere.
class LibraryPathsTest : public QObject {
  Q_OBJECT

  /// What readelf says about the file; empty for what is no program and no library.
  static QByteArray dynamicSection(const QString& file) {
    QProcess readelf;
    readelf.start("readelf", {"-dW", file});
    return readelf.waitForFinished() ? readelf.readAllStandardOutput() : QByteArray();
  }
  static QStringList searchedFolders(const QString& file) {
    QStringList folders;
    for (const QByteArray& line : dynamicSection(file).split('\n')) {
      if (!line.contains("(RUNPATH)") && !line.contains("(RPATH)")) continue;
      const QByteArray list = line.mid(line.indexOf('[') + 1, line.lastIndexOf(']') - line.indexOf('[') - 1);
      for (const QByteArray& folder : list.split(':')) folders += QString::fromUtf8(folder);
    }
    return folders;
  }

 private slots:
  void initTestCase() {
    QProcess readelf;
    readelf.start("readelf", {"--version"});
    if (!readelf.waitForFinished()) QSKIP("There is no readelf (binutils).");
  }

  void everyElementIsAbsolute() {
    int seen = 0;
    for (const QString& folder : {QString(BUILD_FOLDER "/bin"), QString(BUILD_FOLDER "/lib")}) {
      for (QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        const QString file = it.next();
        if (!dynamicSection(file).contains("NEEDED")) continue;
        ++seen;
        for (const QString& element : searchedFolders(file)) {
          const bool absolute = element.startsWith('/') || element == "$ORIGIN" || element.startsWith("$ORIGIN/");
          QVERIFY2(absolute, qPrintable(file + " looks for libraries in \"" + element + "\""));
        }
      }
    }
    QVERIFY(seen > 0);
  }

  /// The loader itself says whether it tries the current folder.
  void nothingIsLoadedFromTheCurrentFolder() {
    QTemporaryDir project;
    QProcess program;
    program.setWorkingDirectory(project.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("LD_LIBRARY_PATH");
    environment.insert("LD_DEBUG", "libs");
    program.setProcessEnvironment(environment);
    program.start(WARPWRIGHT_PROGRAM, {"--version"});
    QVERIFY(program.waitForFinished());
    QCOMPARE(program.exitCode(), 0);
    for (const QByteArray& line : program.readAllStandardError().split('\n')) {
      const int at = line.indexOf("trying file=");
      if (at >= 0) QVERIFY2(line.mid(at + 12).startsWith('/'), line.constData());
    }
  }
};

QTEST_GUILESS_MAIN(LibraryPathsTest)
#include "library_paths_test.moc"
