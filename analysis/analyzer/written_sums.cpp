#include "analysis/analyzer/written_sums.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "analysis/frontend/project_files.h"
#include "analysis/model/compiler_dependent.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/called_copies.h"
#include "analysis/rewrite/edit/sum_places.h"
#include "analysis/rewrite/edit/written_lines.h"
#include "analysis/rewrite/edit/written_rounding.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/base/text_lines.h"

namespace warpwright::analysis {
namespace {

using clang::FunctionDecl;
using rewrite::calledBy;
using rewrite::Functions;

bool computes(const clang::Stmt* part) {
  if (const auto* own = llvm::dyn_cast_or_null<clang::CXXDefaultInitExpr>(part)) return computes(own->getExpr());
  if (!part) return false;
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(part);
  return (binary && binary->getType()->isFloatingType() && !binary->isCommaOp()) ||
         std::ranges::any_of(part->children(), [](const clang::Stmt* child) { return computes(child); });
}

/// What a constructor gives members is no part of its body.
bool computesMembers(const FunctionDecl& function) {
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function);
  return constructor && std::ranges::any_of(constructor->inits(), [](const clang::CXXCtorInitializer* one) {
           return computes(one->getInit());
         });
}

/// Each text once, whatever instance of it says.
using WrittenByText = std::map<rewrite::TextRange, rewrite::Edits>;

bool areSame(const std::vector<TextEdit>& some, const std::vector<TextEdit>& others) {
  return std::ranges::equal(some, others, [](const TextEdit& a, const TextEdit& b) {
    return a.offset == b.offset && a.length == b.length && a.replacement == b.replacement;
  });
}

/// Notes the sums of one function, with the edits that were `begun`. Has it any? Errors: they cannot be written.
Result<bool> noteWritten(const rewrite::Editor& editor, const FunctionDecl& function,
                         const rewrite::SumChoices& choices, const rewrite::Edits& begun, WrittenByText& all) {
  Result<rewrite::Edits> edits = rewrite::writeRounding(editor, function, choices, begun);
  if (!edits.ok()) return edits.error();
  const std::vector<std::string> files = edits->files();
  if (files.empty()) return false;
  const Result<rewrite::TextRange> text = editor.locate(function.getBody()->getSourceRange());
  if (!text.ok()) return text.error();
  if (files.size() > 1 || files.front() != text->file)
    return inputError({"%1 is spelled in several files", code(function.getNameAsString())});
  const auto [known, isNew] = all.try_emplace(*text, *edits);
  if (!isNew && !areSame(known->second.of(text->file), edits->of(text->file)))
    return inputError({"instances of %1 would need different texts", code(function.getNameAsString())});
  return true;
}

template <typename Take>
void eachEdit(const WrittenByText& texts, const Take& take) {
  for (const auto& [text, edits] : texts) {
    for (const TextEdit& edit : edits.of(text.file)) take({text.file, edit.offset, edit.offset + edit.length}, edit);
  }
}

struct WrittenText {
  Rewrite change;
  std::vector<rewrite::CopiedLines> copies;
  rewrite::StatementLines statements;  ///< of the text before
};

/// Whoever else calls a function that computes may have it rounded otherwise, and not all that do are seen (other
/// instances, constructors, destructors): only the kernel's own text is changed, and copies that it alone calls.
Result<WrittenText> write(const model::ParsedKernel& kernel, const rewrite::SumChoices& choices) {
  rewrite::Editor editor(*kernel.unit);
  Functions own, changed;
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    const FunctionDecl* definition = nullptr;
    if (instance->hasBody(definition)) own.insert(definition);
  }
  const Functions called = calledBy(kernel);
  WrittenByText first;
  for (const FunctionDecl* function : called) {
    const Result<bool> hasSums = noteWritten(editor, *function, choices, {}, first);
    if (!hasSums.ok()) return hasSums.error();
    if (computesMembers(*function) && !own.contains(function))
      return inputError({"it calls %1, which computes, too", code(function->getNameAsString())});
    if (*hasSums && !own.contains(function)) changed.insert(function);
  }
  if (first.empty()) return inputError("it has no sum or product that is spelled as one");
  const Result<rewrite::CalledCopies> copies =
      rewrite::copyCalled(editor, own, called, changed, {"computes", "_rounded", "rounded as the compiler rounded it"});
  if (!copies.ok()) return copies.error();
  WrittenByText ownTexts, copiedTexts;
  for (const FunctionDecl* function : called) {
    const bool isOwn = own.contains(function);
    if (!isOwn && !copies->all.contains(model::writtenForm(function))) continue;
    const Result<bool> written = noteWritten(editor, *function, choices, copies->calls, isOwn ? ownTexts : copiedTexts);
    if (!written.ok()) return written.error();
  }
  rewrite::Edits changes;
  eachEdit(copiedTexts, [&](const rewrite::TextRange& place, const TextEdit& edit) {
    changes.replace(place, edit.replacement, edit.note);
  });
  eachEdit(ownTexts, [&](const rewrite::TextRange& place, const TextEdit& edit) {
    editor.replace(place, edit.replacement, edit.note);
  });
  std::vector<rewrite::CopiedLines> lines = rewrite::writeCopies(editor, *copies, changes);
  Result<Rewrite> change = editor.finish({"Write how %1 rounds its sums", code(kernel.models.front().name)});
  if (!change.ok()) return change.error();
  WrittenText written{*std::move(change), std::move(lines), {}};
  for (const FunctionDecl* function : called)
    rewrite::noteStatementLines(*kernel.unit, *function->getBody(), written.statements);
  return written;
}

/// The sums by another line of each.
template <typename LineOf>
void placeAt(std::map<uint32_t, LineSums>& sums, const LineOf& lineOf) {
  std::map<uint32_t, LineSums> placed;
  for (const auto& [line, one] : sums) {
    LineSums& all = placed[lineOf(line)];
    all.together += one.together;
    all.apart += one.apart;
  }
  sums = std::move(placed);
}

/// By the lines that statements of the text before begin at.
void placeBefore(RoundingCheck::WrittenAnswer& answer, const WrittenText& written) {
  const auto begin = [&](uint32_t line) { return rewrite::firstLine(written.statements, line); };
  placeAt(answer.before, begin);
  placeAt(answer.after, [&](uint32_t line) { return begin(rewrite::lineBefore(written.copies, line)); });
  answer.difference.line = begin(answer.difference.line);
}

/// Chooses anew for the statements whose sums came out otherwise; of those with sums that are known, for the one of the
/// first difference: what nvcc computes once for several counts at any of them. False: there is none.
bool chooseAnew(const RoundingCheck::WrittenAnswer& answer, rewrite::SumChoices& choices) {
  bool any = false;
  const uint32_t first = answer.difference.line;
  const bool isFirstChosen = !choices.sums.empty() && (answer.before.contains(first) || answer.after.contains(first));
  const auto choose = [&](uint32_t line, const LineSums& wanted) {
    if (isFirstChosen && line != first && !choices.statements.contains(line)) return;
    const auto all = static_cast<double>(wanted.together + wanted.apart);
    const auto [choice, isNew] = choices.statements.try_emplace(line);
    if (choice->second.isLeft) return;
    choice->second.share = all > 0 ? static_cast<double>(wanted.together) / all : 0;
    if (!isNew) ++choice->second.attempt;
    any = true;
  };
  for (const auto& [line, wanted] : answer.before) {
    const auto made = answer.after.find(line);
    if (made == answer.after.end() || made->second != wanted) choose(line, wanted);
  }
  for (const auto& [line, made] : answer.after) {
    if (!answer.before.contains(line)) choose(line, {});
  }
  const auto wanted = answer.before.find(first);
  if (!any && wanted != answer.before.end()) choose(wanted->first, wanted->second);
  return any;
}

constexpr size_t mostRounds = 6;
constexpr size_t mostLines = 20'000;  ///< of code that is compiled and compared: some 20 seconds

/// Writes sums until both codes round the same. `linesLeft`: of code that may be looked at; less what was.
Result<WrittenText> writeAlike(const SumTools& tools, const model::ParsedKernel& kernel, rewrite::SumChoices choices,
                               size_t& linesLeft, const std::stop_token& stop) {
  const frontend::ParsedUnit& unit = *kernel.unit;
  Message why = "its code is too long to be written in several ways";
  for (size_t round = 0; round < mostRounds && linesLeft > 0; ++round) {
    Result<WrittenText> written = write(kernel, choices);
    if (!written.ok()) return written.error();
    for (const FileEdits& edits : written->change.files) {
      Message open = tools.sharedTexts.whyOpen(edits.file, unit.command());
      if (open.empty() && !written->copies.empty()) open = tools.sharedTexts.whyReadByHosts(edits.file, unit.command());
      if (!open.empty()) return inputError(open);
    }
    const RoundingCheck::Subject subject{unit, tools.options, kernel.mangledNames(), noConstants};
    auto answer = tools.rounding.compareWritten(subject, written->change, stop);
    if (stop.stop_requested()) return cancelledError();
    if (!answer.ok()) return answer.error();
    if (answer->difference.why.empty()) return written;
    linesLeft -= std::min(linesLeft, answer->lines);
    why = answer->difference.why;
    placeBefore(*answer, *written);
    if (!chooseAnew(*answer, choices)) break;
  }
  return inputError(why);
}

/// Leaves each statement but those that nvcc makes one operation of a sum and a product of.
Result<rewrite::SumChoices> onlyFused(const SumTools& tools, const model::ParsedKernel& kernel,
                                      rewrite::SumChoices choices, const std::stop_token& stop) {
  rewrite::StatementLines statements;
  for (const FunctionDecl* function : calledBy(kernel))
    rewrite::noteStatementLines(*kernel.unit, *function->getBody(), statements);
  const RoundingCheck::Subject subject{*kernel.unit, tools.options, kernel.mangledNames(), noConstants};
  auto answer = tools.rounding.compareWritten(subject, Rewrite(), stop);
  if (!answer.ok()) return answer.error();
  placeAt(answer->before, [&](uint32_t line) { return rewrite::firstLine(statements, line); });
  for (const auto& [line, last] : statements) {
    const auto sums = answer->before.find(line);
    if (sums == answer->before.end() || sums->second.together == 0) choices.statements[line].isLeft = true;
  }
  return choices;
}

/// Of what has one text nvcc computes all but the first nowhere, where it is the same.
void addComputedOnce(const std::map<rewrite::TextRange, std::string>& words, const std::set<rewrite::TextRange>& mixed,
                     std::map<rewrite::TextRange, rewrite::KnownSum>& known) {
  std::map<std::string_view, std::set<rewrite::TextRange>> alike;
  for (const auto& [sign, text] : words) alike[text].insert(sign);
  std::map<rewrite::TextRange, rewrite::KnownSum> more;
  for (auto& [sign, sum] : known) {
    for (const rewrite::TextRange& product : std::set(sum.added)) {
      if (const auto text = words.find(product); text != words.end()) sum.added.merge(std::set(alike[text->second]));
    }
    const auto text = words.find(sign);
    if (text == words.end()) continue;
    for (const rewrite::TextRange& other : alike[text->second]) {
      if (!mixed.contains(other)) more.try_emplace(other, sum);
    }
  }
  known.merge(more);
}

/// What nvcc makes of each sum of the kernel, and of what it calls, as far as all of one text are made alike.
std::map<rewrite::TextRange, rewrite::KnownSum> knownSums(const SumTools& tools, const model::ParsedKernel& kernel,
                                                          const std::stop_token& stop) {
  std::map<rewrite::TextRange, rewrite::KnownSum> known;
  const auto places = rewrite::placeSums(*kernel.unit, calledBy(kernel));
  if (!places.ok()) return known;
  const RoundingCheck::Subject subject{*kernel.unit, tools.options, kernel.mangledNames(), noConstants};
  const auto sums = tools.rounding.sumsOf(subject, places->text, stop);
  if (!sums.ok()) return known;
  std::set<rewrite::TextRange> mixed;
  for (const RoundedSum& one : *sums) {
    const auto sign = places->operators.find(one.at.line);
    if (sign == places->operators.end()) continue;
    const auto [sum, isNew] = known.try_emplace(sign->second);
    if (!isNew && sum->second.isFused != one.isFused) mixed.insert(sign->second);
    sum->second.isFused = one.isFused;
    const auto added = places->operators.find(one.added.line);
    if (added != places->operators.end()) sum->second.added.insert(added->second);
  }
  std::erase_if(known, [&](const auto& one) { return mixed.contains(one.first); });
  addComputedOnce(places->words, mixed, known);
  return known;
}

/// `#line 6`, `# 6 "k.cu"`: nvcc's code names other lines then than those that the text has.
bool namesLines(std::string_view text) {
  for (std::string_view line : textLines(text)) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\v\f"), line.size()));
    const size_t sign = line.starts_with('#') ? 1 : line.starts_with("%:") ? 2 : line.starts_with("?\?=") ? 3 : 0;
    if (sign == 0) continue;
    line.remove_prefix(sign);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\v\f"), line.size()));
    // What a backslash joins, or a comment parts, may be any word.
    const std::string_view word = line.substr(0, line.find_first_of(" \t\v\f\""));
    const bool isNumber = !word.empty() && std::isdigit(static_cast<unsigned char>(word.front()));
    if (isNumber || word == "line" || word.find_first_of("\\/?") != std::string_view::npos) return true;
  }
  return false;
}

bool namesLines(const frontend::ParsedUnit& unit) {
  return std::ranges::any_of(frontend::projectFiles(unit), [&](const std::string& file) {
    const Result<std::string> text = unit.text(file);
    return !text.ok() || namesLines(*text);
  });
}

}  // namespace

WrittenLines writtenLines(const model::ParsedKernel& kernel) {
  if (namesLines(*kernel.unit)) return {};
  std::map<std::string, rewrite::RoundedLines> all;
  for (const FunctionDecl* function : calledBy(kernel)) rewrite::noteRoundedLines(*kernel.unit, *function, all);
  WrittenLines written;
  for (auto& [file, lines] : all) {
    for (const uint32_t line : lines.open) lines.written.erase(line);
    written[file] = std::move(lines.written);
  }
  return written;
}

Result<Rewrite> writtenSums(const SumTools& tools, const model::ParsedKernel& kernel, const std::stop_token& stop) {
  const frontend::ParsedUnit& unit = *kernel.unit;
  if (model::isReadAgain(kernel)) return inputError("its text is read several times");
  if (Message dependent = model::whyCompilerDependent(unit, *kernel.declaration); !dependent.empty())
    return inputError(std::move(dependent));
  size_t linesLeft = mostLines;
  const rewrite::SumChoices known{{}, knownSums(tools, kernel, stop)};
  Result<WrittenText> all = writeAlike(tools, kernel, known, linesLeft, stop);
  if (all.ok()) return std::move(all->change);
  if (all.error().kind == ErrorKind::cancelled) return all.error();
  const auto choices = onlyFused(tools, kernel, known, stop);
  if (stop.stop_requested()) return cancelledError();
  if (!choices.ok()) return all.error();
  Result<WrittenText> some = writeAlike(tools, kernel, *choices, linesLeft, stop);
  if (some.ok()) return std::move(some->change);
  return some.error().kind == ErrorKind::cancelled ? some.error() : all.error();
}

}  // namespace warpwright::analysis
