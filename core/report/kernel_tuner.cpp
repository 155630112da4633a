#include "core/report/kernel_tuner.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/json_text.h"
#include "core/kernel/kernel_name.h"

namespace warpwright {
namespace {

using nlohmann::json;
using Shape3 = std::array<uint32_t, 3>;

struct Choice {
  std::string name, folder, file;  ///< "variant_1", "grid_path.cu"
  Shape3 block{}, grid{};
};

constexpr std::array axes = {"x", "y", "z"};

/// A scalar type of C as the format names it; empty: it has no name for it.
std::string typeOf(const std::string& type) {
  static const std::map<std::string, std::string> names = {{"bool", "bool"},
                                                           {"char", "int8"},
                                                           {"signed char", "int8"},
                                                           {"unsigned char", "uint8"},
                                                           {"short", "int16"},
                                                           {"unsigned short", "uint16"},
                                                           {"int", "int32"},
                                                           {"unsigned int", "uint32"},
                                                           {"unsigned", "uint32"},
                                                           {"long", "int64"},
                                                           {"unsigned long", "uint64"},
                                                           {"long long", "int64"},
                                                           {"unsigned long long", "uint64"},
                                                           {"size_t", "uint64"},
                                                           {"float", "float"},
                                                           {"double", "double"}};
  const auto found = names.find(type);
  return found == names.end() ? std::string() : found->second;
}

size_t bytesOf(const std::string& type) {
  if (type == "double" || type.ends_with("64")) return 8;
  if (type == "float" || type.ends_with("32")) return 4;
  return type.ends_with("16") ? 2 : 1;
}

void removeWord(std::string& text, std::string_view word) {
  const auto isPart = [&](size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    if ((at > 0 && isPart(at - 1)) || isPart(at + word.size())) {
      at += word.size();
    } else {
      text.erase(at, word.size());
    }
  }
}

/// The types of a signature, "scale(float*, int)": at commas outside brackets, without const.
std::vector<std::string> parameterTypes(const std::string& signature) {
  std::vector<std::string> types;
  const size_t open = signature.find('('), close = signature.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close <= open + 1) return types;
  int depth = 0;
  std::string type;
  for (const char letter : signature.substr(open + 1, close - open - 1) + ",") {
    depth += letter == '<' || letter == '(' ? 1 : letter == '>' || letter == ')' ? -1 : 0;
    if (letter != ',' || depth != 0) {
      type += letter;
      continue;
    }
    for (const char* word : {"const", "__restrict__", "volatile"}) removeWord(type, word);
    std::string tidy;
    for (const char one : type) {
      if (one != ' ' || (!tidy.empty() && tidy.back() != ' ')) tidy += one;
    }
    while (tidy.ends_with(' ')) tidy.pop_back();
    types.push_back(std::move(tidy));
    type.clear();
  }
  return types;
}

/// A whole number that an argument holds, all of its digits.
std::string wholeText(const std::string& type, const CapturedArgument& argument) {
  const uint64_t bits = argument.bits().value_or(0);
  if (type.starts_with("u") || type == "bool") return std::to_string(bits);
  const size_t unused = 64 - 8 * std::min<size_t>(8, std::max<size_t>(1, argument.size));
  return std::to_string(static_cast<int64_t>(bits << unused) >> unused);
}

/// The number that a scalar argument holds.
double valueOf(const std::string& type, const CapturedArgument& argument) {
  const auto as = [&](auto value) {
    std::memcpy(&value, argument.bytes.data(), std::min(sizeof value, argument.bytes.size()));
    return static_cast<double>(value);
  };
  if (type == "float") return as(float{});
  if (type == "double") return as(double{});
  return std::strtod(wholeText(type, argument).c_str(), nullptr);
}

/// A type of the format as numpy names it.
std::string numpyType(const std::string& type) {
  if (type == "bool") return "np.bool_";
  if (type == "float" || type == "double") return type == "float" ? "np.float32" : "np.float64";
  return "np." + type;
}

/// A number as Python reads it back.
std::string pythonNumber(double value) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value < 0 ? "-float(\"inf\")" : "float(\"inf\")";
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// A text as Python reads it back: JSON's letters and escapes are Python's, too.
std::string pythonText(const std::string& text) {
  return jsonText(text).dump(-1, ' ', true);
}

/// Writes the arguments of the launch, with the data behind pointers.
class Arguments {
 public:
  Arguments(const CaptureReader& capture, KernelTunerExport& out) : capture_(capture), out_(out) {}

  Status add(size_t number, const std::string& type, const CapturedArgument& argument) {
    const std::string name = "arg" + std::to_string(number);
    if (!type.ends_with("*")) {
      const std::string named = typeOf(type);
      if (named.empty()) return unfit(number, type);
      const std::string value =
          named == "float" || named == "double" ? pythonNumber(valueOf(named, argument)) : wholeText(named, argument);
      values += "    " + numpyType(named) + "(" + value + "),\n";
      answers += "    None,\n";
      list.push_back({{"Name", name},
                      {"Type", named},
                      {"MemoryType", "Scalar"},
                      {"FillType", "Constant"},
                      {"FillValue", valueOf(named, argument)}});
      return {};
    }
    std::string element = type.substr(0, type.size() - 1);
    while (element.ends_with(' ')) element.pop_back();
    std::string named = typeOf(element);
    if (named.empty()) named = "uint8";  // structures and vectors: their bytes
    return addMemory(name, named, argument.bits().value_or(0));
  }

  json list = json::array(), references = json::array();
  std::string values, answers;  ///< the same as lines of Python

 private:
  static Error unfit(size_t number, const std::string& type) {
    return inputError("Argument " + std::to_string(number + 1) + " is of type `" + type +
                      "`, which Kernel Tuner's format has no name for.");
  }

  Status addMemory(const std::string& name, const std::string& type, uint64_t address) {
    const auto& all = capture_.capture().memory;
    const auto memory = std::find_if(all.begin(), all.end(), [&](const CapturedMemory& one) {
      return address >= one.address && address < one.address + one.size;
    });
    if (memory == all.end()) return inputError("A pointer of the launch leads to no captured memory.");
    const size_t from = address - memory->address;
    const bool isWritten = !memory->after.empty() && memory->after != memory->before;
    const auto before = contentOf(memory->before, from);
    if (!before.ok()) return before.error();
    const size_t elements = before->size() / bytesOf(type);
    out_.files.emplace_back(name + ".bin", *before);
    list.push_back({{"Name", name},
                    {"Type", type},
                    {"MemoryType", "Vector"},
                    {"Size", elements},
                    {"FillType", "BinaryRaw"},
                    {"DataSource", name + ".bin"},
                    {"AccessType", isWritten ? "ReadWrite" : "ReadOnly"}});
    const auto loaded = [&](const std::string& file) {
      return "    load(" + pythonText(file) + ", " + numpyType(type) + "),\n";
    };
    values += loaded(name + ".bin");
    answers += isWritten ? loaded(name + "_reference.bin") : "    None,\n";
    if (!isWritten) return {};
    const auto after = contentOf(memory->after, from);
    if (!after.ok()) return after.error();
    out_.files.emplace_back(name + "_reference.bin", *after);
    references.push_back({{"Name", name + "_reference"},
                          {"TargetName", name},
                          {"FillType", "BinaryRaw"},
                          {"DataSource", name + "_reference.bin"}});
    return {};
  }

  Result<std::string> contentOf(const MemoryImage& image, size_t from) const {
    std::string bytes;
    const Status read = capture_.read(image, [&](uint64_t, std::string_view part) { bytes += part; });
    if (!read.ok()) return read.error();
    return bytes.substr(std::min(from, bytes.size()));
  }

  const CaptureReader& capture_;
  KernelTunerExport& out_;
};

std::string fileName(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// Is there a change among the steps that gives the kernel an argument more?
bool addsArgument(const ReportInput& input, const VariantSteps& steps) {
  return std::any_of(steps.begin(), steps.end(), [&](const VariantStep& step) {
    const Opportunity* finding = findOpportunity(input, step.opportunity).second;
    return finding && describe(input.analysis.passes, finding->pass).argument != ExtraArgument::none;
  });
}

/// The texts to choose from, the original first.
std::vector<Choice> choicesOf(const ReportInput& input, const TuningTable& table, KernelTunerExport& out) {
  std::vector<Choice> choices;
  for (const VariantRecord& variant : input.variants) {
    const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                  [&](const TuningRow& one) { return one.steps == variant.steps; });
    if (row == table.rows.end() || variant.files.empty() || !variant.verification) continue;
    if (!row->accepted) {
      out.leftOut.push_back(row->name + ": " + row->reason);
      continue;
    }
    if (addsArgument(input, variant.steps)) {
      out.leftOut.push_back(row->name + ": it takes an argument more than the captured launch has.");
      continue;
    }
    const auto& was = variant.verification->original.launches;
    const auto& is = variant.verification->variant.launches;
    if (was.empty() || is.empty()) continue;
    if (is.front().kernel != was.front().kernel) {
      out.leftOut.push_back(row->name + ": it launches a kernel of another name, " + is.front().kernel + ".");
      continue;
    }
    const auto add = [&](const std::string& name, const EngineLaunch& launch, bool after) {
      const std::string folder = "variant_" + std::to_string(choices.size());
      for (const VariantFile& file : variant.files)
        out.files.emplace_back(folder + "/" + fileName(file.path), after ? file.after : file.before);
      choices.push_back({name, folder, fileName(variant.files.front().path), launch.block, launch.grid});
    };
    if (choices.empty()) add("original", was.front(), false);
    add(row->name, is.front(), true);
  }
  return choices;
}

std::string listText(const std::set<uint32_t>& values) {
  std::string text;
  for (const uint32_t value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

/// VARIANT, and block and grid as far as it decides them.
json spaceOf(const std::vector<Choice>& choices) {
  std::set<uint32_t> numbers;
  for (uint32_t i = 0; i < choices.size(); ++i) numbers.insert(i);
  json parameters = {{{"Name", "VARIANT"}, {"Type", "int"}, {"Values", listText(numbers)}}}, names = {"VARIANT"};
  std::vector<std::string> conditions(choices.size());
  for (size_t i = 0; i < choices.size(); ++i) conditions[i] = "VARIANT == " + std::to_string(i);
  for (const auto& [prefix, shape] : {std::pair("block_size_", &Choice::block), std::pair("blocks_", &Choice::grid)}) {
    for (size_t axis = 0; axis < 3; ++axis) {
      const std::string name = std::string(prefix) + axes[axis];
      std::set<uint32_t> values;
      for (size_t i = 0; i < choices.size(); ++i) {
        values.insert((choices[i].*shape)[axis]);
        conditions[i] += " and " + name + " == " + std::to_string((choices[i].*shape)[axis]);
      }
      parameters.push_back({{"Name", name}, {"Type", "int"}, {"Values", listText(values)}});
      names.push_back(name);
    }
  }
  std::string expression;
  for (const std::string& one : conditions) expression += (expression.empty() ? "(" : " or (") + one + ")";
  return {{"TuningParameters", parameters}, {"Conditions", {{{"Parameters", names}, {"Expression", expression}}}}};
}

/// One source that is the chosen text. Kernel Tuner asks for the kernel by its name in C: declared so before, it has
/// it.
std::string sourceOf(const std::vector<Choice>& choices, const std::string& declaration) {
  std::string text = "// One kernel in " + std::to_string(choices.size()) + " texts, for Kernel Tuner.\n" + declaration;
  for (size_t i = 0; i < choices.size(); ++i) {
    text += (i == 0 ? "#if VARIANT == " : "#elif VARIANT == ") + std::to_string(i) + "  // " + choices[i].name +
            "\n#include \"" + choices[i].folder + "/" + choices[i].file + "\"\n";
  }
  return text + "#endif\n";
}

/// `extern "C" __global__ void scale(const float*, int);` Empty: a type is the program's own, which is not known yet.
std::string declarationOf(const std::string& name, const std::string& signature,
                          const std::vector<std::string>& types) {
  for (std::string type : types) {
    while (type.ends_with('*') || type.ends_with(' ')) type.pop_back();
    if (typeOf(type).empty() && type != "void") return {};
  }
  const size_t open = signature.find('('), close = signature.rfind(')');
  return "extern \"C\" __global__ void " + name + signature.substr(open, close - open + 1) + ";\n";
}

std::string listOf(const Shape3& shape) {
  return "(" + std::to_string(shape[0]) + ", " + std::to_string(shape[1]) + ", " + std::to_string(shape[2]) + ")";
}

/// The space as a call of Kernel Tuner.
std::string scriptOf(const std::string& kernel, const std::vector<Choice>& choices, const Arguments& arguments,
                     const json& options, uint64_t sharedBytes) {
  std::string shapes, flags;
  for (const Choice& one : choices)
    shapes += "    (" + listOf(one.block) + ", " + listOf(one.grid) + "),  # " + one.name + "\n";
  for (const json& flag : options) {
    if (flag != "-I.") flags += ", " + flag.dump(-1, ' ', true);
  }
  return "#!/usr/bin/env python3\n"
         "\"\"\"Asks Kernel Tuner which text of a kernel is the fastest. Needs kernel_tuner and PyCUDA.\"\"\"\n"
         "import os\n\n"
         "import numpy as np\n"
         "from kernel_tuner import tune_kernel\n\n"
         "here = os.path.dirname(os.path.abspath(__file__))\n\n\n"
         "def load(name, kind):\n"
         "    return np.fromfile(os.path.join(here, name), dtype=kind)\n\n\n"
         "arguments = [\n" +
         arguments.values +
         "]\n"
         "# What the original leaves in memory.\n"
         "answer = [\n" +
         arguments.answers +
         "]\n"
         "# Block and grid of each text.\n"
         "shapes = [\n" +
         shapes +
         "]\n"
         "axes = (\"block_size_x\", \"block_size_y\", \"block_size_z\")\n"
         "space = {\"VARIANT\": list(range(len(shapes)))}\n"
         "for at, axis in enumerate(axes):\n"
         "    space[axis] = sorted({block[at] for block, grid in shapes})\n\n\n"
         "def grid(chosen):\n"
         "    return shapes[chosen[\"VARIANT\"]][1]\n\n\n"
         "def is_one(chosen):\n"
         "    return shapes[chosen[\"VARIANT\"]][0] == tuple(chosen[axis] for axis in axes)\n\n\n"
         "results, environment = tune_kernel(\n"
         "    " +
         pythonText(kernel) +
         ", os.path.join(here, \"kernel.cu\"), grid, arguments, space,\n"
         "    grid_div_x=[], grid_div_y=[], grid_div_z=[], restrictions=is_one, answer=answer, lang=\"CUDA\",\n"
         "    defines={\"VARIANT\": lambda chosen: str(chosen[\"VARIANT\"])},\n"
         "    compiler_options=[\"-I\" + here" +
         flags + "]" + (sharedBytes > 0 ? ", smem_args={\"size\": " + std::to_string(sharedBytes) + "}" : "") + ")\n";
}

}  // namespace

Result<KernelTunerExport> kernelTunerExport(const ReportInput& input, const TuningTable& table,
                                            const CaptureReader& reader) {
  const LaunchCapture& capture = reader.capture();
  if (capture.kernel.name != table.kernel)
    return inputError("The capture is of " + capture.kernel.name + ", and what was tuned is " + table.kernel + ".");
  if (capture.kernel.name.find_first_of("<:") != std::string::npos)
    return inputError("Kernel Tuner finds a kernel by its name alone: " + capture.kernel.name +
                      " is a template or in a namespace.");
  KernelTunerExport out;
  const std::vector<Choice> choices = choicesOf(input, table, out);
  if (choices.empty()) return inputError("No variant of " + table.kernel + " computes the same: there is no space.");
  out.variants = choices.size();
  Arguments arguments(reader, out);
  const std::vector<std::string> types = parameterTypes(capture.kernel.signature);
  if (types.size() != capture.arguments.size())
    return inputError("The parameters of " + capture.kernel.signature + " are not those that were captured.");
  for (size_t i = 0; i < types.size(); ++i) {
    if (Status added = arguments.add(i, types[i], capture.arguments[i]); !added.ok()) return added.error();
  }
  json options = {"-I."};
  std::set<std::string> folders;
  for (const auto& [path, text] : input.sources) folders.insert(std::filesystem::path(path).parent_path().string());
  for (const std::string& folder : folders) options.push_back(jsonText("-I" + folder));
  for (const std::string& flag : input.flags) options.push_back(jsonText(flag));
  const json specification = {{"Language", "CUDA"},
                              {"CompilerOptions", options},
                              {"KernelName", jsonText(capture.kernel.name)},
                              {"KernelFile", "kernel.cu"},
                              {"GlobalSizeType", "CUDA"},
                              {"SharedMemory", capture.dynamicSharedBytes},
                              {"GlobalSize", {{"X", "blocks_x"}, {"Y", "blocks_y"}, {"Z", "blocks_z"}}},
                              {"LocalSize", {{"X", "block_size_x"}, {"Y", "block_size_y"}, {"Z", "block_size_z"}}},
                              {"Arguments", arguments.list},
                              {"ReferenceArguments", arguments.references}};
  const json document = {{"General", {{"FormatVersion", 1}, {"TimeUnit", "Milliseconds"}, {"OutputFormat", "JSON"}}},
                         {"ConfigurationSpace", spaceOf(choices)},
                         {"KernelSpecification", specification}};
  const std::string declaration = declarationOf(capture.kernel.name, capture.kernel.signature, types);
  out.files.emplace_back("kernel.cu", sourceOf(choices, declaration));
  out.files.emplace_back("tune.py",
                         scriptOf(capture.kernel.name, choices, arguments, options, capture.dynamicSharedBytes));
  out.files.emplace_back("tuning.json", document.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
  return out;
}

}  // namespace warpwright
