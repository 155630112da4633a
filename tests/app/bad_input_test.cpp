#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "tests/app/command.h"

using namespace warpwright;

namespace {

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* goodKernel =
    "__global__ void k(float* p) { __shared__ float s[64]; s[threadIdx.x] = p[threadIdx.x]; p[threadIdx.x] = "
    "s[threadIdx.x] * 2; }\n"
    "int main() { k<<<1, 64>>>(nullptr); }\n";

/// Makes something at a path that is no file to read.
bool makeStrange(const std::string& kind, const std::string& path) {
  if (kind == "pipe") return ::mkfifo(path.c_str(), 0600) == 0;
  if (kind == "loop") return ::symlink(path.c_str(), path.c_str()) == 0;
  if (kind == "device") return ::symlink("/dev/zero", path.c_str()) == 0;
  if (kind == "folder") return ::mkdir(path.c_str(), 0700) == 0;
  if (kind == "zeros")
    return ::close(::creat(path.c_str(), 0600)) == 0 && ::truncate(path.c_str(), off_t{10} << 30) == 0;
  if (kind == "unreadable") return ::close(::creat(path.c_str(), 0000)) == 0;
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{AF_UNIX, {}};
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const bool bound = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(socket);
  return bound;
}

}  // namespace

/// What the command line says about input that it can do nothing with, and that it loses nothing.
class BadInputTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Answer warpwrightCommand(const QStringList& arguments, const QString& outputFile = {}) {
    return callWarpwright(arguments, folder_.path(), outputFile);
  }
  void add(const char* name, const char* text) {
    QVERIFY(writeFileAtomically(folder_.filePath(name).toStdString(), text).ok());
  }

 private slots:
  void strangeFiles_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("why");
    QTest::newRow("pipe") << "pipe" << "it is a pipe";
    QTest::newRow("socket") << "socket" << "it is a socket";
    QTest::newRow("device") << "device" << "it is a device";
    QTest::newRow("loop of links") << "loop" << "Too many levels of symbolic links";
    QTest::newRow("10 GB of zeros") << "zeros" << "larger than 64 MiB";
    QTest::newRow("folder") << "folder" << "There is no CUDA in";
    if (::geteuid() != 0) QTest::newRow("unreadable") << "unreadable" << "Permission denied";
  }
  /// Named, in a folder beside a good file, and included: told in words, at once, and the good file is analysed.
  void strangeFiles() {
    QFETCH(QString, kind);
    QFETCH(QString, why);
    const QString folder = folder_.filePath("strange_" + kind);
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(makeStrange(kind.toStdString(), (folder + "/x.cu").toStdString()));
    const QByteArray reason = why.toUtf8();
    for (const char* command : {"analyze", "run", "verify"}) {
      QStringList arguments{command, folder + "/x.cu", "--cuda", "none"};
      if (QByteArray(command) == "verify") arguments << "--against" << folder + "/x.cu";
      const Answer named = callWarpwright(arguments, folder_.path(), {}, 30000);
      QCOMPARE(named.code, 3);
      QVERIFY2(holds(named.error, reason.constData()) || QByteArray(command) != "analyze", named.error.c_str());
      QVERIFY2(!named.error.empty() || !named.output.empty(), command);
    }
    QVERIFY(writeFileAtomically((folder + "/good.cu").toStdString(), goodKernel).ok());
    const Answer inFolder = callWarpwright({"analyze", folder, "--cuda", "none"}, folder_.path(), {}, 30000);
    QCOMPARE(inFolder.code, kind == "folder" ? 0 : 3);
    QVERIFY2(holds(inFolder.output, "in a register"), inFolder.output.c_str());
    if (kind != "folder") QVERIFY2(holds(inFolder.output, reason.constData()), inFolder.output.c_str());

    QVERIFY(makeStrange(kind.toStdString(), (folder + "/odd.h").toStdString()));
    const std::string program = std::string("#include \"odd.h\"\n") + goodKernel;
    QVERIFY(writeFileAtomically((folder + "/includes.cu").toStdString(), program).ok());
    for (const char* command : {"analyze", "run"}) {
      const Answer includes =
          callWarpwright({command, folder + "/includes.cu", "--cuda", "none"}, folder_.path(), {}, 30000);
      QVERIFY2(includes.code == 0 || includes.code == 3, command);
      QVERIFY2(holds(includes.output + includes.error, "odd.h"), (includes.output + includes.error).c_str());
    }
    QVERIFY(makeStrange(kind.toStdString(), (folder + "/compile_commands.json").toStdString()));
    const Answer database = callWarpwright({"analyze", folder, "--cuda", "none"}, folder_.path(), {}, 30000);
    QCOMPARE(database.code, kind == "folder" ? 0 : 3);
    QVERIFY2(holds(database.output, "compile_commands.json"), database.output.c_str());
  }

  void strangeCapturesAndSessions_data() { strangeFiles_data(); }
  void strangeCapturesAndSessions() {
    QFETCH(QString, kind);
    const QString file = folder_.filePath("strange_input_" + kind);
    QVERIFY(makeStrange(kind.toStdString(), file.toStdString()));
    for (const QStringList& arguments :
         {QStringList{"replay", file, "--on", "cpu"}, QStringList{"report", file, "--output", "r.html"},
          QStringList{"partition", file, "--tasks-per-block", "8"}, QStringList{"cache-policy", "--graph", file}}) {
      const Answer answer = callWarpwright(arguments, folder_.path(), {}, 30000);
      const bool isUse = kind == "folder" && arguments[0] == "partition";  // a folder is a program
      QVERIFY2(answer.code == (isUse ? 2 : 3) && !answer.error.empty(),
               (arguments.join(' ').toStdString() + ": " + answer.error).c_str());
    }
  }

  /// A header of another project is none of this one; one of this project is named, and all rests on it.
  void headersAreNotTakenFromOtherProjects() {
    for (const char* folder : {"apart/mine/src", "apart/mine/config", "apart/unrelated/lib"})
      QVERIFY(QDir(folder_.path()).mkpath(folder));
    add("apart/unrelated/lib/tile_config.h", "#define STEP 0\n");
    const std::string kernel =
        "#include \"tile_config.h\"\n"
        "__global__ void k(int* a) { __shared__ int s[128]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); "
        "a[threadIdx.x] = s[threadIdx.x ^ STEP]; }\n"
        "int main() { k<<<1, 128>>>(nullptr); }\n";
    add("apart/mine/src/k.cu", kernel.c_str());
    const Answer apart = warpwrightCommand({"analyze", "apart/mine/src/k.cu", "--cuda", "none"});
    QVERIFY2(holds(apart.output, "`tile_config.h` was not found") && !holds(apart.output, "applicable  "),
             apart.output.c_str());
    QCOMPARE(warpwrightCommand({"run", "apart/mine/src/k.cu", "--cuda", "none"}).code, 3);

    // What lies above the folder that was named makes it no part of a larger project, unless it lists what is in it.
    for (const char* database : {"apart/compile_commands.json", "apart/build/compile_commands.json"}) {
      QVERIFY(QDir(folder_.path()).mkpath("apart/build"));
      const QString path = folder_.filePath(database);
      add(database, "[{\"directory\": \".\", \"command\": \"nvcc unrelated/x.cu\", \"file\": \"unrelated/x.cu\"}]");
      const Answer stray = warpwrightCommand({"analyze", "apart/mine", "--cuda", "none"});
      QVERIFY2(holds(stray.output, "`tile_config.h` was not found"), stray.output.c_str());
      QFile::remove(path);
      QVERIFY(makeStrange("pipe", path.toStdString()));
      const Answer pipe = warpwrightCommand({"analyze", "apart/mine", "--cuda", "none"});
      QVERIFY2(holds(pipe.output, "`tile_config.h` was not found"), pipe.output.c_str());
      QFile::remove(path);
    }

    add("apart/mine/config/tile_config.h", "#define STEP 0\n");
    const Answer below = warpwrightCommand({"analyze", "apart/mine", "--cuda", "none"});
    QVERIFY2(holds(below.output, "`tile_config.h` was found by its name at apart/mine/config/tile_config.h"),
             below.output.c_str());
    QVERIFY2(holds(below.output, "Rests on: header `tile_config.h` was found by its name at "), below.output.c_str());
    const auto value = warpwrightCommand({"analyze", "apart/mine", "--cuda", "none", "--format", "json"}).value();
    QCOMPARE(value["units"][0]["guessed_headers"].size(), size_t(1));
    QVERIFY(value["units"][0]["guessed_headers"][0].get<std::string>().ends_with("/apart/mine/config/tile_config.h"));

    add("apart/mine/tile_config.h", "#define STEP 1\n");
    const Answer several = warpwrightCommand({"analyze", "apart/mine", "--cuda", "none"});
    QVERIFY2(holds(several.output, "`tile_config.h` was not found") &&
                 holds(several.output, "2 files that `tile_config.h` may mean"),
             several.output.c_str());
    // A repository is a project as a whole.
    QFile::remove(folder_.filePath("apart/mine/tile_config.h"));
    QVERIFY(QDir(folder_.path()).mkpath("apart/mine/.git"));
    const Answer inRepository = warpwrightCommand({"analyze", "apart/mine/src/k.cu", "--cuda", "none"});
    QVERIFY2(holds(inRepository.output, "was found by its name"), inRepository.output.c_str());
  }

  void tryShowsErrors() {
    add("broken.cu", "__global__ void k(int* p) {\n  p[0] = ;\n}\nint main() { k<<<1, 1>>>(nullptr); }\n");
    const Answer answer = warpwrightCommand({"try", "broken.cu", "--cuda", "none", "--session", "s.wws"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "broken.cu:2:10: error: expected expression"), answer.error.c_str());
    QVERIFY(!QFile::exists(folder_.filePath("s.wws")));
  }

  void runCountsNothingWhereNothingRan() {
    add("broken.cu", "int main() { return }\n");
    const Answer answer = warpwrightCommand({"run", "broken.cu", "--cuda", "none"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "broken.cu:1:"), answer.error.c_str());
    QVERIFY2(!holds(answer.error, "launches"), answer.error.c_str());
    QVERIFY2(!holds(answer.error, "generated"), answer.error.c_str());
  }

  void runSaysWhatToDoAboutAMissingHeader() {
    add("main.cu", "#include \"gone.h\"\nint main() { return GONE; }\n");
    const Answer answer = warpwrightCommand({"run", "main.cu", "--cuda", "none"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "'gone.h' file not found") && holds(answer.error, "--compiler-flag=-I"),
             answer.error.c_str());
    std::filesystem::create_directory(folder_.filePath("include").toStdString());
    add("include/there.h", "#define THERE 7\n");
    add("main.cu", "#include <there.h>\nint main() { return THERE; }\n");
    QCOMPARE(warpwrightCommand({"run", "main.cu", "--cuda", "none", "--compiler-flag=-Iinclude"}).code, 0);
  }

  void analyzeNamesMissingHeadersFirst() {
    std::string text = "#include \"gone.h\"\n";
    for (int i = 0; i < 12; ++i) text += "GONE(" + std::to_string(i) + ") int n" + std::to_string(i) + ";\n";
    add("gone.cu", text.c_str());
    const Answer answer = warpwrightCommand({"analyze", "gone.cu", "--cuda", "none"});
    QVERIFY2(
        answer.output.find(" unknown. Proofs: ") < answer.output.find('\n') &&
            answer.output.find("\ngone.cu: `gone.h` was not found and is left out: name its folder (-- -IFOLDER)") ==
                answer.output.find('\n'),
        answer.output.c_str());
    QVERIFY2(answer.output.find("gone.h") == answer.output.rfind("gone.h"), answer.output.c_str());
    QVERIFY2(holds(answer.output, "more errors (warpwright analyze --format json lists them)"), answer.output.c_str());
  }

  /// A package that is not installed keeps nobody from looking at a project: it is worked around, and every format says
  /// it.
  void analyzeWorksAroundMissingHeaders() {
    add("around.cu",
        "#include <nowhere.h>\n__global__ void around(float* p) { __shared__ float s[64]; s[threadIdx.x] = "
        "p[threadIdx.x];\np[threadIdx.x] = s[threadIdx.x] * 2; }\nint main() { around<<<1, 64>>>(nullptr); }\n");
    const QStringList analyze{"analyze", "around.cu", "--cuda", "none", "--format"};
    const Answer text = warpwrightCommand(analyze + QStringList{"text"});
    QCOMPARE(text.code, 0);
    QVERIFY2(holds(text.output, "`nowhere.h` was not found and is left out") && holds(text.output, "found without it"),
             text.output.c_str());
    const Answer document = warpwrightCommand(analyze + QStringList{"json"});
    QCOMPARE(document.code, 0);
    QVERIFY(document.value()["units"][0]["missing_headers"] == nlohmann::json::array({"nowhere.h"}));
    const Answer lines = warpwrightCommand(analyze + QStringList{"jsonl"});
    QVERIFY2(holds(lines.output, "\"missing_headers\":[\"nowhere.h\"]"), lines.output.c_str());
    const Answer sarif = warpwrightCommand(analyze + QStringList{"sarif", "--no-fixes"});
    QCOMPARE(sarif.code, 0);
    const nlohmann::json invocation = sarif.value()["runs"][0]["invocations"][0];
    QVERIFY(invocation["executionSuccessful"] == true);
    const nlohmann::json said = invocation["toolExecutionNotifications"][0];
    QVERIFY(said["level"] == "warning");
    QVERIFY2(holds(said.dump(), "found without it") && holds(said.dump(), "around.cu"), said.dump().c_str());
  }

  void analyzePrintsTheWholeRewriteCommand() {
    add("scale.cuh",
        "__global__ void scale(float* p) { __shared__ float s[64]; s[threadIdx.x] = p[threadIdx.x]; p[threadIdx.x] = "
        "s[threadIdx.x] * BY; }\n");
    add("scale.cu", "#include \"scale.cuh\"\nint main() { scale<<<1, 64>>>(nullptr); }\n");
    const Answer answer = warpwrightCommand({"analyze", "scale.cu", "--cuda", "none", "--", "-DBY=(1 + 1)"});
    const size_t at = answer.output.find("See a change: warpwright rewrite scale.cu --opportunity ");
    QVERIFY2(at != std::string::npos, answer.output.c_str());
    QVERIFY2(holds(answer.output.substr(at), " --cuda none --diff -- '-DBY=(1 + 1)'\n"), answer.output.c_str());
    // A header is analysed with flags, too.
    const Answer header = warpwrightCommand({"analyze", "scale.cuh", "--cuda", "none", "--", "-DBY=2"});
    QVERIFY2(header.code == 0 && holds(header.output, "scale.cuh:1: scale"), (header.output + header.error).c_str());
  }

  void tellsWhereResultsCannotBeWritten() {
    if (!QFile::exists("/dev/full")) QSKIP("This system has no /dev/full.");
    const Answer answer = warpwrightCommand(
        {"occupancy", "--arch", "sm_90", "--block", "256", "--registers", "40", "--shared", "4096"}, "/dev/full");
    QCOMPARE(answer.code, 3);
    QVERIFY2(holds(answer.error, "Cannot write the results"), answer.error.c_str());
  }
};

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"
