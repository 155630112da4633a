// REFUSES: line 14 launches it between the labels of a `switch`
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int count, char **) {
  int result = 0;
  switch (count) {
    case 1:
      result = 1;
      turned<<<1, 64>>>(nullptr, nullptr);
      break;
    default:
      result = 2;
  }
  return result;
}
