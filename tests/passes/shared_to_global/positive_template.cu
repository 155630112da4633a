template <typename T, int N>
__global__ void turned(const T *in, T *out, int shift) {
  __shared__ T s[2 * N][2];
  const int t = threadIdx.x;
  s[t][t & 1] = in[2 * N * blockIdx.x + t];
  __syncthreads();
  const int other = (t + shift) % (2 * N);
  out[2 * N * blockIdx.x + t] = s[other][other & 1];
}

struct Pair {
  short low, high;
};

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = i * 7 % 311;
  const dim3 grid(2, 1);
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  turned<int, 32><<<grid, 64>>>(in, out, 5);
  turned<Pair, 16><<<2, 32>>>((const Pair *)out, (Pair *)in, 3);
  cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
