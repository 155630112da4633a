#include <algorithm>
#include <bit>

#include "core/model/reuse/levels.h"

// Cutting a part of a level in two: side 0 is grown from a seed, object by object with the most gain, and then improved
// by Fiduccia and Mattheyses' passes.
namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// A part of the level, with its own numbers.
struct Piece {
  std::vector<uint32_t> object;  // in the level
  std::vector<uint32_t> start, neighbour, tasks, weight;
  uint32_t size() const { return static_cast<uint32_t>(object.size()); }
};

/// The best of a set of objects by gain, as a tree of maxima; among equals the first object.
class Contest {
 public:
  void reset(uint32_t size) {
    leaves_ = std::bit_ceil(std::max(size, 1u));
    keys_.assign(2 * size_t{leaves_}, absent);
  }
  void set(uint32_t object, int64_t gain) { put(object, gain * span + (span - 1 - object)); }
  void remove(uint32_t object) { put(object, absent); }
  bool empty() const { return keys_[1] == absent; }
  /// Requires: not empty.
  uint32_t best() const { return static_cast<uint32_t>(span - 1 - (keys_[1] & (span - 1))); }
  /// Sets without looking at maxima; build() afterwards.
  void prepare(uint32_t object, int64_t gain) { keys_[leaves_ + object] = gain * span + (span - 1 - object); }
  void build() {
    for (size_t node = leaves_; node-- > 1;) keys_[node] = std::max(keys_[2 * node], keys_[2 * node + 1]);
  }

 private:
  static constexpr int64_t absent = INT64_MIN, span = int64_t{1} << 31;
  void put(uint32_t object, int64_t key) {
    size_t node = leaves_ + object;
    keys_[node] = key;
    while (node > 1) {
      const int64_t most = std::max(keys_[node], keys_[node ^ 1]);
      node /= 2;
      if (keys_[node] == most) break;
      keys_[node] = most;
    }
  }
  std::vector<int64_t> keys_;  // keys_[1] is the most of all; leaves from keys_[leaves_]
  uint32_t leaves_ = 1;
};

/// Cuts pieces in two; keeps its tables from one to the next.
class Halving {
 public:
  /// The side of each object, the best of several `tries`. Side 0 is to weigh between `least` and `most`.
  const std::vector<char>& run(const Piece& piece, int64_t least, int64_t most, uint32_t tries) {
    constexpr int passes = 4;
    piece_ = &piece;
    least_ = least;
    most_ = most;
    const uint32_t size = piece.size();
    outward_.resize(size);
    gain_.resize(size);
    for (uint32_t v = 0; v < size; ++v) {
      int64_t sum = 0;
      for (uint32_t i = piece.start[v]; i < piece.start[v + 1ull]; ++i) sum += piece.tasks[i];
      outward_[v] = sum;
    }
    int64_t bestCut = INT64_MAX;
    for (uint32_t attempt = 0; attempt < tries; ++attempt) {
      grow(seed(attempt, tries));
      for (int pass = 0; pass < passes && improve(); ++pass) {
      }
      const int64_t worth = cut_ + (fits() ? 0 : INT64_MAX / 2);
      if (worth < bestCut || attempt == 0) bestCut = worth, best_ = side_;
    }
    return best_;
  }

 private:
  bool fits() const { return weight_ >= least_ && weight_ <= most_; }
  int64_t off() const { return std::abs(2 * weight_ - least_ - most_); }

  /// The object farthest from an arbitrary one.
  uint32_t seed(uint32_t attempt, uint32_t tries) {
    const Piece& piece = *piece_;
    uint32_t v = static_cast<uint32_t>(uint64_t{piece.size()} * attempt / tries);
    queue_.assign(1, v);
    locked_.assign(piece.size(), 0);
    locked_[v] = 1;
    for (size_t head = 0; head < queue_.size(); ++head) {
      v = queue_[head];
      for (uint32_t i = piece.start[v]; i < piece.start[v + 1ull]; ++i) {
        const uint32_t w = piece.neighbour[i];
        if (!locked_[w]) locked_[w] = 1, queue_.push_back(w);
      }
    }
    return v;
  }

  /// Moves v to the other side. `Contested`: the contests hear of it.
  template <bool Contested>
  void move(uint32_t v) {
    const Piece& piece = *piece_;
    cut_ -= gain_[v];
    side_[v] ^= 1;
    weight_ += side_[v] ? -int64_t{piece.weight[v]} : int64_t{piece.weight[v]};
    gain_[v] = -gain_[v];
    for (uint32_t i = piece.start[v]; i < piece.start[v + 1ull]; ++i) {
      const uint32_t w = piece.neighbour[i];
      gain_[w] += side_[w] == side_[v] ? -2 * int64_t{piece.tasks[i]} : 2 * int64_t{piece.tasks[i]};
      if (Contested && !locked_[w]) contest_[static_cast<size_t>(side_[w])].set(w, gain_[w]);
    }
  }

  void grow(uint32_t seed) {
    const Piece& piece = *piece_;
    const uint32_t size = piece.size();
    side_.assign(size, 1);
    locked_.assign(size, 0);
    for (uint32_t v = 0; v < size; ++v) gain_[v] = -outward_[v];
    contest_[0].reset(0);
    contest_[1].reset(size);
    weight_ = cut_ = 0;
    uint32_t scan = 0;
    for (uint32_t next = seed; next != none && 2 * weight_ < least_ + most_;) {
      locked_[next] = 1;
      contest_[1].remove(next);
      if (weight_ == 0 || weight_ + piece.weight[next] <= most_) move<true>(next);
      while (scan < size && locked_[scan]) ++scan;
      next = !contest_[1].empty() ? contest_[1].best() : scan < size ? scan : none;
    }
  }

  /// One pass: every object moves at most once, and the best state passed through stays. True if that was better.
  bool improve() {
    const Piece& piece = *piece_;
    const uint32_t size = piece.size();
    const size_t patience = 15 + size / 50;
    locked_.assign(size, 0);
    contest_[0].reset(size);
    contest_[1].reset(size);
    for (uint32_t v = 0; v < size; ++v) {
      if (gain_[v] > -outward_[v]) contest_[static_cast<size_t>(side_[v])].prepare(v, gain_[v]);
    }
    contest_[0].build();
    contest_[1].build();
    moved_.clear();
    const int64_t cutBefore = cut_;
    const bool fitBefore = fits();
    int64_t bestCut = fitBefore ? cut_ : INT64_MAX, bestOff = off();
    size_t bestMoves = 0;
    while (moved_.size() - bestMoves < patience) {
      const uint32_t v = choose();
      if (v == none) break;
      move<true>(v);
      moved_.push_back(v);
      if (fits() && (cut_ < bestCut || (cut_ == bestCut && off() < bestOff))) {
        bestCut = cut_;
        bestOff = off();
        bestMoves = moved_.size();
      }
    }
    while (moved_.size() > bestMoves) {
      move<false>(moved_.back());
      moved_.pop_back();
    }
    return bestMoves > 0 && (cut_ < cutBefore || !fitBefore);
  }

  /// The next object to move, now locked.
  uint32_t choose() {
    while (true) {
      uint32_t v = none;
      for (size_t s = 0; s < 2; ++s) {
        if (contest_[s].empty()) continue;
        const uint32_t w = contest_[s].best();
        const int64_t after = s == 0 ? weight_ - piece_->weight[w] : weight_ + piece_->weight[w];
        const bool wanted = s == 0 ? weight_ > most_ : weight_ < least_;
        if (wanted) {
          v = w;
          break;
        }
        if (after < least_ || after > most_) continue;
        if (v == none || gain_[w] > gain_[v]) v = w;
      }
      // Where the best of a side does not fit, another may.
      const bool setAside = v == none;
      for (size_t s = 0; setAside && s < 2; ++s) {
        if (contest_[s].empty()) continue;
        v = contest_[s].best();
        locked_[v] = 1;
        contest_[s].remove(v);
      }
      if (v == none) return none;
      if (setAside) continue;
      locked_[v] = 1;
      contest_[static_cast<size_t>(side_[v])].remove(v);
      return v;
    }
  }

  const Piece* piece_ = nullptr;
  int64_t least_ = 0, most_ = 0;
  std::vector<int64_t> outward_, gain_;  // tasks to other objects; how much less is cut if it moves
  std::vector<char> side_, best_, locked_;
  Contest contest_[2];  // the movable objects of each side
  std::vector<uint32_t> moved_, queue_;
  int64_t weight_ = 0;  // of side 0
  int64_t cut_ = 0;
};

class Splitting {
 public:
  Splitting(const Level& level, std::vector<uint32_t>& owner, std::vector<uint32_t>& share, double most)
      : level_(level), owner_(owner), share_(share), most_(most), number_(level.size) {}

  /// Splits each part of several blocks as far as it has enough objects.
  void run(uint32_t fewest, uint32_t tries) {
    fewest_ = fewest;
    tries_ = tries;
    const uint32_t parts = static_cast<uint32_t>(share_.size());
    std::vector<uint32_t> first(parts + 1ull, 0), order(level_.size);
    for (const uint32_t part : owner_) ++first[part + 1ull];
    for (uint32_t part = 0; part < parts; ++part) first[part + 1ull] += first[part];
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (uint32_t v = 0; v < level_.size; ++v) order[next[owner_[v]]++] = v;
    for (uint32_t part = 0; part < parts; ++part) {
      const uint32_t objects = first[part + 1ull] - first[part];
      if (share_[part] < 2 || objects < 2 * fewest) continue;
      split(pieceOf(part, order.data() + first[part], objects), part, share_[part]);
    }
  }

 private:
  Piece pieceOf(uint32_t part, const uint32_t* objects, uint32_t count) {
    Piece piece;
    piece.object.assign(objects, objects + count);
    for (uint32_t v = 0; v < count; ++v) number_[piece.object[v]] = v;
    piece.start.reserve(count + 1ull);
    for (uint32_t v = 0; v < count; ++v) {
      const uint32_t object = piece.object[v];
      piece.start.push_back(static_cast<uint32_t>(piece.neighbour.size()));
      piece.weight.push_back(level_.weight[object]);
      for (uint32_t i = level_.start[object]; i < level_.start[object + 1ull]; ++i) {
        const uint32_t w = level_.neighbour[i];
        if (owner_[w] != part || w == object) continue;
        piece.neighbour.push_back(number_[w]);
        piece.tasks.push_back(level_.tasksOf(i));
      }
    }
    piece.start.push_back(static_cast<uint32_t>(piece.neighbour.size()));
    return piece;
  }

  void split(Piece piece, uint32_t first, uint32_t blocks) {
    share_[first] = blocks;
    for (const uint32_t v : piece.object) owner_[v] = first;
    if (blocks == 1 || piece.size() < 2 * fewest_) return;
    const uint32_t left = blocks / 2, right = blocks - left;
    uint64_t weight = 0;
    for (const uint32_t w : piece.weight) weight += w;
    // What room there is is spread over the levels below.
    const double mean = static_cast<double>(weight) / blocks;
    const double spare = std::max(0.0, most_ / mean - 1) / std::bit_width(blocks - 1);
    const double target = mean * left;
    const double swing = std::max(spare * mean * left, 0.5 * static_cast<double>(weight) / piece.size());
    const std::vector<char>& side = halving_.run(piece, static_cast<int64_t>(std::max(0.0, target - swing)),
                                                 static_cast<int64_t>(target + swing), tries_);
    Piece half[2];
    std::vector<uint32_t> number(piece.size());
    for (uint32_t v = 0; v < piece.size(); ++v) {
      Piece& to = half[static_cast<size_t>(side[v])];
      number[v] = to.size();
      to.object.push_back(piece.object[v]);
      to.weight.push_back(piece.weight[v]);
    }
    for (uint32_t v = 0; v < piece.size(); ++v) {
      Piece& to = half[static_cast<size_t>(side[v])];
      to.start.push_back(static_cast<uint32_t>(to.neighbour.size()));
      for (uint32_t i = piece.start[v]; i < piece.start[v + 1ull]; ++i) {
        const uint32_t w = piece.neighbour[i];
        if (side[w] != side[v]) continue;
        to.neighbour.push_back(number[w]);
        to.tasks.push_back(piece.tasks[i]);
      }
    }
    for (Piece& one : half) one.start.push_back(static_cast<uint32_t>(one.neighbour.size()));
    split(std::move(half[0]), first, left);
    split(std::move(half[1]), first + left, right);
  }

  const Level& level_;
  std::vector<uint32_t>& owner_;
  std::vector<uint32_t>& share_;
  const double most_;
  uint32_t fewest_ = 0, tries_ = 1;
  std::vector<uint32_t> number_;
  Halving halving_;
};

}  // namespace

void splitParts(const Level& level, std::vector<uint32_t>& owner, std::vector<uint32_t>& share, double most,
                uint32_t fewest, uint32_t tries) {
  Splitting(level, owner, share, most).run(fewest, tries);
}

}  // namespace warpwright
