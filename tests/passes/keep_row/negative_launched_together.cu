// REFUSES: launches the kernel only if all of its blocks find room at once
__global__ void norm(const float *__restrict__ x, float *__restrict__ out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
}

void launch(const float *x, float *out, int n) {
  void *arguments[] = {&x, &out, &n};
  cudaLaunchCooperativeKernel((void *)norm, dim3(1), dim3(128), arguments, 0, 0);
}
