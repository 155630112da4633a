// Below zero, remainders are none that follow from one another in this way: rounds divide.
__global__ void centred(int *out, int n, int width) {
  for (int k = -n; k < n; ++k) out[k + n] += k % width + 10 * (k / width);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) centred<<<1, 1>>>(out, 60, width);
  return cudaDeviceSynchronize();
}
