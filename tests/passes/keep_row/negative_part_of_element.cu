// REFUSES: a round may pass over a part of `in`
// What lies behind the last `first` may be another's memory.
struct Pair {
  float first, second;
};

__global__ void norm(const Pair* in, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i].first;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i].first - sum;
}

void launch(const Pair* in, float* out, int n) { norm<<<1, 128>>>(in, out, n); }
