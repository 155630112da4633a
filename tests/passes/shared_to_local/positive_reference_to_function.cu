#define NT 32

struct Point {
  float x, y;
};

__device__ void blend(float t, const Point &a, const Point &b, Point &p) {
  p.x = a.x + t * (b.x - a.x);
  p.y = a.y + t * (b.y - a.y);
}

__global__ void edges(const float *in, float *out, int pick) {
  __shared__ Point vertices[3 * NT];
  Point a = {in[threadIdx.x], 1}, b = {in[threadIdx.x + NT], 2};
  blend(0.25f, a, b, vertices[threadIdx.x]);
  blend(0.5f, a, b, vertices[threadIdx.x + NT]);
  blend(0.75f, vertices[threadIdx.x], vertices[threadIdx.x + NT], vertices[threadIdx.x + 2 * NT]);
  Point p = vertices[pick * NT + threadIdx.x];
  out[threadIdx.x] = p.x * 8 + p.y + vertices[pick * NT + threadIdx.x].y;
}

int main() {
  static float host[256];
  for (int i = 0; i < 256; ++i) host[i] = (float)(i * 37 % 101);
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemcpy(in, host, 256 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(float));
  edges<<<1, NT>>>(in, out, 2);
  cudaMemcpy(host, out, 256 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
