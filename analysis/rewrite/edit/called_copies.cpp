#include "analysis/rewrite/edit/called_copies.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <utility>

#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

const char* const behind = "\n\n";

/// The function that ends an object; null: none has code.
const FunctionDecl* destructorOf(QualType type) {
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->hasNonTrivialDestructor() ? record->getDestructor() : nullptr;
}

Error refusal(const FunctionDecl& function, const CopyPurpose& purpose, const Message& why) {
  return inputError(
      {"it calls %1, which %2, too, and cannot be copied: %3", code(function.getNameAsString()), purpose.does, why});
}

/// Who calls whom, and where.
class Calls {
 public:
  explicit Calls(const Functions& called) {
    for (const FunctionDecl* function : called) {
      const Mentions mentions = mentionsOf(function->getBody());
      for (const auto& call : mentions.calls) {
        const auto* name = dyn_cast<DeclRefExpr>(call.node->getCallee()->IgnoreParenImpCasts());
        if (name) callees_.insert(name);
      }
      eachPart(function->getBody(), [&](const Stmt& part, const auto&) {
        const auto* name = dyn_cast<DeclRefExpr>(&part);
        const auto* named = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
        if (named) names_[function].emplace_back(name, named);
        // A method's or a constructor's call names it otherwise.
        if (const auto* member = dyn_cast<MemberExpr>(&part)) {
          if (const auto* method = dyn_cast<FunctionDecl>(member->getMemberDecl())) others_[function].insert(method);
        }
        if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) others_[function].insert(made->getConstructor());
      });
    }
  }

  using Name = std::pair<const DeclRefExpr*, const FunctionDecl*>;
  const std::vector<Name>& namesIn(const FunctionDecl* function) const {
    static const std::vector<Name> none;
    const auto found = names_.find(function);
    return found == names_.end() ? none : found->second;
  }
  bool isCallee(const DeclRefExpr* name) const { return callees_.contains(name); }

  bool comesTo(const FunctionDecl* function, const Functions& written) const {
    const auto isOne = [&](const FunctionDecl* named) { return written.contains(model::writtenForm(named)); };
    const auto others = others_.find(function);
    return std::ranges::any_of(namesIn(function), [&](const Name& name) { return isOne(definitionOf(name.second)); }) ||
           (others != others_.end() &&
            std::ranges::any_of(others->second, [&](const auto* one) { return isOne(definitionOf(one)); }));
  }

  static const FunctionDecl* definitionOf(const FunctionDecl* named) {
    const FunctionDecl* definition = nullptr;
    return named->hasBody(definition) ? definition : named;
  }

 private:
  std::map<const FunctionDecl*, std::vector<Name>> names_;
  std::map<const FunctionDecl*, Functions> others_;
  std::set<const DeclRefExpr*> callees_;
};

Result<CalledCopies::Copy> copyOf(const Editor& editor, const FunctionDecl& written, const CopyPurpose& purpose) {
  if (isa<CXXMethodDecl>(written)) return refusal(written, purpose, "it is a method");
  if (!written.getDeclName().isIdentifier()) return refusal(written, purpose, "it is an operator");
  if (written.isConstexpr() || written.isConsteval()) return refusal(written, purpose, "it is `constexpr`");
  if (!written.hasAttr<CUDADeviceAttr>()) return refusal(written, purpose, "it says nothing of devices");
  Result<std::vector<Written>> declarations = declarationsToCopy(editor, written);
  if (!declarations.ok()) return refusal(written, purpose, said(declarations.error()));
  const auto leaves = [&](const Written& one) { return canLeaveHost(editor, one); };
  if (written.hasAttr<CUDAHostAttr>() && !std::ranges::all_of(*declarations, leaves))
    return refusal(written, purpose, "a macro makes it one of the host, too");
  return CalledCopies::Copy{*std::move(declarations), editor.freshName(written.getNameAsString() + purpose.suffix)};
}

/// Renames callees in one function.
Status nameCalls(const Editor& editor, const Calls& calls, const FunctionDecl* function, const CopyPurpose& purpose,
                 CalledCopies& copies, std::map<TextRange, bool>& places) {
  for (const auto& [name, named] : calls.namesIn(function)) {
    const auto copy = copies.all.find(model::writtenForm(Calls::definitionOf(named)));
    const bool isCopied = copy != copies.all.end();
    const Result<TextRange> place = editor.locate(name->getLocation());
    if (!place.ok() && !isCopied) continue;
    if (!place.ok()) return refusal(*named, purpose, "a macro names it");
    if (isCopied && !calls.isCallee(name)) return refusal(*named, purpose, "it is named where it is not called");
    const auto [known, isNew] = places.try_emplace(*place, isCopied);
    if (!isNew && known->second != isCopied)
      return refusal(*named, purpose, "other instances call another function there");
    if (isCopied && isNew) copies.calls.replace(*place, copy->second.name, purpose.note);
  }
  return {};
}

}  // namespace

Functions calledBy(const model::ParsedKernel& kernel) {
  const frontend::ParsedUnit& unit = *kernel.unit;
  Functions all;
  std::vector<const FunctionDecl*> left = model::instancesOf(kernel);
  while (!left.empty()) {
    const FunctionDecl* definition = nullptr;
    const bool hasBody = left.back()->hasBody(definition);
    left.pop_back();
    if (!hasBody || !unit.isProjectFile(fileNameAt(unit, definition->getLocation())) || !all.insert(definition).second)
      continue;
    const Mentions mentions = mentionsOf(definition->getBody());
    for (const auto& call : mentions.calls) {
      if (const FunctionDecl* called = call.node->getDirectCallee()) left.push_back(called);
    }
    for (const CXXConstructExpr* made : mentions.made) left.push_back(made->getConstructor());
    for (const auto& [variable, place] : mentions.declared) {
      if (const FunctionDecl* destructor = destructorOf(variable->getType())) left.push_back(destructor);
    }
  }
  return all;
}

Result<CalledCopies> copyCalled(const Editor& editor, const Functions& kernels, const Functions& called,
                                const Functions& changed, const CopyPurpose& purpose) {
  const Calls calls(called);
  Functions written;
  for (const FunctionDecl* one : changed) written.insert(model::writtenForm(one));
  for (size_t known = 0; known != written.size();) {
    known = written.size();
    for (const FunctionDecl* one : called) {
      if (!kernels.contains(one) && calls.comesTo(one, written)) written.insert(model::writtenForm(one));
    }
  }
  CalledCopies copies;
  copies.note = purpose.note;
  for (const FunctionDecl* one : written) {
    Result<CalledCopies::Copy> copy = copyOf(editor, *one, purpose);
    if (!copy.ok()) return copy.error();
    copies.all.emplace(one, *std::move(copy));
  }
  std::map<TextRange, bool> places;
  for (const FunctionDecl* one : called) {
    if (!kernels.contains(one) && !written.contains(model::writtenForm(one))) continue;
    if (Status named = nameCalls(editor, calls, one, purpose, copies, places); !named.ok()) return named.error();
  }
  return copies;
}

std::vector<CopiedLines> writeCopies(Editor& editor, const CalledCopies& copies, const Edits& changes) {
  std::vector<CopiedLines> lines;
  for (const auto& [written, copy] : copies.all) {
    const std::vector<std::string> texts = copiesOf(editor, *written, copy.declarations, copy.name, changes);
    for (size_t i = 0; i < texts.size(); ++i) {
      const TextRange& original = copy.declarations[i].text;
      const std::string text = behind + texts[i];
      lines.push_back({editor.lineOf(original.file, original.end),
                       static_cast<uint32_t>(std::ranges::count(text, '\n')),
                       editor.lineOf(original.file, original.begin), 2});
      editor.insert(original.file, original.end, text, copies.note);
    }
  }
  std::ranges::sort(lines, {}, &CopiedLines::behind);
  return lines;
}

uint32_t lineBefore(const std::vector<CopiedLines>& copies, uint32_t after) {
  uint32_t added = 0;
  for (const CopiedLines& copy : copies) {
    if (after <= copy.behind + added) break;
    const uint32_t inside = after - copy.behind - added;
    if (inside <= copy.count) return inside < copy.lead ? copy.behind : copy.first + inside - copy.lead;
    added += copy.count;
  }
  return after - added;
}

}  // namespace warpwright::rewrite
