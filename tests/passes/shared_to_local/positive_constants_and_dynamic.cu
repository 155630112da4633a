#define NT 32

__global__ void corners(const int *in, int *out) {
  __shared__ int v[4 * NT];
  v[threadIdx.x] = in[threadIdx.x];
  v[threadIdx.x + NT] = in[threadIdx.x + 32];
  v[threadIdx.x + (NT * 2)] = in[threadIdx.x + 64];
  v[3 * NT + threadIdx.x] = in[threadIdx.x + 96];
  for (int i = 0; i < 3; ++i) {
    unsigned edge = (unsigned)in[128 + i] % 4;
    out[i * NT + threadIdx.x] = v[(edge * NT) + threadIdx.x];  // read where the table says
  }
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  corners<<<1, NT>>>(in, out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
