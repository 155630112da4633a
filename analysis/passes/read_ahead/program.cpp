#include "analysis/passes/read_ahead/program.h"

#include <algorithm>
#include <map>

#include "analysis/passes/read_ahead/applicability.h"
#include "analysis/passes/read_ahead/cache_lines.h"
#include "analysis/passes/read_ahead/expression_code.h"
#include "analysis/passes/read_ahead/fetch_functions.h"
#include "analysis/passes/read_ahead/program_text.h"
#include "analysis/passes/read_ahead/slice.h"

namespace warpwright::preexecution {
namespace {

std::string at(uint32_t line) {
  return "line " + std::to_string(line);
}
std::string count(size_t number, const char* one, const char* many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

class ProgramWriter {
 public:
  ProgramWriter(const KernelModel& model, const ProgramOptions& options)
      : model_(model),
        options_(options),
        names_(model),
        code_(model, names_),
        slice_(sliceOf(model)),
        functions_(model, names_, code_) {}

  Result<Program> write() {
    const Applicability applicability = applicabilityTo(model_, slice_);
    if (applicability.verdict != VerdictKind::applicable) return inputError(applicability.reason);
    std::string body;
    walkLevel(0, 2, body);  // writes the functions, too: they name the fields that the header declares
    Program program;
    program.name = model_.name + "_preexecution";
    program.heavyweight = slice_.heavyweight();
    program.fetches = slice_.fetches;
    program.leftOut = slice_.leftOut;
    for (const Slice::Note& note : slice_.notes) program.notes.push_back(toText(note.text));
    program.header = fillIn(headerText());
    marks_.push_back({"FUNCTIONS", functions_.text()});
    marks_.push_back({"BODY", body});
    marks_.push_back({"STATE", state_});
    program.source = fillIn(sourceText());
    program.explanation = explanation(program);
    program.fields = fieldsOf();
    program.modelSource =
        "extern \"C\" void warpwright_load(const void*, unsigned long);\n" +
        inOneText(program, "    warpwright_load(static_cast<const char*>(buffer.data) + offset, sizeof value);\n") +
        modelEntryText();
    program.librarySource = inOneText(program, "") + libraryEntryText();
    return program;
  }

 private:
  /// Replaces @MARK@ by what is known. `loadHook`: what stands before each load.
  std::string fillIn(std::string text, const std::string& loadHook = "") {
    if (marks_.empty()) {
      marks_ = {{"NAME", model_.name + "_preexecution"},
                {"KERNEL", model_.name},
                {"SIGNATURE", model_.signature},
                {"FIELDS", fields()},
                {"UNROLL", std::to_string(std::max(1u, options_.unrollFactor))},
                {"BATCH", std::to_string(options_.batchSize)},
                {"SKIP", std::to_string(options_.skipFactor)},
                {"CONCURRENT", std::to_string(std::max(1u, options_.concurrentBlocks))},
                {"BLOCK", blockDefaults()},
                {"CHECKBLOCK", blockCheck()},
                {"DEVICE", options_.device.empty() ? "the GPU" : options_.device},
                {"CALLS", calls()},
                {"WIDTH", extentText(0)},
                {"HEIGHT", extentText(1)},
                {"DEPTH", extentText(2)},
                {"BLOCKAT", blockAt()},
                {"BLOCKS", blockCount()}};
    }
    for (const auto& [mark, value] : marks_) replaceAll(text, "@" + mark + "@", value);
    replaceAll(text, "@LOADHOOK@", loadHook);
    return text;
  }
  static void replaceAll(std::string& text, const std::string& word, const std::string& value) {
    for (size_t from = text.find(word); from != std::string::npos; from = text.find(word, from + value.size())) {
      text.replace(from, word.size(), value);
    }
  }
  /// What the compiler knows of the block shape it need not divide by.
  std::string extentText(size_t dimension) const {
    if (model_.block[dimension]) return std::to_string(*model_.block[dimension]) + "u";
    return std::string("launch.block.") + "xyz"[dimension];
  }

  /// Which of a block's numbers the functions use. Blocks that differ in others touch the same: one stands for all of
  /// them.
  bool usesBlock(char dimension) const {
    return functions_.text().find(std::string("t.block.") + dimension) != std::string::npos;
  }
  std::string blockAt() const {
    if (usesBlock('z')) {
      return "\n          {uint32_t(block % launch.grid.x), uint32_t(block / launch.grid.x % launch.grid.y),\n"
             "           uint32_t(block / launch.grid.x / launch.grid.y)}";
    }
    if (usesBlock('y')) return "{uint32_t(block % launch.grid.x), uint32_t(block / launch.grid.x), 0}";
    return "{uint32_t(block), 0, 0}";
  }
  std::string blockCount() const {
    if (usesBlock('z')) return "uint64_t(launch.grid.x) * launch.grid.y * launch.grid.z";
    if (usesBlock('y')) return "uint64_t(launch.grid.x) * launch.grid.y";
    return "launch.grid.x";
  }

  std::vector<ProgramField> fieldsOf() const {
    std::vector<ProgramField> fields;
    for (const FieldNames::Buffer& buffer : names_.buffers()) {
      const MemoryObject& object = model_.object(buffer.object);
      fields.push_back({buffer.name, true, object.argumentIndex, object.argumentIndex < 0 ? object.name : "", 0});
    }
    for (const FieldNames::Scalar& scalar : names_.scalars()) {
      const auto& parameters = model_.parameterNames;
      const auto found = std::find(parameters.begin(), parameters.end(), scalar.argument);
      const int argument = found == parameters.end() ? -1 : static_cast<int>(found - parameters.begin());
      fields.push_back({scalar.name, false, argument, "", std::max(1u, scalar.width / 8u)});
    }
    return fields;
  }

  /// Header, source and the function that fills the fields in. `loadHook`: what stands before each load.
  std::string inOneText(const Program& program, const std::string& loadHook) {
    std::string source = fillIn(sourceText(), loadHook);
    replaceAll(source, "#include \"" + program.name + ".h\"\n", "");
    std::string header = program.header;
    replaceAll(header, "#pragma once\n", "");
    std::string values;
    size_t next = 0;
    for (const ProgramField& field : program.fields) {
      const std::string value = "fields[" + std::to_string(next++) + "]";
      if (field.isBuffer) {
        values += "  a." + field.name + " = {reinterpret_cast<const void*>(" + value + "), fields[" +
                  std::to_string(next++) + "]};\n";
      } else {
        values += "  a." + field.name + " = static_cast<decltype(a." + field.name + ")>(" + value + ");\n";
      }
    }
    std::string entry = entryText();
    replaceAll(entry, "@NAME@", program.name);
    replaceAll(entry, "@VALUES@", values);
    return header + source + entry;
  }

  /// The block shape is in the index forms where the launches fix it.
  std::string blockDefaults() const {
    std::string text;
    for (size_t i = 0; i < 3; ++i) text += (i ? ", " : "") + std::to_string(model_.block[i].value_or(1));
    return text;
  }
  std::string blockCheck() const {
    std::string text;
    for (size_t i = 0; i < 3; ++i) {
      if (!model_.block[i]) continue;
      text += (text.empty() ? "" : " || ") + std::string("launch.block.") + "xyz"[i] +
              " != " + std::to_string(*model_.block[i]);
    }
    if (text.empty()) return text;
    return "  if (" + text + ") return 0;  // its addresses are those of another block shape\n";
  }

  std::string fields() {
    std::string text;
    for (const FieldNames::Buffer& buffer : names_.buffers()) {
      const MemoryObject& object = model_.object(buffer.object);
      const std::string what = object.argumentIndex >= 0 ? "argument " + std::to_string(object.argumentIndex)
                                                         : "the device variable `" + object.name + "`";
      text += "  Buffer " + buffer.name + ";   // " + what + ", elements of type " + object.elementType + "\n";
    }
    for (const FieldNames::Scalar& scalar : names_.scalars()) {
      text +=
          "  " + typeOfWidth(scalar.width) + " " + scalar.name + " = 0;   // `" + scalar.argument + "` of the kernel\n";
    }
    return text;
  }

  /// The unrolled calls of `fetch`, one a line, as in Figures 3 and 7.
  std::string calls() const {
    std::string text, sum;
    for (uint32_t i = 0; i < std::max(1u, options_.unrollFactor); ++i) {
      const std::string n = std::to_string(i);
      text += "      const uint64_t a" + n + " = fetch(thread_id + skip_factor * " + n + ");\n";
      sum += (i ? " + a" : "a") + n;
    }
    return text + "      sum += " + sum + ";";
  }

  // --- the loops over threads and rounds

  void walkLevel(size_t index, size_t depth, std::string& body) {
    const Level& level = slice_.levels[index];
    for (const Level::Item& item : level.items) {
      if (item.inner) {
        walkLoop(*item.inner, depth, body);
        continue;
      }
      walkRun(level, item.fetches, depth, body);
    }
  }

  /// All threads that are in the round touch the same.
  bool isForAll(const Level& level, const Fetch& fetch) {
    const std::vector<SymbolId> symbols = model_.pool.symbolsOf(model_.access(fetch.access).offset);
    return level.loop.isValid() &&
           std::all_of(symbols.begin(), symbols.end(),
                       [&](SymbolId id) {
                         const SymbolKind kind = model_.pool.symbolAt(id).kind;
                         return kind == SymbolKind::argument || kind == SymbolKind::blockSize ||
                                kind == SymbolKind::gridSize || kind == SymbolKind::loopCounter;
                       }) &&
           beyondRound(level, fetch.guard).conditions.empty();
  }

  /// Functions for a run of fetches, and their calls: for one thread what is the same for all of them, and the rest for
  /// all threads of the blocks that run at once.
  void walkRun(const Level& level, const std::vector<Fetch>& fetches, size_t depth, std::string& body) {
    const std::vector<Fetch> kept = oncePerLine(model_, fetches, options_.lineBytes);
    std::vector<Fetch> forAll, each;
    for (const Fetch& fetch : kept) (isForAll(level, fetch) ? forAll : each).push_back(fetch);
    if (!forAll.empty() && !each.empty()) {
      const std::string name = functions_.write(level, forAll, /*once=*/true).name;
      body += std::string(2 * depth, ' ') + "sum += " + name + "(a, launch, first" + roundArguments(level) + ");\n";
      return walkEach(level, each, depth, body);
    }
    walkEach(level, kept, depth, body);
  }

  /// The rounds that the functions of a level take, behind other arguments.
  std::string roundArguments(const Level& level) const {
    std::string text;
    for (const std::string& round : roundsAround(model_, level.loop)) text += ", " + round;
    return text;
  }

  void walkEach(const Level& level, const std::vector<Fetch>& fetches, size_t depth, std::string& body) {
    const auto reserved = reserved_.extract(&level);
    const std::string beyond = reserved ? reserved.mapped() : nextBeyond();
    const auto [name, evenOffsets] = functions_.write(level, fetches, /*once=*/false);
    const std::string rounds = roundArguments(level) + (level.loop.isValid() ? ", active" : ""),
                      arguments = "a, launch, n" + rounds;
    const std::string over = "over(first, count, " + beyond;
    const std::string indent(2 * depth, ' ');
    if (evenOffsets == 0) {
      body += indent + "sum += pace." + over + ", [&](uint64_t n) { return " + name + "(" + arguments + "); });\n";
      return;
    }
    const std::string even = "even" + beyond.substr(std::string("beyond").size());
    state_ += "  Even<" + std::to_string(evenOffsets) + "> " + even + ";\n";
    body += indent + "sum += pace." + over + ",\n" + indent + "    [&](uint64_t n) { return " + name + "(" + arguments +
            "); },\n" + indent + "    [&](uint64_t n) { return " + fetchEvenlyName(name) + "(a, " + even +
            ", n); },\n" + indent + "    [&](uint64_t n, uint64_t last) { return " + evenlyName(name) +
            "(a, launch, n, last" + rounds + ", " + even + "); });\n";
  }

  /// A variable of the program: how far the fetches of one run have gone on beyond the blocks, or the round, that it
  /// was at.
  std::string nextBeyond() {
    const std::string name = "beyond" + (passes_++ == 0 ? std::string() : std::to_string(passes_));
    state_ += "  uint64_t " + name + " = 0;\n";
    return name;
  }

  /// What a round begins with. One that the skip factor leaves out says nothing of its threads; where only they know
  /// the end of the loop each round has to ask one, or it could go by unseen.
  std::string askedText(const Level& level, const std::string& indent) {
    const std::string beyond = reserved_.emplace(&level, nextBeyond()).first->second;
    if (level.uniformBound.isValid()) return indent + "bool active = " + beyond + " >= count;\n";
    return indent + "bool active = false;\n" + indent + "if (" + beyond + " >= count) " + beyond +
           " = 0;  // only its threads know where the loop ends\n";
  }

  void walkLoop(size_t index, size_t depth, std::string& body) {
    const Level& level = slice_.levels[index];
    const std::string indent(2 * depth, ' '), round = roundName(model_, level.loop);
    body += indent + "// the kernel loop at " + at(model_.loop(level.loop).range.begin.line) + "\n";
    std::string condition = "!stop";
    if (level.uniformBound.isValid()) {
      code_.begin({level.uniformBound});
      std::string bound = code_.text(level.uniformBound);
      const uint8_t width = model_.pool.at(level.uniformBound).width;
      if (level.signedBound)
        bound = "positive(int" + std::to_string(int{width}) + "_t(" + bound + "))";
      else
        bound = "uint64_t(" + bound + ")";
      condition = round + (level.boundIsLastRound ? " <= " : " < ") + bound + " && !stop";
    }
    const uint32_t step = roundsOfLine(model_, level, options_.lineBytes);
    const std::string next = step == 1 ? "++" + round : round + " += " + std::to_string(step);
    body += indent + "for (uint64_t " + round + " = 0; " + condition + "; " + next + ") {" +
            (step == 1 ? "" : "  // rounds of one cache line") + "\n";
    // A level that only holds another loop has no thread of its own to ask.
    const bool fetches =
        std::any_of(level.items.begin(), level.items.end(), [](const Level::Item& item) { return !item.inner; });
    const bool asks = fetches || !level.uniformBound.isValid();
    if (asks) body += askedText(level, indent + "  ");
    if (asks && !fetches) walkRun(level, {}, depth + 1, body);
    walkLevel(index, depth + 1, body);
    if (asks) body += indent + "  if (!active) break;\n";
    body += indent + "}\n";
  }

  /// The launch that the program was written for; null where none is known.
  const Launch* launchOfModel() const {
    for (const Launch& launch : model_.launches) {
      if (launch.at.isValid() && launch.block == model_.block) return &launch;
    }
    return nullptr;
  }

  /// What the host code must say, in full as far as it is known here.
  std::string linesToAdd(const Program& program) const {
    const Launch* launch = launchOfModel();
    std::string text = "## What you add\nCompile `" + program.name +
                       ".cpp` with the program, and write, with the addresses that "
                       "the CPU has for the same memory (mapped or unified; managed only where "
                       "cudaDevAttrConcurrentManagedAccess is 1, since the CPU reads "
                       "while the kernel runs):\n\n```cpp\n#include \"" +
                       program.name + ".h\"\n\n  " + program.name + "::Arguments ahead;\n";
    for (const FieldNames::Buffer& buffer : names_.buffers()) {
      const MemoryObject& object = model_.object(buffer.object);
      const std::string what = object.argumentIndex >= 0
                                   ? "argument " + std::to_string(object.argumentIndex) + " of the launch"
                                   : "`" + object.name + "`";
      text += "  ahead." + buffer.name + " = {" + buffer.name + ", " + buffer.name + "_bytes};   // " + what +
              ", and its size\n";
    }
    for (const FieldNames::Scalar& scalar : names_.scalars()) {
      text += "  ahead." + scalar.name + " = " + scalar.argument + ";\n";
    }
    const auto shape = [](const std::array<std::optional<uint32_t>, 3>& extents, const std::string& name) {
      if (!extents[0]) return name + ".x, " + name + ".y, " + name + ".z";
      return std::to_string(*extents[0]) + ", " + std::to_string(extents[1].value_or(1)) + ", " +
             std::to_string(extents[2].value_or(1));
    };
    text += "  " + model_.name + "<<<...>>>(...);" + (launch ? "   // as at " + at(launch->at.line) : "") +
            "\n  {\n    " + program.name + "::BesideLaunch beside(ahead, {{" +
            shape(launch ? launch->grid : std::array<std::optional<uint32_t>, 3>{}, "grid") + "}, {" +
            shape(model_.block, "block") +
            "}});\n    cudaDeviceSynchronize();\n  }   // the program stops here\n```\n\n## How it runs\n";
    return text;
  }

  std::string explanation(const Program& program) const {
    std::string text = "# Pre-execution of `" + model_.name + "`\n\n" + "`" + program.name +
                       ".cpp` reads ahead of the GPU what the kernel will read or write: " +
                       count(program.fetches, "access", "accesses") + ", in " +
                       (program.heavyweight ? "functions for its loops (HWST)" : "one function (LWST)") +
                       ". It computes nothing but addresses and never writes. It helps only where CPU and GPU share "
                       "the last cache.\n\n" +
                       linesToAdd(program) + "It goes through the blocks " +
                       std::to_string(std::max(1u, options_.concurrentBlocks)) + " at a time, as many as " +
                       (options_.device.empty() ? "the GPU" : options_.device) +
                       " runs at once, and fetches for one thread in `skip_factor`. "
                       "With a counter of L3 hits the skip factor adapts itself; without, it stays as it is set.\n";
    if (!program.notes.empty()) text += "\n## Left out\n";
    for (const std::string& note : program.notes) text += "- " + note + "\n";
    return text +
           "\nAfter Yang, Xiang, Mantor, Zhou, *CPU-Assisted GPGPU on Fused CPU-GPU Architectures*, HPCA 2012.\n";
  }

  const KernelModel& model_;
  const ProgramOptions& options_;
  FieldNames names_;
  ExpressionCode code_;
  Slice slice_;
  FetchFunctions functions_;
  std::string state_;
  int passes_ = 0;
  std::map<const Level*, std::string> reserved_;  ///< variables of loops whose first run of fetches is not written yet
  std::vector<std::pair<std::string, std::string>> marks_;
};

}  // namespace

Result<Program> writeProgram(const KernelModel& model, const ProgramOptions& options) {
  return ProgramWriter(model, options).write();
}

}  // namespace warpwright::preexecution
