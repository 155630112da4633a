#include "analysis/rewrite/edit/sum_places.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include <string>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/edit/floating_point.h"
#include "analysis/rewrite/source/editor.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

// Numbers that no file has lines for, and far enough apart for what follows on one that is given.
constexpr uint32_t firstLine = 1'000'000, linesBetween = 10'000;
constexpr size_t mostOperations = 100'000;

class PlaceWriter {
 public:
  explicit PlaceWriter(const frontend::ParsedUnit& unit)
      : unit_(unit), editor_(unit), itself_(editor_.freshName("itself")) {}

  void place(const FunctionDecl& function) {
    frontend::anyPart(function.getBody(), [&](const Stmt& part) {
      const auto* expression = dyn_cast<Expr>(&part);
      if (const BinaryOperator* one = expression ? arithmetic(expression) : nullptr) place(*one);
      return false;
    });
  }

  Result<SumPlaces> finish() {
    if (operators_.empty()) return inputError("it has no sum");
    const SourceManager& sources = unit_.ast().getSourceManager();
    const std::string file = fileNameAt(unit_, sources.getLocForStartOfFile(sources.getMainFileID()));
    editor_.insert(
        file, 0,
        "template <class T> __host__ __device__ constexpr __forceinline__ T " + itself_ + "(T x) { return x; }\n");
    for (const auto& [place, text] : texts_) editor_.insert(place.file, place.begin, text);
    Result<Rewrite> text = editor_.finish({"Put each sum on a line of its own"});
    if (!text.ok()) return text.error();
    return SumPlaces{*std::move(text), std::move(operators_), std::move(words_)};
  }

 private:
  void place(const BinaryOperator& one) {
    if (operators_.size() >= mostOperations || one.getOperatorLoc().isMacroID()) return;
    const Result<TextRange> sign = editor_.locate(one.getOperatorLoc()),
                            left = editor_.spelled(one.getLHS()->getSourceRange()),
                            right = editor_.spelled(one.getRHS()->getSourceRange());
    if (!sign.ok() || !left.ok() || !right.ok() || left->file != sign->file || right->file != sign->file) return;
    if (left->end > sign->begin || right->begin < sign->end || !known_.insert(*sign).second) return;
    words_[*sign] = editor_.textOf(left->file).substr(left->begin, right->end - left->begin);
    // What is stored is computed where the place is read, unless that is a register.
    if (one.isCompoundAssignmentOp()) before(*left, *sign);
    before(*right, *sign);
    if (!computes(*one.getRHS())) return;
    texts_[{right->file, right->begin, right->begin}] += itself_ + "(";
    texts_[{right->file, right->end, right->end}] += ")";
  }

  void before(const TextRange& operand, const TextRange& sign) {
    const uint32_t line = firstLine + linesBetween * static_cast<uint32_t>(operators_.size());
    operators_[line] = sign;
    texts_[{operand.file, operand.begin, operand.begin}] += "\n#line " + std::to_string(line) + "\n";
  }

  static bool computes(const Expr& operand) {
    return frontend::anyPart(&operand, [](const Stmt& part) {
      const auto* expression = dyn_cast<Expr>(&part);
      return expression && arithmetic(expression);
    });
  }

  const frontend::ParsedUnit& unit_;
  Editor editor_;
  std::string itself_;
  std::set<TextRange> known_;  ///< signs; of a template each instance has them
  std::map<uint32_t, TextRange> operators_;
  std::map<TextRange, std::string> words_, texts_;
};

}  // namespace

Result<SumPlaces> placeSums(const frontend::ParsedUnit& unit, const std::set<const FunctionDecl*>& functions) {
  PlaceWriter writer(unit);
  for (const FunctionDecl* function : functions) writer.place(*function);
  return writer.finish();
}

}  // namespace warpwright::rewrite
