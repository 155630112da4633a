#define NT 64

__global__ void pick(const int *in, int *out, int n) {
  __shared__ int table[4 * NT];
  for (int e = 0; e < 4; ++e) table[e * NT + threadIdx.x] = in[e * NT + threadIdx.x];
  int chosen = in[threadIdx.x] % n;
  out[threadIdx.x] = table[chosen * NT + threadIdx.x] + table[(n - 1) * NT + threadIdx.x];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  pick<<<1, NT>>>(in, out, 4);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
