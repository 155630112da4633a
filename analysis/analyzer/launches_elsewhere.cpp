#include "analysis/analyzer/launches_elsewhere.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "analysis/analyzer/host_launches.h"
#include "analysis/analyzer/project_answers.h"
#include "analysis/frontend/configurations.h"
#include "analysis/frontend/prelude_cache.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/code_text.h"
#include "analysis/model/compiler_dependent.h"
#include "analysis/model/host_values.h"
#include "analysis/model/launches.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "analysis/passes/resource_answers.h"
#include "core/device/launch_limits.h"
#include "core/finding/open_flags_text.h"

namespace warpwright::analysis {
namespace {

using frontend::CompileCommand;
using frontend::ParsedUnit;

/// Declarations of functions of that name in the project's files, whatever namespace they are in.
void declarationsIn(const clang::Decl& declaration, const std::string& name,
                    std::vector<const clang::FunctionDecl*>& found) {
  if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
    return declarationsIn(*made->getTemplatedDecl(), name, found);
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    if (function->getNameAsString() == name) found.push_back(function);
    return;
  }
  if (!llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) return;
  for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(declaration).noload_decls())
    declarationsIn(*inner, name, found);
}

using Line = std::pair<std::string, uint32_t>;

/// How often lines of the unit name a function that the AST knows of, by file and line.
std::map<Line, size_t> knownNames(const ParsedUnit& unit, const model::CodePieces& code, const std::string& name) {
  const model::SourceText places(unit);
  std::set<SourcePosition> all;
  for (const auto& [mention, function] : code.functionNames) {
    if (function->getNameAsString() == name) all.insert(places.filePlace(mention->getBeginLoc()));
  }
  std::vector<const clang::FunctionDecl*> declared;
  for (const clang::Decl* one : unit.ast().getTraversalScope()) declarationsIn(*one, name, declared);
  for (const clang::FunctionDecl* one : declared) all.insert(places.filePlace(one->getLocation()));
  std::map<Line, size_t> lines;
  for (const SourcePosition& at : all) ++lines[{at.file, at.line}];
  return lines;
}

/// A line of the project's files that names it where the AST does not: in code that is left out, in a macro, in a
/// template that nothing instantiates.
std::optional<SourcePosition> unreadName(const ParsedUnit& unit, const model::CodePieces& code,
                                         const std::string& name) {
  const std::map<Line, size_t> known = knownNames(unit, code, name);
  for (const std::string& file : frontend::projectFiles(unit)) {
    const Result<std::string> text = unit.text(file);
    if (!text.ok()) return SourcePosition{file, 1, 1};
    if (text->find(name) == std::string::npos) continue;
    const std::string plain = model::codeOf(*text);
    std::string_view rest = plain;
    for (uint32_t line = 1; !rest.empty(); ++line) {
      const std::string_view words = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), words.size() + 1));
      const size_t times = model::timesNamed(words, name);
      if (times == 0) continue;
      const auto here = known.find({file, line});
      if (here == known.end() || here->second < times) return SourcePosition{file, line, 1};
    }
  }
  return std::nullopt;
}

/// Where it is kept what parsers look at; null: nowhere.
std::shared_ptr<frontend::ReadRecord> recordOf(const frontend::ParseOptions& options) {
  return options.preludes ? options.preludes->reads() : nullptr;
}

}  // namespace

/// Another unit, as it was parsed.
struct LaunchesElsewhere::Other {
  CompileCommand command;
  std::optional<ParsedUnit> unit;
  std::string problem;  ///< why nothing can be concluded from it; empty: something can
  template <typename What>
  struct OfKernel {
    std::string kernel;  ///< its full name
    bool isOwn = false;  ///< the unit defines it: it is no other unit's of that name
    What what;
  };
  size_t lastUnit = 0;                    ///< when it was asked for last
  std::set<std::filesystem::path> files;  ///< of the project, that it is made of
  std::vector<OfKernel<Launch>> launches;
  std::vector<OfKernel<SourcePosition>> handed;  ///< kernels that are handed on
  std::optional<model::CodePieces> code;
  std::optional<passes::ResourceAnswers> answers;
  std::shared_ptr<frontend::ReadRecord> reads;  ///< what it was read from; null: not recorded

  Status read(frontend::ParseOptions options, std::stop_token stop);
};

Status LaunchesElsewhere::Other::read(frontend::ParseOptions options, std::stop_token stop) {
  if (!command.cuda) {
    problem = "it is no CUDA file";
    return {};
  }
  const frontend::ParseOptions given = options;
  options.deviceIr = false;
  options.parks = false;
  Result<ParsedUnit> parsed = frontend::UnitParser(std::move(options)).parse(command, stop);
  if (!parsed.ok() && parsed.error().kind == ErrorKind::cancelled) return parsed.error();
  const bool hasErrors =
      parsed.ok() && (!isWithoutErrors(parsed->summary()) || !parsed->summary().missingHeaders.empty());
  if (!parsed.ok() || hasErrors) {
    problem = "it has errors";
    return {};
  }
  unit.emplace(std::move(parsed.value()));
  files.insert(command.file.lexically_normal());
  for (const std::string& file : frontend::projectFiles(*unit))
    files.insert(std::filesystem::path(file).lexically_normal());
  const std::vector<const clang::FunctionDecl*>& functions = model::projectFunctions(*unit);
  for (auto& [kernel, launch] : model::findLaunches(*unit, functions)) {
    if (launch.openReason.empty() && !model::whyCompilerDependent(*unit, *kernel).empty())
      launch.openReason = "what that file does hangs on who compiles it, or for what";
    launches.push_back({kernel->getQualifiedNameAsString(), kernel->hasBody(), std::move(launch)});
  }
  auto ofHost = launchesOfHost(*unit, given, stop);
  if (!ofHost.ok()) return ofHost.error();
  for (auto& [kernel, launch] : *ofHost) launches.push_back({kernel.substr(2), false, std::move(launch)});
  code = model::codePieces(*unit);
  answers.emplace(*unit, *code);
  const model::HostFacts facts(*unit, functions, *code, model::isWholeProgram(*unit));
  const model::SourceText places(*unit);
  for (const auto& [declaration, at] : facts.handedOn()) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
      handed.push_back({function->getQualifiedNameAsString(), function->hasBody(), places.filePlace(at)});
  }
  return {};
}

LaunchesElsewhere::LaunchesElsewhere(OpenFlags& flags) : openFlags_(flags) {}
LaunchesElsewhere::~LaunchesElsewhere() = default;

void LaunchesElsewhere::lookAgain(std::vector<CompileCommand> units, std::vector<std::string> flags) {
  files_.lookAgain(flags);
  others_.clear();
  commands_.clear();
  includers_.lookAgain();
  units_ = std::move(units);
  flags_ = std::move(flags);
}

const std::vector<CompileCommand>& LaunchesElsewhere::commandsOfSource(const std::filesystem::path& source,
                                                                       const std::filesystem::path& root) {
  const auto [known, isNew] = commands_.try_emplace({source, root});
  if (isNew) known->second = commandsOf(source, root, units_, flags_, includers_);
  return known->second;
}

void LaunchesElsewhere::beginUnit(const std::filesystem::path& unit) {
  if (unit == asking_) return;
  asking_ = unit;
  ++unitCount_;
  std::erase_if(others_, [&](const std::unique_ptr<Other>& one) { return one->lastUnit + 1 < unitCount_; });
}

Result<const LaunchesElsewhere::Other*> LaunchesElsewhere::other(const CompileCommand& command,
                                                                 const frontend::ParseOptions& options,
                                                                 std::stop_token stop) {
  const std::shared_ptr<frontend::ReadRecord> reads = recordOf(options);
  for (const std::unique_ptr<Other>& known : others_) {
    if (!frontend::compilesAlike(known->command, command) || known->command.root != command.root) continue;
    known->lastUnit = unitCount_;
    if (reads && known->reads)
      reads->add(*known->reads);
    else if (reads)
      reads->leaveOpen();
    return known.get();
  }
  auto made = std::make_unique<Other>();
  made->command = command;
  made->lastUnit = unitCount_;
  if (reads) options.preludes->record(made->reads = reads->another());
  Status read = made->read(options, std::move(stop));
  if (reads) options.preludes->record(reads);
  if (!read.ok()) return read.error();
  if (reads) reads->add(*made->reads);
  others_.push_back(std::move(made));
  return others_.back().get();
}

std::set<std::string> LaunchesElsewhere::named(std::set<std::string> names, const ParsedUnit& unit,
                                               const frontend::ParseOptions& options) {
  const OtherFiles::Words words = OtherFiles::wordsOf(std::move(names), unit);
  std::set<std::string> said = files_.saidOf(words);
  if (const auto reads = recordOf(options)) reads->asked(wordsQuestion(words), wordsAnswer(said));
  return said;
}

Result<LaunchesElsewhere::Found> LaunchesElsewhere::of(const clang::FunctionDecl& kernel, const ParsedUnit& unit,
                                                       const frontend::ParseOptions& options, std::stop_token stop) {
  const std::shared_ptr<frontend::ReadRecord> reads = recordOf(options);
  beginUnit(unit.command().file);
  const OtherFiles::Question question = OtherFiles::questionOf(kernel, unit);
  OtherFiles::Elsewhere named = files_.namedBy(question);
  if (reads && !question.outside) reads->asked(namesQuestion(question), namesAnswer(named));
  Found found;
  found.open = std::move(named.outside);
  const std::string name = kernel.getNameAsString(), full = kernel.getQualifiedNameAsString();
  for (const OtherFiles::Naming& naming : named.sources) {
    const std::string source = naming.source.filename().string();
    const auto leaveOpen = [&](const SourcePosition& at, const Message& why) {
      if (found.open) return;
      found.open = model::openLaunch(at, {"%1 of %2 names %3, and %4 may launch it: %5", lineText(at),
                                          std::filesystem::path(at.file).filename().string(), code(name), source, why});
    };
    const std::filesystem::path& root = unit.command().root;
    const std::vector<CompileCommand>& commands = commandsOfSource(naming.source, root);
    if (reads) reads->asked(compiledQuestion(naming.source, root), compiledAnswer(commands, openFlags_));
    if (commands.empty()) leaveOpen(naming.at, "how it is compiled is not known");
    for (const CompileCommand& command : commands) {
      const Result<const Other*> read = other(command, options, stop);
      if (!read.ok()) return read.error();
      const Other& other = **read;
      if (const std::string open = openFlags_.whyLaunchesOpen(command); !open.empty())
        leaveOpen(naming.at, askingForFlags(open));
      if (naming.isJoined) leaveOpen(naming.at, "some arms of its conditions, which may make that name, are not read");
      for (const std::filesystem::path& file : naming.files) {
        if (other.problem.empty() && !other.files.contains(file))
          leaveOpen({file.string(), 1, 1}, "a build of other macros may include that file");
      }
      if (!other.problem.empty()) {
        leaveOpen(naming.at, other.problem);
        continue;
      }
      for (const auto& [handed, isOwn, at] : other.handed) {
        if (handed == full && !(isOwn && naming.hasOwn)) leaveOpen(at, "it hands the kernel on");
      }
      // What the kernel declares is not known before it is modelled.
      if (!other.answers->seenOf(kernel, mostSharedUnasked).empty())
        leaveOpen(naming.at, "it uses what it asks of the kernel's resources");
      if (const auto at = unreadName(*other.unit, *other.code, name)) leaveOpen(*at, "that code is not read");
      for (const auto& [launched, isOwn, launch] : other.launches) {
        if (isOwn && naming.hasOwn) continue;
        const bool isNamesake = launched != full && launched.substr(launched.rfind(':') + 1) == name;
        // `extern "C"` makes one function of declarations in different namespaces.
        if (isNamesake) leaveOpen(launch.at, "the kernel that it launches may be this one");
        if (launched != full) continue;
        if (launch.openReason.empty())
          found.launches.push_back(launch);
        else
          leaveOpen(launch.at, launch.openReason);
      }
    }
  }
  return found;
}

}  // namespace warpwright::analysis
