// UNKNOWN: asks what the compiler knows to be a constant
__global__ void asks(const int* in, int* out, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += in[i];
  out[threadIdx.x] = __builtin_constant_p(n) ? 0 : all;
}

void launch(int* in, int* out) { asks<<<1, 32>>>(in, out, 5); }
