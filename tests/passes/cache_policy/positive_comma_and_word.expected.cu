// SET: *(skipped++,from+i)=cg *from=cs
__global__ void take(const int* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, skipped = 0;
  if (i > 0 and __ldcs(from)) to[i] = __ldcg((skipped++, from + i)) + skipped;
}
int main() { take<<<4, 64>>>(nullptr, nullptr); }
