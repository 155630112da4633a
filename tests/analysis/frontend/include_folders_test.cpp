// Where builds lead to the headers of a source that lie elsewhere.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/frontend/include_folders.h"

using namespace warpwright::frontend;

class IncludeFoldersTest : public QObject {
  Q_OBJECT

 private slots:
  // `hip/main.cu` includes "kernel.h", which lies in `rows` and in `log`: is that of `log` another one?
  void toldByBuilds_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<bool>("isElsewhere");
    const auto row = [](const char* name, const QStringList& files, bool isElsewhere) {
      QTest::newRow(name) << files << isElsewhere;
    };
    row("no build", {}, false);
    row("a flag", {"hip/Makefile", "main: main.cu\n\tnvcc -I../rows main.cu\n"}, true);
    row("a flag with a space", {"hip/Makefile", "main: main.cu\n\tnvcc -I ../rows main.cu\n"}, true);
    row("a variable", {"hip/Makefile", "INC = ../rows\nmain: main.cu\n\tnvcc -I$(INC) main.cu\n"}, true);
    row("what it depends on", {"hip/Makefile", "main: main.cu ../rows/kernel.h\n\tnvcc $(FLAGS) main.cu\n"}, true);
    row("a script", {"hip/build.sh", "nvcc -I../rows main.cu\n"}, true);
    row("a build above", {"CMakeLists.txt", "target_include_directories(hip PRIVATE ${CMAKE_SOURCE_DIR} ./rows/)\n"},
        true);
    row("a comment", {"hip/Makefile", "# -I../rows\nmain: main.cu\n\tnvcc main.cu\n"}, false);
    row("a folder without the header", {"hip/Makefile", "main: main.cu\n\tnvcc -I../none main.cu\n"}, false);
    row("the folder itself", {"hip/Makefile", "main: main.cu\n\tnvcc -I../log main.cu\n"}, false);
    row("both", {"hip/Makefile", "main: main.cu\n\tnvcc -I../rows -I../log main.cu\n"}, false);
    row("the folder in another build",
        {"hip/Makefile", "main: main.cu\n\tnvcc -I../rows main.cu\n", "all.cmake", "include_directories(log)\n"},
        false);
    row("the folder without a way", {"hip/Makefile", "D = log\nmain: main.cu\n\tnvcc -I../rows -I../$(D) main.cu\n"},
        false);
    row("a build that is too large",
        {"hip/Makefile", "main: main.cu\n\tnvcc -I../rows main.cu\n", "hip/all.json", QString(2 << 20, ' ')}, false);
    const char* const plain = "main: main.cu\n\tnvcc -I../rows main.cu\n";
    row("a variable that the user says", {"hip/Makefile", "main: main.cu ../rows/kernel.h\n\tnvcc -I$(KIND) main.cu\n"},
        false);
    row("one that may be another", {"hip/Makefile", "K ?= rows\nmain: ../rows/kernel.h\n\tnvcc -I../$(K) main.cu\n"},
        false);
    row("one that is said", {"hip/Makefile", "K = rows\nmain: ../rows/kernel.h\n\tnvcc -I../$(K) main.cu\n"}, true);
    row("one that is computed",
        {"hip/Makefile", "K := $(shell ls ..)\nmain: ../rows/kernel.h\n\tnvcc -I$(K) main.cu\n"}, false);
    row("a pattern", {"hip/Makefile", "main: ../rows/kernel.h\n\tnvcc $(addprefix -I,$(wildcard ../*/)) main.cu\n"},
        false);
    row("a pattern of what lies below", {"hip/Makefile", QString(plain) + "clean:\n\trm -f made/*\n"}, true);
    row("what it takes in",
        {"hip/Makefile", QString("include ../mk/rules.mk\n") + plain, "mk/rules.mk", "I = -I../log\n"}, false);
    row("what it does not take in", {"hip/Makefile", plain, "mk/rules.mk", "I = -I../log\n"}, true);
    row("a build elsewhere", {"hip/Makefile", plain, "ci/all.sh", "nvcc -I../log ../hip/main.cu\n"}, false);
    row("a build elsewhere of another", {"hip/Makefile", plain, "ci/all.sh", "nvcc -I../log ../x/main.cu\n"}, true);
    row("a build of that folder", {"hip/Makefile", plain, "log/Makefile", "t: ../hip/main.cu\n\tnvcc -I. $<\n"}, false);
    row("a target that takes folders along",
        {"hip/CMakeLists.txt", "add_executable(hip main.cu ../rows/kernel.h)\ntarget_link_libraries(hip turn)\n",
         "log/CMakeLists.txt", "add_library(turn INTERFACE)\n"},
        false);
    row("a text for people",
        {"hip/Makefile", "main: main.cu\n\tnvcc -I../rows main.cu\n", "README.md", "as log, it runs\n"}, true);
    row("a program that was made",
        {"hip/Makefile", "main: main.cu\n\tnvcc -I../rows main.cu\n", "hip/main",
         "\x7f"
         "ELF log" +
             QString(2 << 20, ' ')},
        true);
  }
  // What a header includes, builds of others say; and a name may have folders of its own.
  void notOfOthers() {
    const QTemporaryDir project;
    const auto put = [&](const char* name, const char* text) {
      QDir().mkpath(QFileInfo(project.filePath(name)).path());
      QFile file(project.filePath(name));
      return file.open(QIODevice::WriteOnly) && file.write(text) >= 0;
    };
    QVERIFY(put("hip/Makefile", "main: main.cu ../rows/kernel.h\n\tnvcc -I../rows -I$(CURDIR)/.. main.cu\n"));
    QVERIFY(put("hip/main.cu", "") && put("hip/wrap.h", "") && put("rows/kernel.h", "") && put("log/kernel.h", ""));
    const auto at = [&](const char* name) { return project.filePath(name).toStdString(); };
    IncludeFolders folders(project.path().toStdString());
    QVERIFY(folders.leadElsewhere(at("hip/main.cu"), "kernel.h", at("log/kernel.h")));
    QVERIFY(!folders.leadElsewhere(at("hip/wrap.h"), "kernel.h", at("log/kernel.h")));
    QVERIFY(!folders.leadElsewhere(at("hip/main.cu"), "log/kernel.h", at("log/kernel.h")));
  }

  void toldByBuilds() {
    QFETCH(QStringList, files);
    QFETCH(bool, isElsewhere);
    const QTemporaryDir project;
    files += {"hip/main.cu", "#include \"kernel.h\"\n", "rows/kernel.h", "\n", "log/kernel.h", "\n"};
    for (int i = 0; i + 1 < files.size(); i += 2) {
      const QString path = project.filePath(files[i]);
      QDir().mkpath(QFileInfo(path).path());
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(files[i + 1].toLatin1()) >= 0);
    }
    const auto at = [&](const char* name) { return project.filePath(name).toStdString(); };
    IncludeFolders folders(project.path().toStdString());
    for (int again = 0; again < 2; ++again) {
      QCOMPARE(folders.leadElsewhere(at("hip/main.cu"), "kernel.h", at("log/kernel.h")), isElsewhere);
      QVERIFY(!isElsewhere || !folders.leadElsewhere(at("hip/main.cu"), "kernel.h", at("rows/kernel.h")));
    }
  }
};

QTEST_GUILESS_MAIN(IncludeFoldersTest)
#include "include_folders_test.moc"
