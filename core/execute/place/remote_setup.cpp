#include "core/execute/place/remote_setup.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <thread>

namespace warpwright {

// Lines for the login shell of whoever it is: /bin/sh reads them, in single quotes, without a `!`
// or a backslash in them, which other shells would look at. Nothing is put into them: hashes come
// through the input, and are looked at before they are used.
#define WARPWRIGHT_CACHE "umask 077; c=${XDG_CACHE_HOME:-$HOME/.cache}/warpwright; "
#define WARPWRIGHT_READ_HASH(name) \
  "read -r " name "; test -z \"$(printf %s \"$" name "\" | tr -d 0-9a-f)\" || exit 64; "

const char* const agentCommand =
    "exec /bin/sh -c '" WARPWRIGHT_CACHE WARPWRIGHT_READ_HASH("l") WARPWRIGHT_READ_HASH("p")
    "LD_LIBRARY_PATH=\"$c/trees/$l/lib\"; export LD_LIBRARY_PATH; exec \"$c/trees/$p/bin/warpwright-remote-agent\"'";

namespace {

namespace fs = std::filesystem;

constexpr const char* lookCommand =
    "exec /bin/sh -c '" WARPWRIGHT_CACHE WARPWRIGHT_READ_HASH("l") WARPWRIGHT_READ_HASH("p")
    "mkdir -p \"$c/trees\"; echo warpwright-look; echo \"system $(uname -s)\"; echo \"machine $(uname -m)\"; "
    "echo \"libc $(getconf GNU_LIBC_VERSION 2>/dev/null)\"; echo \"cache $c\"; "
    "test -w \"$c/trees\" && echo \"writable yes\"; "
    "test -e \"$c/trees/$l/MANIFEST\" && echo \"libraries yes\"; "
    "test -e \"$c/trees/$p/MANIFEST\" && echo \"programs yes\"; "
    "echo \"free $(df -Pk \"$c\" | tail -n 1 | tr -s \" \" | cut -d\" \" -f4)\"'";

constexpr const char* putCommand =
    "exec /bin/sh -c '" WARPWRIGHT_CACHE WARPWRIGHT_READ_HASH("h")
    "t=\"$c/trees/.part-$h-$$\"; mkdir -p \"$t\" || exit 65; "
    "if tar -xf - -C \"$t\"; then rm -rf \"$c/trees/$h\"; mv \"$t\" \"$c/trees/$h\" && "
    "echo warpwright-put; else rm -rf \"$t\"; exit 66; fi'";

/// A command there that is told which trees are wanted, and then the request.
Result<SubprocessEnd> ask(const SshConnection& connection, const char* command, const Deployment& deployment,
                          const std::string& request, std::chrono::milliseconds timeout, std::stop_token stop) {
  SubprocessOptions options = connection.command(command);
  options.keepInputOpen = false;
  options.input = agentGreeting(deployment) + request;
  options.timeout = timeout;
  Result<SubprocessEnd> end = runSubprocess(options, std::move(stop));
  if (end.ok() && end->cancelled) return cancelledError();
  return end;
}

Error lost(const SshConnection& connection, const std::string& printed, const std::string& doing) {
  std::string why = lastLine(printed);
  if (const std::string last = connection.lastWords(); !last.empty()) why = last;
  return {ErrorKind::worker,
          "On " + connection.host() + ", " + doing + " failed" + (why.empty() ? "." : ": " + why + "."), std::nullopt};
}

std::pair<int, int> versionOf(const std::string& text) {
  int major = 0, minor = 0;
  std::sscanf(text.c_str(), "%d.%d", &major, &minor);
  return {major, minor};
}

/// What a host says about itself.
using Look = std::map<std::string, std::string>;

Result<Look> look(const SshConnection& connection, const Deployment& deployment, std::stop_token stop) {
  Result<SubprocessEnd> end = ask(connection, lookCommand, deployment, "", {}, std::move(stop));
  if (!end.ok()) return end.error();
  // A shell's start-up files may print what they like before it.
  const std::string mark = "warpwright-look\n";
  const size_t start = end->output.find(mark);
  if (start == std::string::npos) return lost(connection, end->errorOutput, "/bin/sh");
  Look found;
  std::istringstream lines(end->output.substr(start + mark.size()));
  for (std::string line; std::getline(lines, line);) {
    if (const size_t space = line.find(' '); space != std::string::npos)
      found[line.substr(0, space)] = line.substr(space + 1);
  }
  return found;
}

Status suits(const SshConnection& connection, Look& there, const Deployment& deployment, uint64_t needed) {
  const auto refuse = [&](const std::string& why) {
    return Error{ErrorKind::worker, connection.host() + " " + why, std::nullopt};
  };
#if defined(__x86_64__)
  const std::string machine = "x86_64";
#else
  const std::string machine = "aarch64";
#endif
  if (there["system"] != "Linux" || there["machine"] != machine) {
    return refuse("is another kind of machine (" + there["system"] + " " + there["machine"] +
                  "): the workers here are for Linux " + machine + ".");
  }
  const std::string libc = there["libc"].starts_with("glibc ") ? there["libc"].substr(6) : "";
  if (libc.empty())
    return refuse("has another C library than glibc; the workers need glibc " + deployment.cLibrary + " or newer.");
  if (versionOf(libc) < versionOf(deployment.cLibrary)) {
    return refuse("has glibc " + libc + "; the workers here need " + deployment.cLibrary +
                  " or newer. Use a Warpwright that was built on a system as old.");
  }
  if (there["writable"] != "yes")
    return refuse("does not let us write to " + there["cache"] +
                  ". Set XDG_CACHE_HOME there to a folder that can be written.");
  const uint64_t freeBytes = std::strtoull(there["free"].c_str(), nullptr, 10) * 1024;
  if (freeBytes < needed + needed / 8) {
    return refuse("has no room for the workers in " + there["cache"] + ": " + std::to_string(needed >> 20) +
                  " MiB are needed, " + std::to_string(freeBytes >> 20) +
                  " MiB are free. Free some, or set XDG_CACHE_HOME there to another disk.");
  }
  return {};
}

Status putTree(const SshConnection& connection, const FileTree& tree, const std::string& what,
               const PlacedProgress& progress, std::stop_token stop) {
  SubprocessOptions options = connection.command(putCommand);
  Result<Subprocess> process = Subprocess::start(options);
  if (!process.ok()) return process.error();
  std::atomic<uint64_t> sent = 0;
  Status wrote;
  std::jthread writer([&] {
    wrote = process->write(tree.hash + "\n");
    if (wrote.ok()) {
      wrote = writeTar(tree, [&](std::string_view bytes) {
        sent += bytes.size();
        return process->write(bytes);
      });
    }
    process->closeInput();
  });
  const uint64_t all = std::max<uint64_t>(1, tree.bytes());
  std::jthread teller([&](std::stop_token over) {
    while (progress && !over.stop_requested()) {
      const uint64_t now = std::min(all, sent.load());
      progress({"deploy",
                "sending " + what + " to " + connection.host() + ", " + std::to_string(now >> 20) + " of " +
                    std::to_string(all >> 20) + " MiB",
                static_cast<double>(now) / static_cast<double>(all)});
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  });
  Result<SubprocessEnd> end = process->wait(nullptr, nullptr, std::move(stop));
  writer.join();
  teller.request_stop();
  teller.join();
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  if (end->output.find("warpwright-put") != std::string::npos) return {};
  if (!wrote.ok() && wrote.error().kind == ErrorKind::io) return wrote.error();
  return lost(connection, end->errorOutput, "unpacking " + what);
}

/// The agent starts there, and finds the trees as they were sent.
Status checkThere(const SshConnection& connection, const Deployment& deployment, std::stop_token stop) {
  const std::string check =
      R"({"do":"check","trees":[")" + deployment.libraries.hash + R"(",")" + deployment.programs.hash + "\"]}\n";
  Result<SubprocessEnd> end = askAgent(connection, deployment, check, {}, std::move(stop));
  if (!end.ok()) return end.error();
  if (end->output.find(R"("answer":"checked")") != std::string::npos) return {};
  return lost(connection, end->errorOutput.empty() ? end->output : end->errorOutput, "starting what was sent");
}

}  // namespace

std::string agentGreeting(const Deployment& deployment) {
  return deployment.libraries.hash + "\n" + deployment.programs.hash + "\n";
}

Result<SubprocessEnd> askAgent(const SshConnection& connection, const Deployment& deployment,
                               const std::string& request, std::chrono::milliseconds timeout, std::stop_token stop) {
  return ask(connection, agentCommand, deployment, request, timeout, std::move(stop));
}

Status deploy(const SshConnection& connection, const Deployment& deployment, const PlacedProgress& progress,
              std::stop_token stop) {
  Result<Look> there = look(connection, deployment, stop);
  if (!there.ok()) return there.error();
  const bool hasLibraries = (*there)["libraries"] == "yes", hasPrograms = (*there)["programs"] == "yes";
  const uint64_t needed =
      (hasLibraries ? 0 : deployment.libraries.bytes()) + (hasPrograms ? 0 : deployment.programs.bytes());
  if (Status right = suits(connection, *there, deployment, needed); !right.ok()) return right;
  if (hasLibraries && hasPrograms) return {};
  if (!hasLibraries) {
    if (Status put = putTree(connection, deployment.libraries, "libraries", progress, stop); !put.ok()) return put;
  }
  if (!hasPrograms) {
    if (Status put = putTree(connection, deployment.programs, "workers", progress, stop); !put.ok()) return put;
  }
  return checkThere(connection, deployment, std::move(stop));
}

}  // namespace warpwright
