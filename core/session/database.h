#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace warpwright {

class Database;

/// One prepared statement of a database that outlives it. Values are bound in order; the first error is kept and
/// returned by `step`.
class Statement {
 public:
  Statement(const Database& database, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view text);
  Statement& bindBlob(std::string_view bytes);
  /// True: there is a row; false: done.
  Result<bool> step();
  /// Runs a statement that gives no rows.
  Status run();

  int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;  ///< or the bytes of a blob

 private:
  const Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int code_ = 0, bound_ = 0;
};

/// An open SQLite file. What is committed survives a crash and a loss of power (rollback journal, full sync).
class Database {
 public:
  /// Errors name the file, and say that it was left as it is.
  static Result<Database> open(const std::filesystem::path& file, bool create);
  /// Makes a file under another name than it is to have. Errors speak of `file`, which is not there yet.
  static Result<Database> createAs(const std::filesystem::path& file, const std::filesystem::path& made);

  sqlite3* handle() const { return handle_.get(); }
  const std::filesystem::path& file() const { return file_; }
  Status execute(const char* sql);
  /// Turns the last error of SQLite into words: "The disk is full; …".
  Error error(std::string_view doing) const;
  Error error(int code, std::string_view doing) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  Status connect(bool create);

  std::unique_ptr<sqlite3, Close> handle_;
  std::filesystem::path file_;
  std::filesystem::path isToBe_;  ///< of one that is made under another name: its own; else empty
};

/// A transaction: rolled back unless `commit` succeeded.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  const Status& started() const { return started_; }
  Status commit();

 private:
  Database& database_;
  Status started_;
  bool open_ = false;
};

}  // namespace warpwright
