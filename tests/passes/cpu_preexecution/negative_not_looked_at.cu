// REFUSES: Pre-execution needs a chip on which both share the last cache
// DEVICE: A100
__global__ void chain(int* next) {
  int i = threadIdx.x;
  while (next[i] != 0) i = next[i];
  next[i] = 1;
}
int main() { chain<<<1, 32>>>(nullptr); }
