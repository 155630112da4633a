#include <algorithm>
#include <set>

#include "analysis/passes/task_order/task_launches.h"
#include "analysis/passes/task_order/task_staging.h"
#include "analysis/rewrite/edit/statement_edits.h"

namespace warpwright::passes {
namespace {

// The second kernel, as a launch of the first names it: "mesh::flux_staged".
std::string nameOf(const rewrite::Editor& editor, const StagedKernel& staged, const TaskLaunches::Launch& launch) {
  const std::string_view own = editor.textOf(launch.callee);
  return std::string(own.substr(0, own.size() - staged.own.size())) + staged.name;
}

// ".gathers(d_from).gathers(d_to).reads(d_weight).writes(d_flux)"
std::string namingOf(const rewrite::Editor& editor, const TaskKernel& tasks, const TaskLaunches& launches,
                     const StagedKernel* staged) {
  std::set<int> data;
  for (const TaskArray& array : tasks.arrays) {
    for (const TaskArray::Index& index : array.indices) data.insert(index.data);
    if (array.role == TaskArray::Role::data) data.insert(array.number);
  }
  std::string text;
  for (size_t i = 0; i < tasks.arrays.size(); ++i) {
    const TaskArray& array = tasks.arrays[i];
    const std::string perTask = array.perTask == 1 ? "" : ", " + std::to_string(array.perTask);
    const std::string inRows = array.role == TaskArray::Role::inRows ? "InRows" : "";
    for (const TaskArray::Index& index : array.indices) {
      const auto number = std::distance(data.begin(), data.find(index.data));
      const std::string& name = launches.arrays[i];
      text += ".gathers" + inRows + "(" + name;
      if (!index.member.empty()) text += ", &" + index.member;
      // The number of the data comes behind the number of elements, where there is one.
      if (index.member.empty() && inRows.empty() && (array.perTask != 1 || number != 0)) {
        text += ", " + std::to_string(array.perTask);
      }
      if (number != 0) text += ", " + std::to_string(number);
      text += ")";
    }
    if (array.role == TaskArray::Role::data) {
      const auto number = std::distance(data.begin(), data.find(array.number));
      text += ".permutes(" + launches.arrays[i] + ", " + launches.elements[i] +
              (number != 0 ? ", " + std::to_string(number) : std::string()) + ")";
    }
    if (!array.indices.empty() || array.role == TaskArray::Role::data) continue;
    const char* call = array.role == TaskArray::Role::reads     ? "reads"
                       : array.role == TaskArray::Role::writes  ? "writes"
                       : array.role == TaskArray::Role::updates ? "updates"
                       : array.role == TaskArray::Role::rows    ? "rows"
                                                                : "readsInRows";
    text += std::string(".") + call + "(" + launches.arrays[i] + perTask + ")";
  }
  for (size_t i = 0; staged && i < staged->data.size(); ++i) {
    const auto number = std::distance(data.begin(), data.find(staged->data[i].number));
    text += ".stages<" + staged->data[i].type + ">(" + (number != 0 ? std::to_string(number) : "") + ")";
  }
  if (staged) text += ".stagedBy(" + nameOf(editor, *staged, launches.launches.front()) + ")";
  return text;
}

// "flux_staged<<<grid, 64, order.stagedBytes()>>>(order.staged(), order.at(d_from), …);"
std::string launchOf(const rewrite::Editor& editor, const std::string& order, const TaskLaunches::Launch& launch,
                     const StagedKernel& staged) {
  rewrite::Edits given;
  for (const rewrite::TextRange& array : launch.arguments) {
    given.replace(array, order + ".at(" + std::string(editor.textOf(array)) + ")");
  }
  const std::string stream = launch.stream.empty() ? "" : ", " + launch.stream;
  return nameOf(editor, staged, launch) + "<<<" + launch.grid + ", " + launch.block + ", " + order + ".stagedBytes()" +
         stream + ">>>(" + order + ".staged(), " + given.madeIn(launch.given, editor.textOf(launch.given.file)) + ");";
}

// Where an #include may go: before the first one that no condition is around, else at the top.
uint32_t placeOfInclude(const rewrite::Editor& editor, const std::string& file, uint32_t used) {
  const std::string_view text = editor.textOf(file);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (begin > used || line.starts_with("#if")) break;
    if (line.starts_with("#include")) {
      const std::vector<rewrite::RawToken> before = editor.tokens({file, 0, static_cast<uint32_t>(begin + 1)});
      return !before.empty() && before.back().begin == begin && before.back().is("#") ? static_cast<uint32_t>(begin)
                                                                                      : 0;
    }
    begin = end + 1;
  }
  return 0;
}

}  // namespace

void writeTaskOrder(rewrite::Editor& editor, const std::string& kernel, const TaskKernel& tasks,
                    const TaskLaunches& launches, const StagedKernel* staged) {
  const std::string& file = launches.file;
  const std::string name = editor.freshName(kernel + "_tasks");
  const std::string_view text = editor.textOf(file);
  if (text.find("warpwright_runtime.h") == std::string_view::npos) {
    const uint32_t used = staged ? std::min(staged->after, launches.before) : launches.before;
    editor.insert(file, placeOfInclude(editor, file, used), "#include <warpwright_runtime.h>\n", "the runtime library");
  }
  if (staged) {
    editor.insert(file, staged->after, "\n\n" + staged->text, "the same tasks, with their data in shared memory");
  }
  const std::string outer(editor.indentationAt(file, launches.before));
  const std::string order = "warpwright::runtime::TaskOrder " + name + "(" + launches.launches.front().count + ", " +
                            launches.tasksPerBlock + ");";
  insertBefore(editor, file, launches.before,
               {outer,
                {"// Tasks that share data share a block once their order is known; until then, and where that is "
                 "slower, as before.",
                 order, name + namingOf(editor, tasks, launches, staged) + ".start();"},
                "looks for an order beside the program"});
  for (const TaskLaunches::Launch& launch : launches.launches) {
    const std::string inner(editor.indentationAt(file, launch.statement.begin));
    const std::string stream = launch.stream.empty() ? "" : ", " + launch.stream;
    rewrite::NewLines before{
        inner, {name + ".begin(" + launch.grid + ", " + launch.block + ", " + launch.count + stream + ");"}};
    if (staged) {
      before.lines.push_back("if (" + name + ".isStaged()) {");
      before.lines.push_back("  " + launchOf(editor, name, launch, *staged));
      before.lines.push_back("} else {");
    }
    insertBefore(editor, file, launch.statement.begin, before);
    if (staged) editor.insert(file, launch.statement.begin, "  ");
    for (const rewrite::TextRange& argument : launch.arguments) {
      editor.replace(argument, name + ".at(" + std::string(editor.textOf(argument)) + ")");
    }
    if (staged) insertAfter(editor, file, launch.statement.end, {inner, {"}"}});
    insertAfter(editor, file, launch.statement.end, {inner, {name + ".end();"}});
  }
  insertAfter(editor, file, launches.after, {outer, {name + ".stop();"}});
}

}  // namespace warpwright::passes
