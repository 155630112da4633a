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

#include "app/cli/commands.h"
#include "app/cli/output.h"

namespace {

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

int runCommand(int argc, char** argv) {
  // Words after `--` are not ours: flags of the compiler, or arguments of the user's program.
  Invocation invocation;
  invocation.stop = stopping.get_token();
  std::vector<std::string> words;
  bool ours = true;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (ours && word == "--") {
      ours = false;
      continue;
    }
    (ours ? words : invocation.afterDashes).push_back(word);
  }

  CLI::App app("Finds where a CUDA kernel keeps data in the wrong place, proves what may move, and writes the change.",
               "warpwright");
  app.require_subcommand(1);
  app.set_version_flag("--version", "warpwright " WARPWRIGHT_VERSION);
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Command& command : allCommands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.description);
    actions.emplace_back(sub, command.add(*sub));
  }
  const auto named = [&](const Command& command) { return words.front() == command.name; };
  if (!words.empty() && !words.front().starts_with('-') && std::ranges::none_of(allCommands(), named)) {
    std::fprintf(stderr, "warpwright: There is no command `%s`. Run `warpwright --help` for those there are.\n",
                 words.front().c_str());
    return exitUsage;
  }
  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    std::fprintf(stderr, "warpwright: %s\nRun `warpwright --help` for what it takes.\n", error.what());
    return exitUsage;
  }
  for (const auto& [sub, action] : actions) {
    if (sub->parsed()) return withResultsWritten(action(invocation));
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
