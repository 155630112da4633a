#include "analysis/passes/early_end/search_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/style/text_layout.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "nothing is left of a search but what it finds";

class SearchWriter {
 public:
  SearchWriter(Editor& editor, const KernelText& text) : editor_(editor), text_(text) {}

  Status write(const Search& search) {
    if (search.kept) return writeKept(search);
    for (const Stmt* part : std::initializer_list<const Stmt*>{search.loop, search.choice, search.set, search.joined}) {
      if (part && part->getBeginLoc().isMacroID()) return refusal(*part, "is spelled inside a macro");
    }
    const Result<TextRange> loop = text_.statement(*search.loop), then = text_.statement(*search.choice->getThen()),
                            set = text_.statement(*search.set);
    for (const Result<TextRange>* one : {&loop, &then, &set}) {
      if (!one->ok()) return one->error();
    }
    if (const std::string bound = boundTo(editor_, text_.file(), loop->begin); !bound.empty()) return inputError(bound);
    const std::string margin = text_.indentationAt(text_.placeOf(search.choice->getIfLoc())),
                      in = margin + text_.step();
    const std::string setting(text_.between(*set));
    replace(*then, "{\n" + in + setting + "\n" + in + "break;\n" + margin + "}");
    return search.joined ? join(search) : Status();
  }

 private:
  void replace(const TextRange& place, const std::string& text) {
    editor_.replace(place, text_.hasCarriageReturns() ? withCarriageReturns(text) : text, note);
  }

  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }

  /// A round ends the loop where no other can change the flag.
  Status writeKept(const Search& search) {
    if (search.loop->getBeginLoc().isMacroID() || search.set->getBeginLoc().isMacroID())
      return refusal(*search.set, "is spelled inside a macro");
    const Result<TextRange> loop = text_.statement(*search.loop), set = text_.statement(*search.set);
    if (!loop.ok()) return loop.error();
    if (!set.ok()) return set.error();
    if (const std::string bound = boundTo(editor_, text_.file(), loop->begin); !bound.empty()) return inputError(bound);
    const std::string name = search.kept->getNameAsString(),
                      leave = "if (" + std::string(search.isKeptTrue ? "" : "!") + name + ") break;";
    std::string margin = text_.indentationAt(set->begin);
    if (isa<CompoundStmt>(search.loop->getBody())) {
      const std::string added = "\n" + margin + leave;
      editor_.insert(text_.file(), text_.afterComment(set->end),
                     text_.hasCarriageReturns() ? withCarriageReturns(added) : added, note);
      return {};
    }
    margin = text_.indentationAt(loop->begin);
    const std::string in = margin + text_.step();
    replace(*set, "{\n" + in + std::string(text_.between(*set)) + "\n" + in + leave + "\n" + margin + "}");
    return {};
  }

  /// The other loop's question is asked first, of this one's counter.
  Status join(const Search& search) {
    const Result<TextRange> loop = text_.statement(*search.joined);
    if (!loop.ok()) return loop.error();
    if (const std::string bound = boundTo(editor_, text_.file(), loop->begin); !bound.empty()) return inputError(bound);
    const auto asked = text_.expression(search.joinedQuestion->getSourceRange());
    const auto question = text_.expression(search.choice->getCond()->getSourceRange());
    if (!asked || !question) return refusal(*search.joinedQuestion, "is spelled inside a macro");
    if (Status may = mayStandTwice(editor_, *asked, *search.joinedQuestion); !may.ok())
      return refusal(*search.joinedQuestion, said(may.error()));
    std::vector<Word> words;
    bool isSpelled = true;
    eachPart(search.joinedQuestion, [&](const Stmt& part, const std::vector<const Stmt*>&) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      if (!name || namedVariable(name) != search.joinedCounter) return;
      const auto place = text_.expression(name->getSourceRange());
      isSpelled = isSpelled && place;
      if (place) words.push_back({*place, search.counter->getNameAsString()});
    });
    if (!isSpelled) return refusal(*search.joinedQuestion, "is spelled inside a macro");
    const std::string other = withWords(editor_, *asked, words);
    editor_.insert(text_.file(), question->begin, "(" + other + ") || (", note);
    editor_.insert(text_.file(), question->end, ")", note);
    editor_.removeWithLine(*loop, note);
    return {};
  }

  Editor& editor_;
  const KernelText& text_;
};

}  // namespace

Status writeSearches(Editor& editor, const std::vector<Search>& searches, const FunctionDecl& function) {
  if (Status free = areNoMacros(editor, {"break"}); !free.ok()) return free;
  const Result<KernelText> text = KernelText::of(editor, function);
  if (!text.ok()) return text.error();
  SearchWriter writer(editor, *text);
  for (const Search& search : searches) {
    if (Status written = writer.write(search); !written.ok()) return written;
  }
  return {};
}

}  // namespace warpwright::rewrite
