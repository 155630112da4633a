#include <ctime>

#include "core/session/session_state.h"

namespace warpwright {

Status Session::addRun(const RunRecord& run) {
  // Made with the first run, so that files of earlier versions need no migration.
  const Status made = state_->database.execute(
      "CREATE TABLE IF NOT EXISTS run(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, program BLOB NOT NULL, "
      "arguments BLOB NOT NULL, outcome TEXT NOT NULL, summary TEXT NOT NULL, launches INTEGER NOT NULL, "
      "findings INTEGER NOT NULL, seconds REAL NOT NULL, started_at INTEGER NOT NULL)");
  if (!made.ok()) return made;
  Statement put(state_->database,
                "INSERT INTO run(kind, program, arguments, outcome, summary, launches, findings, seconds, started_at) "
                "VALUES(?,?,?,?,?,?,?,?,?)");
  put.bind(run.kind).bindBlob(run.program).bindBlob(run.arguments).bind(run.outcome).bind(run.summary);
  put.bind(static_cast<int64_t>(run.launches)).bind(static_cast<int64_t>(run.findings)).bind(run.seconds);
  return put.bind(run.startedAt ? run.startedAt : static_cast<int64_t>(std::time(nullptr))).run();
}

Result<std::vector<RunRecord>> Session::runs() const {
  std::vector<RunRecord> runs;
  Statement table(state_->database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'run'");
  const auto there = table.step();
  if (!there.ok()) return there.error();
  if (!*there) return runs;
  Statement select(
      state_->database,
      "SELECT kind, program, arguments, outcome, summary, launches, findings, seconds, started_at FROM run "
      "ORDER BY id");
  for (;;) {
    const auto row = select.step();
    if (!row.ok()) return row.error();
    if (!*row) return runs;
    runs.push_back({select.text(0), select.text(1), select.text(2), select.text(3), select.text(4),
                    static_cast<uint64_t>(select.integer(5)), static_cast<uint64_t>(select.integer(6)), select.real(7),
                    select.integer(8)});
  }
}

}  // namespace warpwright
