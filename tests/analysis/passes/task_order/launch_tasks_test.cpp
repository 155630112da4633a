// The graph of tasks and data of captured launches whose threads loop over what they load: against what the loops do.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <random>
#include <set>

#include "analysis/passes/task_order/launch_tasks.h"
#include "test_data.h"

using namespace warpwright;
using Task = std::vector<uint32_t>;

namespace {

/// A launch put together by hand: its arguments and the memory behind them.
struct Sample {
  std::string kernel;
  uint32_t blocks = 1, threads = 16;
  struct Argument {
    std::string bytes;                         // of a number
    std::optional<std::string> memory, after;  // of an array
    bool isCaptured = true;
  };
  std::vector<Argument> arguments;

  template <class T>
  Sample& array(const std::vector<T>& values, bool isCaptured = true) {
    const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    arguments.push_back({{}, bytes, bytes, isCaptured});
    return *this;
  }
  Sample& number(int value) {
    arguments.push_back({std::string(reinterpret_cast<const char*>(&value), sizeof value), {}, {}, true});
    return *this;
  }
};

std::set<uint32_t> distinct(const std::vector<int>& values, int first, int last) {
  return {values.begin() + first, values.begin() + last};
}

}  // namespace

class LaunchTasksTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  static constexpr int rows = 60, width = 40;
  std::vector<int> row_{0}, col_;
  std::vector<float> x_ = std::vector<float>(width), y_ = std::vector<float>(rows);

  Result<reuse::LaunchTasks> read(const Sample& sample, std::stop_token stop = {}) {
    const std::filesystem::path file = folder_.filePath("sample.wwcap").toStdString();
    Result<CaptureWriter> writer = CaptureWriter::create(file);
    if (!writer.ok()) return writer.error();
    LaunchCapture capture;
    capture.producer = "engine";
    capture.program.path = "/p/rows.cu";
    capture.kernel.name = capture.kernel.mangledName = sample.kernel;
    capture.grid = {sample.blocks, 1, 1};
    capture.block = {sample.threads, 1, 1};
    uint64_t offset = 0, address = 0x200000000000;
    for (const Sample::Argument& argument : sample.arguments) {
      std::string bytes = argument.bytes;
      if (argument.memory) {
        bytes.assign(reinterpret_cast<const char*>(&address), sizeof address);
        CapturedMemory memory;
        memory.address = address;
        memory.size = argument.memory->size();
        memory.before = writer->store(*argument.memory);
        memory.after = writer->store(*argument.after);
        if (argument.isCaptured) capture.memory.push_back(std::move(memory));
        address += uint64_t{1} << 24;
      }
      offset = (offset + bytes.size() - 1) / bytes.size() * bytes.size();
      capture.kernel.parameterSizes.push_back(bytes.size());
      capture.arguments.push_back({offset, bytes.size(), bytes});
      offset += bytes.size();
    }
    if (Status done = writer->finish(capture); !done.ok()) return done.error();
    const Result<CaptureReader> reader = CaptureReader::open(file);
    if (!reader.ok()) return reader.error();
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    return reuse::tasksOfLaunch(options, std::string(WARPWRIGHT_TEST_DATA) + "/analysis/passes/task_order/rows.cu", {},
                                *reader, stop);
  }

  /// All was followed, and the tasks are these; tasks without an element at the end are left out.
  void expect(const Sample& sample, std::vector<std::set<uint32_t>> tasks, const std::string& note = {}) {
    const auto found = read(sample);
    QVERIFY2(found.ok(), found.ok() ? "" : found.error().message.c_str());
    if (note.empty()) {
      QCOMPARE(found->note, std::string());
    } else {
      QVERIFY2(found->note.find(note) != std::string::npos, found->note.c_str());
    }
    while (!tasks.empty() && tasks.back().empty()) tasks.pop_back();
    QCOMPARE(found->graph.taskCount(), tasks.size());
    for (size_t t = 0; t < tasks.size(); ++t) {
      const auto data = found->graph.dataOf(t);
      QCOMPARE(Task(data.begin(), data.end()), Task(tasks[t].begin(), tasks[t].end()));
    }
  }
  void expectError(const Sample& sample, const std::string& message) {
    const auto found = read(sample);
    QVERIFY(!found.ok());
    QCOMPARE(found.error().kind, ErrorKind::input);
    QVERIFY2(found.error().message.find(message) != std::string::npos, found.error().message.c_str());
  }
  Sample sample(const char* kernel) const { return {kernel, (rows + 15) / 16, 16, {}}; }
  std::vector<std::set<uint32_t>> rowsOfColumns() const {
    std::vector<std::set<uint32_t>> tasks;
    for (int t = 0; t < rows; ++t) tasks.push_back(distinct(col_, row_[t], row_[t + 1]));
    return tasks;
  }

 private slots:
  void initTestCase() {
    std::mt19937 random(3);
    for (int t = 0; t < rows; ++t) {
      for (int k = 0; k < 1 + t % 5; ++k) col_.push_back(static_cast<int>(random() % width));
      row_.push_back(static_cast<int>(col_.size()));
    }
  }

  void readsRows() {
    expect(
        sample("spmv").array(row_).array(col_).array(std::vector<float>(col_.size())).array(x_).array(y_).number(rows),
        rowsOfColumns());
  }
  void readsRowsInOtherWords() {
    expect(sample("whileRows").array(row_).array(col_).array(x_).array(y_).number(rows), rowsOfColumns());
    const std::vector<unsigned> row(row_.begin(), row_.end());
    expect(sample("pointerRows").array(row).array(col_).array(x_).array(y_).number(rows), rowsOfColumns());
    const std::vector<long long> wideRow(row_.begin(), row_.end()), wideCol(col_.begin(), col_.end());
    expect(sample("doRows").array(wideRow).array(wideCol).array(x_).array(y_).number(rows), rowsOfColumns());
    std::vector<int> begin(row_.begin(), row_.end() - 1), length;
    for (int t = 0; t < rows; ++t) length.push_back(row_[t + 1] - row_[t]);
    expect(sample("lengths").array(begin).array(length).array(col_).array(x_).array(y_).number(rows), rowsOfColumns());
  }
  void rowsMayBeEmpty() {
    const std::vector<int> row{0, 2, 2, 1, 3}, col{5, 6, 7};
    expect(sample("spmv").array(row).array(col).array(x_).array(x_).array(y_).number(4), {{5, 6}, {}, {}, {6, 7}});
  }
  void leavesLoopsWhereTheThreadDoes() {
    std::vector<std::set<uint32_t>> tasks(rows);
    for (int t = 0; t < rows; ++t) {
      for (int j = row_[t]; j < row_[t + 1] && col_[j] != 7; ++j) {
        if (col_[j] % 2 == 0) tasks[t].insert(static_cast<uint32_t>(col_[j]));
      }
    }
    expect(sample("untilMark").array(row_).array(col_).array(x_).array(y_).number(rows), tasks);
  }
  void takesTheWayOfASwitch() {
    std::vector<std::set<uint32_t>> tasks(rows);
    for (int t = 0; t < rows; ++t) {
      for (int j = row_[t]; j < row_[t + 1] && col_[j] % 5 != 4; ++j) {
        const auto c = static_cast<uint32_t>(col_[j]);
        if (c % 5 <= 1) tasks[t].insert(c);
        if (c % 5 == 1 || c % 5 == 2) tasks[t].insert(c + width);
      }
    }
    expect(sample("switches").array(row_).array(col_).array(x_).array(x_).array(y_).number(rows), tasks);
  }
  void returnsOutOfLoopsWithinLoops() {
    std::vector<std::set<uint32_t>> tasks(rows);
    for (int t = 0; t + 1 < rows; ++t) {
      const auto common = std::find_if(col_.begin() + row_[t], col_.begin() + row_[t + 1], [&](int c) {
        return std::find(col_.begin() + row_[t + 1], col_.begin() + row_[t + 2], c) != col_.begin() + row_[t + 2];
      });
      if (common == col_.begin() + row_[t + 1]) {
        tasks[t] = distinct(col_, row_[t], row_[t + 1]);
      } else {
        tasks[t] = {static_cast<uint32_t>(*common)};
      }
    }
    expect(sample("firstCommon").array(row_).array(col_).array(x_).array(y_).number(rows), tasks);
  }
  void stridesOverTheGrid() {
    const int threads = 2 * 16, count = static_cast<int>(col_.size());
    std::vector<std::set<uint32_t>> tasks(threads);
    for (int i = 0; i < count; ++i) tasks[i % threads].insert(static_cast<uint32_t>(col_[i]));
    Sample launch{"strides", 2, 16, {}};
    expect(launch.array(col_).array(x_).array(std::vector<float>(col_.size())).number(count), tasks);
  }
  void sharesRowsAmongLanes() {
    std::vector<std::set<uint32_t>> tasks(4 * rows);
    for (int r = 0; r < rows; ++r) {
      for (int j = row_[r]; j < row_[r + 1]; ++j)
        tasks[4 * r + (j - row_[r]) % 4].insert(static_cast<uint32_t>(col_[j]));
    }
    Sample launch{"lanes", 4 * rows / 16, 16, {}};
    expect(launch.array(row_).array(col_).array(x_).array(y_).number(rows), tasks);
  }
  void followsAFrontier() {
    std::vector<int> nodes, cost(width), next(width);
    for (int n = 0; n < 20; ++n) nodes.push_back(n * 7 % rows);
    for (int v = 0; v < width; ++v) cost[v] = v % 6;
    std::vector<std::set<uint32_t>> tasks;
    for (const int node : nodes) {
      std::set<uint32_t> task{static_cast<uint32_t>(node), static_cast<uint32_t>(node + 1)};
      for (int j = row_[node]; j < row_[node + 1]; ++j) {
        task.insert(static_cast<uint32_t>(rows + 1 + col_[j]));
        if (cost[col_[j]] > 3) task.insert(static_cast<uint32_t>(rows + 1 + width + col_[j]));
      }
      tasks.push_back(task);
    }
    expect(sample("frontier").array(nodes).array(row_).array(col_).array(cost).array(next).number(20), tasks);
  }
  void followsTwoHops() {
    std::vector<int> col;
    for (const int c : col_) col.push_back(c);
    std::vector<std::set<uint32_t>> tasks(rows);
    for (int t = 0; t < rows; ++t) {
      for (int j = row_[t]; j < row_[t + 1]; ++j) {
        const int via = col_[j];
        tasks[t].insert({static_cast<uint32_t>(via), static_cast<uint32_t>(via + 1)});
        for (int k = row_[via]; k < row_[via + 1]; ++k) tasks[t].insert(static_cast<uint32_t>(rows + 1 + col_[k]));
      }
    }
    expect(sample("twoHops").array(row_).array(col_).array(x_).array(y_).number(rows), tasks);
  }
  void readsAllDimensionsOfACenter() {
    const int dimensions = 3, count = 50;
    std::vector<int> member;
    std::vector<std::set<uint32_t>> tasks;
    for (int t = 0; t < count; ++t) {
      const auto m = static_cast<uint32_t>(t * 5 % 7);
      member.push_back(static_cast<int>(m));
      tasks.push_back({3 * m, 3 * m + 1, 3 * m + 2});
    }
    expect(sample("centers")
               .array(member)
               .array(std::vector<float>(7 * dimensions))
               .array(std::vector<float>(count * dimensions))
               .array(std::vector<float>(count))
               .number(count)
               .number(dimensions),
           tasks);
  }

  void saysWhatIsNotKnown() {
    expectError(
        sample("masked").array(std::vector<int>(rows, 1)).array(row_).array(col_).array(x_).array(y_).number(rows),
        "the kernel writes `mask`");
    expect(sample("halfKnown").array(row_).array(col_).array(x_).array(x_).array(y_).number(rows), rowsOfColumns(),
           "line 124 (a floating-point comparison");
    std::vector<std::set<uint32_t>> first;
    for (int t = 0; t < rows; ++t) first.push_back({static_cast<uint32_t>(col_[row_[t]])});
    expect(sample("untilFull").array(row_).array(col_).array(x_).array(y_).number(rows), first,
           "line 135 (a floating-point");
    // What the first round picks is known: of x, and of next itself.
    const std::vector<int> next{3, 2, -1, 1};
    expect(sample("chain").array(next).array(x_).array(y_).number(4), {{3, 43}, {2, 42}, {}, {1, 41}},
           "loop-carried value of `at`");
  }
  void refusesWhatNoLaunchHas() {
    const std::vector<float> values(col_.size());
    const auto with = [&](const std::vector<int>& row, bool isCaptured) {
      return sample("spmv").array(row, isCaptured).array(col_).array(values).array(x_).array(y_).number(rows);
    };
    expectError(with(row_, false), "`row` is not in the capture");
    std::vector<int> absurd = row_;
    absurd[1] = 2000000000;
    expectError(with(absurd, true), "steps in the loop at line 7");
    // A row that ends behind the last column: what is there was read.
    std::vector<int> late = row_;
    late.back() += 5;
    expect(with(late, true), rowsOfColumns(), "`col` is read past its end");
    Sample changed = with(row_, true);
    changed.arguments[0].after->at(0) = 9;
    expect(
        changed,
        [&] {
          auto tasks = rowsOfColumns();
          tasks[0].clear();
          return tasks;
        }(),
        "`row` changes during the launch");
    std::vector<int> wild = col_;
    wild[0] = 1 << 30;
    auto tasks = rowsOfColumns();
    tasks[0].clear();
    expect(sample("spmv").array(row_).array(wild).array(values).array(x_).array(y_).number(rows), tasks,
           "`x` is touched past its end");
    expectError(sample("other").array(row_), "There is no kernel `other`");
  }
  void stops() {
    std::stop_source stop;
    stop.request_stop();
    const auto found = read(sample("chain").array(std::vector<int>{0}).array(x_).array(y_).number(1), stop.get_token());
    QVERIFY(!found.ok());
    QCOMPARE(found.error().kind, ErrorKind::cancelled);
  }
};

QTEST_GUILESS_MAIN(LaunchTasksTest)
#include "launch_tasks_test.moc"
