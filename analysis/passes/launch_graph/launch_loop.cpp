#include "analysis/passes/launch_graph/launch_loop.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/language_functions.h"
#include "analysis/passes/launch_graph/pointer_rotation.h"
#include "analysis/passes/launch_graph/status_checks.h"
#include "analysis/passes/launch_graph/steady_values.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr unsigned mostPeriod = 4;

class LoopReader {
 public:
  LoopReader(const rewrite::Editor& editor, const FunctionDecl& function, const ForStmt& loop, std::string stream)
      : editor_(editor),
        context_(editor.unit()->ast()),
        text_(*editor.unit()),
        function_(function),
        loop_(loop),
        capture_(std::move(stream)),
        status_(*editor.unit()) {}

  Result<LaunchLoop> read() {
    for (Status (LoopReader::*step)() :
         {&LoopReader::readHeader, &LoopReader::readPlace, &LoopReader::readBody, &LoopReader::readValues,
          &LoopReader::readPeriod, &LoopReader::readStream, &LoopReader::writeLaunches}) {
      if (Status status = (this->*step)(); !status.ok()) return status.error();
    }
    std::ranges::sort(found_.words, [](const auto& a, const auto& b) { return a.place.begin < b.place.begin; });
    return std::move(found_);
  }

 private:
  LineList line(const Stmt& part) const { return lineText(rewrite::positionAt(*editor_.unit(), part.getBeginLoc())); }

  Status readHeader() {
    if (loop_.getForLoc().isMacroID()) return inputError("a macro spells it");
    Result<LoopHeader> header = readLoopHeader(editor_, loop_);
    if (!header.ok()) return header.error();
    found_.header = *std::move(header);
    found_.at = loop_.getForLoc();
    return {};
  }

  /// Where it stands, and what is copied of it.
  Status readPlace() {
    const Result<rewrite::TextRange> begin = editor_.locate(loop_.getForLoc());
    if (!begin.ok()) return begin.error();
    const Stmt& body = *loop_.getBody();
    if (const auto* block = dyn_cast<CompoundStmt>(&body)) {
      const Result<rewrite::TextRange> open = editor_.locate(block->getLBracLoc());
      const Result<rewrite::TextRange> close = editor_.locate(block->getRBracLoc());
      if (!open.ok()) return open.error();
      if (!close.ok()) return close.error();
      found_.body = {open->file, open->end, close->begin};
      found_.whole = {begin->file, begin->begin, close->end};
      if (open->file != close->file) return inputError("its text is not in one piece");
    } else {
      const Result<rewrite::TextRange> place = editor_.locate(body.getSourceRange());
      if (!place.ok()) return place.error();
      const auto end = rewrite::behindSemicolon(editor_, *place);
      if (!end) return inputError("its text is not in one piece");
      found_.hasBraces = false;
      found_.body = {place->file, place->begin, *end};
      found_.whole = {begin->file, begin->begin, *end};
    }
    const bool isOnePiece = found_.body.file == begin->file && begin->begin < found_.header.start.begin &&
                            found_.header.start.file == begin->file && found_.header.start.end < found_.body.begin &&
                            found_.body.begin <= found_.body.end;
    if (!isOnePiece) return inputError("its text is not in one piece");
    const auto tokens = editor_.tokens(found_.whole);
    if (std::ranges::any_of(tokens, [](const rewrite::RawToken& token) { return token.is("#"); }))
      return inputError("the preprocessor chooses a part of it");
    // Lines of its copy stand further in.
    if (std::ranges::any_of(
            tokens, [](const rewrite::RawToken& token) { return token.text.find('\n') != std::string_view::npos; }))
      return inputError("a word of it goes on in the next line");
    const std::string bound = rewrite::boundTo(editor_, begin->file, begin->begin);
    return bound.empty() ? Status{} : Status(inputError(bound));
  }

  // ---- what its body does ------------------------------------------------------------------------------------------

  Status readBody() {
    const Stmt* body = loop_.getBody();
    const auto* block = dyn_cast<CompoundStmt>(body);
    if (!block) return readStatement(*body, true);
    for (const Stmt* statement : block->body()) {
      if (Status status = readStatement(*statement, true); !status.ok()) return status;
    }
    return {};
  }

  /// `isOften`: each round comes by, not only some.
  Status readStatement(const Stmt& wrapped, bool isOften) {
    const Stmt& statement = *(isa<ExprWithCleanups>(wrapped) ? cast<ExprWithCleanups>(wrapped).getSubExpr() : &wrapped);
    if (isa<NullStmt>(statement)) return {};
    if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(&statement)) return readLaunch(*launch);
    std::vector<StatusChecks::Asked> asked;
    if (isOften && status_.read(wrapped, asked)) return dropStatus(wrapped, asked);
    if (const auto* choice = dyn_cast<IfStmt>(&statement)) return readChoice(*choice);
    if (const auto* block = dyn_cast<CompoundStmt>(&statement); block && !isOften) {
      for (const Stmt* one : block->body()) {
        if (Status status = readStatement(*one, false); !status.ok()) return status;
      }
      return {};
    }
    if (!isOften) return notUnderstood(statement);
    if (const auto* declares = dyn_cast<DeclStmt>(&statement)) return readDeclarations(*declares);
    if (const auto* sets = dyn_cast<BinaryOperator>(&statement); sets && sets->getOpcode() == BO_Assign)
      return readAssignment(*sets);
    if (const auto* call = dyn_cast<CallExpr>(&statement)) return readSwap(*call);
    return notUnderstood(statement);
  }

  Status notUnderstood(const Stmt& statement) const {
    if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(statement))
      return inputError({"%1 leaves its round", line(statement)});
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement) && !statement.getBeginLoc().isMacroID())
      return inputError({"%1 begins another loop in it", line(statement)});
    return inputError({"%1 does more than launch a kernel", line(statement)});
  }

  /// Is it a part of what a macro is given, or makes? What is left out with the macro must not have it.
  static bool isOfMacro(const Stmt& statement) {
    return statement.getBeginLoc().isMacroID() || statement.getEndLoc().isMacroID();
  }

  Status readLaunch(const CUDAKernelCallExpr& launch) {
    const FunctionDecl* kernel = launch.getDirectCallee();
    if (!kernel || !launch.getConfig()) return inputError({"%1 launches through a pointer", line(launch)});
    const FunctionDecl* definition = kernel->getDefinition();
    kernel = definition ? definition : kernel;
    if (!llvm::is_contained(found_.kernels, kernel)) found_.kernels.push_back(kernel);
    launches_.push_back(&launch);
    for (const Expr* argument : launch.arguments()) values_.push_back(argument);
    for (const Expr* argument : launch.getConfig()->arguments()) values_.push_back(argument);
    const Result<rewrite::TextRange> place = editor_.locate(launch.getSourceRange());
    if (!place.ok() || isOfMacro(launch)) return inputError({"%1 launches in a macro", line(launch)});
    if (!rewrite::mayStandTwice(editor_, *place, launch).ok())
      return inputError({"%1 launches with text that cannot stand twice", line(launch)});
    return {};
  }

  Status readChoice(const IfStmt& choice) {
    if (choice.getInit() || choice.getConditionVariable() || choice.isConsteval()) return notUnderstood(choice);
    const Result<rewrite::TextRange> place = editor_.locate(choice.getCond()->getSourceRange());
    const bool isWritten = place.ok() && !choice.getIfLoc().isMacroID() && !choice.getElseLoc().isMacroID();
    if (!isWritten || !rewrite::mayStandTwice(editor_, *place, *choice.getCond()).ok())
      return inputError({"%1 asks with text that cannot stand twice", line(choice)});
    values_.push_back(choice.getCond());
    if (Status status = readStatement(*choice.getThen(), false); !status.ok()) return status;
    return choice.getElse() ? readStatement(*choice.getElse(), false) : Status{};
  }

  /// Variables of the round: `float* kept = from;`.
  Status readDeclarations(const DeclStmt& declares) {
    const Result<rewrite::TextRange> place = editor_.locate(declares.getSourceRange());
    if (!place.ok() || isOfMacro(declares) || !rewrite::mayStandTwice(editor_, *place, declares).ok())
      return inputError({"%1 declares with text that cannot stand twice", line(declares)});
    for (const Decl* one : declares.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      const QualType type = variable ? variable->getType() : QualType();
      const bool isPlain = variable && variable->hasLocalStorage() && variable->getInit() &&
                           (type->isScalarType() || model::isDim3(type, text_)) && !type.isVolatileQualified();
      if (!isPlain) return notUnderstood(declares);
      own_.insert(variable);
      values_.push_back(variable->getInit());
      rotation_.set(*variable, pointerNamedBy(*variable->getInit()));
    }
    return {};
  }

  const VarDecl* pointerNamedBy(const Expr& value) const {
    const auto* name = dyn_cast<DeclRefExpr>(value.IgnoreParenImpCasts());
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    const bool isIt = variable && !name->refersToEnclosingVariableOrCapture() && variable->hasLocalStorage() &&
                      variable->getType()->isPointerType() && !variable->getType().isVolatileQualified();
    return isIt ? variable : nullptr;
  }

  Status readAssignment(const BinaryOperator& sets) {
    const VarDecl* target = pointerNamedBy(*sets.getLHS());
    const VarDecl* value = pointerNamedBy(*sets.getRHS());
    const bool isRotation =
        target && value && !isOfMacro(sets) && context_.hasSameUnqualifiedType(target->getType(), value->getType());
    if (!isRotation) return notUnderstood(sets);
    if (!own_.contains(target)) {
      const auto isIt = [&](const VarDecl& variable) { return &variable == target; };
      const bool isFirst = !turned_.contains(target) && !rotation_.isCopied(*target) &&
                           std::ranges::none_of(values_, [&](const Expr* one) { return namesAny(*one, isIt); });
      if (isFirst) set_.insert(target);
      turned_.insert(target);
    }
    rotation_.set(*target, value);
    return {};
  }

  Status readSwap(const CallExpr& call) {
    const FunctionDecl* function = call.getDirectCallee();
    const bool isSwap = function && function->isInStdNamespace() && model::isOfLanguage(*function) &&
                        function->getDeclName().isIdentifier() && function->getName() == "swap" &&
                        call.getNumArgs() == 2 && !isOfMacro(call);
    const VarDecl* first = isSwap ? pointerNamedBy(*call.getArg(0)) : nullptr;
    const VarDecl* second = isSwap ? pointerNamedBy(*call.getArg(1)) : nullptr;
    if (!first || !second) return inputError({"%1 calls a function", line(call)});
    rotation_.swap(*first, *second);
    for (const VarDecl* one : {first, second}) {
      if (!own_.contains(one)) turned_.insert(one);
    }
    return {};
  }

  /// What only asks or waits is not captured.
  Status dropStatus(const Stmt& statement, const std::vector<StatusChecks::Asked>& asked) {
    for (const StatusChecks::Asked& one : asked) {
      if (!one.waits()) continue;
      waits_.push_back(one);
    }
    const SourceManager& sources = context_.getSourceManager();
    const SourceLocation begin = sources.getExpansionRange(statement.getBeginLoc()).getBegin();
    const SourceLocation last = sources.getExpansionRange(statement.getEndLoc()).getEnd();
    rewrite::TextRange place{
        rewrite::fileNameAt(*editor_.unit(), begin), sources.getFileOffset(begin),
        sources.getFileOffset(last) + Lexer::MeasureTokenLength(last, sources, context_.getLangOpts())};
    if (const auto end = rewrite::behindSemicolon(editor_, place)) place.end = *end;
    const bool isInside = place.file == found_.body.file && place.begin >= found_.body.begin &&
                          place.end <= found_.body.end && place.begin < place.end;
    if (!isInside) return inputError("its text is not in one piece");
    found_.words.push_back({withLine(place), ""});
    return {};
  }

  /// A statement with its line, where nothing else stands on it.
  rewrite::TextRange withLine(const rewrite::TextRange& place) const {
    const std::string_view text = editor_.textOf(place.file);
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    rewrite::TextRange all = place;
    while (all.begin > found_.body.begin && isBlank(text[all.begin - 1])) --all.begin;
    while (all.end < found_.body.end && isBlank(text[all.end])) ++all.end;
    const bool isAlone = all.begin > found_.body.begin && text[all.begin - 1] == '\n' && all.end < found_.body.end &&
                         text[all.end] == '\n';
    if (!isAlone) return place;
    ++all.end;
    return all;
  }

  // ---- what its rounds see -----------------------------------------------------------------------------------------

  Status readValues() {
    if (launches_.empty()) return inputError("it launches in other loops only");
    SteadyValues steady(editor_, function_, *found_.header.counter, !waits_.empty());
    values_.push_back(found_.header.bound);
    for (const Expr* value : values_) {
      if (Message why = steady.whyNot(value); !why.empty()) return inputError(why);
      if (namesAny(*value, [&](const VarDecl& variable) { return status_.isAnswer(variable); }))
        return inputError({"%1 uses what a call answered", line(*value)});
    }
    // What changes must not be seen by another name.
    const Code counter = code(found_.header.counter->getNameAsString());
    if (!steady.staysOwn(*found_.header.counter)) return inputError({"%1 may be seen by another name", counter});
    for (const VarDecl* pointer : turned_) {
      if (!steady.staysOwn(*pointer))
        return inputError({"%1 may be seen by another name", code(pointer->getNameAsString())});
    }
    found_.period = steady.period();
    found_.launches = static_cast<unsigned>(launches_.size());
    return namesRound(*found_.header.bound) ? Status(inputError("what ends it changes by the round")) : Status{};
  }

  template <typename Is>
  static bool namesAny(const Expr& value, const Is& is) {
    return frontend::anyPart(&value, [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      return variable && is(*variable);
    });
  }

  /// Does it name something that is another in the next round?
  bool namesRound(const Expr& value) const {
    return namesAny(value, [&](const VarDecl& variable) {
      return own_.contains(&variable) || turned_.contains(&variable) || &variable == found_.header.counter;
    });
  }

  Status readPeriod() {
    std::set<const VarDecl*> fresh = own_;
    fresh.insert(set_.begin(), set_.end());
    const unsigned order = rotation_.order(fresh);
    if (order == 0) return inputError("its pointers do not come back to what they were");
    found_.period = std::lcm(found_.period, order);
    if (mostPeriod % found_.period == 0) return {};
    return inputError({"its pointers are what they were after %1 rounds only", found_.period});
  }

  // ---- where it launches -------------------------------------------------------------------------------------------

  rewrite::LaunchSite siteOf(const CUDAKernelCallExpr& launch) const {
    return {&launch, rewrite::positionAt(*editor_.unit(), launch.getBeginLoc()), {&launch}};
  }

  /// As it is written; "0" for the default stream.
  Result<std::string> streamOf(const CUDAKernelCallExpr& launch) const {
    const CallExpr* configuration = launch.getConfig();
    if (configuration->getNumArgs() < 4 || isa<CXXDefaultArgExpr>(configuration->getArg(3))) return std::string("0");
    const Expr* stream = configuration->getArg(3);
    if (isDefault(*stream)) return std::string("0");
    if (namesRound(*stream)) return inputError({"%1 launches in a stream that changes by the round", line(launch)});
    Result<rewrite::TextRange> place = rewrite::configurationArgument(editor_, siteOf(launch), 3);
    if (!place.ok()) return place.error();
    if (!rewrite::mayStandTwice(editor_, *place, *stream).ok())
      return inputError({"%1 launches with text that cannot stand twice", line(launch)});
    return std::string(editor_.textOf(*place));
  }

  static bool isDefault(const Expr& stream) {
    const Expr* inner = stream.IgnoreParenCasts();
    const auto* number = dyn_cast<IntegerLiteral>(inner);
    return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(inner) || (number && number->getValue() == 0);
  }

  Status readStream() {
    for (const CUDAKernelCallExpr* launch : launches_) {
      Result<std::string> stream = streamOf(*launch);
      if (!stream.ok()) return stream.error();
      if (launch == launches_.front()) found_.stream = *stream;
      if (*stream != found_.stream) return inputError({"%1 launches in another stream", line(*launch)});
    }
    for (const StatusChecks::Asked& wait : waits_) {
      if (wait.function != "cudaStreamSynchronize") {
        found_.wait = wait.function + "()";
        found_.waitsForDevice = wait.function == "cudaDeviceSynchronize";
        continue;
      }
      const Expr& stream = *wait.call->getArg(0);
      const std::string text = isDefault(stream) ? "0" : text_.text(stream.getSourceRange());
      if (text != found_.stream) return inputError({"%1 waits for another stream", line(*wait.call)});
      if (found_.wait.empty()) found_.wait = wait.function + "(" + found_.stream + ")";
    }
    return {};
  }

  Status writeLaunches() {
    for (const CUDAKernelCallExpr* launch : launches_) {
      const CallExpr* configuration = launch->getConfig();
      unsigned given = std::min(configuration->getNumArgs(), 4U);
      while (given > 0 && isa<CXXDefaultArgExpr>(configuration->getArg(given - 1))) --given;
      if (given < 2) return inputError({"%1 launches in a way that is not understood", line(*launch)});
      const Result<rewrite::TextRange> last = rewrite::configurationArgument(editor_, siteOf(*launch), given - 1);
      if (!last.ok()) return last.error();
      const bool isInside = last->begin >= found_.body.begin && last->end <= found_.body.end;
      if (!isInside) return inputError("its text is not in one piece");
      if (given == 4)
        found_.words.push_back({*last, capture_});
      else
        found_.words.push_back({{last->file, last->end, last->end}, (given == 2 ? ", 0, " : ", ") + capture_});
    }
    return {};
  }

  const rewrite::Editor& editor_;
  ASTContext& context_;
  model::SourceText text_;
  const FunctionDecl& function_;
  const ForStmt& loop_;
  std::string capture_;
  StatusChecks status_;
  LaunchLoop found_;
  std::vector<const CUDAKernelCallExpr*> launches_;
  std::vector<const Expr*> values_;  ///< that have to be the same in each round
  std::vector<StatusChecks::Asked> waits_;
  std::set<const VarDecl*> own_, turned_;  ///< variables of a round; of the function, that change places
  std::set<const VarDecl*> set_;           ///< of the function, that each round sets before it looks at them
  PointerRotation rotation_;
};

}  // namespace

Result<LaunchLoop> readLaunchLoop(const rewrite::Editor& editor, const FunctionDecl& function, const ForStmt& loop,
                                  const std::string& stream) {
  return LoopReader(editor, function, loop, stream).read();
}

}  // namespace warpwright::passes
