/* This library and genuine librados in one process: beside [CONFIGURATION POOL]
 *
 * Both libraries have functions of the same names. The program maps with its own and with those of libceph-common, which
 * must be other functions with the same answers, before, while and after librados is used: connected to the cluster of a
 * configuration file, or, without one, as far as the attempt to reach a monitor that is not there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <crush/builder.h>
#include <crush/mapper.h>

/* What is used of librados; its interface is stable. */
typedef void *rados_t;
typedef void *rados_ioctx_t;
int rados_create(rados_t *cluster, const char *id);
int rados_conf_read_file(rados_t cluster, const char *path);
int rados_conf_set(rados_t cluster, const char *option, const char *value);
int rados_connect(rados_t cluster);
int rados_ioctx_create(rados_t cluster, const char *pool, rados_ioctx_t *io);
int rados_write_full(rados_ioctx_t io, const char *object, const char *buffer, size_t length);
int rados_read(rados_ioctx_t io, const char *object, char *buffer, size_t length, unsigned long long offset);
void rados_ioctx_destroy(rados_ioctx_t io);
void rados_shutdown(rados_t cluster);

enum { HOSTS = 9, DISKS = 5, REPLICAS = 3, INPUTS = 2000 };

typedef int do_rule(const struct crush_map *, int, int, int *, int, const __u32 *, int, void *,
                    const struct crush_choose_arg *);
typedef void init_workspace(const struct crush_map *, void *);

static void require(int holds, const char *what)
{
  if (holds)
    return;
  fprintf(stderr, "beside: not so: %s\n", what);
  exit(1);
}

/* Hosts of disks with weights of all kinds, and a rule for replicas on different hosts. */
static struct crush_map *sample(void)
{
  struct crush_map *map = crush_create();
  int hosts[HOSTS], weights[HOSTS], root;

  for (int host = 0; host < HOSTS; host++) {
    int disks[DISKS], sizes[DISKS];
    for (int disk = 0; disk < DISKS; disk++) {
      disks[disk] = host * DISKS + disk;
      sizes[disk] = 0x10000 + 0x3000 * disk * host;
    }
    struct crush_bucket *bucket = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, CRUSH_HASH_RJENKINS1, 1, DISKS, disks, sizes);
    crush_add_bucket(map, 0, bucket, &hosts[host]);
    weights[host] = (int)bucket->weight;
  }
  crush_add_bucket(map, 0, crush_make_bucket(map, CRUSH_BUCKET_STRAW2, CRUSH_HASH_RJENKINS1, 2, HOSTS, hosts, weights), &root);
#ifdef CRUSH_ABI_PACIFIC
  struct crush_rule *rule = crush_make_rule(3, 0, 1, 1, 10);
#else
  struct crush_rule *rule = crush_make_rule(3, 1);
#endif
  crush_rule_set_step(rule, 0, CRUSH_RULE_TAKE, root, 0);
  crush_rule_set_step(rule, 1, CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, 1);
  crush_rule_set_step(rule, 2, CRUSH_RULE_EMIT, 0, 0);
  crush_add_rule(map, rule, 0);
  crush_finalize(map);
  return map;
}

/* The file that a function is in. */
static const char *home(void *function)
{
  Dl_info info;
  require(dladdr(function, &info) != 0, "the function is in a known file");
  return info.dli_fname;
}

/* Both libraries map over the same map; a sum of the answers. */
static unsigned compare(do_rule *theirs, init_workspace *their_workspace)
{
  struct crush_map *map = sample();
  void *workspace = malloc(crush_work_size(map, REPLICAS));
  __u32 weights[HOSTS * DISKS];
  unsigned sum = 0;

  for (int disk = 0; disk < HOSTS * DISKS; disk++)
    weights[disk] = disk % 7 ? 0x10000 : 0x8000;
  for (int x = 0; x < INPUTS; x++) {
    int a[REPLICAS], b[REPLICAS], count;
    crush_init_workspace(map, workspace);
    count = crush_do_rule(map, 0, x, a, REPLICAS, weights, HOSTS * DISKS, workspace, NULL);
    require(count == REPLICAS, "three replicas");
    their_workspace(map, workspace);
    require(theirs(map, 0, x, b, REPLICAS, weights, HOSTS * DISKS, workspace, NULL) == count, "the same number of replicas");
    require(memcmp(a, b, sizeof a) == 0, "the same replicas");
    for (int i = 0; i < count; i++)
      sum = sum * 31 + (unsigned)a[i];
  }
  free(workspace);
  crush_destroy(map);
  return sum;
}

/* Writes an object and reads it back. */
static void use_pool(rados_t cluster, const char *pool)
{
  static const char written[] = "beside another libcrush";
  char read[sizeof written];
  rados_ioctx_t io;

  require(rados_ioctx_create(cluster, pool, &io) == 0, "the pool is there");
  require(rados_write_full(io, "beside", written, sizeof written) == 0, "an object is written");
  require(rados_read(io, "beside", read, sizeof read, 0) == (int)sizeof written, "it is read");
  require(memcmp(read, written, sizeof written) == 0, "it is what was written");
  rados_ioctx_destroy(io);
}

int main(int count, char **arguments)
{
  void *ceph = dlopen("libceph-common.so.2", RTLD_LAZY | RTLD_NOLOAD);
  require(ceph != NULL, "librados has loaded libceph-common");
  do_rule *theirs = (do_rule *)dlsym(ceph, "crush_do_rule");
  init_workspace *their_workspace = (init_workspace *)dlsym(ceph, "crush_init_workspace");
  require(theirs && their_workspace && theirs != crush_do_rule, "there are two functions of one name");
  require(strcmp(home((void *)theirs), home((void *)crush_do_rule)) != 0, "they are in two files");

  rados_t cluster;
  unsigned sum = compare(theirs, their_workspace);
  require(rados_create(&cluster, "admin") == 0, "librados begins");
  require(compare(theirs, their_workspace) == sum, "the same answers beside librados");
  if (count == 3) {
    require(rados_conf_read_file(cluster, arguments[1]) == 0, "the configuration is read");
    require(rados_connect(cluster) == 0, "librados connects");
    use_pool(cluster, arguments[2]);
  } else {
    const char *settings[][2] = {{"mon_host", "127.0.0.1:1"}, {"client_mount_timeout", "1"}, {"auth_client_required", "none"},
                                 {"auth_cluster_required", "none"}, {"log_to_stderr", "false"}, {"err_to_stderr", "false"}};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
      require(rados_conf_set(cluster, settings[i][0], settings[i][1]) == 0, settings[i][0]);
    require(rados_connect(cluster) < 0, "no monitor answers");
  }
  require(compare(theirs, their_workspace) == sum, "the same answers after connecting");
  rados_shutdown(cluster);
  require(compare(theirs, their_workspace) == sum, "the same answers after librados");
  printf("beside: %d mappings four times, sum %08x, ours in %s\n", INPUTS, sum, home((void *)crush_do_rule));
  return 0;
}
