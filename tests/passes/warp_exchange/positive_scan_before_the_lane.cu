__device__ int scan(int value, volatile int* s) {
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0;
  at += 32;
  int sum = s[at] = value;
  s[at] = sum += s[at - 1];
  s[at] = sum += s[at - 2];
  s[at] = sum += s[at - 4];
  s[at] = sum += s[at - 8];
  s[at] = sum += s[at - 16];
  return s[at - 1];
}

__global__ void sums(const int* in, int* out) {
  __shared__ int all[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = scan(in[i], all);
}

void launch(const int* in, int* out) {
  sums<<<4, 128>>>(in, out);
}
