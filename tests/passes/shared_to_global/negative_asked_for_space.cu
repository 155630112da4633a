// UNKNOWN: its address is asked for the kind of memory that it lies in at line 6
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = __isShared(&s[threadIdx.x]) ? s[63 - threadIdx.x] : 0;
}

int main() {
  turned<<<1, 64>>>(nullptr, nullptr);
}
