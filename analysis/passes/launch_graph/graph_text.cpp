#include "analysis/passes/launch_graph/graph_text.h"

#include <clang/AST/Decl.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/project_functions.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr unsigned nodesOfGraph = 32;    ///< launches in it: what a launch of it costs by itself is little beside them
constexpr unsigned launchesOfGraph = 4;  ///< of one graph, until what it takes to make it is gained back

/// What the text calls of CUDA, but for what CUDA's headers make macros of.
constexpr const char* calledNames[] = {"cudaStream_t",
                                       "cudaGraph_t",
                                       "cudaGraphExec_t",
                                       "cudaSuccess",
                                       "cudaGetLastError",
                                       "cudaPeekAtLastError",
                                       "cudaStreamDestroy",
                                       "cudaStreamCreateWithFlags",
                                       "cudaGraphDestroy",
                                       "cudaGraphExecDestroy",
                                       "cudaGraphInstantiateWithFlags"};
constexpr const char* otherNames[] = {
    "cudaStreamBeginCapture",           "cudaStreamEndCapture",  "cudaGraphLaunch",       "cudaStreamNonBlocking",
    "cudaStreamCaptureModeThreadLocal", "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaThreadSynchronize"};

/// What stands in front of the loop. A tab is a step further in; words between $ are filled in.
constexpr std::string_view graphText = R"($TYPE$ $DONE$ = $FIRST$;  // the rounds before it are launched by a graph
if ($ENOUGH$cudaPeekAtLastError() == cudaSuccess$WAITED$) {
	cudaStream_t $STREAM$ = nullptr;
	cudaGraph_t $GRAPH$ = nullptr;
	cudaGraphExec_t $LAUNCHES$ = nullptr;
	if (cudaStreamCreateWithFlags(&$STREAM$, cudaStreamNonBlocking) == cudaSuccess &&
	    cudaStreamBeginCapture($STREAM$, cudaStreamCaptureModeThreadLocal) == cudaSuccess) {
		for ($START$; $COUNTER$ < $CAPTURED$; ++$COUNTER$) {
$BODY$		}
		cudaStreamEndCapture($STREAM$, &$GRAPH$);
	}
	if ($GRAPH$ && cudaPeekAtLastError() == cudaSuccess &&
	    cudaGraphInstantiateWithFlags(&$LAUNCHES$, $GRAPH$, 0) == cudaSuccess) {
		while ($BOUND$ - $DONE$ $LEFT$ $ROUNDS$ && cudaGraphLaunch($LAUNCHES$, $TARGET$) == cudaSuccess)
			$DONE$ += $ROUNDS$;
		cudaGraphExecDestroy($LAUNCHES$);
	}
	if ($GRAPH$) cudaGraphDestroy($GRAPH$);
	if ($STREAM$) cudaStreamDestroy($STREAM$);
	cudaGetLastError();  // what a graph could not launch is launched as before
}
)";

/// `line`: what lines begin with, but the first. `step`: what stands for a tab.
std::string filled(std::string_view text, const std::map<std::string, std::string>& words, const std::string& line,
                   const std::string& step) {
  std::string all;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\t') {
      all += step;
    } else if (text[at] == '$') {
      const size_t end = text.find('$', at + 1);
      all += words.at(std::string(text.substr(at + 1, end - at - 1)));
      at = end;
    } else {
      all += text[at];
      const bool isBody = text.substr(at + 1).starts_with("$BODY$");
      if (text[at] == '\n' && !isBody) all += line;
    }
    // Lines of the body end in a newline of their own.
    if (text[at] == '$' && text.substr(0, at + 1).ends_with("$BODY$")) all += line;
  }
  return all;
}

/// Does the project have something else by one of the names, that may be meant in the function?
Status meanCuda(const rewrite::Editor& editor, const FunctionDecl& function) {
  for (const char* name : calledNames) {
    if (rewrite::isMacroName(editor, name)) return inputError({"the program has a macro %1", code(name)});
  }
  const auto isCalledSo = [](const NamedDecl& one) {
    if (!one.getDeclName().isIdentifier()) return false;
    return llvm::is_contained(calledNames, one.getName()) || llvm::is_contained(otherNames, one.getName());
  };
  const auto isDeclaredSo = [&](const Decl& one) {
    const auto* named = dyn_cast<NamedDecl>(&one);
    return named && isCalledSo(*named);
  };
  const auto isOneOf = [&](const Decl* one) { return isDeclaredSo(*one); };
  const Message own = "the program has something of its own that is called as a function of CUDA";
  if (frontend::anyDeclared(function.getBody(), isDeclaredSo) || llvm::any_of(function.parameters(), isOneOf))
    return inputError(own);
  for (const FunctionDecl* one : model::projectFunctions(*editor.unit())) {
    if (isCalledSo(*one)) return inputError(own);
  }
  for (const DeclContext* around = function.getDeclContext(); around; around = around->getParent()) {
    if (around->isTranslationUnit()) break;
    if (llvm::any_of(around->decls(), isOneOf)) return inputError(own);
  }
  return {};
}

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// What the lines of the loop's body are further in than the loop.
std::string stepOf(const rewrite::Editor& editor, const LaunchLoop& loop) {
  const std::string_view body = editor.textOf(loop.body);
  const size_t first = std::ranges::find_if_not(body, isBlank) - body.begin();
  const std::string_view outer = editor.indentationAt(loop.whole.file, loop.whole.begin);
  const std::string_view inner = editor.indentationAt(loop.body.file, loop.body.begin + static_cast<uint32_t>(first));
  const bool isFurther = inner.starts_with(outer) && inner.size() > outer.size();
  return isFurther ? std::string(inner.substr(outer.size())) : outer.ends_with("\t") ? "\t" : "  ";
}

/// The text of a loop's body as it is captured, each line of it further in.
std::string capturedBody(const rewrite::Editor& editor, const LaunchLoop& loop, const std::string& indentation,
                         const std::string& step) {
  const std::string text = rewrite::withWords(editor, loop.body, loop.words);
  size_t end = text.size();
  while (end > 0 && isBlank(text[end - 1])) --end;
  const std::string old(editor.indentationAt(loop.whole.file, loop.whole.begin));
  std::string all;
  bool goesOn = false;  // a line that ends in a backslash: what is behind it is part of it, a comment's end, say
  for (size_t at = 0; at < end;) {
    const size_t newline = std::min(text.find('\n', at), end);
    std::string_view line = std::string_view(text).substr(at, newline - at);
    at = newline + 1;
    const size_t last = line.find_last_not_of(" \t\r");
    const bool isBehind = std::exchange(goesOn, last != std::string_view::npos && line[last] == '\\');
    if (last == std::string_view::npos && !isBehind) continue;
    if (line.starts_with(old)) line.remove_prefix(old.size());
    if (line.starts_with(step)) line.remove_prefix(step.size());
    while (all.empty() && isBlank(line.front())) line.remove_prefix(1);
    while (line.ends_with("\r")) line.remove_suffix(1);
    all += indentation + std::string(line) + "\n";
  }
  return all;
}

}  // namespace

GraphNames graphNames(const rewrite::Editor& editor) {
  return {editor.freshName("graph_stream"), editor.freshName("launch_graph"), editor.freshName("graph_launches"),
          editor.freshName("graph_rounds")};
}

std::vector<unsigned> roundsOfGraph(const LaunchLoop& loop) {
  unsigned most = 1;
  while (most * 2 * loop.launches <= nodesOfGraph) most *= 2;
  std::vector<unsigned> offered;
  for (const unsigned rounds : {most, most * 4, most * 2, most / 2, most / 4}) {
    const bool isWhole = rounds > 0 && rounds % loop.period == 0;
    const int64_t needed = loop.header.first + int64_t{launchesOfGraph} * rounds;
    const bool isEnough = !loop.header.knownBound || *loop.header.knownBound >= needed;
    if (isWhole && isEnough) offered.push_back(rounds);
  }
  return offered;
}

Status writeGraph(rewrite::Editor& editor, const LaunchLoop& loop, const FunctionDecl& function,
                  const GraphNames& names, unsigned rounds) {
  if (Status means = meanCuda(editor, function); !means.ok()) return means;
  const LoopHeader& header = loop.header;
  const FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  const rewrite::TypePlace place{pattern ? pattern : &function, loop.at, true};
  const Result<std::string> type =
      rewrite::typeText(*editor.unit(), header.counter->getType().getUnqualifiedType(), place);
  if (!type.ok()) return type.error();
  const int64_t needed = header.first + int64_t{launchesOfGraph} * rounds;
  // The loop itself makes the last round where rounds wait: what follows it may rely on that.
  const bool keepsOne = !loop.wait.empty() && !header.includesBound;
  const std::string line(editor.indentationAt(loop.whole.file, loop.whole.begin));
  const std::string step = stepOf(editor, loop);
  const std::map<std::string, std::string> words = {
      {"TYPE", *type},
      {"DONE", names.done},
      {"STREAM", names.stream},
      {"GRAPH", names.graph},
      {"LAUNCHES", names.launches},
      {"FIRST", std::to_string(header.first)},
      {"ENOUGH", header.knownBound ? "" : header.boundText + " >= " + std::to_string(needed) + " && "},
      {"WAITED", loop.wait.empty() ? "" : " && " + loop.wait + " == cudaSuccess"},
      {"START", std::string(editor.textOf(header.start))},
      {"COUNTER", header.counter->getNameAsString()},
      {"CAPTURED", std::to_string(header.first + rounds)},
      {"BODY", capturedBody(editor, loop, line + step + step + step, step)},
      {"BOUND", header.boundText},
      {"LEFT", keepsOne ? ">" : ">="},
      {"ROUNDS", std::to_string(rounds)},
      {"TARGET", loop.stream}};
  const std::string text = filled(graphText, words, line, step);
  const bool hasCarriageReturns = editor.textOf(loop.whole.file).find("\r\n") != std::string_view::npos;
  editor.insert(loop.whole.file, loop.whole.begin, hasCarriageReturns ? rewrite::withCarriageReturns(text) : text,
                std::to_string(rounds) + " rounds of the loop are a graph: its launches cost less");
  editor.replace(header.value, names.done);
  return {};
}

}  // namespace warpwright::passes
