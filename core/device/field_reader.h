#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

enum class Need { required, optional };

/// Reads the fields of one description: all of them, whatever is wrong with one.
class FieldReader {
 public:
  FieldReader(const nlohmann::json& object, const std::filesystem::path& file) : object_(object), file_(file) {}

  template <typename T>
  void read(const char* field, T& value, Need need) {
    const auto found = object_.find(field);
    if (found == object_.end()) {
      if (need == Need::required) fail(field, "is missing");
      return;
    }
    if (!found->is_number() || (std::is_integral_v<T> && !found->is_number_unsigned())) {
      return fail(field, std::is_integral_v<T> ? "is not a whole number of 0 or more" : "is not a number");
    }
    if (!(found->template get<double>() >= 0)) return fail(field, "is negative");
    if constexpr (std::is_integral_v<T>) {
      if (found->template get<uint64_t>() > std::numeric_limits<T>::max()) return fail(field, "is too large");
    }
    value = found->template get<T>();
  }

  void readText(const char* field, std::string& value) {
    const auto found = object_.find(field);
    if (found == object_.end() || !found->is_string() || found->get<std::string>().empty()) {
      return fail(field, "is missing or not a text");
    }
    value = found->get<std::string>();
  }

  void readFlag(const char* field, bool& value) {
    const auto found = object_.find(field);
    if (found == object_.end() || !found->is_boolean()) return fail(field, "is missing or neither true nor false");
    value = found->get<bool>();
  }

  /// A list of rising numbers; absent: empty.
  void readSizes(const char* field, std::vector<uint64_t>& sizes) {
    const auto found = object_.find(field);
    if (found == object_.end()) return;
    if (!found->is_array()) return fail(field, "is not a list");
    for (const nlohmann::json& size : *found) {
      if (!size.is_number_unsigned()) return fail(field, "holds something that is not a whole number of 0 or more");
      sizes.push_back(size.get<uint64_t>());
    }
    if (!std::is_sorted(sizes.begin(), sizes.end())) fail(field, "does not rise");
  }

  void fail(const char* field, const char* what) {
    if (status_.ok()) status_ = inputError(file_.string() + ": the field '" + field + "' " + what + ".");
  }
  /// What was read so far, or the first thing that is wrong with it.
  const Status& status() const { return status_; }

 private:
  const nlohmann::json& object_;
  const std::filesystem::path& file_;
  Status status_;
};

}  // namespace warpwright
