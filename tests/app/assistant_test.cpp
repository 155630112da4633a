#include <QElapsedTimer>
#include <QTest>

#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

namespace {

/// Each thread has `s[threadIdx.x]` to itself.
const std::string program = R"(#include <cstdio>
__global__ void twice(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x] * 2;
}
__global__ void endless(volatile int* flag) {
  while (*flag == 0) {
  }
}
int main(int count, char**) {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  in[63] = 0;
  if (count > 1) endless<<<1, 1>>>(in + 63);
  twice<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("%d\n", out[9]);
}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// A server and what it said.
class Assistant {
 public:
  explicit Assistant(const QString& folder) {
    process_.setWorkingDirectory(folder);
    process_.start(WARPWRIGHT_PROGRAM, {"mcp", "--cuda", "none"});
    (void)ask("initialize", {{"protocolVersion", "2025-06-18"}, {"capabilities", json::object()}});
  }
  ~Assistant() {
    process_.closeWriteChannel();
    process_.waitForFinished(10000);
  }

  void send(const json& message) { process_.write((message.dump() + "\n").c_str()); }
  json ask(const std::string& method, const json& params) {
    const int id = ++last_;
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    for (;;) {
      const json answer = next();
      if (answer.is_null()) return nullptr;
      if (answer.value("id", json()) == id) return answer.value("result", answer);
      ++others_;
    }
  }
  json call(const std::string& tool, const json& arguments) {
    return ask("tools/call", {{"name", tool}, {"arguments", arguments}, {"_meta", {{"progressToken", 1}}}});
  }
  /// Waits for a message with that text.
  bool hears(const std::string& text) {
    for (;;) {
      const json message = next();
      if (message.is_null() || message.dump().find(text) != std::string::npos) return !message.is_null();
    }
  }
  int others() const { return others_; }
  bool ends() {
    process_.closeWriteChannel();
    return process_.waitForFinished(10000) && process_.exitCode() == 0;
  }

 private:
  json next() {
    while (!process_.canReadLine()) {
      if (!process_.waitForReadyRead(120000)) return nullptr;
    }
    return json::parse(process_.readLine().toStdString());
  }
  QProcess process_;
  int last_ = 0, others_ = 0;
};

std::string wordsOf(const json& result) {
  return result["content"][0]["text"].get<std::string>();
}

}  // namespace

/// The tools for coding assistants, with the commands behind them.
class AssistantTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void initTestCase() { writeInto(folder_, "p.cu", program); }

  void findsAndWrites() {
    Assistant assistant(folder_.path());
    const json found = assistant.call("analyze", {{"path", "p.cu"}});
    QVERIFY2(found["isError"] == false, found.dump().c_str());
    QVERIFY(wordsOf(found).find("applicable, line 3") != std::string::npos);
    QVERIFY(assistant.others() > 0);  // progress
    std::string id;
    for (const json& one : found["structuredContent"]["kernels"][0]["opportunities"]) {
      if (id.empty() && one["verdict"] == "applicable") id = one["id"];
    }
    // Written only where it is asked to; the diff is that of the command line.
    const json written = assistant.call("rewrite", {{"path", "p.cu"}, {"opportunity", id}, {"output", "new"}});
    QVERIFY2(written["isError"] == false, written.dump().c_str());
    QCOMPARE(readFile(folder_.filePath("new/p.cu").toStdString()).value(),
             written["structuredContent"]["files"][0]["text"].get<std::string>());
    QCOMPARE(readFile(folder_.filePath("p.cu").toStdString()).value(), program);
    const Answer diff = callWarpwright(
        {"rewrite", "p.cu", "--cuda", "none", "--diff", "--opportunity", QString::fromStdString(id)}, folder_.path());
    QVERIFY(wordsOf(written).ends_with(diff.output) && !diff.output.empty());
    const json verified = assistant.call("verify", {{"path", "p.cu"}, {"opportunity", id}});
    QVERIFY2(verified["structuredContent"]["identical"] == true, verified.dump().c_str());
    QVERIFY(assistant.ends());
  }

  void judges() {
    Assistant assistant(folder_.path());
    const auto judge = [&](const std::string& text, const json& more) {
      json arguments = {{"path", "p.cu"}, {"text", text}};
      arguments.update(more);
      return assistant.call("judge", arguments);
    };
    // It computes the same here, by a race.
    const std::string race = replaced(program, "s[threadIdx.x] * 2", "s[threadIdx.x ^ 1] * 0 + s[threadIdx.x] * 2");
    const json races = judge(race, json::object());
    QVERIFY2(races["structuredContent"]["accepted"] == false, races.dump().c_str());
    QVERIFY(wordsOf(races).find("race") != std::string::npos);

    // Against a capture, the rest of the program is not run.
    const Answer captured =
        callWarpwright({"run", "p.cu", "--cuda", "none", "--capture", "c.wwcap", "--kernel", "twice"}, folder_.path());
    QVERIFY2(captured.code == 0, captured.error.c_str());
    const std::string other = replaced(program, "s[threadIdx.x] * 2", "s[threadIdx.x] * 3");
    const json wrong = judge(other, {{"capture", "c.wwcap"}});
    QVERIFY2(wrong["structuredContent"]["accepted"] == false, wrong.dump().c_str());
    QVERIFY(!wrong["structuredContent"].contains("verify"));
    QVERIFY(wordsOf(wrong).find("differs") != std::string::npos);
    QVERIFY(judge(other, {{"capture", "../c.wwcap"}})["isError"] == true);
  }

  void judgesFolders() {
    const QTemporaryDir folder;
    Assistant assistant(folder.path());
    QVERIFY(QDir(folder.path()).mkpath("same") && QDir(folder.path()).mkpath("other"));
    for (const char* name : {"p.cu", "same/p.cu", "other/other.cu"}) writeInto(folder, name, program);
    const json same = assistant.call("judge", {{"path", "p.cu"}, {"variant", "same"}, {"kernel", "twice"}});
    QVERIFY2(same["isError"] == false, same.dump().c_str());
    QVERIFY(same["structuredContent"]["accepted"] == true && same["structuredContent"].contains("replay"));
    const json none = assistant.call("judge", {{"path", "p.cu"}, {"variant", "other"}, {"kernel", "twice"}});
    QVERIFY2(none["isError"] == true && wordsOf(none).find("No file in ") != std::string::npos, none.dump().c_str());
    const json text = assistant.call("judge", {{"path", "same"}, {"text", program}, {"kernel", "twice"}});
    QVERIFY2(text["isError"] == true && wordsOf(text).find("is a folder: name the file") != std::string::npos,
             text.dump().c_str());
    const json kernel = assistant.call("judge", {{"path", "p.cu"}, {"variant", "same"}, {"kernel", "thrice"}});
    QVERIFY2(kernel["isError"] == true && wordsOf(kernel).starts_with("There was no launch 0 of `thrice`"),
             kernel.dump().c_str());
  }

  void writesIntoNewFoldersOnly() {
    Assistant assistant(folder_.path());
    const json found =
        callWarpwright({"analyze", "p.cu", "--cuda", "none", "--format", "json"}, folder_.path()).value();
    std::string id;
    for (const json& one : found["kernels"][0]["opportunities"]) {
      if (id.empty() && one["verdict"] == "applicable") id = one["id"];
    }
    for (const char* output : {"variant.cu", "p.cu", "."}) {
      const json answer = assistant.call("rewrite", {{"path", "p.cu"}, {"opportunity", id}, {"output", output}});
      QVERIFY2(answer["isError"] == true && wordsOf(answer).find("older") != std::string::npos, answer.dump().c_str());
    }
    QVERIFY(!QDir(folder_.path()).exists("variant.cu"));
    QCOMPARE(readFile(folder_.filePath("p.cu").toStdString()).value(), program);
    const json answer = assistant.call("rewrite", {{"path", "p.cu"}, {"opportunity", "x"}, {"output", "left"}});
    QVERIFY(answer["isError"] == true && !QDir(folder_.path()).exists("left"));
    const json empty = assistant.call("rewrite", {{"path", "p.cu"}, {"opportunity", ""}});
    QVERIFY2(wordsOf(empty) == "`rewrite` needs `opportunity`.", empty.dump().c_str());
  }

  /// What a command says went wrong is what the assistant is told.
  void tellsWhatWentWrong() {
    Assistant assistant(folder_.path());
    const auto tells = [&](const std::string& tool, json arguments, const std::string& words) {
      arguments["path"] = "p.cu";
      const json answer = assistant.call(tool, arguments);
      QVERIFY2(answer["isError"] == true && wordsOf(answer).find(words) != std::string::npos, answer.dump().c_str());
    };
    tells("rewrite", {{"opportunity", "nope"}}, "`nope` is not the id of a finding");
    tells("verify", {{"opportunity", "nope"}}, "`nope` is not the id of a finding");
    tells("analyze", {{"launches", {"nope<<<1,1>>>"}}}, "--launch: ");
    tells("tune", {{"kernel", "nope"}}, "`nope`");
  }

  void tunesAndReports() {
    Assistant assistant(folder_.path());
    const json tuned = assistant.call("tune", {{"path", "p.cu"}, {"kernel", "twice"}, {"budget_seconds", 2}});
    QVERIFY2(tuned["isError"] == false, tuned.dump().c_str());
    QVERIFY(wordsOf(tuned).find("warpwright://report/") != std::string::npos);
    QVERIFY(!QDir(folder_.path()).exists("p.cu.patch"));
    const json listed = assistant.ask("resources/list", json::object());
    const json uri = listed["resources"][0]["uri"];
    const json page = assistant.ask("resources/read", {{"uri", uri}});
    QVERIFY(page["contents"][0]["text"].get<std::string>().starts_with("<!"));
  }

  void stopsWhatIsCancelled() {
    Assistant assistant(folder_.path());
    assistant.send({{"jsonrpc", "2.0"},
                    {"id", "x"},
                    {"method", "tools/call"},
                    {"params",
                     {{"name", "observe"},
                      {"arguments", {{"path", "p.cu"}, {"arguments", {"go"}}}},
                      {"_meta", {{"progressToken", 1}}}}}});
    QVERIFY(assistant.hears("endless"));  // it runs
    QElapsedTimer clock;
    clock.start();
    assistant.send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "x"}}}});
    QVERIFY(!assistant.ask("ping", json::object()).is_null());
    QVERIFY(assistant.ends());  // it waits for what runs
    QVERIFY(clock.elapsed() < 5000);
  }

  void refusesWrongUse() {
    QCOMPARE(callWarpwright({"mcp", "--root", "none"}, folder_.path()).code, 2);
    QCOMPARE(callWarpwright({"verify", "p.cu"}, folder_.path()).code, 2);
    QCOMPARE(callWarpwright({"verify", "p.cu", "--against", "p.cu", "--opportunity", "x"}, folder_.path()).code, 2);
    QCOMPARE(callWarpwright({"verify", "p.cu", "--against", "p.cu", "--set", "a=1"}, folder_.path()).code, 2);
  }
};

QTEST_GUILESS_MAIN(AssistantTest)
#include "assistant_test.moc"
