#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QThreadPool>
#include <QTimer>
#include <memory>
#include <stop_token>
#include <utility>

namespace warpwright::views {

/// The one door through which results of other threads reach the GUI thread. Whoever owns the door decides, on the GUI
/// thread, whether a result is still wanted: after `close` or destruction nothing passes.
class Door {
 public:
  Door() : open_(std::make_shared<bool>(true)) {}
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door() { *open_ = false; }

  /// Drops everything that is on its way. GUI thread.
  void close() {
    *open_ = false;
    open_ = std::make_shared<bool>(true);
  }

  /// Runs `work()` in a turn of the event loop of its own: after what was asked for until now is laid out and drawn,
  /// and not beside timers that are due. GUI thread.
  template <typename Work>
  void inOwnTurn(Work work) {
    // Qt draws some milliseconds after it was asked to, by a timer.
    constexpr int frameMs = 16;
    QTimer::singleShot(frameMs, Qt::PreciseTimer, qApp, through<>(std::move(work)));
  }

  /// A function that any thread may call, any number of times: `deliver` then runs on the GUI thread.
  template <typename... Arguments, typename Deliver>
  auto through(Deliver deliver) {
    auto shared = std::make_shared<Deliver>(std::move(deliver));
    return [open = open_, shared](Arguments... arguments) {
      QMetaObject::invokeMethod(
          qApp,
          [open, shared, values = std::make_tuple(std::move(arguments)...)]() mutable {
            if (*open) std::apply(*shared, std::move(values));
          },
          Qt::QueuedConnection);
    };
  }

 private:
  std::shared_ptr<bool> open_;  // read and written on the GUI thread only
};

/// Runs `work()` on a thread of the pool and `deliver(result)` on the GUI thread, if `door` is still open then.
template <typename Work, typename Deliver>
void runThrough(Door& door, Work work, Deliver deliver) {
  using Value = decltype(work());
  QThreadPool::globalInstance()->start(
      [work = std::move(work), send = door.through<Value>(std::move(deliver))]() mutable { send(work()); });
}

/// Work off the GUI thread, the newest wins: each start asks the previous one to stop and drops its result.
class JobSlot {
 public:
  ~JobSlot() { stop_.request_stop(); }

  /// Runs `work(std::stop_token)` on a thread of the pool, then `deliver(result)` on the GUI thread.
  template <typename Work, typename Deliver>
  void run(Work work, Deliver deliver) {
    cancel();
    stop_ = std::stop_source();
    running_ = true;
    using Value = decltype(work(std::declval<std::stop_token>()));
    auto send = door_.through<Value>([this, deliver = std::move(deliver)](Value value) mutable {
      running_ = false;
      deliver(std::move(value));
    });
    QThreadPool::globalInstance()->start(
        [work = std::move(work), send = std::move(send), stop = stop_.get_token()]() mutable { send(work(stop)); });
  }

  /// Asks the work to stop; its result is dropped.
  void cancel() {
    stop_.request_stop();
    door_.close();
    running_ = false;
  }

  bool isRunning() const { return running_; }

 private:
  Door door_;
  std::stop_source stop_;
  bool running_ = false;
};

}  // namespace warpwright::views
