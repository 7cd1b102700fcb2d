/* Where does an object live? Builds a small cluster, asks CRUSH, and asks again after a disk has failed. `make demo`
 * runs this. */

#include <crush/builder.h>
#include <crush/hash.h>
#include <crush/mapper.h>

enum { DISK, HOST, RACK, ROOT }; /* Types of the hierarchy: devices are 0, the others are ours to number. */
enum { RACKS = 3, HOSTS = 9, DISKS = 30, COPIES = 3, CHUNKS = 6, OBJECTS = 10000 };
enum { TERABYTE = 0x10000 }; /* Weights are 16.16 fixed point; 1.0 is a terabyte here. */

static const char *const host_names[HOSTS] = {"red-1",   "red-2",  "red-3",  "green-1", "green-2",
                                              "green-3", "blue-1", "blue-2", "blue-3"};

/* Disks of each host in terabytes, 0 for an empty slot; three hosts make a rack, and the blue one is the newest. */
static const int slots[HOSTS][4] = {{4, 4, 8},    {4, 4, 8},   {4, 4, 8},      {8, 8, 2, 2},  {8, 8, 2},
                                    {8, 8, 4},    {16, 16, 4}, {16, 16, 4, 4}, {16, 16, 4, 4}};

static const char *const objects[] = {"photos/beach.jpg", "music/overture.flac", "mail/2024/0117",
                                      "backup/monday.tar", "models/bridge.step", "video/intro.mp4"};

static int host_of_disk[DISKS];

static int add_bucket(struct crush_map *map, int type, int n, int *items, int *weights)
{
  int id = 0;
  crush_add_bucket(map, 0, crush_make_bucket(map, CRUSH_BUCKET_STRAW2, CRUSH_HASH_DEFAULT, type, n, items, weights), &id);
  return id;
}

/* Adds a bucket for each `per` of the n items, which weigh what is in them; their ids and weights replace the items. */
static int group(struct crush_map *map, int type, int n, int per, int *items, int *weights)
{
  int i;
  for (i = 0; i * per < n; i++) {
    int id = add_bucket(map, type, per, items + i * per, weights + i * per);
    items[i] = id;
    weights[i] = (int)map->buckets[-1 - id]->weight;
  }
  return items[0];
}

/* Puts disks into hosts, hosts into racks and racks into one root, whose id is returned. */
static int build_cluster(struct crush_map *map)
{
  int hosts[HOSTS], weights[HOSTS], disk = 0, h, slot;
  for (h = 0; h < HOSTS; h++) {
    int disks[4], disk_weights[4], n = 0;
    for (slot = 0; slot < 4 && slots[h][slot]; slot++) {
      host_of_disk[disk] = h;
      disk_weights[n] = slots[h][slot] * TERABYTE;
      disks[n++] = disk++;
    }
    hosts[h] = add_bucket(map, HOST, n, disks, disk_weights);
    weights[h] = (int)map->buckets[-1 - hosts[h]]->weight;
  }
  group(map, RACK, HOSTS, HOSTS / RACKS, hosts, weights);
  return group(map, ROOT, RACKS, RACKS, hosts, weights);
}

/* Copies: one in each of as many racks as copies are wanted. */
static int add_replicated_rule(struct crush_map *map, int root)
{
  struct crush_rule *rule = crush_make_rule(3, CRUSH_RULE_TYPE_REPLICATED);
  crush_rule_set_step(rule, 0, CRUSH_RULE_TAKE, root, 0);
  crush_rule_set_step(rule, 1, CRUSH_RULE_CHOOSELEAF_FIRSTN, CRUSH_CHOOSE_N, RACK);
  crush_rule_set_step(rule, 2, CRUSH_RULE_EMIT, 0, 0);
  return crush_add_rule(map, rule, -1);
}

/* Chunks of an erasure code: two in each rack, on different hosts; a chunk's place in the result says which it is. */
static int add_erasure_rule(struct crush_map *map, int root)
{
  struct crush_rule *rule = crush_make_rule(4, CRUSH_RULE_TYPE_ERASURE);
  crush_rule_set_step(rule, 0, CRUSH_RULE_TAKE, root, 0);
  crush_rule_set_step(rule, 1, CRUSH_RULE_CHOOSE_INDEP, RACKS, RACK);
  crush_rule_set_step(rule, 2, CRUSH_RULE_CHOOSELEAF_INDEP, CHUNKS / RACKS, HOST);
  crush_rule_set_step(rule, 3, CRUSH_RULE_EMIT, 0, 0);
  return crush_add_rule(map, rule, -1);
}

/* An object's number: any stable hash of its name does. */
static __u32 number_of(const char *name)
{
  __u32 number = 0;
  for (; *name; name++)
    number = crush_hash32_2(CRUSH_HASH_DEFAULT, number, (__u8)*name);
  return number;
}

static void show_cluster(void)
{
  int h, slot, disk = 0;
  printf("Three racks, nine hosts, disks of different sizes:\n\n");
  for (h = 0; h < HOSTS; h++) {
    printf("  %-8s", host_names[h]);
    for (slot = 0; slot < 4 && slots[h][slot]; slot++)
      printf("  disk %-2d %2d TB", disk++, slots[h][slot]);
    printf("\n");
  }
}

static void show_placements(const struct crush_map *map, int rule, int n, const __u32 *in_or_out, void *workspace)
{
  size_t i;
  printf("  %-20s %-8s   %s\n", "object", "number", "host and disk of each");
  for (i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
    __u32 number = number_of(objects[i]);
    int result[CHUNKS], j, len;
    len = crush_do_rule(map, rule, (int)number, result, n, in_or_out, DISKS, workspace, NULL);
    printf("  %-20s %08x ", objects[i], number);
    for (j = 0; j < len; j++)
      if (result[j] == CRUSH_ITEM_NONE)
        printf("  %-7s  -", "nowhere");
      else
        printf("  %-7s %2d", host_names[host_of_disk[result[j]]], result[j]);
    printf("\n");
  }
}

static int has(const int *result, int len, int disk)
{
  int i;
  for (i = 0; i < len; i++)
    if (result[i] == disk)
      return 1;
  return 0;
}

/* Takes a disk out and counts the copies that it held and the copies that are now on another disk. */
static void show_failure(const struct crush_map *map, int rule, __u32 *in_or_out, int failed, void *workspace)
{
  int x, i, held = 0, moved = 0;
  for (x = 0; x < OBJECTS; x++) {
    int before[COPIES], after[COPIES], len;
    in_or_out[failed] = 0x10000;
    len = crush_do_rule(map, rule, x, before, COPIES, in_or_out, DISKS, workspace, NULL);
    held += has(before, len, failed);
    in_or_out[failed] = 0;
    len = crush_do_rule(map, rule, x, after, COPIES, in_or_out, DISKS, workspace, NULL);
    for (i = 0; i < len; i++)
      moved += !has(before, COPIES, after[i]);
  }
  printf("Disk %d fails. Of %d objects, %d had a copy on it: %d copies move, %d stay where they are.\n", failed, OBJECTS,
         held, moved, OBJECTS * COPIES - moved);
}

int main(void)
{
  struct crush_map *map = crush_create();
  int root = build_cluster(map);
  int replicated = add_replicated_rule(map, root), erasure = add_erasure_rule(map, root), disk;
  __u32 in_or_out[DISKS];
  void *workspace;

  crush_finalize(map);
  workspace = malloc(crush_work_size(map, CHUNKS));
  if (!workspace)
    return 1;
  crush_init_workspace(map, workspace);
  for (disk = 0; disk < DISKS; disk++)
    in_or_out[disk] = 0x10000;

  show_cluster();
  printf("\nThree copies of each object, each in a rack of its own; where, follows from the object's number alone:\n\n");
  show_placements(map, replicated, COPIES, in_or_out, workspace);
  printf("\nSix chunks of each object, two in each rack:\n\n");
  show_placements(map, erasure, CHUNKS, in_or_out, workspace);
  printf("\n");
  show_failure(map, replicated, in_or_out, 7, workspace);

  free(workspace);
  crush_destroy(map);
  return 0;
}
