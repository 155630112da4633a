#ifndef COMMON_H
#define COMMON_H
#define ORDER 64

typedef struct knode {
  int keys[ORDER + 1];
  int indices[ORDER + 1];
} knode;
typedef struct record {
  int value;
} record;
#endif
