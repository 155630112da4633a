// warpwright: the command line. Reads the command and its options, and hands over to the command's own file.

#include <pthread.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <stop_token>
#include <thread>

#include "app/cli/command_line.h"
#include "app/cli/manual.h"
#include "app/cli/output.h"
#include "core/base/temporary_folder.h"

namespace {

using namespace warpwright;
using namespace warpwright::cli;

/// How long a command may take to end what it has begun elsewhere, once it is asked to stop.
constexpr timespec grace{8, 0};

std::stop_source stopping;
std::atomic<int> stoppedBy = 0;

/// The first Ctrl-C (or TERM, HUP) asks the command to stop, so that jobs on other machines are ended, too; the second,
/// or patience that runs out, ends the process. Signals that whoever started us ignores stay ignored.
void listenForSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now{};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] {
    int signal = 0;
    if (::sigwait(&signals, &signal) != 0) return;
    stoppedBy = signal;
    stopping.request_stop();
    ::sigtimedwait(&signals, nullptr, &grace);
    ::_exit(128 + signal);
  }).detach();
}

/// A script must not take half an answer for a whole one: a full disk behind stdout is an error too.
int withResultsWritten(int code) {
  errno = 0;
  std::cout.flush();
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  if (written || code > exitFindings) return code;
  std::fprintf(stderr, "warpwright: Cannot write the results%s%s. Free some space, or send them elsewhere.\n",
               errno != 0 ? ": " : "", errno != 0 ? std::strerror(errno) : "");
  return exitInput;
}

/// `help`, `help COMMAND` and `version`, as some expect them.
void translate(std::vector<std::string>& words) {
  if (words.empty()) return;
  if (words.front() == "version") words = {"--version"};
  if (words.front() != "help") return;
  words.erase(words.begin());
  words.push_back("--help");
}

/// What --format asks for in words that may make no sense otherwise.
std::string formatIn(const std::vector<std::string>& words) {
  constexpr std::string_view option = "--format";
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option && i + 1 < words.size()) return words[i + 1];
    if (words[i].starts_with(option) && words[i].find('=') == option.size()) return words[i].substr(option.size() + 1);
  }
  return "text";
}

int wrongUse(const std::vector<std::string>& words, const std::string& what) {
  return fail(Error{ErrorKind::usage, what, std::nullopt}, OutputOptions{formatIn(words)});
}

int wrongUse(const CommandLine& line, const std::vector<std::string>& words, const std::string& what) {
  std::string command;
  for (const auto& [sub, action] : line.actions) {
    if (!words.empty() && words.front() == sub->get_name()) command = ' ' + sub->get_name();
  }
  const std::string sentence = what.ends_with('.') ? what.substr(0, what.size() - 1) : what;
  return wrongUse(
      words, sentence + "." + didYouMean(line, words) + "\nRun `warpwright" + command + " --help` for what it takes.");
}

int runCommand(int argc, char** argv) {
  // Words after `--` are not ours: flags of the compiler, or arguments of the user's program.
  Invocation invocation;
  invocation.stop = stopping.get_token();
  std::vector<std::string> words;
  bool ours = true;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    invocation.words.push_back(word);
    if (ours && word == "--") {
      ours = false;
      continue;
    }
    (ours ? words : invocation.afterDashes).push_back(word);
  }

  CommandLine line = commandLine();
  if (words.size() == 2 && words.front() == manualOption) {
    const Status written = writeManual(*line.app, words.back());
    return written.ok() ? exitDone : fail(written.error());
  }
  if (words.empty()) {
    std::fputs(line.app->help().c_str(), stderr);
    return exitUsage;
  }
  translate(words);
  std::vector<std::string> names;
  for (const Command& command : allCommands()) names.emplace_back(command.name);
  if (!words.front().starts_with('-') && std::ranges::find(names, words.front()) == names.end()) {
    return wrongUse(words, "There is no command `" + words.front() + "`." + didYouMean(words.front(), names) +
                               " Run `warpwright --help` for those there are.");
  }
  try {
    std::vector<std::string> backwards(words.rbegin(), words.rend());  // CLI11 takes them from the back
    line.app->parse(backwards);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return line.app->exit(error);  // --help, --version
    return wrongUse(line, words, error.what());
  }
  for (const auto& [sub, action] : line.actions) {
    if (!sub->parsed()) continue;
    sweepTemporaryFolders();
    return withResultsWritten(action(invocation));
  }
  return exitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    listenForSignals();
    const int code = runCommand(argc, argv);
    return stoppedBy != 0 ? 128 + stoppedBy : code;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warpwright: %s\nPlease report this with the command line that led to it.\n", error.what());
    return exitWorker;
  }
}
