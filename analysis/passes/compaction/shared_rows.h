#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace warpwright::passes {

/// What threads of a block share and wait by, where tiny blocks become rows of a larger one, each inside of one warp:
/// every row gets shared variables of its own, and waits for its own threads. These need not do what other rows do: a
/// row may leave, or wait more often, while others of its warp go on.
class SharedRows {
 public:
  /// Can a block be such a row? Requires: the number of its threads.
  static bool mayBeRow(unsigned threads);

  /// Errors: something that cannot be given to rows. Requires: the threads of each block may be a row.
  static Result<SharedRows> of(const rewrite::Editor& editor, rewrite::KernelText& text,
                               const model::ParsedKernel& kernel, unsigned threads);

  bool areNeeded() const { return !variables_.empty() || !barriers_.empty(); }

  /// What the kernel calls the row of a thread, and the lanes of the row's threads.
  struct RowNames {
    std::string row, lanes;
  };
  /// The value of `lanes`, as text; empty where it is not needed.
  std::string lanesText(const std::string& row) const;
  /// Enters so many rows into the text.
  void write(rewrite::Editor& editor, const rewrite::KernelText& text, unsigned rows, const RowNames& names) const;

  static constexpr unsigned lanesOfWarp = 32;

 private:
  /// `tile` of `__shared__ float tile[8], sum;`
  struct Variable {
    std::string name, ofAll;              ///< what the one of all rows is called
    rewrite::TextRange place, statement;  ///< of the name where it is declared
    uint64_t alignment = 0;               ///< that has to be asked for; 0: none
  };

  SharedRows() = default;
  Status findVariables(const rewrite::Editor& editor, rewrite::KernelText& text, const model::ParsedKernel& kernel);
  Status findBarriers(const rewrite::Editor& editor, const rewrite::KernelText& text,
                      const model::ParsedKernel& kernel);

  unsigned threads_ = 1;
  std::vector<Variable> variables_;  ///< as they stand in the text
  std::map<uint32_t, rewrite::TextRange> barriers_;
};

}  // namespace warpwright::passes
