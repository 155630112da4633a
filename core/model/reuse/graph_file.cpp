#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <numeric>

#include "core/base/file.h"
#include "core/base/regular_file.h"
#include "core/model/reuse/task_graph.h"

namespace warpwright {
namespace {

/// Reads numbers and lines from a text that lies in memory whole; knows its line for messages.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool atEnd() const { return at_ == end_; }
  uint64_t line() const { return line_; }
  /// Of the whole text, in bytes.
  uint64_t size() const { return size_; }
  char peek() const { return *at_; }

  /// The rest of this line, without its end.
  std::string_view restOfLine() {
    const char* stop = static_cast<const char*>(std::memchr(at_, '\n', static_cast<size_t>(end_ - at_)));
    if (!stop) stop = end_;
    std::string_view text(at_, static_cast<size_t>(stop - at_));
    at_ = stop == end_ ? end_ : stop + 1;
    ++line_;
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
  }

  void skipBlanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  /// Skips white space, line ends included.
  void skipSpace() {
    while (at_ != end_ && std::isspace(static_cast<unsigned char>(*at_))) line_ += *at_++ == '\n';
  }
  /// A decimal number without sign, which must not run into other characters.
  bool number(uint64_t& value) {
    skipBlanks();
    if (at_ == end_ || *at_ < '0' || *at_ > '9') return false;
    value = 0;
    while (at_ != end_ && *at_ >= '0' && *at_ <= '9') {
      if (value > UINT64_MAX / 16) return false;
      value = value * 10 + static_cast<uint64_t>(*at_++ - '0');
    }
    return at_ == end_ || std::isspace(static_cast<unsigned char>(*at_));
  }

 private:
  const char* at_;
  const char* end_;
  uint64_t size_ = static_cast<uint64_t>(end_ - at_);
  uint64_t line_ = 1;
};

Error badLine(const std::filesystem::path& file, uint64_t line, const std::string& what) {
  return inputError(file.string() + ", line " + std::to_string(line) + ": " + what,
                    SourceRange{{file.string(), static_cast<uint32_t>(line), 1}, 0, 0});
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Whoever works on a graph takes memory for each of its objects: a small file may not promise billions of them.
Status checkPromise(const std::filesystem::path& file, uint64_t objects, uint64_t bytes) {
  constexpr uint64_t always = uint64_t{1} << 24, forEachByte = 64;
  if (objects <= always || objects / forEachByte <= bytes) return {};
  return inputError(file.string() + " promises " + std::to_string(objects) + " data objects, far more than its " +
                    std::to_string(bytes) + " bytes can name: it is cut off, or its first line is wrong.");
}

/// Puts (row, column) pairs into row-major order, stably, by counting.
void sortByRow(std::vector<uint32_t>& rows, std::vector<uint32_t>& columns, uint32_t rowCount, uint32_t columnCount) {
  const auto pass = [](std::vector<uint32_t>& key, std::vector<uint32_t>& other, uint32_t keys) {
    if (std::is_sorted(key.begin(), key.end())) return;
    std::vector<uint64_t> start(uint64_t{keys} + 1, 0);
    for (const uint32_t k : key) ++start[k + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<uint32_t> sortedKey(key.size()), sortedOther(key.size());
    for (size_t i = 0; i < key.size(); ++i) {
      const uint64_t to = start[key[i]]++;
      sortedKey[to] = key[i];
      sortedOther[to] = other[i];
    }
    key.swap(sortedKey);
    other.swap(sortedOther);
  };
  pass(columns, rows, columnCount);
  pass(rows, columns, rowCount);
}

/// What stands before the entries of a matrix.
struct MatrixHeader {
  bool symmetric = false;
  uint64_t rows = 0, columns = 0, entries = 0;
};

Result<MatrixHeader> readMatrixHeader(const std::filesystem::path& file, Scanner& scanner) {
  MatrixHeader matrix;
  const std::string header = lower(scanner.restOfLine());
  matrix.symmetric = header.find(" symmetric") != std::string::npos ||
                     header.find(" skew-symmetric") != std::string::npos ||
                     header.find(" hermitian") != std::string::npos;
  if (header.find(" coordinate") == std::string::npos) {
    return badLine(file, 1, "only matrices in coordinate form have non-zeros to partition; convert it first.");
  }
  while (!scanner.atEnd() && (scanner.peek() == '%' || scanner.peek() == '\n' || scanner.peek() == '\r'))
    scanner.restOfLine();
  const uint64_t sizeLine = scanner.line();
  if (!scanner.number(matrix.rows) || !scanner.number(matrix.columns) || !scanner.number(matrix.entries)) {
    return badLine(file, sizeLine, "expected three numbers: rows, columns and entries.");
  }
  scanner.restOfLine();
  if (matrix.rows + matrix.columns >= UINT32_MAX || matrix.entries >= UINT32_MAX / 2) {
    return badLine(file, sizeLine,
                   "the matrix is too large: at most 4 billion rows and columns and 2 billion entries.");
  }
  if (matrix.symmetric && matrix.rows != matrix.columns)
    return badLine(file, sizeLine, "a symmetric matrix must be square.");
  return matrix;
}

Result<GraphFile> readMatrix(const std::filesystem::path& file, Scanner& scanner) {
  const Result<MatrixHeader> header = readMatrixHeader(file, scanner);
  if (!header.ok()) return header.error();
  const auto [symmetric, rows, columns, entries] = *header;
  if (Status kept = checkPromise(file, rows + columns, scanner.size()); !kept.ok()) return kept.error();
  std::vector<uint32_t> row, column;
  // The header may promise more than the file holds: grow as entries come.
  row.reserve(std::min<uint64_t>(entries * (symmetric ? 2 : 1), 1u << 24));
  column.reserve(row.capacity());
  for (uint64_t i = 0; i < entries; ++i) {
    scanner.skipSpace();
    if (scanner.atEnd()) {
      return badLine(file, scanner.line(),
                     "the file ends after " + std::to_string(i) + " of " + std::to_string(entries) +
                         " entries; it may be cut off.");
    }
    uint64_t r = 0, c = 0;
    const uint64_t line = scanner.line();
    if (!scanner.number(r) || !scanner.number(c)) return badLine(file, line, "expected a row and a column number.");
    if (r < 1 || r > rows || c < 1 || c > columns) {
      return badLine(file, line,
                     "entry (" + std::to_string(r) + ", " + std::to_string(c) + ") lies outside a matrix of " +
                         std::to_string(rows) + " by " + std::to_string(columns) + ".");
    }
    scanner.restOfLine();
    row.push_back(static_cast<uint32_t>(r - 1));
    column.push_back(static_cast<uint32_t>(c - 1));
    if (symmetric && r != c) {
      row.push_back(static_cast<uint32_t>(c - 1));
      column.push_back(static_cast<uint32_t>(r - 1));
    }
  }
  if (row.empty()) return inputError(file.string() + " has no non-zeros: there is nothing to partition.");
  sortByRow(row, column, static_cast<uint32_t>(rows), static_cast<uint32_t>(columns));

  GraphFile result;
  result.kind = "matrix";
  result.rows = static_cast<uint32_t>(rows);
  result.columns = static_cast<uint32_t>(columns);
  if (symmetric) result.note = "symmetric pattern expanded to " + std::to_string(row.size()) + " non-zeros";
  std::vector<uint32_t> pairs(2 * row.size());
  for (size_t i = 0; i < row.size(); ++i) {
    pairs[2 * i] = column[i];
    pairs[2 * i + 1] = result.columns + row[i];
  }
  result.graph = TaskGraph::fromPairs(std::move(pairs), result.columns + result.rows);
  return result;
}

Result<GraphFile> readEdgeList(const std::filesystem::path& file, Scanner& scanner) {
  std::vector<uint32_t> pairs;
  uint32_t largest = 0;
  for (;;) {
    scanner.skipSpace();
    if (scanner.atEnd()) break;
    if (scanner.peek() == '#' || scanner.peek() == '%') {
      scanner.restOfLine();
      continue;
    }
    const uint64_t line = scanner.line();
    uint64_t ends[2] = {0, 0};
    if (!scanner.number(ends[0]) || !scanner.number(ends[1])) {
      return badLine(file, line,
                     "expected two numbers, the objects of one task (or a Matrix Market header, "
                     "%%MatrixMarket, in line 1).");
    }
    if (ends[0] >= UINT32_MAX - 1 || ends[1] >= UINT32_MAX - 1)
      return badLine(file, line, "an object number is too large.");
    scanner.restOfLine();
    for (const uint64_t end : ends) {
      pairs.push_back(static_cast<uint32_t>(end));
      largest = std::max(largest, static_cast<uint32_t>(end));
    }
  }
  if (pairs.empty()) return inputError(file.string() + " has no tasks: there is nothing to partition.");
  GraphFile result;
  result.kind = "edge list";
  result.graph = TaskGraph::fromPairs(std::move(pairs), largest + 1);
  return result;
}

/// True if the first line that is no comment holds a single number: a graph as Rodinia's bfs reads it. The scanner is a
/// copy.
bool startsWithOneNumber(Scanner scanner) {
  uint64_t number = 0;
  scanner.skipSpace();
  while (!scanner.atEnd() && (scanner.peek() == '#' || scanner.peek() == '%'))
    scanner.restOfLine(), scanner.skipSpace();
  if (!scanner.number(number)) return false;
  scanner.skipBlanks();
  return scanner.atEnd() || scanner.peek() == '\n';
}

/// The graph file of Rodinia's bfs: the number of nodes; for each node where its edges start and how many it has; the
/// source node; the number of edges; for each edge its target and a weight.
Result<GraphFile> readNodeLists(const std::filesystem::path& file, Scanner& scanner) {
  const auto next = [&scanner](uint64_t& value) {
    scanner.skipSpace();
    return scanner.number(value);
  };
  const auto missing = [&](const std::string& what) {
    if (scanner.atEnd()) return badLine(file, scanner.line(), "the file ends before " + what + "; it may be cut off.");
    return badLine(file, scanner.line(), "expected " + what + ".");
  };
  while (scanner.skipSpace(), !scanner.atEnd() && (scanner.peek() == '#' || scanner.peek() == '%'))
    scanner.restOfLine();
  uint64_t nodes = 0, source = 0, edges = 0;
  if (!next(nodes)) return missing("the number of nodes");
  if (nodes == 0) return inputError(file.string() + " has no nodes: there is nothing to partition.");
  if (nodes >= UINT32_MAX) return badLine(file, scanner.line(), "the graph is too large: at most 4 billion nodes.");
  std::vector<uint64_t> start, count;
  // The header may promise more than the file holds: grow as nodes come.
  for (uint64_t node = 0; node < nodes; ++node) {
    start.emplace_back();
    count.emplace_back();
    if (!next(start.back()) || !next(count.back())) {
      return missing("where the edges of node " + std::to_string(node) + " start and how many it has");
    }
  }
  if (!next(source)) return missing("the source node");
  if (!next(edges)) return missing("the number of edges");
  if (edges >= UINT32_MAX / 2) return badLine(file, scanner.line(), "the graph is too large: at most 2 billion edges.");
  std::vector<uint32_t> targets;
  for (uint64_t edge = 0; edge < edges; ++edge) {
    uint64_t target = 0, weight = 0;
    if (!next(target) || !next(weight)) return missing("target and weight of edge " + std::to_string(edge));
    if (target >= nodes) {
      return badLine(file, scanner.line(),
                     "edge " + std::to_string(edge) + " leads to node " + std::to_string(target) +
                         ", but nodes end at " + std::to_string(nodes - 1) + ".");
    }
    targets.push_back(static_cast<uint32_t>(target));
  }
  std::vector<uint32_t> pairs;
  for (uint64_t node = 0; node < nodes; ++node) {
    if (start[node] > edges || count[node] > edges - start[node]) {
      return inputError(file.string() + ": the edges of node " + std::to_string(node) + ", " +
                        std::to_string(count[node]) + " from " + std::to_string(start[node]) + ", lie outside its " +
                        std::to_string(edges) + " edges.");
    }
    if (pairs.size() / 2 + count[node] >= UINT32_MAX / 2) {
      return inputError(file.string() + ": its nodes share edges, and list more than 2 billion in all.");
    }
    for (uint64_t i = 0; i < count[node]; ++i) {
      pairs.insert(pairs.end(), {static_cast<uint32_t>(node), targets[start[node] + i]});
    }
  }
  if (pairs.empty()) return inputError(file.string() + " has no edges: there is nothing to partition.");
  GraphFile result;
  result.kind = "node lists";
  result.graph = TaskGraph::fromPairs(std::move(pairs), static_cast<uint32_t>(nodes));
  return result;
}

constexpr std::string_view taskListsMagic = "%%WarpwrightTasks";

/// See writeTaskLists.
Result<GraphFile> readTaskLists(const std::filesystem::path& file, std::string_view text) {
  text.remove_prefix(taskListsMagic.size());
  Scanner scanner(text);
  uint64_t tasks = 0, data = 0, perBlock = 0;
  if (!scanner.number(tasks) || !scanner.number(data) || !scanner.number(perBlock)) {
    return badLine(file, 1, "expected three numbers: tasks, data objects and tasks a block.");
  }
  if (tasks >= UINT32_MAX || data >= UINT32_MAX || perBlock >= UINT32_MAX)
    return badLine(file, 1, "the graph is too large: at most 4 billion tasks and data objects.");
  if (tasks == 0) return inputError(file.string() + " has no tasks: there is nothing to partition.");
  scanner.restOfLine();
  std::vector<uint64_t> start{0};
  std::vector<uint32_t> objects;
  for (uint64_t task = 0; task < tasks; ++task) {
    const uint64_t line = scanner.line();
    if (scanner.atEnd()) {
      return badLine(file, line,
                     "the file ends after " + std::to_string(task) + " of " + std::to_string(tasks) +
                         " tasks; it may be cut off.");
    }
    for (scanner.skipBlanks(); !scanner.atEnd() && scanner.peek() != '\n'; scanner.skipBlanks()) {
      uint64_t object = 0;
      if (!scanner.number(object)) return badLine(file, line, "expected the numbers of a task's data objects.");
      if (object >= data) {
        return badLine(file, line,
                       "object " + std::to_string(object) + " lies outside " + std::to_string(data) + " data objects.");
      }
      objects.push_back(static_cast<uint32_t>(object));
    }
    scanner.restOfLine();
    start.push_back(objects.size());
  }
  GraphFile result;
  result.kind = "task lists";
  result.tasksPerBlock = static_cast<uint32_t>(perBlock);
  result.graph = TaskGraph::fromLists(std::move(start), std::move(objects), static_cast<uint32_t>(data));
  return result;
}

/// Unpacks a .gz file in memory.
Result<std::string> unpack(const std::filesystem::path& file) {
  constexpr uint64_t mostBytes = uint64_t{1} << 36;
  gzFile packed = gzopen(file.c_str(), "rb");
  if (!packed) return Error{ErrorKind::io, file.string() + " cannot be opened.", std::nullopt};
  std::string text;
  constexpr size_t step = size_t{1} << 24;
  for (;;) {
    const size_t before = text.size();
    text.resize(before + step);
    const int count = gzread(packed, text.data() + before, step);
    text.resize(before + static_cast<size_t>(std::max(count, 0)));
    if (count <= 0 || text.size() > mostBytes) break;
  }
  // A file that was cut off is read to its end without complaint; closing it tells.
  int status = Z_OK;
  gzerror(packed, &status);
  const bool whole = gzclose_r(packed) == Z_OK && status == Z_OK;
  if (!whole)
    return inputError(file.string() + " is damaged or cut off: it cannot be unpacked. Try: gzip -t " + file.string());
  if (text.size() > mostBytes)
    return inputError(file.string() + " is larger than 64 GiB unpacked; that is not supported.");
  return text;
}

/// A graph is read as a whole, however large it is: look first whether it is a text, or packed.
Status checkStart(const std::filesystem::path& file) {
  const Result<FileStream> stream = openFileStream(file);
  if (!stream.ok()) return stream.error();
  char start[64];
  const std::string_view text(start, std::fread(start, 1, sizeof start, stream->get()));
  if (text.starts_with("\x1f\x8b") || text.find('\0') == std::string_view::npos) return {};
  return inputError(file.string() +
                    " is not a graph: it holds zero bytes. Name a Matrix Market file or a list of edges.");
}

Result<GraphFile> readText(const std::filesystem::path& file, const std::string& text, bool isMatrix) {
  Scanner scanner(text);
  if (lower(text.substr(0, 14)) == "%%matrixmarket") return readMatrix(file, scanner);
  if (text.starts_with(taskListsMagic)) return readTaskLists(file, text);
  if (isMatrix) return badLine(file, 1, "a Matrix Market file starts with %%MatrixMarket; this one does not.");
  return startsWithOneNumber(scanner) ? readNodeLists(file, scanner) : readEdgeList(file, scanner);
}

}  // namespace

Result<GraphFile> readGraph(const std::filesystem::path& file) {
  if (Status start = checkStart(file); !start.ok()) return start.error();
  Result<std::string> text = readFile(file, uint64_t{1} << 36);
  if (!text.ok()) return text.error();
  const bool packed = text->size() >= 2 && (*text)[0] == '\x1f' && (*text)[1] == '\x8b';
  if (packed) text = unpack(file);
  if (!text.ok()) return text.error();
  Result<GraphFile> graph = readText(file, *text, (packed ? file.stem() : file).extension() == ".mtx");
  if (!graph.ok()) return graph;
  if (Status kept = checkPromise(file, graph->graph.dataCount(), text->size()); !kept.ok()) return kept.error();
  return graph;
}

Status writeTaskLists(const std::filesystem::path& file, const TaskGraph& graph, uint32_t tasksPerBlock) {
  std::string text(taskListsMagic);
  for (const uint64_t number : {graph.taskCount(), uint64_t{graph.dataCount()}, uint64_t{tasksPerBlock}}) {
    text += " " + std::to_string(number);
  }
  text += '\n';
  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    const char* between = "";
    for (const uint32_t object : graph.dataOf(task)) {
      text += between + std::to_string(object);
      between = " ";
    }
    text += '\n';
  }
  return writeFileAtomically(file, text);
}

}  // namespace warpwright
