#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "analysis/makefile/expander.h"

namespace warpwright::makefile {

/// `ifeq`, `ifneq`, `ifdef`, `ifndef`, `else`, `endif`: which lines count.
class Conditionals {
 public:
  /// `around`: whether what stands around these lines counts is not known, for that reason.
  explicit Conditionals(std::optional<size_t> around) : around_(around) {}

  enum class Read { other, taken, wrong };
  /// A line without comment. `other`: it is no conditional.
  Read read(std::string_view line, Expander& values);
  bool isActive() const;
  /// Why it is not known whether the lines here count; empty: it is.
  std::optional<size_t> maybe() const;
  bool areClosed() const { return open_.empty(); }

 private:
  enum class Answer { yes, no, unknown };
  struct Branch {
    Answer now = Answer::no;
    bool wasTaken = false, wasUnknown = false, isLast = false;
    size_t reason = 0;
  };
  /// Empty: the line cannot be read.
  std::optional<Answer> answer(std::string_view word, std::string_view rest, Expander& values, size_t& reason) const;
  void enter(Branch& branch, Answer answer, size_t reason);

  std::optional<size_t> around_;
  std::vector<Branch> open_;
};

}  // namespace warpwright::makefile
