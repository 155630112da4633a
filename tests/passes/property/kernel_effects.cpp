#include "tests/passes/property/kernel_maker.h"

namespace {

std::string number(int value) {
  return std::to_string(value);
}

}  // namespace

void KernelMaker::effect(SharedArray& array) {
  switch (upTo(4)) {
    case 0:
      return assembly(array);
    case 1:
      return libraryCall();
    case 2:
      return output();
    default:
      return ownText(array);
  }
}

/// Assembly that no `volatile` marks: it computes, tells which thread it is, or reads what another thread wrote.
void KernelMaker::assembly(SharedArray& array) {
  const std::string value = freshName("w");
  const auto computes = [&](const std::string& text, const std::string& operands) {
    line("int " + value + ";");
    line("asm(\"" + text + "\" : \"=r\"(" + value + ")" + operands + ");");
    line("acc = acc * 31u + (unsigned)" + value + ";");
  };
  open("");
  switch (upTo(6)) {
    case 0:
      computes("add.s32 %0, %1, %2;", " : \"r\"((int)acc), \"r\"(" + leaf() + ")");
      break;
    case 1:
      computes("mov.u32 %0, %%tid.x;", "");
      break;
    case 2:
      computes("mov.u32 %0, %%ctaid.x;", "");
      break;
    case 3:
      if (array.type != "int" || !array.isWhole || array.isVolatile || !touchAny(array, false)) break;
      computes("ld.shared.u32 %0, [%1];",
               " : \"r\"((unsigned)__cvta_generic_to_shared(&" + element(array, slotOf(array), anyPlace()) + "))");
      break;
    default: {
      const std::string memory = mayAlias_ ? "global" : "mid", place = chance(50) ? "t" : anyPlace();
      if (chance(60) && touch({memory, "t", true, {}})) line("mid[base + t] = " + expression(1) + ";");
      if (!touch({memory, place == "t" ? "t" : "", false, {}})) break;
      computes(std::string("ld") + (chance(50) ? ".global" : "") + ".u32 %0, [%1];",
               " : \"l\"(mid + base + (" + place + "))");
    }
  }
  close();
}

/// Functions and constructors of a system's header: some are pure, some ask which thread or block calls.
void KernelMaker::libraryCall() {
  const std::string value = leaf();
  switch (upTo(6)) {
    case 0:
      return line("acc += (unsigned)attack::mixed(" + value + ");");
    case 1:
      return line("acc += (unsigned)attack::placed(" + value + ");");
    case 2:
      return line("acc += (unsigned)attack::counted(" + value + ");");
    case 3:
      return line("acc += (unsigned)attack::laned(" + value + ");");
    case 4:
      return line("acc ^= (unsigned)attack::Place(" + value + ").at;");
    default:
      return line("acc ^= (unsigned)attack::Pair<int>(" + value + ", k).sum();");
  }
}

/// One thread says something: what threads say has an order where a barrier stands between.
void KernelMaker::output() {
  const std::string who = number(upTo(threads_));
  if (divergence_ > 0 || hasReturned_ || !touch({"output", "thread " + who, true, {}})) return;
  line("if (t == " + who + " && blockIdx.x + blockIdx.y == 0) printf(\"" + name_ +
       ":said %d\\n\", (int)(acc & 1023u));");
}

/// A macro that looks at the text it is given.
void KernelMaker::ownText(SharedArray& array) {
  if (array.type == "float" || !array.isWhole || !touchAny(array, false)) return;
  saysText_ = true;
  line("acc = acc * 31u + " + name_ + "_SAY(" + element(array, slotOf(array), anyPlace()) + ");");
}
