#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/mcp/mcp_server.h"
#include "core/mcp/tool_list.h"
#include "tests/core/rpc/protocol_script.h"

using namespace warpwright;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Answers as commands of `warpwright` do; what it was asked is in the summaries.
mcp::CommandAnswer answerOf(const std::vector<std::string>& words) {
  const std::string &command = words.front(), text = joined(words);
  if (text.find("-DFAIL") != std::string::npos) return {3, "", "warpwright: It cannot be read. Correct it first.\n"};
  if (command == "rewrite") {
    const json file = {{"file", "/p/a.cu"}, {"diff", "+changed\n"}, {"text", "changed\n"}, {"creates", false}};
    const json document = {{"schema", "warpwright.rewrite/1"}, {"summary", text}, {"files", {file}}};
    return {0, document.dump(2), ""};
  }
  if (command == "verify") {
    const bool isSame = text.find("wrong") == std::string::npos;
    const json document = {{"schema", "warpwright.verify/1"},
                           {"identical", isSame},
                           {"differences", json::array()},
                           {"findings", json::array()},
                           {"summary", isSame ? "Identical." : "Other."}};
    return {isSame ? 0 : 1, "the program said {this}\n" + document.dump(2), ""};
  }
  if (command == "report") {
    for (const std::string& word : words) {
      if (word.starts_with("--output=")) (void)writeFileAtomically(word.substr(9), "<html>" + words[1]);
    }
    return {0, "", ""};
  }
  const json document = {{"schema", "warpwright.analysis/1"}, {"units", json::array()}, {"kernels", json::array()}};
  return {0, document.dump(2), ""};
}

}  // namespace

/// Scripts of the protocol, the folder rule, and what calls are made of.
class McpServerTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::vector<std::string> asked_;
  std::mutex mutex_;

  mcp::RunCommand commands() {
    return [this](const std::vector<std::string>& words, const mcp::CommandProgress& progress,
                  std::stop_token stop) -> Result<mcp::CommandAnswer> {
      {
        const std::lock_guard lock(mutex_);
        asked_.push_back(joined(words));
      }
      if (progress) progress(0.5, "proofs");
      while (joined(words).find("-DFOREVER") != std::string::npos && !stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (stop.stop_requested()) return cancelledError();
      return answerOf(words);
    };
  }
  mcp::ToolCalls calls() { return {mcp::FolderRule(folder_.path().toStdString()), commands(), {{"-DOURS"}, "none"}}; }
  std::string path(const char* name) { return (fs::canonical(folder_.path().toStdString()) / name).string(); }

 private slots:
  void initTestCase() {
    QVERIFY(writeFileAtomically(path("a.cu"), "__global__ void k() {}\n").ok());
    QVERIFY(writeFileAtomically(path("wrong.cu"), "\n").ok());
    QVERIFY(writeFileAtomically(path("kept.wws"), "").ok());
    QVERIFY(QFile::link("/etc", QString::fromStdString(path("out"))));
    QVERIFY(QDir(folder_.path()).mkdir("include"));
  }
  void init() { asked_.clear(); }

  void plays_data() {
    QTest::addColumn<QString>("script");
    const QDir folder(SCRIPTS);
    for (const QString& name : folder.entryList({"*.txt"}, QDir::Files))
      QTest::newRow(qPrintable(name)) << folder.filePath(name);
  }
  void plays() {
    QFETCH(QString, script);
    ServerOutput output(Framing::lines);
    mcp::ToolCalls calls = this->calls();
    mcp::McpServer server(calls, "1.0", [&](const std::string& line) { output.add(line); });
    play(script, Framing::lines, [&](const std::string& bytes) { server.accept(bytes); }, output);
  }

  void staysInItsFolder_data() {
    QTest::addColumn<QByteArray>("named");
    QTest::addColumn<bool>("inside");
    QTest::newRow("a file") << QByteArray("a.cu") << true;
    QTest::newRow("the folder") << QByteArray(".") << true;
    QTest::newRow("a new one") << QByteArray("new/b.cu") << true;
    QTest::newRow("up and down again") << QByteArray("include/../a.cu") << true;
    QTest::newRow("above") << QByteArray("../a.cu") << false;
    QTest::newRow("in full") << QByteArray("/etc/passwd") << false;
    QTest::newRow("through a link") << QByteArray("out/passwd") << false;
    QTest::newRow("nothing") << QByteArray("") << false;
    QTest::newRow("an end inside") << QByteArray("a.cu\0/../../x", 13) << false;
  }
  void staysInItsFolder() {
    QFETCH(QByteArray, named);
    QFETCH(bool, inside);
    const mcp::FolderRule rule(folder_.path().toStdString());
    QCOMPARE(rule.path(named.toStdString()).ok(), inside);
  }

  void takesFlags_data() {
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<bool>("taken");
    QTest::newRow("usual") << QStringList{"-DN=3", "-Iinclude", "-I", "include", "-std=c++17", "-use_fast_math"}
                           << true;
    QTest::newRow("a folder outside") << QStringList{"-I/etc"} << false;
    QTest::newRow("through a link") << QStringList{"-isystem", "out"} << false;
    QTest::newRow("a file") << QStringList{"-include", "/etc/passwd"} << false;
    QTest::newRow("flags from a file") << QStringList{"@/etc/passwd"} << false;
    QTest::newRow("a plugin") << QStringList{"-fplugin=x.so"} << false;
    QTest::newRow("a folder that is missing") << QStringList{"-I"} << false;
  }
  void takesFlags() {
    QFETCH(QStringList, flags);
    QFETCH(bool, taken);
    std::vector<std::string> words;
    for (const QString& flag : flags) words.push_back(flag.toStdString());
    const mcp::FolderRule rule(folder_.path().toStdString());
    QCOMPARE(rule.flags(words).ok(), taken);
  }

  void makesCommands_data() {
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("command");  // % stands for the folder
    QTest::newRow("analyze") << QByteArray("analyze")
                             << QByteArray(R"({"path": "a.cu", "flags": ["-DN=3"], "passes": ["x", "y"],
        "launches": ["k<<<1,64>>>"]})")
                             << QByteArray(
                                    "analyze --format=json --quiet --cuda=none %/a.cu --passes=x,y "
                                    "--launch=k<<<1,64>>> -- -DOURS -DN=3");
    QTest::newRow("observe") << QByteArray("observe")
                             << QByteArray(R"({"path": "a.cu", "arguments": ["64", "--x"], "time_limit_seconds": 5})")
                             << QByteArray(
                                    "analyze --format=json --quiet --cuda=none %/a.cu --observe "
                                    "--time-limit=5.000000 --compiler-flag=-DOURS -- 64 --x");
    QTest::newRow("rewrite") << QByteArray("rewrite")
                             << QByteArray(R"({"path": "a.cu", "opportunity": "--help", "values": {"factor": "4"}})")
                             << QByteArray(
                                    "rewrite --format=json --quiet --cuda=none %/a.cu --opportunity=--help "
                                    "--set=factor=4 -- -DOURS");
    QTest::newRow("verify") << QByteArray("verify") << QByteArray(R"({"path": "a.cu", "opportunity": "i"})")
                            << QByteArray(
                                   "verify --format=json --quiet --cuda=none %/a.cu --opportunity=i "
                                   "--time-limit=120.000000 --compiler-flag=-DOURS --");
    QTest::newRow("judge") << QByteArray("judge") << QByteArray(R"({"path": "a.cu", "variant": "wrong.cu"})")
                           << QByteArray(
                                  "verify --format=json --quiet --cuda=none %/a.cu --against=%/wrong.cu "
                                  "--time-limit=120.000000 --compiler-flag=-DOURS --");
  }
  void makesCommands() {
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QByteArray, command);
    mcp::ToolCalls calls = this->calls();
    const auto answer = calls.call(tool.toStdString(), json::parse(arguments.toStdString()), {}, {});
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    std::string wanted = command.toStdString();
    for (size_t at = 0; (at = wanted.find('%', at)) != std::string::npos;)
      wanted.replace(at, 1, fs::canonical(folder_.path().toStdString()).string());
    QCOMPARE(asked_.size(), size_t(1));
    QCOMPARE(QString::fromStdString(asked_[0]), QString::fromStdString(wanted));
  }

  void judgesTexts() {
    mcp::ToolCalls calls = this->calls();
    const auto good = calls.call("judge", {{"path", "a.cu"}, {"text", "other"}}, {}, {});
    QVERIFY(good.ok() && good->document["accepted"] == true && good->document["verify"]["identical"] == true);
    const auto bad = calls.call("judge", {{"path", "a.cu"}, {"variant", "wrong.cu"}}, {}, {});
    QVERIFY(bad.ok() && bad->document["accepted"] == false);
    QVERIFY(bad->words.starts_with("Not accepted"));
    QVERIFY(!calls.call("judge", {{"path", "a.cu"}}, {}, {}).ok());
    QVERIFY(!calls.call("judge", {{"path", "a.cu"}, {"text", ""}, {"on", "ssh:elsewhere"}}, {}, {}).ok());
    QVERIFY(!calls.call("judge", {{"path", "a.cu"}, {"text", "x"}, {"on", "gpu"}}, {}, {}).ok());
  }

  void everyToolIsDescribed() {
    mcp::ToolCalls calls = this->calls();
    for (const mcp::ToolDescription& tool : mcp::toolDescriptions()) {
      const json schema = json::parse(tool.input);
      QVERIFY2(schema["properties"].contains("path"), tool.name.c_str());
      QVERIFY2(readFile(resourceFolder() / "schemas" / (tool.document + ".json")).ok(), tool.document.c_str());
      const auto answer = calls.call(tool.name, {{"path", "a.cu"}, {"nothing", 1}}, {}, {});
      QVERIFY(!answer.ok() && answer.error().message == "`" + tool.name + "` takes no `nothing`.");
    }
  }
};

QTEST_APPLESS_MAIN(McpServerTest)
#include "mcp_server_test.moc"
