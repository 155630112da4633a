__global__ void discarded(int *out, int n) {
  __shared__ int kept[32];
  __shared__ int dead[32];
  __shared__ int measured[32];
  int t = threadIdx.x;
  kept[t] = n;
  if (false) kept[0] = 1;
  int unused = dead[t];
  dead[t] = 2;
  out[t] = kept[t] + sizeof(measured[0]) + (true || kept[3]);
}

void run(int *out) { discarded<<<1, 32>>>(out, 2); }
