#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/passes/property/kernel_order.h"
#include "tests/passes/property/random_kernel.h"

/// A shared array of a random kernel.
struct SharedArray {
  std::string name, type;
  bool isOwn = false;       ///< mostly used by each thread for itself
  bool isFlat = true;       ///< a[slots * size], else a[slots][size] or a[size][slots]
  bool slotIsFast = false;  ///< a[place * slots + slot]
  bool isDynamic = false, isVolatile = false;
  bool isWhole = false;  ///< every element has a value: any thread may read any of them
  int slots = 1;
  std::string place;   ///< of the thread, in [0, size): no other thread has it
  std::string guard;   ///< under which the thread uses it; empty: always
  std::string update;  ///< the atomic function that threads call on it
};

/// Writes one kernel. What a statement is made of is in kernel_parts.cpp, statements are in kernel_statements.cpp,
/// those whose effect is not to be seen at a glance in kernel_effects.cpp.
class KernelMaker {
 public:
  KernelMaker(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}
  RandomKernel make();

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }  // 0 .. count - 1
  bool chance(int percent) { return upTo(100) < percent; }
  template <size_t N>
  std::string oneOf(const char* const (&choices)[N]) {
    return choices[upTo(N)];
  }
  std::string freshName(const char* stem) { return stem + std::to_string(names_++); }
  std::string mask() const { return std::to_string(size_ - 1); }

  // Lines, and the barriers that they need.
  void line(const std::string& text);
  void open(const std::string& text);
  void close();
  void barrier();
  void maybeBarrier(int percent);
  bool touch(MemoryTouch next);
  bool touchOwn(const SharedArray& array, bool writes) { return touch({array.name, array.place, writes, {}}); }
  bool touchAny(const SharedArray& array, bool writes) { return touch({array.name, "", writes, {}}); }

  // Parts of statements.
  void chooseBlock();
  void declareArrays();
  std::string ownPlace();
  std::string foldedPlace(std::string& guard);
  std::string anyPlace();
  std::string leaf();
  std::string expression(int depth);
  std::string guard();
  std::string uniformGuard();
  std::string element(const SharedArray& array, const std::string& slot, const std::string& place);
  std::string own(const SharedArray& array, const std::string& slot) { return element(array, slot, array.place); }
  std::string slotOf(const SharedArray& array);
  std::string valueFor(const SharedArray& array);
  std::string trips();
  int bytesOf(const SharedArray& array) const;
  void take(const SharedArray& array, const std::string& read);

  // Statements.
  void initialise(SharedArray& array);
  void segment(int depth);
  void ownStatement(SharedArray& array);
  void ownStretch(SharedArray& array);
  void exchange(SharedArray& array);
  void readNeighbour(SharedArray& array);
  void bytes(SharedArray& array);
  void reduction(SharedArray& array);
  void doubleBuffer(SharedArray& array);
  void oneWriter(SharedArray& array);
  void atomics(SharedArray& array);
  void globalExchange();
  void declaredInLoop();
  void halves();
  void rotating();
  void localVariable();
  void callOrSwitch();
  void loop(int depth);
  void divergentLoop();
  void guarded();
  void uniformBranch(int depth);
  void earlyReturn();
  void effect(SharedArray& array);
  void assembly(SharedArray& array);
  void libraryCall();
  void output();
  void ownText(SharedArray& array);
  std::string head() const;
  void launch(RandomKernel& kernel);

  std::mt19937_64 random_;
  std::string name_, text_;
  int depth_ = 1, x_ = 1, y_ = 1, z_ = 1, threads_ = 1, size_ = 1, names_ = 0;
  int divergence_ = 0;  ///< conditions around that differ between threads
  bool isTemplate_ = false, lacksOne_ = false, mayAlias_ = false, callsDevice_ = false;
  bool saysText_ = false;     ///< has the macro that tells the length of what it is given
  bool isAnyShape_ = false;   ///< may be launched with any block of as many threads
  bool hasReturned_ = false;  ///< some threads: what they would write is missing from here on
  std::vector<SharedArray> arrays_;
  std::vector<std::string> counters_, locals_;
  KernelOrder order_;
};
