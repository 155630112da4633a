__global__ void sums(const long long* in, long long* out) {
  __shared__ volatile long long s[4][32];
  const int lane = threadIdx.x, row = threadIdx.y;
  s[row][lane] = in[(blockIdx.x * 4 + row) * 32 + lane];
  if (lane >= 1) s[row][lane] = s[row][lane - 1] + s[row][lane];
  if (lane >= 2) s[row][lane] = s[row][lane - 2] + s[row][lane];
  if (lane >= 4) s[row][lane] = s[row][lane - 4] + s[row][lane];
  if (lane >= 8) s[row][lane] = s[row][lane - 8] + s[row][lane];
  if (lane >= 16) s[row][lane] = s[row][lane - 16] + s[row][lane];
  out[(blockIdx.x * 4 + row) * 32 + lane] = s[row][lane];
}

void launch(const long long* in, long long* out) {
  sums<<<4, dim3(32, 4)>>>(in, out);
}
