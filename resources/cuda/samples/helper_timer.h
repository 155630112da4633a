// What programs written beside CUDA's samples take from "helper_timer.h": a stop watch of the host.
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_
#pragma GCC system_header
#include <time.h>

class StopWatchInterface {
 public:
  StopWatchInterface() {}
  virtual ~StopWatchInterface() {}
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual void reset() = 0;
  virtual float getTime() = 0;
  virtual float getAverageTime() = 0;
};

class StopWatchLinux : public StopWatchInterface {
 public:
  void start() {
    started_ = now();
    runs_ = true;
  }
  void stop() {
    total_ += (float)(now() - started_);
    runs_ = false;
    ++count_;
  }
  void reset() {
    total_ = 0;
    count_ = 0;
    if (runs_) started_ = now();
  }
  float getTime() { return runs_ ? total_ + (float)(now() - started_) : total_; }
  float getAverageTime() { return count_ > 0 ? total_ / count_ : 0.0f; }

 private:
  static double now() {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
  }
  double started_ = 0;
  float total_ = 0;
  bool runs_ = false;
  int count_ = 0;
};

inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchLinux();
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  return *timer && ((*timer)->start(), true);
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  return *timer && ((*timer)->stop(), true);
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  return *timer && ((*timer)->reset(), true);
}
inline float sdkGetTimerValue(StopWatchInterface** timer) {
  return *timer ? (*timer)->getTime() : 0.0f;
}
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return *timer ? (*timer)->getAverageTime() : 0.0f;
}
#endif
