__constant__ int offsets[8];
__device__ int state;

__global__ void loaded(const int *index, const float *weights, int *out, float factor) {
  __shared__ int s[128];
  __shared__ int picked;
  int t = threadIdx.x;
  s[index[t]] = 1;
  s[index[t] + 1] = 2;
  s[offsets[2]] = 3;
  if (t == 0) picked = 5;
  s[picked] = 4;
  s[(int)(factor * 2.0f)] = 5;
  s[(int)weights[t]] = 6;
  s[out[t]] = 7;
  s[state] = 8;
  out[t] = s[t];
}

void run(const int *index, const float *weights, int *out) { loaded<<<1, 128>>>(index, weights, out, 2.0f); }
