// warpwright lsp: findings in editors, by the Language Server Protocol on standard input and output.

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/standard_streams.h"
#include "core/base/file.h"
#include "core/lsp/language_server.h"

namespace warpwright::cli {
namespace {

int serve(const Invocation& invocation) {
  auto write = takeOutput();
  if (!write.ok()) return fail(write.error());
  lsp::EngineServices engine{runOnEngine, verifyOnEngine};
  lsp::LanguageServer server(makeProcessAnalysisService(warpwright::programPath("warpwright-analysis-worker")),
                             std::move(engine), WARPWRIGHT_VERSION, *std::move(write));
  readInput([&](std::string_view bytes) { server.accept(bytes); }, [&] { return server.exitCode().has_value(); },
            invocation.stop);
  return server.exitCode().value_or(1);
}

}  // namespace

Action addLspCommand(CLI::App& app) {
  const auto stdio = std::make_shared<bool>();
  app.add_flag("--stdio", *stdio, "What editors may say: there is no other way");
  app.footer(
      "Editors start it; see the help page `editors`. Nothing is run but by a command of its user, and nothing is "
      "written but by the editor.");
  return [stdio](const Invocation& invocation) { return serve(invocation); };
}

}  // namespace warpwright::cli
