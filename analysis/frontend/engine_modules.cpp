#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "analysis/frontend/host_code.h"
#include "analysis/frontend/known_libraries.h"
#include "analysis/frontend/parsed_unit_state.h"
#include "analysis/frontend/toolkit.h"
#include "core/base/file.h"

namespace warpwright::frontend {
namespace {

constexpr size_t mostMessages = 5;

/// "main.cu uses cuBLAS (cublas_v2.h), which …": of libraries that nobody can add. Empty: there is none among the
/// headers that were not found.
std::string libraryMessage(const std::string& file, const UnitSummary& summary, const ParseOptions& options) {
  std::string names, calls;
  std::set<std::string> named;
  for (const std::string& header : summary.missingHeaders) {
    const std::string library = libraryOfHeader(header);
    if (library.empty() || !named.insert(library).second) continue;
    names += (names.empty() ? "" : ", ") + library;
    if (library.find("(" + header + ")") == std::string::npos) names += " (" + header + ")";
  }
  if (names.empty()) return "";
  const auto open = options.openTexts.find(file);
  const Result<std::string> text = open != options.openTexts.end() ? Result<std::string>(open->second) : readFile(file);
  std::set<std::string> called;
  for (const std::string& header : summary.missingHeaders) {
    if (!text.ok() || libraryOfHeader(header).empty()) continue;
    for (const LibraryCall& call : libraryCalls(*text, header)) {
      if (!called.insert(call.name).second || called.size() > mostMessages) continue;
      calls += (calls.empty() ? "" : ", ") + call.name + " (line " + std::to_string(call.line) + ")";
    }
  }
  std::string message = file + " uses " + names + ", which the CPU engine does not emulate";
  if (!calls.empty()) return message + ": it calls " + calls + (called.size() > mostMessages ? ", …" : "") + ".";
  // Errors may be the work of another header that is missing: that one can be had.
  std::string others;
  for (const std::string& header : summary.missingHeaders) {
    if (libraryOfHeader(header).empty()) others += (others.empty() ? "" : ", ") + header;
  }
  if (!others.empty()) {
    return message + ". Not found, either: " + others +
           ". Name the folder (on the command line --compiler-flag=-IFOLDER).";
  }
  // No call of it is in this file: what else it uses of it, as far as the messages say: they name it.
  std::string uses;
  size_t count = 0;
  std::set<std::string> used;
  for (const Diagnostic& diagnostic : summary.errors) {
    if (diagnostic.about == Diagnostic::About::missingHeader || diagnostic.name.empty()) continue;
    if (!used.insert(diagnostic.name).second || ++count > mostMessages) continue;
    uses +=
        (uses.empty() ? "" : ", ") + diagnostic.name + " (line " + std::to_string(diagnostic.range.begin.line) + ")";
  }
  if (!uses.empty()) message += ": " + uses + (count > mostMessages ? ", …" : "");
  return message + ".";
}

/// "main.cu calls cublasSsyrk (line 9), which …": of a library of which our headers declare a part.
std::string undeclaredCallMessage(const std::string& file, const UnitSummary& summary) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 2> libraries = {
      {{"cublas", "cuBLAS"}, {"curand", "cuRAND"}}};
  for (const auto& [prefix, library] : libraries) {
    std::string calls;
    for (const Diagnostic& diagnostic : summary.errors) {
      const std::string& name = diagnostic.name;
      if (diagnostic.about != Diagnostic::About::undeclaredName || !name.starts_with(prefix)) continue;
      if (calls.find(name + " ") != std::string::npos) continue;
      calls += (calls.empty() ? "" : ", ") + name + " (line " + std::to_string(diagnostic.range.begin.line) + ")";
    }
    if (calls.empty()) continue;
    return file + " uses a part of " + std::string(library) + " that the CPU engine does not emulate: " + calls + ".";
  }
  return "";
}

/// The first few messages as one error; its place is that of the first.
Error compileError(const std::string& file, const UnitSummary& summary, const ParseOptions& options) {
  const std::vector<Diagnostic>& messages = summary.errors;
  std::string library = libraryMessage(file, summary, options);
  if (library.empty()) library = undeclaredCallMessage(file, summary);
  if (!library.empty()) {
    Error error = inputError(std::move(library));
    if (!messages.empty() && messages.front().range.isValid()) error.range = messages.front().range;
    return error;
  }
  Error error = inputError(file + " does not compile.");
  const bool nested = std::any_of(messages.begin(), messages.end(), [](const Diagnostic& message) {
    return message.about == Diagnostic::About::nestedLaunch;
  });
  if (nested) {
    error.message =
        file + " launches kernels from kernels (dynamic parallelism), which the CPU engine does not emulate.";
  }
  for (size_t i = 0; i < messages.size() && i < mostMessages; ++i) {
    const Diagnostic& message = messages[i];
    error.message += "\n  " + (message.range.isValid() ? toString(message.range.begin) + ": " : "") + message.message;
  }
  if (messages.size() > mostMessages) {
    error.message += "\n  … and " + std::to_string(messages.size() - mostMessages) + " more errors.";
  }
  // Errors after a missing header are mostly its work: say so.
  const auto shown = messages.begin() + static_cast<ptrdiff_t>(std::min(messages.size(), mostMessages));
  for (const std::string& header : summary.missingHeaders) {
    const bool isSaid = std::any_of(messages.begin(), shown, [&](const Diagnostic& message) {
      return message.about == Diagnostic::About::missingHeader && message.name == header;
    });
    if (!isSaid) error.message += "\n  '" + header + "' file not found";
  }
  if (!summary.missingHeaders.empty()) {
    error.message +=
        "\nName the folder of the missing header (on the command line --compiler-flag=-IFOLDER), or install "
        "its package.";
  }
  if (!messages.empty() && messages.front().range.isValid()) error.range = messages.front().range;
  return error;
}

/// Both sides with one choice of headers.
Result<EngineModules> compileWith(const CompileCommand& command, ParseOptions options, HeaderMode headers,
                                  const std::filesystem::path& toolkit, std::stop_token stop) {
  EngineModules modules;
  InvocationRequest request;
  request.side = Side::host;
  request.ownHeaders = headers == HeaderMode::own;
  request.toolkit = toolkit;
  Result<std::filesystem::path> resources = findClangResources();
  if (!resources.ok()) return resources.error();
  request.clangResources = *resources;

  options.headers = headers;
  options.deviceIr = command.cuda;
  UnitParser parser(options);
  parser.setOpenTexts(options.openTexts, /*once=*/true);
  {
    // A plain C or C++ file is parsed, too: that finds the folders of its missing headers.
    Result<ParsedUnit> unit = parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    modules.summary = unit->summary();
    if (!modules.summary.errors.empty()) return compileError(command.file.string(), modules.summary, options);
    request.guessedFolders = unit->state().guessedFolders;
    request.hiddenFiles = unit->state().hiddenFiles;
    if (command.cuda) {
      if (!unit->deviceModule()) return inputError(modules.summary.notes.back());
      modules.context = std::move(unit->state().context);
      modules.device = std::move(unit->state().module);
    } else {
      modules.context = std::make_unique<llvm::LLVMContext>();
    }
  }
  if (stop.stop_requested()) return cancelledError();
  Result<std::unique_ptr<llvm::Module>> host =
      compileHost(command, request, options.openTexts, *modules.context, modules.summary);
  if (!host.ok()) return host.error();
  if (!*host) return compileError(command.file.string(), modules.summary, options);
  modules.host = std::move(*host);
  return modules;
}

}  // namespace

EngineModules::EngineModules() = default;
EngineModules::EngineModules(EngineModules&&) noexcept = default;
EngineModules& EngineModules::operator=(EngineModules&& other) noexcept {
  // Modules go before the context they live in.
  host = std::move(other.host);
  device = std::move(other.device);
  context = std::move(other.context);
  summary = std::move(other.summary);
  return *this;
}
EngineModules::~EngineModules() = default;

Result<EngineModules> compileForEngine(const CompileCommand& command, const ParseOptions& options,
                                       std::stop_token stop) {
  std::optional<std::filesystem::path> toolkit;
  if (options.headers != HeaderMode::own) {
    Result<std::optional<std::filesystem::path>> found = findToolkit(options.toolkit);
    if (!found.ok()) return found.error();
    toolkit = *found;
    if (options.headers == HeaderMode::toolkit && !toolkit) {
      return Error{ErrorKind::usage, "No CUDA toolkit was found. Name its root, or use --cuda none.", std::nullopt};
    }
  }
  if (options.headers == HeaderMode::toolkit) {
    return compileWith(command, options, HeaderMode::toolkit, *toolkit, stop);
  }
  Result<EngineModules> own = compileWith(command, options, HeaderMode::own, {}, stop);
  if (own.ok() || !toolkit || own.error().kind == ErrorKind::cancelled) return own;
  Result<EngineModules> other = compileWith(command, options, HeaderMode::toolkit, *toolkit, stop);
  // Where neither works, the messages about our own headers are the shorter ones.
  return other.ok() ? std::move(other) : std::move(own);
}

}  // namespace warpwright::frontend
