// REFUSES: takes an address for a multiple of 16 bytes
__global__ void turned(const int *in, int *out) {
  __shared__ int s[65];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) s[64] = 0;
  __syncthreads();
  const int4 *four = reinterpret_cast<const int4 *>(s);
  const int4 &turn = four[15 - threadIdx.x / 4];
  out[blockIdx.x * 64 + threadIdx.x] = turn.x + turn.y;
}

void launch(const int *in, int *out) {
  turned<<<2, 64>>>(in, out);
}

int main() { return 0; }
