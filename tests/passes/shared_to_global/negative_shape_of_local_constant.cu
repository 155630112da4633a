// REFUSES: its shape is computed in the kernel, from template parameters
template <int N>
__global__ void turned(const int *in, int *out) {
  constexpr int twice = 2 * N;
  __shared__ int s[twice];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[twice - 1 - threadIdx.x];
}

void launch(const int *in, int *out) {
  turned<32><<<1, 64>>>(in, out);
}

int main() { return 0; }
