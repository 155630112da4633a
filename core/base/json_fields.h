#pragma once

#include <chrono>
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json_text.h"
#include "core/base/result.h"

/// One list of a struct's fields says how it is written as JSON and how it is read:
///
///     void fieldsOf(auto& fields, Of<EngineLaunch> auto& launch) {
///       fields("kernel", launch.kernel);            // always written; reading throws where it is missing
///       fields.defaulted("grid", launch.grid);      // always written; stays as it is where it is missing or null
///       fields.sparse("metrics", launch.metrics);   // not written where it is empty, 0 or false; else as `defaulted`
///     }
///
/// With it nlohmann writes and reads the struct, alone and in lists, maps and optional members. Included by .cpp files
/// only, for nlohmann's whole header. Whatever reads may throw nlohmann::json::exception: `readJson` catches it.
namespace warpwright {

/// A struct, or a constant one: what a list of fields is of.
template <typename T, typename Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

/// Nothing that would have to be written.
template <typename T>
bool isLeftOut(const T& value) {
  if constexpr (requires { value.has_value(); })
    return !value.has_value();
  else if constexpr (requires { value.empty(); })
    return value.empty();
  else if constexpr (requires { value.isValid(); })
    return !value.isValid();
  else
    return value == T{};
}

/// Writes fields into an object.
class FieldOutput {
 public:
  static constexpr bool writes = true;
  explicit FieldOutput(nlohmann::json& object) : object_(object) {}

  template <typename T>
  void operator()(const char* name, const T& value) {
    object_[name] = value;
  }
  template <typename T>
  void defaulted(const char* name, const T& value) {
    object_[name] = value;
  }
  template <typename T>
  void sparse(const char* name, const T& value) {
    if (!isLeftOut(value)) object_[name] = value;
  }
  /// Written where it is unlike `usual`; missing or null: it is that.
  template <typename T>
  void unlike(const char* name, const T& value, const T& usual) {
    if (value != usual) object_[name] = value;
  }
  /// Something that follows from other fields: written, and not read.
  template <typename T>
  void derived(const char* name, const T& value) {
    object_[name] = value;
  }
  /// A field that is written as `form(value)` and read as `back(json)`.
  template <typename T, typename Form, typename Back>
  void through(const char* name, const T& value, Form form, Back) {
    object_[name] = form(value);
  }
  /// Fields of an object inside that is no struct of its own.
  template <typename Inner>
  void object(const char* name, Inner inner) {
    FieldOutput fields(object_[name] = nlohmann::json::object());
    inner(fields);
  }
  /// The field is there to be read.
  bool has(const char*) const { return true; }

 private:
  nlohmann::json& object_;
};

/// Reads them back.
class FieldInput {
 public:
  static constexpr bool writes = false;
  explicit FieldInput(const nlohmann::json& object) : object_(object) {}

  template <typename T>
  void operator()(const char* name, T&& value) {
    object_.at(name).get_to(value);
  }
  template <typename T>
  void defaulted(const char* name, T&& value) {
    if (has(name)) object_.at(name).get_to(value);
  }
  template <typename T>
  void sparse(const char* name, T&& value) {
    defaulted(name, value);
  }
  template <typename T>
  void unlike(const char* name, T& value, const T& usual) {
    value = usual;
    defaulted(name, value);
  }
  template <typename T>
  void derived(const char*, const T&) {}
  template <typename T, typename Form, typename Back>
  void through(const char* name, T& value, Form, Back back) {
    value = back(object_.at(name));
  }
  template <typename Inner>
  void object(const char* name, Inner inner) {
    FieldInput fields(object_.at(name));
    inner(fields);
  }
  bool has(const char* name) const {
    const auto found = object_.find(name);
    return found != object_.end() && !found->is_null();
  }

 private:
  const nlohmann::json& object_;
};

template <typename T>
concept HasFields = requires(FieldOutput& fields, const T& value) { fieldsOf(fields, value); };

template <typename T>
void writeFields(nlohmann::json& json, const T& value) {
  json = nlohmann::json::object();
  FieldOutput fields(json);
  fieldsOf(fields, value);
}

template <typename T>
void readFields(const nlohmann::json& json, T& value) {
  FieldInput fields(json);
  fieldsOf(fields, value);
}

template <HasFields T>
void to_json(nlohmann::json& json, const T& value) {
  writeFields(json, value);
}

template <HasFields T>
void from_json(const nlohmann::json& json, T& value) {
  readFields(json, value);
}

/// Defines the two functions of a struct that its header declares, by its fields.
#define WARPWRIGHT_JSON_BY_FIELDS(Struct)                     \
  void to_json(nlohmann::json& json, const Struct& value) {   \
    ::warpwright::writeFields(json, value);                   \
  }                                                           \
  void from_json(const nlohmann::json& json, Struct& value) { \
    ::warpwright::readFields(json, value);                    \
  }

/// What the JSON holds, or an Error of this kind whose sentence begins with `what` and says what is malformed.
template <typename T>
Result<T> readJson(const nlohmann::json& json, const std::string& what, ErrorKind kind = ErrorKind::worker) {
  try {
    return json.get<T>();
  } catch (const nlohmann::json::exception& problem) {
    return Error{kind, what + problem.what() + ".", std::nullopt};
  }
}

/// Text for people, one or a list: bytes that are not UTF-8 become U+FFFD.
template <typename T>
struct Utf8 {
  T& value;
  bool empty() const { return value.empty(); }
};
template <typename T>
Utf8<T> utf8(T& value) {
  return {value};
}
template <typename T>
void to_json(nlohmann::json& json, const Utf8<T>& text) {
  if constexpr (Of<T, std::string>) {
    json = jsonText(text.value);
  } else {
    json = nlohmann::json::array();
    for (const std::string& line : text.value) json.push_back(jsonText(line));
  }
}
template <typename T>
void from_json(const nlohmann::json& json, Utf8<T>& text) {
  json.get_to(text.value);
}

/// An enumeration by the names of its values, in order. Reading throws on another name.
template <typename T>
struct Named {
  T& value;
  std::vector<std::string> names;
};
template <typename T>
Named<T> named(T& value, std::span<const char* const> names) {
  return {value, {names.begin(), names.end()}};
}
/// The same by `toString`, up to its last value.
template <typename T>
Named<T> spelled(T& value, std::remove_const_t<T> last) {
  Named<T> all{value, {}};
  for (int i = 0; i <= static_cast<int>(last); ++i)
    all.names.push_back(toString(static_cast<std::remove_const_t<T>>(i)));
  return all;
}
template <typename T>
void to_json(nlohmann::json& json, const Named<T>& name) {
  json = name.names.at(static_cast<size_t>(name.value));
}
template <typename T>
void from_json(const nlohmann::json& json, Named<T>& name) {
  for (size_t i = 0; i < name.names.size(); ++i) {
    if (json == name.names[i]) return void(name.value = static_cast<T>(i));
  }
  throw nlohmann::json::other_error::create(501, "unknown name " + json.dump(), &json);
}

void fieldsOf(auto& fields, Of<SourcePosition> auto& at) {
  fields("file", utf8(at.file));
  fields("line", at.line);
  fields("column", at.column);
}

}  // namespace warpwright

namespace nlohmann {

/// Null: there is none.
template <typename T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& json, const std::optional<T>& value) {
    if (value)
      json = *value;
    else
      json = nullptr;
  }
  static void from_json(const json& json, std::optional<T>& value) {
    value.reset();
    if (!json.is_null()) json.get_to(value.emplace());
  }
};

template <>
struct adl_serializer<std::chrono::milliseconds> {
  static void to_json(json& json, std::chrono::milliseconds time) { json = time.count(); }
  static void from_json(const json& json, std::chrono::milliseconds& time) {
    time = std::chrono::milliseconds(json.get<int64_t>());
  }
};

}  // namespace nlohmann
