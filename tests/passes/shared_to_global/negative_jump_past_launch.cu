// REFUSES: line 11 launches it in a block with a label
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int count, char **) {
  if (count > 1) goto end;
  turned<<<1, 64>>>(nullptr, nullptr);
end:
  return 0;
}
