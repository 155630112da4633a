#include "core/job/target.h"

#include <algorithm>
#include <string_view>

namespace warpwright {
namespace {

constexpr size_t longestName = 255;
constexpr int mostDevices = 1024;

Error usage(std::string message) {
  return {ErrorKind::usage, std::move(message), std::nullopt};
}

Error noTarget(const std::string& text) {
  return usage("`" + text +
               "` is not a target. Write cpu, gpu, gpu:INDEX, ssh:HOST, slurm:PARTITION, or "
               "recorded:FILE; ssh:HOST/gpu and "
               "slurm:PARTITION/gpu for a GPU there.");
}

/// "gpu" or "gpu:INDEX" into `target`.
bool readGpu(std::string_view text, Target& target) {
  if (!text.starts_with("gpu")) return false;
  target.gpu = true;
  text.remove_prefix(3);
  if (text.empty()) return true;
  if (text.front() != ':' || text.size() < 2 || text.size() > 5) return false;
  text.remove_prefix(1);
  int index = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return false;
    index = index * 10 + (digit - '0');
  }
  target.device = index;
  return index < mostDevices;
}

bool isNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._-@:[]%+").find(c) != std::string_view::npos;
}

Status checkName(const std::string& name, const std::string& what) {
  const bool plain = !name.empty() && name.front() != '-' && name.size() <= longestName &&
                     std::all_of(name.begin(), name.end(), isNameCharacter);
  if (plain) return {};
  std::string shown = name;
  std::replace_if(shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
  return usage("`" + shown + "` is not the name of a " + what +
               ". Names have letters, digits and . _ - @ : and do not begin with a dash" +
               (what == "host" ? "; for anything else, give the host an alias in ~/.ssh/config." : "."));
}

}  // namespace

std::string toString(const Target& target) {
  const std::string gpu = !target.gpu ? "" : target.device ? "gpu:" + std::to_string(*target.device) : "gpu";
  switch (target.place) {
    case Target::Place::here:
      return target.gpu ? gpu : "cpu";
    case Target::Place::recorded:
      return "recorded:" + target.name;
    case Target::Place::ssh:
    case Target::Place::slurm:
      break;
  }
  return (target.place == Target::Place::ssh ? "ssh:" : "slurm:") + target.name + (target.gpu ? "/" + gpu : "");
}

Result<Target> parseTarget(const std::string& text) {
  Target target;
  if (text == "cpu" || readGpu(text, target)) return target;
  target = {};
  const size_t colon = text.find(':');
  if (colon == std::string::npos || colon + 1 == text.size()) return noTarget(text);
  const std::string kind = text.substr(0, colon);
  target.name = text.substr(colon + 1);
  if (kind == "recorded") {
    target.place = Target::Place::recorded;
    return target;
  }
  if (kind != "ssh" && kind != "slurm") return noTarget(text);
  target.place = kind == "ssh" ? Target::Place::ssh : Target::Place::slurm;
  if (const size_t slash = target.name.find('/'); slash != std::string::npos) {
    const std::string on = target.name.substr(slash + 1);
    target.name.resize(slash);
    if (on != "cpu" && !readGpu(on, target)) return noTarget(text);
  }
  if (Status plain = checkName(target.name, kind == "ssh" ? "host" : "partition"); !plain.ok()) return plain.error();
  return target;
}

}  // namespace warpwright
