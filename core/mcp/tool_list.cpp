#include "core/mcp/tool_list.h"

#include <nlohmann/json.hpp>

namespace warpwright::mcp {
namespace {

using nlohmann::json;

json text(const std::string& description) {
  return {{"type", "string"}, {"description", description}};
}
json words(const std::string& description) {
  return {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", description}};
}
json number(const std::string& description, double least) {
  return {{"type", "number"}, {"minimum", least}, {"description", description}};
}

/// An object schema: what the tool takes, and what every tool takes that reads source.
std::string inputOf(json properties, const std::vector<std::string>& required) {
  properties["path"] = text("A CUDA file, a folder or a compile_commands.json, from the server's folder");
  properties["flags"] = words("Compiler flags, such as -DN=3 or -Iinclude");
  return json{{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}}
      .dump();
}

constexpr const char* programHelp =
    "Which program, where the path belongs to several: its CMake target or its file with main";

json programParts() {
  return {{"arguments", words("Arguments of the program that is run")},
          {"program", text(programHelp)},
          {"time_limit_seconds", number("How long the program may run; 120 if absent", 1)}};
}

json analysisParts() {
  return {{"passes", words("Only these passes; also those that are looked for on request only")},
          {"launches", words("Launches that replace those in host code: KERNEL<<<(gx,gy,gz),(bx,by,bz),smem>>>, `_` "
                             "leaves a number open")},
          {"program", text(programHelp)},
          {"arch", text("Architecture, such as sm_90")},
          {"device", text("GPU that findings are for, such as H200")}};
}

json with(json some, const json& more) {
  some.update(more);
  return some;
}

json findingParts() {
  return {{"opportunity", text("Id of the finding, from analyze or observe")},
          {"values",
           {{"type", "object"},
            {"additionalProperties", {{"type", "string"}}},
            {"description", "Values of its parameters by name; the first of each if absent"}}}};
}

json judgeParts() {
  return {{"variant",
           text("The changed file, or a folder as `rewrite` writes it, from the server's folder; or give `text`")},
          {"text", text("The whole changed text of the file `path`, in place of `variant`")},
          {"capture", text("A launch capture (.wwcap) to judge the kernel by, in place of running the program")},
          {"kernel", text("A kernel whose launch is captured from the program, so that it is judged by itself, too")},
          {"launch_index", {{"type", "integer"}, {"minimum", 0}, {"description", "Which launch of it, from 0"}}},
          {"on", text("Where the captured launch is replayed: cpu (counts, the default), gpu or gpu:1 (times)")}};
}

json tuneParts() {
  return {{"kernel", text("Its name, as analyze prints it")},
          {"capture", text("A launch capture (.wwcap) to judge by, in place of running the program")},
          {"on", text("cpu (counted accesses, the default), gpu or gpu:1 (times)")},
          {"passes", words("Only changes of these passes")},
          {"budget_seconds", number("Time to spend; 60 if absent", 1)},
          {"session", text("File (.wws) that keeps all outcomes; it goes on from there. If absent, one that goes "
                           "with the server")}};
}

}  // namespace

const std::vector<ToolDescription>& toolDescriptions() {
  static const std::vector<ToolDescription> tools = {
      {"analyze", "Find what may move, with proof",
       "Lists for each CUDA kernel which data could be kept elsewhere, which barriers order nothing and how threads "
       "could be merged: applicable (proved, with what it rests on), refused (with the line against it) or unknown "
       "(what could not be decided). Nothing is run.",
       false, false, "analysis", inputOf(analysisParts(), {"path"})},
      {"observe", "Run the program once and see its launches",
       "Runs the whole program once on the processor and analyses it with what its launches were. Findings that were "
       "unknown for want of a block size become applicable under a guard in host code. Runs the user's program.",
       true, false, "analysis", inputOf(with(analysisParts(), programParts()), {"path"})},
      {"rewrite", "Write the change of one finding",
       "Gives the change of an applicable finding as a unified diff and as whole texts. Nothing is written, unless "
       "`output` names a folder for the changed files.",
       false, true, "rewrite",
       inputOf(
           with(findingParts(), with(analysisParts(), {{"output", text("Folder to write the changed files into")}})),
           {"path", "opportunity"})},
      {"verify", "Run original and change, and compare",
       "Runs the program with and without the change of a finding on the processor, with checks for races and accesses "
       "out of bounds, and compares every result bit by bit. Runs the user's program.",
       true, false, "verify",
       inputOf(with(with(findingParts(), programParts()),
                    {{"ignore_output", {{"type", "boolean"}, {"description", "Do not compare what is printed"}}}}),
               {"path", "opportunity"})},
      {"judge", "Judge a variant that somebody else wrote",
       "Says whether a changed text of a CUDA file, written by hand or by a language model, computes the same: the "
       "program is run with both and every result compared bit by bit, with checks for races and accesses out of "
       "bounds; a kernel may be judged by itself on a captured launch, with counts of what it asks of memory, and with "
       "times on a GPU. Runs the user's program and the variant.",
       true, false, "judge", inputOf(with(judgeParts(), programParts()), {"path"})},
      {"tune", "Write variants of a kernel, judge each, keep the best",
       "Writes variants of a kernel from its findings, judges each on a captured launch (results identical first), and "
       "gives the best as a patch. Runs the user's program. The report of its session is a resource afterwards.",
       true, true, "tune", inputOf(with(tuneParts(), programParts()), {"path", "kernel"})},
  };
  return tools;
}

}  // namespace warpwright::mcp
