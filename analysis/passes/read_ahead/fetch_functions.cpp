#include "analysis/passes/read_ahead/fetch_functions.h"

#include <algorithm>

namespace warpwright::preexecution {
namespace {

std::string loadedType(const Access& access) {
  const uint32_t bytes = access.bytes >= 8 ? 8 : access.bytes >= 4 ? 4 : access.bytes >= 2 ? 2 : 1;
  return typeOfWidth(static_cast<uint8_t>(8 * bytes));
}

/// The text of the program in a comment of this one, which has marks of its own.
std::string withoutMarks(std::string text) {
  std::replace(text.begin(), text.end(), '@', ' ');
  return text;
}

void closeGuard(int opened, std::string& indent, std::string& body) {
  for (; opened > 0; --opened) {
    indent.resize(indent.size() - 2);
    body += indent + "}\n";
  }
}

size_t placeOf(const std::vector<ExpressionId>& offsets, ExpressionId offset) {
  return static_cast<size_t>(std::find(offsets.begin(), offsets.end(), offset) - offsets.begin());
}

void keepEachOnce(std::vector<ExpressionId>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::string evenlyName(const std::string& name) {
  return "evenly" + name.substr(std::string("memory_fetch").size());
}
std::string fetchEvenlyName(const std::string& name) {
  return "memory_fetch_" + evenlyName(name);
}

std::vector<std::string> roundsAround(const KernelModel& model, LoopId loop) {
  std::vector<std::string> rounds;
  for (; loop.isValid(); loop = model.loop(loop).parent) rounds.insert(rounds.begin(), roundName(model, loop));
  return rounds;
}

/// `load`: the function that loads; `offset`: the text of the offset.
std::string FetchFunctions::fetchText(const Fetch& fetch, const std::string& load, const std::string& offset,
                                      const std::string& indent) {
  const Access& access = model_.access(fetch.access);
  const char* kind = access.kind == AccessKind::read    ? ""
                     : access.kind == AccessKind::write ? ", a store"
                                                        : ", an atomic";
  return indent + "sum += " + load + "<" + loadedType(access) + ">(a." + names_.of(access.object) + ", " + offset +
         ");  // `" + withoutMarks(access.text) + "` at line " + std::to_string(lineOfAccess(access)) + kind + "\n";
}

/// Opens `if`s for a guard: first what costs nothing to ask, then what must be read. Gives how many were opened.
int FetchFunctions::openGuard(const Guard& guard, const std::vector<ExpressionId>& roots, std::string& indent,
                              std::string& body) {
  std::vector<ExpressionId> free, reading;
  for (const ExpressionId condition : guard.conditions)
    (code_.readsMemory(condition) ? reading : free).push_back(condition);
  int opened = 0;
  const auto open = [&](const std::vector<ExpressionId>& conditions) {
    if (conditions.empty()) return;
    body += indent + "if (" + code_.conjunction(conditions) + ") {\n";
    indent += "  ";
    ++opened;
  };
  open(free);
  body += code_.names(roots, true, indent);
  open(reading);
  return opened;
}

std::string FetchFunctions::nameOf(const Level& level, bool once) {
  std::string name = once ? "memory_fetch_for_all" : "memory_fetch_for_thread";
  if (level.loop.isValid()) name += "_loop_" + std::to_string(model_.loop(level.loop).range.begin.line);
  const int again = used_[name]++;
  return again > 0 ? name + "_" + std::to_string(again + 1) : name;
}

std::string FetchFunctions::bodyOf(const Run& run, bool once) {
  const auto& [level, fetches, stays] = run;
  std::vector<ExpressionId> roots;
  for (const Fetch& fetch : fetches) {
    roots.push_back(model_.access(fetch.access).offset);
    roots.insert(roots.end(), fetch.guard.conditions.begin(), fetch.guard.conditions.end());
  }
  roots.insert(roots.end(), stays.begin(), stays.end());
  code_.begin(roots);
  std::string indent = "  ", body = code_.names(roots, false, indent);
  if (level.loop.isValid()) {
    // A thread that has left the loop fetches nothing more; the loop ends when none is in it.
    if (!stays.empty()) body += indent + "if (!(" + code_.conjunction(stays) + ")) return 0;\n";
    if (!once) body += indent + "active = true;\n";
  }
  body += indent + "uint64_t sum = 0;\n";
  for (size_t i = 0; i < fetches.size();) {
    size_t end = i + 1;
    while (end < fetches.size() && fetches[end].guard.conditions == fetches[i].guard.conditions) ++end;
    const Guard guard = beyondRound(level, fetches[i].guard);
    std::vector<ExpressionId> inside(guard.conditions);
    for (size_t k = i; k < end; ++k) inside.push_back(model_.access(fetches[k].access).offset);
    code_.openScope();
    const int opened = openGuard(guard, inside, indent, body);
    for (; i < end; ++i)
      body += fetchText(fetches[i], "load", code_.text(model_.access(fetches[i].access).offset), indent);
    code_.closeScope();
    closeGuard(opened, indent, body);
  }
  return body;
}

FetchFunction FetchFunctions::write(const Level& level, const std::vector<Fetch>& fetches, bool once) {
  Run run{level, fetches, level.stays.conditions};
  std::erase(run.stays, level.ensured);  // the loop over rounds asks it
  std::string where = "outside of loops", parameters = "const Arguments& a, const Launch& launch, uint64_t n";
  if (level.loop.isValid()) {
    where = "in one round of the loop at line " + std::to_string(model_.loop(level.loop).range.begin.line);
    for (const std::string& round : roundsAround(model_, level.loop))
      parameters += ", [[maybe_unused]] uint64_t " + round;
    if (!once) parameters += ", bool& active";
  }
  const std::string name = nameOf(level, once);
  text_ += "/// What " + std::string(once ? "every thread" : "thread n") + " touches " + where + ".\ninline uint64_t " +
           name + "([[maybe_unused]] " + parameters +
           ") {\n  [[maybe_unused]] const Thread t = threadAt(launch, n);\n" + bodyOf(run, once) +
           "  return sum;\n}\n\n";
  return {name, once || fetches.empty() ? 0 : writeEvenly(run, name)};
}

/// Two functions: one says whether the offsets of all threads from one to another rise evenly and stay inside of the
/// buffers, and how they rise; the other one fetches for such a thread. Gives how many offsets; 0: nothing is written,
/// it cannot be told.
size_t FetchFunctions::writeEvenly(const Run& run, const std::string& name) {
  const auto& [level, fetches, stays] = run;
  std::vector<ExpressionId> offsets, conditions(stays);
  for (const Fetch& fetch : fetches) {
    offsets.push_back(model_.access(fetch.access).offset);
    conditions.insert(conditions.end(), fetch.guard.conditions.begin(), fetch.guard.conditions.end());
  }
  std::erase(conditions, level.ensured);
  keepEachOnce(offsets);
  keepEachOnce(conditions);
  const auto numbers = evenNumbersOf(model_, offsets, conditions);
  if (!numbers) return 0;
  std::string rounds;
  for (const std::string& round : roundsAround(model_, level.loop)) rounds += ", [[maybe_unused]] uint64_t " + round;
  if (level.loop.isValid()) rounds += ", bool& active";
  const std::string even = "Even<" + std::to_string(offsets.size()) + ">& even",
                    size = std::to_string(offsets.size() + numbers->size());
  text_ +=
      "/// Whether the offsets of all threads from n to last rise evenly, inside of the buffers: no number wraps on "
      "the way.\n"
      "inline bool " +
      evenlyName(name) + "([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, uint64_t last" +
      rounds + ", " + even + ") {\n  uint64_t from[" + size + "], to[" + size + "];\n" +
      numbersText(offsets, *numbers, conditions) +
      "  if (last - n >= 65536 || !numbersOf(threadAt(launch, n), from) || !numbersOf(threadAt(launch, last), to)" +
      evenTests(offsets, *numbers, fetches) + ") return false;\n" + (level.loop.isValid() ? "  active = true;\n" : "") +
      "  even.between(n, last, from, to);\n  return true;\n}\n\n"
      "/// The same for a thread of which that is known.\n"
      "inline uint64_t " +
      fetchEvenlyName(name) + "(const Arguments& a, const " + even + ", uint64_t n) {\n  uint64_t sum = 0;\n";
  for (const Fetch& fetch : fetches) {
    const size_t place = placeOf(offsets, model_.access(fetch.access).offset);
    text_ += fetchText(fetch, "loadInside", "even.offset(n, " + std::to_string(place) + ")", "  ");
  }
  text_ += "  return sum;\n}\n\n";
  return offsets.size();
}

/// `numbersOf`: a thread's offsets, and behind them the numbers that must not wrap; false where it touches nothing.
std::string FetchFunctions::numbersText(const std::vector<ExpressionId>& offsets,
                                        const std::vector<EvenNumber>& numbers,
                                        const std::vector<ExpressionId>& conditions) {
  std::vector<ExpressionId> roots(offsets);
  for (const EvenNumber& one : numbers) roots.push_back(one.number);
  roots.insert(roots.end(), conditions.begin(), conditions.end());
  code_.begin(roots);
  std::string text = "  const auto numbersOf = [&]([[maybe_unused]] const Thread& t, uint64_t* at) {\n" +
                     code_.names(roots, false, "    ");
  size_t next = 0;
  for (const ExpressionId offset : offsets)
    text += "    at[" + std::to_string(next++) + "] = " + code_.text(offset) + ";\n";
  for (const EvenNumber& one : numbers) {
    text += "    at[" + std::to_string(next++) + "] = " + (one.isSigned ? "extended(" : "uint64_t(") +
            code_.text(one.number) + ");\n";
  }
  text += "    return " + (conditions.empty() ? "true" : code_.conjunction(conditions)) + ";\n  };\n";
  code_.begin({});
  return text;
}

std::string FetchFunctions::evenTests(const std::vector<ExpressionId>& offsets, const std::vector<EvenNumber>& numbers,
                                      const std::vector<Fetch>& fetches) {
  std::string tests;
  size_t next = offsets.size();
  for (const EvenNumber& one : numbers) {
    const std::string i = std::to_string(next++);
    std::string distance = "last - n";
    if (one.factor != 1) distance = "(last - n) * uint64_t(" + std::to_string(one.factor) + ")";
    if (one.by.isValid())
      distance = (one.factor == 1 ? "(last - n)" : distance) + " * extended(" + code_.text(one.by) + ")";
    tests += "\n      || to[" + i + "] - from[" + i + "] != " + distance;
  }
  for (const Fetch& fetch : fetches) {
    const Access& access = model_.access(fetch.access);
    const std::string test = "!isInside<" + loadedType(access) + ">(a." + names_.of(access.object) + ", ";
    const std::string i = std::to_string(placeOf(offsets, access.offset));
    tests += "\n      || " + test + "from[" + i + "]) || " + test + "to[" + i + "])";
  }
  return tests;
}

}  // namespace warpwright::preexecution
