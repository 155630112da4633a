#pragma once

#include <future>
#include <list>
#include <optional>
#include <utility>

#include "core/execute/tune/tune.h"

namespace warpwright {

/// Looks into texts of variants for what can be changed there, several side by side, while variants are judged.
class TextLooks {
 public:
  using Changes = Result<std::vector<TunableChange>>;

  /// Up to `most` at once; none is begun once `stop` was requested. `maker` outlives it.
  TextLooks(VariantMaker& maker, size_t most, std::stop_token stop);
  /// Ends what is under way.
  ~TextLooks();
  TextLooks(const TextLooks&) = delete;

  bool isEmpty() const { return looks_.empty(); }
  /// Begins to look into a variant's text, unless that is under way or as many as may be are.
  void begin(const VariantSteps& variant);
  /// One that is done, which is forgotten then. `wait`: the one that was begun first, as soon as it is. None: no one
  /// is.
  std::optional<std::pair<VariantSteps, Changes>> take(bool wait);

 private:
  struct Look {
    VariantSteps variant;
    std::future<Changes> changes;
  };

  VariantMaker& maker_;
  size_t most_;
  std::stop_source ending_;
  std::stop_callback<std::function<void()>> outer_;
  std::list<Look> looks_;  ///< last: they use the others
};

}  // namespace warpwright
