#include "analysis/passes/assumptions.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "analysis/model/kernel_modeler.h"
#include "analysis/rewrite/edit/conditional_code.h"
#include "analysis/rewrite/edit/directives.h"

namespace warpwright::passes {
namespace {

std::string shapeOf(const KernelModel& model) {
  std::string text;
  for (size_t i = 0; i < 3; ++i) {
    text += (i ? "," : "") + (model.block[i] ? std::to_string(*model.block[i]) : std::string("_"));
  }
  return text;
}

}  // namespace

void addAssumptions(std::vector<Assumption>& list, const std::vector<Assumption>& more) {
  for (const Assumption& assumption : more) {
    const auto same = [&](const Assumption& known) { return known.text == assumption.text; };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(assumption);
  }
}

void assumeBlockShapes(std::vector<Assumption>& list, const std::vector<KernelModel>& models) {
  std::erase_if(list, [](const Assumption& assumption) { return assumption.check.kind == RunCheck::Kind::block; });
  std::set<std::string> shapes;
  for (const KernelModel& model : models) {
    // What holds in a model whose block may be any holds for all.
    if (!model.block[0] && !model.block[1] && !model.block[2]) return;
    shapes.insert(shapeOf(model));
  }
  if (shapes.empty()) return;
  std::string shown;
  for (const std::string& shape : shapes) shown += (shown.empty() ? "(" : " or (") + shape + ")";
  list.insert(
      list.begin(),
      {{"blockDim == %1 at every launch", shown}, {RunCheck::Kind::block, {shapes.begin(), shapes.end()}}, true});
}

std::string nameOfModel(const KernelModel& model) {
  const std::string arguments = model.templateArguments.empty() ? "" : "`" + model.templateArguments + "`, ";
  return arguments + "block (" + shapeOf(model) + ")";
}

namespace {

Assumption sameRounding() {
  return {"the compiler makes one operation of a product and a sum where it did before: if not, last digits differ",
          {}};
}

}  // namespace

void assumeConfiguration(std::vector<Assumption>& list, const model::ParsedKernel& kernel) {
  const rewrite::Editor editor(*kernel.unit);
  const Result<rewrite::TextRange> body = editor.locate(kernel.pattern->getBody()->getSourceRange());
  if (!body.ok() || std::ranges::none_of(rewrite::directivesIn(editor, *body), &rewrite::Directive::isCondition))
    return;
  const auto leftOut = rewrite::ConditionalCode(editor, body->file).leftOutOf(editor, *kernel.pattern);
  if (leftOut.empty()) return;
  const std::string line = std::to_string(editor.lineOf(body->file, leftOut.front()));
  addAssumptions(
      list, {{{"it is compiled as it was read: what a condition leaves out (#if, line %1) is not changed", line}, {}}});
}

void assumeSameRounding(std::vector<Assumption>& list) {
  addAssumptions(list, {sameRounding()});
}

void forgetSameRounding(std::vector<Assumption>& list) {
  std::erase_if(list, [](const Assumption& one) { return one.text == sameRounding().text; });
}

std::vector<Assumption> assumptionsOf(const UnitSummary& unit) {
  std::vector<Assumption> assumptions;
  for (const std::string& header : unit.guessedHeaders) {
    const std::string name = std::filesystem::path(header).filename().string();
    assumptions.push_back({{"header %1 was found by its name at %2", code(name), header}, {}});
  }
  return assumptions;
}

}  // namespace warpwright::passes
