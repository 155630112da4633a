// REFUSES: line 4 declares it where a `goto` may jump past it
__global__ void turned(const int *in, int *out) {
  if (in[0] < 0) goto end;
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
end:
  out[threadIdx.x] += 1;
}

int main() {
  turned<<<1, 64>>>(nullptr, nullptr);
}
