// Jacobians by MuJoCo: kinematics, centers of mass, then the Jacobian of the frame.
//
//   mujoco_side MODEL FRAME JOINTS CONFIGURATIONS
//
// For each line on stdin one on stdout: nanoseconds for one configuration, and the sum of absolute
// values of all Jacobians.

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "mujoco_side MODEL FRAME JOINTS CONFIGURATIONS\n");
    return 2;
  }
  char error[500];
  mjModel *m = mj_loadXML(argv[1], NULL, error, sizeof error);
  FILE *file = fopen(argv[4], "rb");
  if (!m || !file) {
    fprintf(stderr, "%s\n", m ? argv[4] : error);
    return 1;
  }
  mjData *d = mj_makeData(m);
  int n = atoi(argv[3]), count = 0, body = mj_name2id(m, mjOBJ_BODY, argv[2]);
  int site = mj_name2id(m, mjOBJ_SITE, argv[2]);
  double *q = malloc(sizeof(double) * 1000000);
  count = (int)fread(q, sizeof(double), 1000000, file) / n;
  double *jacp = malloc(sizeof(double) * 3 * (size_t)m->nv), *jacr = malloc(sizeof(double) * 3 * (size_t)m->nv);

  char line[100];
  while (fgets(line, sizeof line, stdin)) {
    double sum = 0, time = 0;
    // the first pass adds, the second takes time
    for (int pass = 0; pass < 2; pass++) {
      double start = now();
      for (int c = 0; c < count; c++) {
        for (int i = 0; i < n; i++) d->qpos[i] = q[c * n + i];
        mj_kinematics(m, d);
        mj_comPos(m, d);
        if (body >= 0) {
          mj_jac(m, d, jacp, jacr, d->xpos + 3 * body, body);
        } else {
          mj_jac(m, d, jacp, jacr, d->site_xpos + 3 * site, m->site_bodyid[site]);
        }
        for (int i = 0; pass == 0 && i < 3 * m->nv; i++) sum += fabs(jacp[i]) + fabs(jacr[i]);
      }
      time = (now() - start) / count;
    }
    printf("%.17g %.17g\n", time, sum);
    fflush(stdout);
  }
  return 0;
}
