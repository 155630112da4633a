// REFUSES: its element type `Pair` is declared inside a function
__global__ void mirrored(const int *in, int *out) {
  struct Pair {
    int first, second;
  };
  __shared__ Pair pairs[64];
  int t = threadIdx.x;
  pairs[t].first = in[t];
  pairs[t].second = t;
  __syncthreads();
  out[blockIdx.x * 64 + t] = pairs[63 - t].first + pairs[t ^ 1].second;
}

int main() {
  mirrored<<<4, 64>>>(nullptr, nullptr);
}
