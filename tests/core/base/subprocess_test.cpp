#include <signal.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <optional>
#include <thread>

#include "core/base/file.h"
#include "core/base/subprocess.h"

using namespace warpwright;
using namespace std::chrono_literals;

namespace {

SubprocessOptions shell(std::string script) {
  SubprocessOptions options;
  options.command = {"sh", "-c", std::move(script)};
  return options;
}

size_t openDescriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

/// True when the process has ended, also where nobody has waited for it yet.
bool hasEnded(pid_t pid) {
  const auto status = readFile("/proc/" + std::to_string(pid) + "/stat");
  return !status.ok() || status->find(") Z") != std::string::npos;
}

}  // namespace

class SubprocessTest : public QObject {
  Q_OBJECT
 private slots:
  void diesWithTheThreadThatStartedIt() {
    std::optional<Subprocess> child;
    std::thread([&] {
      SubprocessOptions options;
      options.command = {"sleep", "1000"};
      options.diesWithStarter = true;
      auto started = Subprocess::start(options);
      if (started.ok()) child.emplace(std::move(*started));
    }).join();
    QVERIFY(child);
    const auto end = child->wait(nullptr, nullptr, {});
    QVERIFY(end.ok());
    QCOMPARE(end->signal, SIGKILL);
  }

  void collectsOutputErrorAndExitCode() {
    const auto end = runSubprocess(shell("echo out; echo err >&2; exit 3"), {});
    QVERIFY(end.ok());
    QCOMPARE(end->output, std::string("out\n"));
    QCOMPARE(end->errorOutput, std::string("err\n"));
    QCOMPARE(end->exitCode, 3);
    QCOMPARE(end->signal, 0);
    QVERIFY(!end->clean());
    QVERIFY(end->peakBytes > 0);
  }

  void feedsMoreInputThanAPipeHolds() {
    SubprocessOptions options = shell("cat");
    options.input.assign(3'000'000, 'x');
    const auto end = runSubprocess(options, {});
    QVERIFY(end.ok() && end->clean());
    QVERIFY(end->output == options.input);
  }

  void survivesAChildThatDoesNotRead() {
    SubprocessOptions options = shell("exec 0<&-; exit 0");
    options.input.assign(3'000'000, 'x');
    const auto end = runSubprocess(options, {});
    QVERIFY(end.ok() && end->clean());
  }

  void deliversLinesAndEvents() {
    SubprocessOptions options = shell("printf 'a\\nb'; printf '{\"event\":1}\\n{}' >&3; exit 0");
    options.eventChannel = true;
    auto child = Subprocess::start(options);
    QVERIFY(child.ok());
    std::vector<std::string> lines, events;
    const auto end = child->wait([&](std::string_view line) { lines.emplace_back(line); },
                                 [&](std::string_view line) { events.emplace_back(line); }, {});
    QVERIFY(end.ok() && end->clean());
    QCOMPARE(lines, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(events, (std::vector<std::string>{"{\"event\":1}", "{}"}));
    QVERIFY(end->output.empty());
  }

  void answersWhileItRuns() {
    SubprocessOptions options = shell("while read line; do echo \"<$line>\"; done");
    options.keepInputOpen = true;
    auto child = Subprocess::start(options);
    QVERIFY(child.ok());
    QVERIFY(child->write("one\n").ok());
    std::vector<std::string> lines;
    const auto end = child->wait(
        [&](std::string_view line) {
          lines.emplace_back(line);
          if (lines.size() == 1) QVERIFY(child->write("two\n").ok());
          if (lines.size() == 2) child->closeInput();
        },
        nullptr, {});
    QVERIFY(end.ok() && end->clean());
    QCOMPARE(lines, (std::vector<std::string>{"<one>", "<two>"}));
  }

  void killsTheGroupOnTimeout() {
    SubprocessOptions options = shell("sleep 100 & echo $!; wait");
    options.timeout = 200ms;
    const auto end = runSubprocess(options, {});
    QVERIFY(end.ok());
    QVERIFY(end->timedOut);
    QCOMPARE(end->signal, SIGKILL);
    const pid_t grandchild = std::stoi(end->output);
    QTRY_VERIFY(hasEnded(grandchild));
  }

  void killsTheGroupWhenAskedToStop() {
    std::stop_source source;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(100ms);
      source.request_stop();
    });
    const auto end = runSubprocess(shell("sleep 100"), source.get_token());
    QVERIFY(end.ok());
    QVERIFY(end->cancelled);
    QVERIFY(end->seconds < 50);
  }

  void leavesNoOrphanBehind() {
    const auto end = runSubprocess(shell("sleep 100 & echo $!"), {});
    QVERIFY(end.ok() && end->clean());
    QVERIFY(end->seconds < 50);
    const pid_t orphan = std::stoi(end->output);
    QTRY_VERIFY(hasEnded(orphan));
  }

  void killsWhenItsOwnerGoes() {
    pid_t pid = 0;
    {
      auto child = Subprocess::start(shell("sleep 100"));
      QVERIFY(child.ok());
      pid = child->pid();
    }
    QVERIFY(hasEnded(pid));
  }

  void tellsASignalFromAnExit() {
    const auto end = runSubprocess(shell("kill -SEGV $$"), {});
    QVERIFY(end.ok());
    QCOMPARE(end->signal, SIGSEGV);
  }

  void namesAProgramThatIsMissing() {
    SubprocessOptions options;
    options.command = {"no-such-program-here"};
    const auto end = runSubprocess(options, {});
    QVERIFY(!end.ok());
    QCOMPARE(end.error().kind, ErrorKind::worker);
    QVERIFY(end.error().message.find("no-such-program-here") != std::string::npos);
    options.command = {"true"};
    options.workingFolder = "/no/such/folder";
    const auto lost = runSubprocess(options, {});
    QVERIFY(!lost.ok());
    QVERIFY(lost.error().message.find("/no/such/folder") != std::string::npos);
  }

  void setsFolderEnvironmentAndMemoryLimit() {
    QTemporaryDir folder;
    SubprocessOptions options = shell("pwd; echo $WW_TEST; ulimit -v");
    options.workingFolder = folder.path().toStdString();
    options.environment["WW_TEST"] = "a b";
    options.memoryLimitBytes = uint64_t{1} << 30;
    const auto end = runSubprocess(options, {});
    QVERIFY(end.ok() && end->clean());
    QCOMPARE(end->output, std::filesystem::canonical(options.workingFolder).string() + "\na b\n1048576\n");
  }

  void dropsOutputPastTheLimit() {
    SubprocessOptions options = shell("head -c 200000 /dev/zero");
    options.maxOutputBytes = 1000;
    const auto end = runSubprocess(options, {});
    QVERIFY(end.ok() && end->clean());
    QCOMPARE(end->output.size(), size_t(1000));
    QVERIFY(end->outputTruncated);
  }

  void leaksNoDescriptor() {
    QVERIFY(runSubprocess(shell("true"), {}).ok());
    const size_t before = openDescriptors();
    for (int i = 0; i < 20; ++i) QVERIFY(runSubprocess(shell("true"), {}).ok());
    QCOMPARE(openDescriptors(), before);
    const auto end = runSubprocess(shell("ls /proc/self/fd | wc -l"), {});
    QVERIFY(end.ok());
    QVERIFY(std::stoi(end->output) <= 4);
  }
};

QTEST_GUILESS_MAIN(SubprocessTest)
#include "subprocess_test.moc"
