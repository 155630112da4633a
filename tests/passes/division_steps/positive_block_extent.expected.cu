// Blocks have threads: there is nothing to ask.
__global__ void turns(int *out, unsigned n) {
  unsigned int k_remainder = 0;
  unsigned int k_quotient = 0;
  for (unsigned k = 0; k < n; ++k) {
    if (k_remainder == threadIdx.x) out[k] += (int)(k_quotient);
    if (++k_remainder == blockDim.x) {
      k_remainder = 0;
      ++k_quotient;
    }
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
