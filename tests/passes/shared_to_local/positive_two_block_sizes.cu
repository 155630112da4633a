#define MOST 64

__global__ void either(const int *in, int *out, int n) {
  __shared__ int s[4 * MOST];
  for (int e = 0; e < n; ++e) s[e * MOST + threadIdx.x] = in[e + threadIdx.x];
  int k = n;
  while (k > 0) out[threadIdx.x] += s[--k * MOST + threadIdx.x];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  either<<<1, 64>>>(in, out, 4);
  either<<<1, 32>>>(in, out, 3);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
