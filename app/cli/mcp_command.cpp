// warpwright mcp: tools for coding assistants, by the Model Context Protocol on standard input and output.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/standard_streams.h"
#include "core/base/file.h"
#include "core/mcp/mcp_server.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string root = ".", cuda = "auto";
};

int serve(const Options& options, const Invocation& invocation) {
  std::error_code error;
  if (!fs::is_directory(options.root, error))
    return fail(Error{ErrorKind::usage, "There is no folder " + options.root + ". Name one with --root.", {}});
  auto write = takeOutput();
  if (!write.ok()) return fail(write.error());
  const mcp::FolderRule rule(options.root);
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const std::string program = error ? warpwright::programPath("warpwright").string() : self.string();
  mcp::ToolCalls calls(rule, mcp::commandsOf(program, rule.root().string()), {invocation.afterDashes, options.cuda});
  mcp::McpServer server(calls, WARPWRIGHT_VERSION, *std::move(write));
  readInput([&](std::string_view bytes) { server.accept(bytes); }, [] { return false; }, invocation.stop);
  return exitDone;
}

}  // namespace

Action addMcpCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--root", options->root,
                 "The folder that tools may read and write, with all below it; paths outside are refused. The programs "
                 "that they run may do what you may")
      ->capture_default_str();
  app.add_option("--cuda", options->cuda, "Root of a CUDA toolkit, `none` to use Warpwright's own headers, or `auto`")
      ->capture_default_str();
  app.footer("Coding assistants start it; see the help page `assistants`. Words after `--` are compiler flags.");
  return [options](const Invocation& invocation) { return serve(*options, invocation); };
}

}  // namespace warpwright::cli
