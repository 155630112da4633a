// Blocks have threads: there is nothing to ask.
__global__ void turns(int *out, unsigned n) {
  for (unsigned k = 0; k < n; ++k) {
    if (k % blockDim.x == threadIdx.x) out[k] += (int)(k / blockDim.x);
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 300 * sizeof(int));
  for (int i = 0; i < 300; ++i) out[i] = 0;
  turns<<<1, 7>>>(out, 300);
  turns<<<1, 1>>>(out, 300);
  return cudaDeviceSynchronize();
}
