#pragma once

#include "kernel_program.h"

namespace warpwright::testing {

/// PathFinder: a thread reads its neighbours' `prev`, and only its own `result`.
struct PathFinder {
  KernelProgram program{"dynproc_kernel", {256, 1, 1}};
  ObjectId prev, result, wall, source, out;
  BarrierId afterLoad, betweenBuffers, endOfRound;

  PathFinder() {
    KernelProgram& p = program;
    const Value tx = p.threadIndex(0), iteration = p.argument("iteration"), cols = p.argument("cols");
    const Value border = p.argument("border");
    const Value blockStart = (p.number(256) - iteration * 2) * p.blockIndex(0) - border;
    const Value x = blockStart + tx;
    prev = p.shared("prev", {256});
    result = p.shared("result", {256});
    wall = p.global("gpuWall");
    source = p.global("gpuSrc");
    out = p.global("gpuResults");
    const Value west = choose(tx - 1 < 0, p.number(0), tx - 1), east = choose(tx + 1 > 255, p.number(255), tx + 1);
    const Value valid = x >= 0 && x < cols;
    p.branch(valid, [&] {
      p.read(30, source, {x});
      p.write(31, prev, {tx});
    });
    afterLoad = p.barrier(32);
    Value computed;
    p.loop("i", iteration, [&](Value i) {
      computed = tx >= i + 1 && tx <= p.number(254) - i && valid;
      p.branch(computed, [&] {
        p.read(38, prev, {west});
        p.read(39, prev, {tx});
        p.read(40, prev, {east});
        p.read(41, wall, {cols * (i + 1) + x});
        p.write(43, result, {tx});
      });
      betweenBuffers = p.barrier(45);
      p.breakIf(i == iteration - 1);
      p.branch(computed, [&] {
        p.read(48, result, {tx});
        p.write(50, prev, {tx});
      });
      endOfRound = p.barrier(51);
    });
    p.branch(computed, [&] {
      p.read(54, result, {tx});
      p.write(55, out, {x});
    });
  }
};

}  // namespace warpwright::testing
