#include "analysis/analyzer/guarded_findings.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <algorithm>

#include "analysis/analyzer/asking_kernels.h"
#include "analysis/analyzer/chosen_passes.h"
#include "analysis/analyzer/kernel_findings.h"
#include "analysis/analyzer/reparse_check.h"
#include "analysis/model/compiler_dependent.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/assumptions.h"
#include "analysis/rewrite/edit/guarded_copy.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/edits.h"
#include "core/base/text_lines.h"

namespace warpwright::analysis {
namespace {

using frontend::ParsedUnit;

/// The definitions that a wish means, as they are written.
std::vector<const clang::FunctionDecl*> kernelsOf(const ParsedUnit& unit, const GuardWish& wish) {
  std::vector<const clang::FunctionDecl*> found;
  for (const clang::FunctionDecl* function : model::projectFunctions(unit)) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || function->getNameAsString() != wish.guard.kernel) continue;
    const clang::FunctionDecl* written = model::writtenForm(function);
    const clang::FunctionDecl* definition = written ? written->getDefinition() : nullptr;
    if (!definition || unit.hasErrors(*definition)) continue;
    const bool isMeant =
        wish.nameAt.file.empty() || rewrite::positionAt(unit, definition->getLocation()) == wish.nameAt;
    if (isMeant && std::find(found.begin(), found.end(), definition) == found.end()) found.push_back(definition);
  }
  return found;
}

/// A name for one more copy. Kernels of one name, in several namespaces, have copies that no words confuse, and each
/// has the same one whether the others have copies or not: ids of findings are made of it.
std::string nameFor(const rewrite::Editor& editor, const clang::FunctionDecl& kernel, const Guard& guard,
                    const std::vector<GuardedUnit::Copy>& others) {
  const auto ofName = kernelsOf(*editor.unit(), {guard, {}});
  const auto before = std::find(ofName.begin(), ofName.end(), &kernel) - ofName.begin();
  std::string name = copyName(guard);
  if (before > 0) name += "_" + std::to_string(before + 1);
  while (std::ranges::count(others, name, &GuardedUnit::Copy::name) > 0) name += "_2";
  return editor.freshName(name);
}

/// Words of the copy become those of the original.
class Renaming {
 public:
  Renaming(const std::string& from, const std::string& to) : from_(from), to_(to) {}

  void in(std::string& text) const {
    for (size_t at = text.find(from_); at != std::string::npos; at = text.find(from_, at + to_.size()))
      text.replace(at, from_.size(), to_);
  }
  void in(Message& message) const {
    in(message.text);
    for (Argument& argument : message.arguments) {
      if (auto* words = std::get_if<std::string>(&argument)) in(*words);
      if (auto* word = std::get_if<Code>(&argument)) in(word->text);
      if (auto* inner = std::get_if<std::vector<Message>>(&argument)) {
        for (Message& one : *inner) in(one);
      }
    }
  }

 private:
  const std::string &from_, &to_;
};

/// The line of the text before the edits that a line after them stands for: of what they add, where they add it.
uint32_t lineBefore(const FileEdits& edits, std::string_view before, std::string_view after, uint32_t line) {
  const auto place = static_cast<int64_t>(lineStart(after, line));
  int64_t moved = 0;  // bytes by which what follows an edit has moved
  int64_t was = -1;
  for (const TextEdit& edit : edits.edits) {
    const int64_t begin = static_cast<int64_t>(edit.offset) + moved;
    const auto size = static_cast<int64_t>(edit.replacement.size());
    if (place < begin) break;
    if (place < begin + size) was = edit.offset;
    if (was >= 0) break;
    moved += size - static_cast<int64_t>(edit.length);
  }
  if (was < 0) was = place - moved;
  return rewrite::lineIn(before,
                         static_cast<uint32_t>(std::clamp<int64_t>(was, 0, static_cast<int64_t>(before.size()))));
}

}  // namespace

Status applyTo(std::map<std::string, std::string>& texts, const Rewrite& change, const ParsedUnit& before) {
  for (const FileEdits& edits : change.files) {
    if (!texts.contains(edits.file)) {
      Result<std::string> own = before.text(edits.file);
      if (!own.ok()) return own.error();
      texts[edits.file] = *std::move(own);
    }
    std::string& text = texts[edits.file];
    Result<std::string> made = applyEdits(edits, text);
    if (!made.ok()) return made.error();
    text = *std::move(made);
  }
  return {};
}

Result<GuardedUnit> guardedUnit(SharedTexts& sharedTexts, const ParsedUnit& unit,
                                const std::vector<GuardWish>& wishes) {
  GuardedUnit guarded;
  rewrite::Editor editor(unit);
  for (const GuardWish& wish : wishes) {
    for (const clang::FunctionDecl* kernel : kernelsOf(unit, wish)) {
      if (!model::whyCompilerDependent(unit, *kernel).empty()) {
        guarded.refused.emplace_back(wish, "what it does hangs on macros that compilers choose");
        continue;
      }
      Guard guard = wish.guard;
      std::string copy = nameFor(editor, *kernel, guard, guarded.copies);
      Status written = rewrite::writeGuardedCopy(editor, *kernel, guard, copy);
      if (!written.ok() && guard.block && !guard.values.empty()) {  // what has no constants has still a block
        guard.values.clear();
        copy = nameFor(editor, *kernel, guard, guarded.copies);
        written = rewrite::writeGuardedCopy(editor, *kernel, guard, copy);
      }
      if (written.ok())
        guarded.copies.push_back({guard, copy, rewrite::positionAt(unit, kernel->getLocation())});
      else
        guarded.refused.emplace_back(wish, said(written.error()));
    }
  }
  if (guarded.copies.empty()) {
    const Message why =
        guarded.refused.empty() ? Message("no kernel of that name is defined here") : guarded.refused.front().second;
    return inputError({"no copy of the kernel can be guarded: %1", why});
  }
  Result<Rewrite> change = editor.finish("Launch a copy where the blocks have one shape");
  if (!change.ok()) return change.error();
  guarded.change = *std::move(change);
  for (const FileEdits& edits : guarded.change.files) {
    if (const Message open = sharedTexts.whyShared(edits.file, unit.command()); !open.empty()) return inputError(open);
  }
  if (Status made = applyTo(guarded.texts, guarded.change, unit); !made.ok()) return made.error();
  for (const auto& [file, text] : guarded.texts) guarded.before[file] = unit.text(file).value();  // read above
  return guarded;
}

Opportunity asOfOriginal(Opportunity found, const GuardedUnit& unit, const GuardedUnit::Copy& copy,
                         const KernelModel& model, uint64_t seen) {
  const Renaming renaming(copy.name, copy.guard.kernel);
  renaming.in(found.kernel);
  renaming.in(found.subject);
  renaming.in(found.title);
  renaming.in(found.reason);
  for (Assumption& assumption : found.assumptions) renaming.in(assumption.text);
  for (Evidence& evidence : found.evidence) renaming.in(evidence.text);
  // Blocks of the shape are all that the copy is launched with: nothing is assumed of them.
  std::erase_if(found.assumptions, [](const Assumption& one) { return one.check.kind == RunCheck::Kind::block; });
  const std::string& file = model.nameAt.file;
  const uint32_t moved = model.nameAt.line - copy.nameAt.line;
  const auto lineOf = [&](const std::string& of, uint32_t line) {
    const bool isOfCopy = of == file && model.definition.begin.line <= line && line <= model.definition.endLine;
    if (isOfCopy) return line - moved;
    for (const FileEdits& edits : unit.change.files) {
      if (edits.file == of) return lineBefore(edits, unit.before.at(of), unit.texts.at(of), line);
    }
    return line;
  };
  if (found.range.isValid())
    found.range.endLine = lineOf(found.range.begin.file.empty() ? file : found.range.begin.file, found.range.endLine);
  visitPlaces(found, [&](SourcePosition& at) {
    if (at.isValid()) at.line = lineOf(at.file.empty() ? file : at.file, at.line);
  });
  found.id = guardedId(found.id, copy.guard);
  if (found.verdict != VerdictKind::applicable) {
    found.reason += {" So it is where %1, as a run has seen it.", conditionOf(copy.guard)};
    return found;
  }
  found.reason +=
      {" Made in a copy that is launched where %1, as in %2 that a run has seen; all other launches keep the "
       "original.",
       conditionOf(copy.guard), seen == 1 ? std::string("a launch") : std::to_string(seen) + " launches"};
  found.parameters.push_back({guardParameter, {guardByDispatch}});
  return found;
}

Result<Rewrite> oneAfterTheOther(const Rewrite& first, const Rewrite& second, const ParsedUnit& before) {
  std::map<std::string, std::string> after;
  if (Status made = applyTo(after, first, before); !made.ok()) return made.error();
  Rewrite all, changes;
  all.summary = second.summary;
  for (const FileEdits& edits : second.files) (edits.creates ? all : changes).files.push_back(edits);
  if (Status made = applyTo(after, changes, before); !made.ok()) return made.error();
  for (const auto& [file, text] : after) {
    const Result<std::string> own = before.text(file);
    if (!own.ok()) return own.error();
    all.files.push_back(editsBetween(file, *own, text));
  }
  return all;
}

std::map<std::string, std::string> withTexts(std::map<std::string, std::string> texts,
                                             const std::map<std::string, std::string>& more) {
  for (const auto& [file, text] : more) texts[file] = text;
  return texts;
}

void putInPlace(std::vector<Opportunity>& known, Opportunity guarded) {
  const auto isAt = [&](const Opportunity& one) {
    return one.pass == guarded.pass && one.range.begin == guarded.range.begin;
  };
  const auto isAbout = [&](const Opportunity& one) {
    return one.pass == guarded.pass && one.subject == guarded.subject;
  };
  auto place = std::find_if(known.begin(), known.end(), isAt);
  if (place == known.end() && std::count_if(known.begin(), known.end(), isAbout) == 1)
    place = std::find_if(known.begin(), known.end(), isAbout);
  const bool isApplicable = guarded.verdict == VerdictKind::applicable;
  // Two that are applicable are two only where they do different things.
  const bool isAnother =
      place == known.end() || (place->verdict == VerdictKind::applicable && place->title != guarded.title);
  if (isAnother) {
    const bool isOfCopy = place == known.end() && guarded.verdict == VerdictKind::unknown;
    if (isApplicable || isOfCopy) known.push_back(std::move(guarded));
    return;
  }
  const bool isBetter =
      place->verdict == VerdictKind::unknown || (isApplicable && place->verdict != VerdictKind::applicable);
  if (!isBetter) return;
  if (!isApplicable) guarded.id = place->id;
  *place = std::move(guarded);
}

void sayUnguarded(KernelSummary& kernel, const Message& why) {
  for (Opportunity& finding : kernel.opportunities) {
    if (finding.verdict == VerdictKind::unknown)
      finding.reason += {" No guard can tell these launches from others: %1.", why};
  }
}

Status addGuardedFindings(const GuardTools& tools, const ParsedUnit& unit,
                          const std::vector<std::pair<KernelSummary*, Guard>>& kernels, std::stop_token stop) {
  std::vector<GuardWish> wishes;
  for (const auto& [kernel, guard] : kernels) wishes.push_back({guard, kernel->nameAt});
  const Result<GuardedUnit> guarded = guardedUnit(tools.sharedTexts, unit, wishes);
  if (!guarded.ok()) return guarded.error();
  frontend::ParseOptions parse = tools.options.parse;
  parse.openTexts = withTexts(tools.options.parse.openTexts, guarded->texts);
  tools.parser.setOpenTexts(parse.openTexts);
  Result<ParsedUnit> after = tools.parser.parse(unit.command(), stop);
  tools.parser.setOpenTexts(tools.options.parse.openTexts);
  if (!after.ok()) return after.error();
  if (const Diagnostic* error = firstNewError(unit.summary().errors, after->summary().errors))
    return inputError({"the text with the copy does not compile (%1)", error->message});
  auto modelled = tools.unitKernels.of(*after, {}, parse, stop);
  if (!modelled.ok()) return modelled.error();
  const auto copyOf = [&](const model::ParsedKernel& kernel) -> const GuardedUnit::Copy* {
    for (const GuardedUnit::Copy& copy : guarded->copies) {
      if (copy.name == kernel.models.front().name) return &copy;
    }
    return nullptr;
  };
  std::erase_if(*modelled, [&](const model::ParsedKernel& kernel) { return !copyOf(kernel); });
  const auto selected = choosePasses(tools.options.passes, tools.options.families, tools.device);
  if (!selected.ok()) return selected.error();
  KernelFindings all(&tools.cache, tools.rounding, *after, parse, *modelled, *selected, tools.device,
                     tools.unitKernels.openNames(*after, parse), {tools.options.allowsReassociation, {}}, stop);
  for (size_t k = 0; k < modelled->size(); ++k) {
    const model::ParsedKernel& kernel = (*modelled)[k];
    const GuardedUnit::Copy& copy = *copyOf(kernel);
    const auto place =
        std::find_if(kernels.begin(), kernels.end(), [&](const auto& one) { return one.first->nameAt == copy.nameAt; });
    KernelSummary* original = place == kernels.end() ? nullptr : place->first;
    for (auto& [found, change] : all.of(k)) {
      if (found.verdict == VerdictKind::applicable) leaveOpen(found, tools.unitKernels.whyApart(kernel, found));
      if (!original) continue;
      // Why not, for some of the launches, says nothing of the others.
      if (found.verdict != VerdictKind::applicable && !coversAllSeen(*original, copy.guard)) continue;
      if (found.verdict == VerdictKind::applicable) {
        passes::addAssumptions(found.assumptions, passes::assumptionsOf(unit.summary()));
        passes::assumeConfiguration(found.assumptions, kernel);
      }
      putInPlace(original->opportunities, asOfOriginal(std::move(found), *guarded, copy, kernel.models.front(),
                                                       seenUnder(*original, copy.guard)));
    }
    if (stop.stop_requested()) return cancelledError();
  }
  for (const auto& [wish, why] : guarded->refused) {
    const auto isMeant = [&](const auto& one) { return one.first->nameAt == wish.nameAt; };
    const auto place = std::ranges::find_if(kernels, isMeant);
    if (place == kernels.end()) continue;
    if (Status asked = addUnguarded(tools, unit, *place->first, place->second, why, stop); !asked.ok()) return asked;
  }
  return {};
}

Status addUnguarded(const GuardTools& tools, const ParsedUnit& unit, KernelSummary& kernel, const Guard& guard,
                    const Message& why, const std::stop_token& stop) {
  if (guard.block) sayUnguarded(kernel, why);
  return addAskingKernel(tools, unit, kernel, guard, stop);
}

}  // namespace warpwright::analysis
