// Numbers by chance, those at the ends of their types among them.
__global__ void of_int(unsigned *out, int first, int end, int step, int width, int height) {
  int rounds = 0;
  for (int i = first; i < end; i += step) {
    out[0] = out[0] * 31 + i / width;
    out[1] = out[1] * 31 + i % width;
    out[2] = out[2] * 31 + i / width % height;
    out[3] = out[3] * 31 + i / width / height;
    if (++rounds == 40) break;
  }
}

__global__ void of_unsigned(unsigned *out, unsigned first, unsigned end, unsigned step, unsigned width, unsigned more) {
  int rounds = 0;
  for (unsigned i = first; i < end; i += step) {
    out[0] = out[0] * 31 + i / width;
    out[1] = out[1] * 31 + i % width;
    out[2] = out[2] * 31 + (i + more) % width;
    out[3] = out[3] * 31 + (i + more) / width;
    if (++rounds == 40) break;
  }
}

__global__ void wrapping(unsigned *out, int first, int end, unsigned step, int width) {
  int rounds = 0;
  for (int i = first; i < end; i += step) {
    out[0] = out[0] * 31 + i / width;
    out[1] = out[1] * 31 + i % width;
    if (++rounds == 40) break;
  }
}

__global__ void by_one(unsigned *out, int first, int end, int width, int height, int more) {
  int rounds = 0;
  for (int i = first; i < end; ++i) {
    out[0] = out[0] * 31 + i / width % height;
    out[1] = out[1] * 31 + i / width / height;
    out[2] = out[2] * 31 + i % width;
    if (++rounds == 40) break;
  }
  for (int i = first; i < end; ++i) {
    out[3] = out[3] * 31 + (i + more) % width;
    if (++rounds > 80) break;
  }
}

unsigned state = 12345;
unsigned chance() {
  state = state * 1664525u + 1013904223u;
  return state >> 4;
}
/// Small ones, large ones, and such near the ends of a type.
unsigned number(unsigned most) {
  switch (chance() % 4) {
    case 0:
      return chance() % 8;
    case 1:
      return chance() % 200;
    case 2:
      return most - chance() % 200;
    default:
      return chance() * 16 % most;
  }
}
int divisor(unsigned most) {
  const unsigned one = number(most);
  return one == 0 ? 1 : chance() % 8 == 0 ? -(int)one : (int)one;
}

int main() {
  unsigned *out, *others;
  cudaMallocManaged(&out, 4 * sizeof(unsigned));
  cudaMallocManaged(&others, 4 * sizeof(unsigned));
  for (int i = 0; i < 4; ++i) out[i] = others[i] = 0;
  for (int i = 0; i < 300; ++i) {
    const int first = (int)number(2147483647u) - (chance() % 4 == 0 ? 100 : 0);
    const int step = 1 + (int)(number(2147483647u) % 50000000);
    const long long last = first + (long long)step * (long long)(chance() % 50);
    const int end = last > 2147483647 - step ? 2147483647 - step : (int)last;
    of_int<<<1, 1>>>(out, first, end, step, divisor(2147483647u), divisor(2147483647u));
    by_one<<<1, 1>>>(out, first, first > 2147483000 ? 2147483647 : first + (int)(chance() % 80), divisor(2147483647u),
                     divisor(2147483647u), first > 2147480000 ? 0 : (int)(chance() % 1000));
    wrapping<<<1, 1>>>(out, first, (int)number(2147483647u), number(4294967295u), divisor(2147483647u));
    const unsigned width = number(4294967295u);
    of_unsigned<<<1, 1>>>(others, number(4294967295u), number(4294967295u), number(4294967295u),
                          width == 0 ? 1 : width, number(4294967295u));
  }
  cudaDeviceSynchronize();
  printf("%u %u %u %u\n", out[0], out[1], out[2], out[3]);
  printf("%u %u %u %u\n", others[0], others[1], others[2], others[3]);
  return 0;
}
