#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <tuple>

#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/ASTReader.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "analysis/frontend/clang_invocation.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/parsed_unit_state.h"
#include "analysis/frontend/preamble_cache.h"
#include "analysis/frontend/prelude_cache.h"
#include "analysis/frontend/project_questions.h"
#include "analysis/frontend/toolkit.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int mostPasses = 3;  // of looking for missing headers, each of which may include others

/// Could a header of this name be found, where one looked further?
using MayGuess = std::function<bool(const std::string& name)>;

/// Skips includes that are nowhere to be found and remembers them, and those that were found by their name alone.
class IncludeWatch : public clang::PPCallbacks {
 public:
  IncludeWatch(ParsedUnit::State& unit, const clang::SourceManager& sources, const MayGuess& mayGuess)
      : unit_(unit), sources_(sources), mayGuess_(mayGuess) {}
  bool FileNotFound(llvm::StringRef name) override {
    addNew(unit_.summary.missingHeaders, name.str());
    // The unit is parsed again with that header: of this parse it is of interest alone what else is missing.
    if (mayGuess_ && mayGuess_(name.str())) unit_.action->recorder().endEarly();
    return true;
  }
  void InclusionDirective(clang::SourceLocation at, const clang::Token&, llvm::StringRef name, bool angled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef searched,
                          llvm::StringRef, const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    if (!file || searched == sampleHeaders().string()) return;
    const std::vector<std::string>& guessed = unit_.guessedFolders;
    if (std::find(guessed.begin(), guessed.end(), searched) == guessed.end()) return;
    // What stands beside the file that includes it in quotes needs no guess, wherever that is.
    if (!angled && fs::path(sources_.getFilename(at).str()).parent_path() == fs::path(searched.str())) return;
    addNew(unit_.summary.guessedHeaders, normalPath(file->getName().str()));
    unit_.guessedNames.emplace(name.str(), file->getName().str());
  }

 private:
  static void addNew(std::vector<std::string>& list, std::string name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(std::move(name));
  }

  ParsedUnit::State& unit_;
  const clang::SourceManager& sources_;
  const MayGuess& mayGuess_;
};

/// Of which headers there are several of that name: none of them is taken.
void noteSeveral(UnitSummary& summary, const FileIndex& project) {
  for (const std::string& name : summary.missingHeaders) {
    const std::vector<fs::path> files = project.filesOf(name);
    if (files.size() < 2) continue;
    constexpr size_t shown = 3;
    std::string list;
    for (size_t i = 0; i < std::min(files.size(), shown); ++i) list += (i ? ", " : "") + files[i].string();
    summary.notes.push_back("There are " + std::to_string(files.size()) + " files that `" + name + "` may mean (" +
                            list + (files.size() > shown ? ", …" : "") + "): none of them is taken.");
  }
}

/// What is remembered about a file from one parse to the next.
struct FileMemory {
  std::vector<std::string> guessedFolders;
  std::set<std::string> hiddenFiles;  ///< that lie in those folders, but are not the only ones of their names
  bool triedToolkit = false, toolkitWasBetter = false;
};

Result<std::string> sourceText(const fs::path& file, const std::map<std::string, std::string>& openTexts) {
  const auto open = openTexts.find(file.string());
  const Result<std::string> text =
      open != openTexts.end() ? Result<std::string>(open->second) : readFile(file, largestSource);
  if (!text.ok()) return text;
  if (text->find('\0') != std::string::npos) {
    return inputError(file.string() + " is not a text file (it holds zero bytes). Name a CUDA source file.");
  }
  if (text->find_first_not_of(" \t\r\n\xef\xbb\xbf") == std::string::npos) {
    return inputError(file.string() + " is empty: there is nothing to analyse.");
  }
  return text;
}

/// Messages about the end of a file are not behind the blanks that it is shown with.
void endAtText(std::vector<Diagnostic>& messages, const std::string& file, const std::string& text) {
  const size_t lastLine = text.rfind('\n') + 1;  // of a text without lines: 0
  const auto line = static_cast<uint32_t>(1 + std::ranges::count(text, '\n'));
  const auto column = static_cast<uint32_t>(1 + text.size() - lastLine);
  for (Diagnostic& one : messages) {
    if (one.range.begin.file != file || one.range.begin.line != line || one.range.begin.column <= column) continue;
    one.range = {{file, line, column}, line, column};
  }
}

/// Was it parsed up to an error, and no further?
bool isGivenUp(const ParsedUnit::State& unit) {
  return unit.action->recorder().isEndedByError();
}

}  // namespace

struct UnitParser::State {
  ParseOptions options;
  std::map<std::pair<fs::path, fs::path>, FileIndex> indexes;  // by project, and the variant of it that files are in
  std::map<std::tuple<fs::path, fs::path, std::vector<std::string>>, FileMemory> memories;  // by file, root and flags
  FileMemory& memoryOf(const CompileCommand& command) { return memories[{command.file, command.root, command.flags}]; }
  bool keepsPreludes = false;  // others share them: a prelude outlives this parser
  bool once = false;           // open texts do not come again
  PreambleCache preambles;

  using Unit = std::unique_ptr<ParsedUnit::State>;
  Result<Unit> parseOnce(const CompileCommand& command, const InvocationRequest& request, const std::string& text,
                         const MayGuess& mayGuess, bool isTrial, std::stop_token stop);
  Unit newUnit(const CompileCommand& command, const InvocationRequest& request) const;
  static clang::CompilerInstance& makeCompiler(ParsedUnit::State& unit,
                                               const std::shared_ptr<clang::CompilerInvocation>& invocation,
                                               const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& fileSystem);
  static void park(ParsedUnit::State& unit);
  static Status findMissingHeaders(ParsedUnit::State& unit, const InvocationRequest& request);
  void addPreamble(const std::string& key, clang::CompilerInvocation& invocation,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& fileSystem, ParsedUnit::State& unit);
  Result<Unit> parseWith(const CompileCommand& command, InvocationRequest request, const std::string& text,
                         bool isTrial, std::stop_token stop);
  Result<Unit> betterOf(Unit unit, const CompileCommand& command, InvocationRequest request, const std::string& text,
                        std::stop_token stop);
  /// The files below the folder of a project, as `file` sees them.
  const FileIndex& filesBelow(const fs::path& root, const fs::path& file);
  /// As above, to find a header there.
  const FileIndex& filesNamed(const std::string& name, const fs::path& root, const fs::path& file);
  bool addGuessedFolders(const fs::path& root, const fs::path& file, const std::vector<std::string>& missing,
                         std::vector<std::string>& folders);
  bool hideSeveral(const fs::path& root, const fs::path& file, const std::map<std::string, std::string>& guessed,
                   std::set<std::string>& hidden);
  bool asksToolkit(const CompileCommand& command);
};

/// Makes Clang start from a preamble, if the file is open and there is one for its text.
void UnitParser::State::addPreamble(const std::string& key, clang::CompilerInvocation& invocation,
                                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& fileSystem,
                                    ParsedUnit::State& unit) {
  const std::string file = unit.command.file.string();
  // What a preamble includes is no longer told: a guess must be.
  const bool guessed =
      std::ranges::any_of(unit.guessedFolders, [](const std::string& folder) { return folder != sampleHeaders(); });
  if (guessed || !options.openTexts.contains(file)) return;
  auto text = fileSystem->getBufferForFile(file);
  if (!text) return;
  const auto isFolder = [](const std::string& flag) { return flag.starts_with("-I") || flag.starts_with("-i"); };
  const bool hasFolders = !unit.guessedFolders.empty() || std::ranges::any_of(unit.command.flags, isFolder);
  unit.preamble = preambles.find(key, hasFolders, !once, file, **text, invocation, *unit.files, fileSystem);
  if (unit.preamble && unit.files->reads) {
    if (unit.preamble->reads)
      unit.files->reads->add(*unit.preamble->reads);
    else
      unit.files->reads->leaveOpen();
  }
  if (unit.preamble) unit.preamble->compiled->AddImplicitPreamble(invocation, fileSystem, text->release());
}

/// Which headers the whole unit includes that are not found, and which are found by their name alone: reads it without
/// parsing it. From its beginning and without a prelude: a parse that is given up leaves no preprocessor that goes on.
Status UnitParser::State::findMissingHeaders(ParsedUnit::State& unit, const InvocationRequest& request) {
  Result<std::shared_ptr<clang::CompilerInvocation>> invocation = makeInvocation(unit.command, request, *unit.files);
  if (!invocation.ok()) return invocation.error();
  unit.summary.missingHeaders.clear();
  unit.summary.guessedHeaders.clear();
  unit.guessedNames.clear();
  clang::CompilerInstance compiler(std::make_shared<clang::PCHContainerOperations>());
  compiler.setInvocation(*invocation);
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  compiler.createFileManager(overlay(unit.files));
  compiler.createSourceManager(compiler.getFileManager());
  clang::PreprocessOnlyAction action;
  const MayGuess readsOn;
  if (!compiler.createTarget() || !action.BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs[0]))
    return inputError("Clang cannot open " + unit.command.file.string() + ".");
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<IncludeWatch>(unit, compiler.getSourceManager(), readsOn));
  llvm::consumeError(action.Execute());
  action.EndSourceFile();
  return {};
}

void UnitParser::State::park(ParsedUnit::State& unit) {
  unit.parked = std::make_unique<ParkedParse>(unit.files, unit.files->roomy);
  if (unit.preamble) {
    for (const Preamble::Header& header : unit.preamble->headers) unit.parked->hasRead(header.file);
  }
  unit.parked->watch(*unit.compiler);
}

UnitParser::State::Unit UnitParser::State::newUnit(const CompileCommand& command,
                                                   const InvocationRequest& request) const {
  Unit unit = std::make_unique<ParsedUnit::State>();
  unit->command = command;
  unit->summary.file = command.file.string();
  unit->summary.folder = command.folder.string();
  unit->summary.flags = nvccFlagsOf(command);
  unit->summary.headers = request.ownHeaders ? "own" : "toolkit";
  unit->summary.notes = command.notes;
  unit->guessedFolders = request.guessedFolders;
  unit->hiddenFiles = request.hiddenFiles;
  unit->files = std::make_shared<SourceFiles>();
  unit->files->openTexts = options.openTexts;
  unit->files->reads = options.preludes->reads();
  return unit;
}

clang::CompilerInstance& UnitParser::State::makeCompiler(
    ParsedUnit::State& unit, const std::shared_ptr<clang::CompilerInvocation>& invocation,
    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& fileSystem) {
  unit.compiler = std::make_unique<clang::CompilerInstance>(std::make_shared<clang::PCHContainerOperations>());
  clang::CompilerInstance& compiler = *unit.compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&unit.diagnostics, /*ShouldOwnClient=*/false);
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(fileSystem);
  compiler.createSourceManager(compiler.getFileManager());
  return compiler;
}

/// One run of Clang over the unit. `isTrial`: up to the first error.
Result<UnitParser::State::Unit> UnitParser::State::parseOnce(const CompileCommand& command,
                                                             const InvocationRequest& request, const std::string& text,
                                                             const MayGuess& mayGuess, bool isTrial,
                                                             std::stop_token stop) {
  for (bool usePrelude = true;; usePrelude = false) {
    Unit unit = newUnit(command, request);
    const bool parks = options.parks && command.cuda;
    if (parks) unit->files->roomy = normalPath(command.file.string());
    Result<std::shared_ptr<clang::CompilerInvocation>> invocation = makeInvocation(command, request, *unit->files);
    if (!invocation.ok()) return invocation.error();

    // A forced include of the user can be a project's file, and can change what the leading includes mean.
    const bool forced = std::find(command.flags.begin(), command.flags.end(), "-include") != command.flags.end() ||
                        std::find(command.flags.begin(), command.flags.end(), "-imacros") != command.flags.end();
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem = overlay(unit->files);
    std::string prelude;
    if (usePrelude && command.cuda && !forced) {
      const std::string key = invocationKey(command, request);
      addPreamble(key, **invocation, fileSystem, *unit);
      if (!unit->preamble) {
        // A file that is open in an editor comes again with the next edit; a parser of its own may see one parse.
        const bool atOnce = keepsPreludes && !once && options.openTexts.contains(command.file.string());
        prelude = options.preludes->find(key, leadingSystemIncludes(text), **invocation, *unit->files, atOnce);
      }
    }
    if (!prelude.empty()) {
      (*invocation)->getPreprocessorOpts().ImplicitPCHInclude = prelude;
      (*invocation)->getPreprocessorOpts().DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
    }

    clang::CompilerInstance& compiler = makeCompiler(*unit, *invocation, fileSystem);
    if (!compiler.createTarget()) return inputError("Clang 19 knows no code for " + command.arch + ".");
    auto action = std::make_unique<ParseAction>(stop, unit->files);
    const bool begun = action->BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs[0]);
    if (begun) {
      unit->action = std::move(action);
      compiler.getPreprocessor().addPPCallbacks(
          std::make_unique<IncludeWatch>(*unit, compiler.getSourceManager(), mayGuess));
      if (isTrial) unit->action->recorder().endAtError();
      if (parks) park(*unit);
      llvm::consumeError(unit->action->Execute());
      if (unit->parked) unit->parked->isThrough(unit->diagnostics.messages);
      if (parks) endAtText(unit->diagnostics.messages, command.file.string(), text);
      if (unit->action->recorder().cancelled() || stop.stop_requested()) return cancelledError();
    }
    if ((unit->preamble || !prelude.empty()) && (!begun || unit->diagnostics.staleAst)) {
      options.preludes->forget(prelude);
      preambles.forget(unit->preamble);
      continue;
    }
    if (!begun) return inputError("Clang cannot open " + command.file.string() + ".");
    if (isGivenUp(*unit)) return unit;
    if (unit->action->recorder().isEnded()) {
      Status seen = findMissingHeaders(*unit, request);
      return seen.ok() ? Result<Unit>(std::move(unit)) : seen.error();
    }
    std::vector<clang::Decl*> scope;
    if (unit->preamble) scope = unit->preamble->declsOf(*compiler.getASTReader());
    const std::vector<clang::Decl*>& own = unit->action->recorder().projectDecls();
    scope.insert(scope.end(), own.begin(), own.end());
    compiler.getASTContext().setTraversalScope(scope);
    findBrokenFunctions(*unit);
    return unit;
  }
}

const FileIndex& UnitParser::State::filesBelow(const fs::path& root, const fs::path& file) {
  const std::pair<fs::path, fs::path> key(root, variantFolder(file));
  const auto index = indexes.find(key);
  if (index != indexes.end()) return index->second;
  return indexes.emplace(key, root.empty() ? FileIndex() : FileIndex(root, file)).first->second;
}

const FileIndex& UnitParser::State::filesNamed(const std::string& name, const fs::path& root, const fs::path& file) {
  const FileIndex& project = filesBelow(root, file);
  if (const std::shared_ptr<ReadRecord> reads = options.preludes->reads())
    reads->asked(headersQuestion(root, file, name), headersAnswer(project, name));
  return project;
}

bool UnitParser::State::addGuessedFolders(const fs::path& root, const fs::path& file,
                                          const std::vector<std::string>& missing, std::vector<std::string>& folders) {
  bool added = false;
  for (const std::string& name : missing) {
    const std::string folder = folderOfHeader(name, filesNamed(name, root, file)).string();
    if (folder.empty() || std::find(folders.begin(), folders.end(), folder) != folders.end()) continue;
    folders.push_back(folder);
    added = true;
  }
  return added;
}

/// A folder that was guessed for one header may hold another one, of a name that several files of the project have.
bool UnitParser::State::hideSeveral(const fs::path& root, const fs::path& file,
                                    const std::map<std::string, std::string>& guessed, std::set<std::string>& hidden) {
  bool added = false;
  for (const auto& [name, header] : guessed) {
    if (filesNamed(name, root, file).filesOf(name).size() > 1) added |= hidden.insert(normalPath(header)).second;
  }
  return added;
}

/// Parses with one choice of headers, again while missing includes turn up in the project. `isTrial`: others are
/// there to be tried, and this is given up at its first error.
Result<UnitParser::State::Unit> UnitParser::State::parseWith(const CompileCommand& command, InvocationRequest request,
                                                             const std::string& text, bool isTrial,
                                                             std::stop_token stop) {
  FileMemory& memory = memoryOf(command);
  for (int pass = 1;; ++pass) {
    request.guessedFolders = memory.guessedFolders;
    request.hiddenFiles = memory.hiddenFiles;
    const MayGuess mayGuess = [&](const std::string& name) {
      const std::string folder = folderOfHeader(name, filesNamed(name, command.root, command.file)).string();
      return !folder.empty() && std::ranges::find(memory.guessedFolders, folder) == memory.guessedFolders.end();
    };
    Result<Unit> unit = parseOnce(command, request, text, pass < mostPasses ? mayGuess : MayGuess(), isTrial, stop);
    if (unit.ok() && isGivenUp(**unit)) return unit;
    if (unit.ok() && hideSeveral(command.root, command.file, (*unit)->guessedNames, memory.hiddenFiles)) {
      --pass;
      continue;
    }
    if (!unit.ok() || pass == mostPasses || (*unit)->summary.missingHeaders.empty()) return unit;
    if (!addGuessedFolders(command.root, command.file, (*unit)->summary.missingHeaders, memory.guessedFolders))
      return unit;
  }
}

/// Are errors under our headers a reason to take those of the toolkit? These know libraries, and parts of them, that
/// ours do not: where host code does not compile, launches in it are not known. Of a text that is being written, which
/// has errors every other moment, this is asked once.
bool UnitParser::State::asksToolkit(const CompileCommand& command) {
  return !(options.openTexts.contains(command.file.string()) && memoryOf(command).triedToolkit);
}

/// The unit, or that with the headers that it was not parsed with, where these leave fewer errors.
Result<UnitParser::State::Unit> UnitParser::State::betterOf(Unit unit, const CompileCommand& command,
                                                            InvocationRequest request, const std::string& text,
                                                            std::stop_token stop) {
  const auto errors = [](const ParsedUnit::State& one) {
    return std::tuple(one.brokenKernels, one.errorsInKernels, one.diagnostics.messages.size());
  };
  const bool wasOwn = request.ownHeaders;
  const bool isHalf = isGivenUp(*unit);
  if (isHalf) unit.reset();
  request.ownHeaders = !wasOwn;
  Result<Unit> other = parseWith(command, request, text, false, stop);
  if (!other.ok() || (isHalf && (*other)->diagnostics.messages.empty())) return other;
  if (isHalf) {
    request.ownHeaders = wasOwn;
    Result<Unit> whole = parseWith(command, request, text, false, stop);
    if (!whole.ok()) return whole;
    unit = std::move(*whole);
  }
  return errors(**other) < errors(*unit) ? std::move(other) : Result<Unit>(std::move(unit));
}

std::shared_ptr<PreludeCache> sharedPreludes() {
  return std::make_shared<PreludeCache>();
}

UnitParser::UnitParser(ParseOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
  state_->keepsPreludes = state_->options.preludes != nullptr;
  if (!state_->keepsPreludes) state_->options.preludes = sharedPreludes();
}
UnitParser::~UnitParser() = default;

void UnitParser::setOpenTexts(std::map<std::string, std::string> texts, bool once) {
  state_->options.openTexts = std::move(texts);
  state_->once = once;
}

Result<ParsedUnit> UnitParser::parse(const CompileCommand& command, std::stop_token stop) {
  const auto start = Clock::now();
  if (stop.stop_requested()) return cancelledError();
  const Result<std::string> text = sourceText(command.file, state_->options.openTexts);
  if (!text.ok()) return text.error();
  Result<fs::path> resources = findClangResources();
  if (!resources.ok()) return resources.error();
  const HeaderMode mode = state_->options.headers;
  InvocationRequest request;
  request.clangResources = *resources;
  request.isTimeless = state_->options.isTimeless;
  if (mode != HeaderMode::own) {
    Result<std::optional<fs::path>> toolkit = findToolkit(state_->options.toolkit);
    if (!toolkit.ok()) return toolkit.error();
    if (*toolkit) request.toolkit = **toolkit;
    if (mode == HeaderMode::toolkit && !*toolkit) {
      return Error{ErrorKind::usage, "No CUDA toolkit was found. Name its root, or use --cuda none.", std::nullopt};
    }
  }

  FileMemory& memory = state_->memoryOf(command);
  const bool toolkitFirst = mode == HeaderMode::toolkit || (memory.toolkitWasBetter && !request.toolkit.empty());
  request.ownHeaders = !toolkitFirst;
  const bool hasOthers = mode == HeaderMode::automatic && !request.toolkit.empty();
  const bool isTrial = hasOthers && request.ownHeaders && state_->asksToolkit(command);
  Result<State::Unit> unit = state_->parseWith(command, request, *text, isTrial, stop);
  if (!unit.ok()) return unit.error();
  const bool isErroneous = isTrial && !(*unit)->diagnostics.messages.empty();
  if (hasOthers && (isGivenUp(**unit) || isErroneous || (*unit)->brokenKernels > 0)) {
    unit = state_->betterOf(std::move(*unit), command, request, *text, stop);
    if (!unit.ok()) return unit.error();
    memory.triedToolkit = true;
    memory.toolkitWasBetter = (*unit)->summary.headers == "toolkit";
  }

  ParsedUnit::State& result = **unit;
  if (std::ranges::find(result.guessedFolders, sampleHeaders().string()) != result.guessedFolders.end()) {
    result.summary.notes.push_back(
        "Headers of CUDA's samples that were not found are replaced by Warpwright's own, which hold "
        "the common part of them.");
  }
  for (const std::string& name : result.summary.missingHeaders) state_->filesNamed(name, command.root, command.file);
  if (!result.summary.missingHeaders.empty())
    noteSeveral(result.summary, state_->filesBelow(command.root, command.file));
  if (state_->options.deviceIr && command.cuda) lowerDevice(result);
  result.summary.errors = std::move(result.diagnostics.messages);
  result.summary.notes.insert(result.summary.notes.end(), result.files->notes.begin(), result.files->notes.end());
  result.summary.parseSeconds = std::chrono::duration<double>(Clock::now() - start).count();
  return ParsedUnit(std::move(*unit));
}

}  // namespace warpwright::frontend
