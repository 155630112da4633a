#include "network.h"

#include <stdlib.h>

float* make_units(int count, int seed) {
  float* units = (float*)malloc(sizeof(float) * (size_t)count);
  for (int i = 0; i < count; ++i) units[i] = (float)((i * 31 + seed) % 101) / 101.0f;
  return units;
}
