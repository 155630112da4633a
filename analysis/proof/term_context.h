#pragma once

#include <z3++.h>

#include <utility>
#include <vector>

namespace warpwright::proof {

/// Terms live in it until it ends. Z3's answers depend on the numbers of terms, which a term that nobody holds any more
/// hands on to the next.
class TermContext : public z3::context {
 public:
  void keep(z3::expr term) { kept_.push_back(std::move(term)); }

 private:
  std::vector<z3::expr> kept_;
};

/// `term = value`, of a TermContext. z3++ (4.8.12) never lets go of what `term` was where a value is moved onto it, as
/// `term = term && more` does: a context with such terms takes a hundred times as long to end as to hold them.
inline void assign(z3::expr& term, const z3::expr& value) {
  static_cast<TermContext&>(term.ctx()).keep(std::move(term));
  term = value;
}

}  // namespace warpwright::proof
