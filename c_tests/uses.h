/* Uses what each header promises, by its include guard; the integers come with all of them. */

static int uses(void)
{
  __u8 u8 = 0;
  __s8 s8 = 0;
  __u16 u16 = 0;
  __s16 s16 = 0;
  __u32 u32 = 0;
  __s32 s32 = 0;
  __u64 u64 = 0;
  __s64 s64 = 0;
  size_t size = sizeof(u64) + sizeof(s64);
#ifdef CEPH_CRUSH_COMPAT_H
  assert(U8_MAX == 255);
  BUG_ON(strlen("") || !stdout);
  free(NULL);
#endif
#ifdef CEPH_CRUSH_CRUSH_H
  struct crush_map map;
  struct crush_rule *rule = NULL;
  enum crush_opcodes op = CRUSH_RULE_NOOP;
  enum crush_algorithm algorithm = CRUSH_BUCKET_UNIFORM;
  memset(&map, 0, sizeof(map));
  size += crush_rule_size(1) + (size_t)map.max_buckets + sizeof(*rule);
  u32 = (__u32)op + (__u32)crush_calc_tree_node(0) + (__u32)(crush_alg_name(algorithm)[0]);
#endif
#ifdef CEPH_CRUSH_HASH_H
  u32 += (__u32)CRUSH_HASH_DEFAULT + (__u32)sizeof(crush_hash32(CRUSH_HASH_RJENKINS1, u32));
#endif
#ifdef CEPH_CRUSH_MAPPER_H
  size += sizeof(crush_do_rule(&map, 0, 0, NULL, 0, NULL, 0, NULL, NULL)) + sizeof(crush_work_size(&map, 1));
#endif
#ifdef CEPH_CRUSH_BUILDER_H
  size += sizeof(crush_create());
#ifdef CRUSH_ABI_PACIFIC
  size += sizeof(crush_make_rule(1, 0, 1, 1, 10));
#else
  size += sizeof(crush_make_rule(1, 1));
#endif
#endif
#if defined(CEPH_CRUSH_HELPERS_H) && defined(CRUSH_ABI_PACIFIC)
  size += sizeof(crush_find_roots(&map, NULL));
#endif
#ifdef CRUSHX_H
  size += sizeof(CRUSH_CHECK_ABI()) + sizeof(crushx_version()) + sizeof(struct crushx_report);
#endif
  return (int)(u8 + u16 + s8 + s16) + (int)u32 + s32 + (int)u64 + (int)s64 + (int)size == 0;
}
