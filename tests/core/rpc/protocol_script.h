#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "core/rpc/framing.h"

namespace warpwright {

/// What a server has said, taken by scripts. Thread-safe.
class ServerOutput {
 public:
  explicit ServerOutput(Framing framing) : reader_(framing) {}

  void add(const std::string& bytes) {
    const std::lock_guard lock(mutex_);
    reader_.add(bytes);
    for (;;) {
      const auto frame = reader_.next();
      if (!frame.ok() || !frame->has_value()) break;
      said_.push_back(nlohmann::json::parse(**frame));
    }
    changed_.notify_all();
  }
  /// Takes the first message that has all of `wanted`, waiting for it; null: it did not come.
  nlohmann::json take(const nlohmann::json& wanted, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    nlohmann::json found;
    changed_.wait_for(lock, patience, [&] {
      const auto one = std::find_if(said_.begin(), said_.end(), [&](const auto& said) { return holds(said, wanted); });
      if (one == said_.end()) return false;
      found = *one;
      said_.erase(one);
      return true;
    });
    return found;
  }
  std::string rest() {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const auto& one : said_) text += one.dump() + "\n";
    return text;
  }

  /// Has `value` all that `wanted` has? Lists are as long; words that begin with ~ are a part of the text.
  static bool holds(const nlohmann::json& value, const nlohmann::json& wanted) {
    if (wanted.is_object()) {
      return value.is_object() && std::all_of(wanted.items().begin(), wanted.items().end(), [&](const auto& item) {
               return value.contains(item.key()) && holds(value[item.key()], item.value());
             });
    }
    if (wanted.is_array()) {
      return value.is_array() && value.size() == wanted.size() &&
             std::equal(value.begin(), value.end(), wanted.begin(), holds);
    }
    if (wanted.is_string() && value.is_string() && wanted.get<std::string>().starts_with("~"))
      return value.get<std::string>().find(wanted.get<std::string>().substr(1)) != std::string::npos;
    return value == wanted;
  }

 private:
  FrameReader reader_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<nlohmann::json> said_;
};

/// Plays a script: `> MESSAGE` is sent ("jsonrpc" is added), `>> TEXT` is sent as it is, `< MESSAGE` waits for one that
/// has all of it, `! MESSAGE` holds where none such came so far, `# …` is a comment; a line that begins with two blanks
/// goes on with the one before.
inline void play(const QString& file, Framing framing, const std::function<void(const std::string&)>& send,
                 ServerOutput& output) {
  QFile script(file);
  QVERIFY2(script.open(QIODevice::ReadOnly), qPrintable(file));
  std::vector<std::pair<int, std::string>> steps;
  int number = 0;
  std::istringstream lines(script.readAll().toStdString());
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("  ") && !steps.empty())
      steps.back().second += line.substr(2);
    else if (!line.empty() && line[0] != '#')
      steps.emplace_back(number, line);
  }
  for (const auto& [at, line] : steps) {
    const std::string what = file.toStdString() + ":" + std::to_string(at) + ": " + line;
    if (line.starts_with(">> ")) {
      send(framed(framing, line.substr(3)));
      continue;
    }
    nlohmann::json message = nlohmann::json::parse(line.substr(2), nullptr, false);
    QVERIFY2(!message.is_discarded(), what.c_str());
    if (line[0] == '>') {
      message["jsonrpc"] = "2.0";
      send(framed(framing, message.dump()));
    } else if (line[0] == '<') {
      const bool came = !output.take(message, std::chrono::seconds(10)).is_null();
      QVERIFY2(came, (what + "\ndid not come; what else there is:\n" + output.rest()).c_str());
    } else {
      QVERIFY2(output.take(message, std::chrono::milliseconds(0)).is_null(), (what + "\ncame").c_str());
    }
  }
}

}  // namespace warpwright
