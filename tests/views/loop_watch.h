#pragma once

#include <ctime>

#include <QAbstractEventDispatcher>
#include <QObject>
#include <QThread>

namespace warpwright::views::testing {

/// How long the turns of the event loop are, in the processor time of this thread: another program that has the
/// processor meanwhile does not count. A turn goes from waking up to waiting again.
class LoopWatch : public QObject {
 public:
  LoopWatch() {
    auto* dispatcher = QAbstractEventDispatcher::instance(QThread::currentThread());
    connect(dispatcher, &QAbstractEventDispatcher::awake, this, [this] {
      end();  // who does not wait is awake again at once
      begun_ = spent();
    });
    connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, [this] { end(); });
    begun_ = spent();
  }
  /// The longest turn since the last call, in milliseconds.
  double longest() {
    end();
    begun_ = spent();
    return std::exchange(longest_, 0);
  }

 private:
  static double spent() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
  }
  void end() {
    if (begun_ >= 0) longest_ = std::max(longest_, spent() - begun_);
    begun_ = -1;
  }
  double begun_ = -1, longest_ = 0;
};

}  // namespace warpwright::views::testing
