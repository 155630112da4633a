// Kernels whose threads loop over what they load, for launch_tasks_test.cpp. y has an element for each task.

__global__ void spmv(const int* row, const int* col, const float* val, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (int j = row[t]; j < row[t + 1]; ++j) sum += val[j] * x[col[j]];
  y[t] = sum;
}

__global__ void whileRows(const int* row, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < rows) {
    int j = row[t];
    const int end = row[t + 1];
    float sum = 0;
    while (j < end) {
      sum += x[col[j]];
      j++;
    }
    if (sum > 0.5f) y[t] = sum;  // says nothing about x
  }
}

__global__ void pointerRows(const unsigned* row, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (const int *c = col + row[t], *end = col + row[t + 1]; c != end; ++c) sum += x[*c];
  y[t] = sum;
}

__global__ void doRows(const long long* row, const long long* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  long long j = row[t];
  float sum = 0;
  do {
    sum += x[col[j]];
  } while (++j < row[t + 1]);
  y[t] = sum;
}

__global__ void lengths(const int* begin, const int* length, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (int k = 0; k < length[t]; ++k) sum += x[col[begin[t] + k]];
  y[t] = sum;
}

__global__ void untilMark(const int* row, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (int j = row[t]; j < row[t + 1]; ++j) {
    const int c = col[j];
    if (c == 7) break;
    if (c % 2 == 1) continue;
    sum += x[c];
  }
  y[t] = sum;
}

__global__ void strides(const int* index, const float* x, float* y, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) y[i] = x[index[i]];
}

__global__ void lanes(const int* row, const int* col, const float* x, float* y, int rows) {
  const int lane = threadIdx.x % 4, r = (blockIdx.x * blockDim.x + threadIdx.x) / 4;
  if (r >= rows) return;
  float sum = 0;
  for (int j = row[r] + lane; j < row[r + 1]; j += 4) sum += x[col[j]];
  atomicAdd(&y[r], sum);
}

__global__ void frontier(const int* nodes, const int* row, const int* col, const int* cost, int* next, int count) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count) return;
  const int node = nodes[t];
  for (int j = row[node]; j < row[node + 1]; ++j) {
    if (cost[col[j]] > 3) next[col[j]] = 1;
  }
}

__global__ void twoHops(const int* row, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (int j = row[t]; j < row[t + 1]; ++j) {
    const int via = col[j];
    for (int k = row[via]; k < row[via + 1]; ++k) sum += x[col[k]];
  }
  y[t] = sum;
}

__global__ void centers(const int* member, const float* center, const float* feature, float* distance, int count,
                        int dimensions) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count) return;
  float sum = 0;
  for (int d = 0; d < dimensions; ++d) {
    const float there = center[member[t] * dimensions + d] - feature[d * count + t];
    sum += there * there;
  }
  distance[t] = sum;
}

__global__ void masked(int* mask, const int* row, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows || mask[t] == 0) return;
  mask[t] = 0;
  float sum = 0;
  for (int j = row[t]; j < row[t + 1]; ++j) sum += x[col[j]];
  y[t] = sum;
}

__global__ void halfKnown(const int* row, const int* col, const float* x, const float* z, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (int j = row[t]; j < row[t + 1]; ++j) {
    sum += x[col[j]];
    if (sum > 1) sum += z[col[j]];
  }
  y[t] = sum;
}

__global__ void untilFull(const int* row, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (int j = row[t]; j < row[t + 1]; ++j) {
    if (sum > 100) break;
    sum += x[col[j]];
  }
  y[t] = sum;
}

__global__ void chain(const int* next, const float* x, float* y, int count) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count) return;
  float sum = 0;
  for (int at = next[t]; at >= 0; at = next[at]) sum += x[at];
  y[t] = sum;
}

__global__ void switches(const int* row, const int* col, const float* x, const float* z, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  float sum = 0;
  for (int j = row[t]; j < row[t + 1]; ++j) {
    switch (col[j] % 5) {
      case 0: sum += x[col[j]]; break;
      case 1: sum += x[col[j]];  // and z
      case 2: sum += z[col[j]]; break;
      case 3: continue;
      default: y[t] = sum; return;
    }
  }
  y[t] = sum;
}

__global__ void firstCommon(const int* row, const int* col, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t + 1 >= rows) return;
  for (int j = row[t]; j < row[t + 1]; ++j) {
    for (int k = row[t + 1]; k < row[t + 2]; ++k) {
      if (col[j] == col[k]) {
        y[t] = x[col[j]];
        return;
      }
    }
  }
  for (int left = row[t + 1]; left-- > row[t];) y[t] += x[col[left]];
}
