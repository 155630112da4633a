#include "analysis/passes/launch_graph/graph_text.h"

#include <clang/AST/Decl.h>

#include <algorithm>

#include "analysis/model/project_functions.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"

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

/// Does the project have something else by one of the names?
Status meanCuda(const rewrite::Editor& editor) {
  for (const char* name : calledNames) {
    if (rewrite::isMacroName(editor, name)) return inputError({"the program has a macro %1", code(name)});
  }
  const auto isCalledSo = [](const std::string& name) {
    return std::ranges::find(calledNames, name) != std::end(calledNames) ||
           std::ranges::find(otherNames, name) != std::end(otherNames);
  };
  for (const FunctionDecl* function : model::projectFunctions(*editor.unit())) {
    const std::string name = function->getDeclName().isIdentifier() ? function->getNameAsString() : std::string();
    if (isCalledSo(name)) return inputError({"the program has a function %1 of its own", code(name)});
  }
  return {};
}

/// The text of a loop's body as it is captured, each line of it further in.
std::string capturedBody(const rewrite::Editor& editor, const LaunchLoop& loop, const std::string& indentation) {
  const std::string text = rewrite::withWords(editor, loop.body, loop.words);
  const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  size_t end = text.size();
  while (end > 0 && isSpace(text[end - 1])) --end;
  const std::string old(editor.indentationAt(loop.whole.file, loop.whole.begin));
  std::string all;
  for (size_t at = 0; at < end;) {
    const size_t newline = std::min(text.find('\n', at), end);
    std::string_view line = std::string_view(text).substr(at, newline - at);
    at = newline + 1;
    if (std::ranges::all_of(line, isSpace)) continue;
    if (line.starts_with(old)) line.remove_prefix(old.size());
    if (line.starts_with("  ")) line.remove_prefix(2);
    while (all.empty() && line.starts_with(" ")) line.remove_prefix(1);
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
  if (Status means = meanCuda(editor); !means.ok()) return means;
  const LoopHeader& header = loop.header;
  const FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  const rewrite::TypePlace place{pattern ? pattern : &function, loop.at, true};
  const Result<std::string> type =
      rewrite::typeText(*editor.unit(), header.counter->getType().getUnqualifiedType(), place);
  if (!type.ok()) return type.error();
  const std::string line = "\n" + std::string(editor.indentationAt(loop.whole.file, loop.whole.begin));
  const std::string counter = header.counter->getNameAsString();
  const auto number = [](int64_t value) { return std::to_string(value); };
  const std::string first = number(header.first);
  // The loop itself makes the last round where rounds wait: what follows it may rely on that.
  const bool keepsOne = !loop.wait.empty() && !header.includesBound;

  std::string text = *type + " " + names.done + " = " + first + ";  // the rounds before it are launched by a graph";
  text += line + "if (";
  const int64_t needed = header.first + int64_t{launchesOfGraph} * rounds;
  if (!header.knownBound) text += header.boundText + " >= " + number(needed) + " && ";
  text += "cudaPeekAtLastError() == cudaSuccess";
  if (!loop.wait.empty()) text += " && " + loop.wait + " == cudaSuccess";
  text += ") {" + line + "  cudaStream_t " + names.stream + " = nullptr;";
  text += line + "  cudaGraph_t " + names.graph + " = nullptr;";
  text += line + "  cudaGraphExec_t " + names.launches + " = nullptr;";
  text += line + "  if (cudaStreamCreateWithFlags(&" + names.stream + ", cudaStreamNonBlocking) == cudaSuccess &&";
  text +=
      line + "      cudaStreamBeginCapture(" + names.stream + ", cudaStreamCaptureModeThreadLocal) == cudaSuccess) {";
  text += line + "    for (" + std::string(editor.textOf(header.start)) + "; " + counter + " < " +
          number(header.first + rounds) + "; ++" + counter + ") {\n";
  text += capturedBody(editor, loop, line.substr(1) + "      ") + line.substr(1) + "    }";
  text += line + "    cudaStreamEndCapture(" + names.stream + ", &" + names.graph + ");";
  text += line + "  }";
  text += line + "  if (" + names.graph + " && cudaPeekAtLastError() == cudaSuccess &&";
  text +=
      line + "      cudaGraphInstantiateWithFlags(&" + names.launches + ", " + names.graph + ", 0) == cudaSuccess) {";
  text += line + "    while (" + header.boundText + " - " + names.done + (keepsOne ? " > " : " >= ") + number(rounds) +
          " && cudaGraphLaunch(" + names.launches + ", " + loop.stream + ") == cudaSuccess)";
  text += line + "      " + names.done + " += " + number(rounds) + ";";
  text += line + "    cudaGraphExecDestroy(" + names.launches + ");";
  text += line + "  }";
  text += line + "  if (" + names.graph + ") cudaGraphDestroy(" + names.graph + ");";
  text += line + "  if (" + names.stream + ") cudaStreamDestroy(" + names.stream + ");";
  text += line + "  cudaGetLastError();  // what a graph could not launch is launched as before";
  text += line + "}" + line;
  editor.insert(loop.whole.file, loop.whole.begin, text,
                number(rounds) + " rounds of the loop are a graph: its launches cost less");
  editor.replace(header.value, names.done);
  return {};
}

}  // namespace warpwright::passes
