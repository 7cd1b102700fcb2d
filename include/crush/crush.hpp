/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRUSH_HPP
#define CRUSH_HPP

/*
 * libcrush for C++11 and later: classes that own what they hold, and exceptions.
 *
 *   crush::Map map = crush::Map::decode(bytes);
 *   crush::Placer placer(map.raw(), map.rule("replicated_rule"), 3, weights);
 *   std::vector<int32_t> devices = placer.place(4711);
 *
 * Objects can be moved and not copied; one that was moved from can only be assigned to and destroyed. What fails throws
 * crush::Error, or std::bad_alloc for want of memory. Weights are 16.16: 0x10000 is 1.0. Threads may share a Map and a
 * Placer; a Workspace is one thread's at a time.
 */

#include "builder.h"
#include "crush.h"
#include "crushx.h"
#include "mapper.h"

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace crush {

/** What went wrong, in words, with the number that says of what kind it is. */
class Error : public std::runtime_error {
public:
  Error(int code, const std::string &what) : std::runtime_error(what), code_(code) {}

  /** An errno, above 0: ENOENT for a name or id that is not there, EINVAL, ERANGE, EFBIG, EOPNOTSUPP. */
  int code() const noexcept { return code_; }

private:
  int code_;
};

namespace detail {

/** Throws what a crushx_ function has returned, unless that is 0. */
inline void check(int status)
{
  if (status == 0)
    return;
  if (status == -ENOMEM)
    throw std::bad_alloc();
  throw Error(-status, crushx_last_error());
}

/** Throws if the library has another interface than the header, before the first call that would go wrong. */
inline void check_interface()
{
  if (CRUSH_CHECK_ABI())
    throw Error(EINVAL, "libcrush has interface " + std::to_string(crushx_abi()) + ", the program was compiled for " +
                            std::to_string(CRUSHX_ABI));
}

struct Free {
  void operator()(void *buffer) const noexcept { crushx_free(buffer); }
};

struct FreeMap {
  void operator()(crushx_map *map) const noexcept { crushx_map_free(map); }
};

struct FreePlacer {
  void operator()(crushx_placer *placer) const noexcept { crushx_placer_free(placer); }
};

struct Destroy {
  void operator()(crush_map *map) const noexcept { crush_destroy(map); }
};

/** The C functions take lengths of results and weights as int. */
inline int length(std::size_t count)
{
  if (count > static_cast<std::size_t>(INT_MAX))
    throw std::length_error("crush: more than an int can count");
  return static_cast<int>(count);
}

} // namespace detail

/** A map that is built item by item with the functions of builder.h. */
using BuiltMap = std::unique_ptr<crush_map, detail::Destroy>;

/** Returns an empty map, with the tunables of crush_create. */
inline BuiltMap create()
{
  detail::check_interface();
  BuiltMap map(crush_create());
  if (!map)
    throw std::bad_alloc();
  return map;
}

/** What crushx_validate says about a map. */
inline crushx_report validate(const crush_map *map)
{
  crushx_report report;
  detail::check_interface();
  detail::check(crushx_validate(map, &report));
  return report;
}

/** A map from a file, with its names, device classes and choose_args. It does not change. */
class Map {
public:
  /** Reads a map file, as `ceph osd getcrushmap` writes it. */
  static Map decode(const void *bytes, std::size_t len)
  {
    crushx_map *map = nullptr;
    detail::check_interface();
    detail::check(crushx_map_decode(bytes, len, &map));
    return Map(map);
  }

  static Map decode(const std::vector<std::uint8_t> &bytes) { return decode(bytes.data(), bytes.size()); }

  /** Compiles a text map, as `crushtool -d` writes it. */
  static Map compile(const std::string &text)
  {
    crushx_map *map = nullptr;
    detail::check_interface();
    detail::check(crushx_map_compile(text.data(), text.size(), &map));
    return Map(map);
  }

  /** The map's file for readers of a release, such as "reef"; for the newest if none is given. */
  std::vector<std::uint8_t> encode(const char *release = nullptr) const
  {
    std::uint8_t *bytes = nullptr;
    std::size_t len = 0;
    detail::check(crushx_map_encode(map_.get(), release, &bytes, &len));
    std::unique_ptr<std::uint8_t, detail::Free> owned(bytes);
    return std::vector<std::uint8_t>(bytes, bytes + len);
  }

  /** The map as text. */
  std::string decompile() const
  {
    char *text = nullptr;
    std::size_t len = 0;
    detail::check(crushx_map_decompile(map_.get(), &text, &len));
    std::unique_ptr<char, detail::Free> owned(text);
    return std::string(text, len);
  }

  /** For the functions of mapper.h and for Placer; valid while this map is. */
  const crush_map *raw() const noexcept { return crushx_map_raw(map_.get()); }

  /** For the functions of crushx.h; valid while this map is. */
  const crushx_map *get() const noexcept { return map_.get(); }

  /** The replacements that serve a pool, those of -1 if it has none of its own; NULL if there are none. */
  const crush_choose_arg *choose_args(std::int64_t pool_id = -1) const noexcept
  {
    return crushx_map_choose_args(map_.get(), pool_id);
  }

  /** Ids and numbers by name; what is not there throws an Error of code ENOENT. */
  std::int32_t item(const std::string &name) const { return id(crushx_map_item_id, name); }
  std::int32_t type(const std::string &name) const { return id(crushx_map_type_id, name); }
  std::int32_t device_class(const std::string &name) const { return id(crushx_map_class_id, name); }
  std::uint32_t rule(const std::string &name) const
  {
    return static_cast<std::uint32_t>(id(crushx_map_rule_id, name));
  }

  /** Names by id and number; what has none throws an Error of code ENOENT. */
  std::string item_name(std::int32_t id) const { return name(crushx_map_item_name, id); }
  std::string type_name(std::int32_t id) const { return name(crushx_map_type_name, id); }
  std::string device_class_name(std::int32_t id) const { return name(crushx_map_class_name, id); }
  std::string rule_name(std::uint32_t rule) const
  {
    return name(crushx_map_rule_name, static_cast<std::int32_t>(rule));
  }

  /** The number of the class of a device or shadow bucket; an Error of code ENOENT if it has none. */
  std::int32_t class_of(std::int32_t item) const
  {
    std::int32_t class_id = 0;
    detail::check(crushx_map_item_class(map_.get(), item, &class_id));
    return class_id;
  }

private:
  explicit Map(crushx_map *map) noexcept : map_(map) {}

  std::int32_t id(int (*find)(const crushx_map *, const char *, std::int32_t *), const std::string &name) const
  {
    if (name.find('\0') != std::string::npos)
      throw Error(ENOENT, "crush: no name has a NUL in it");
    std::int32_t id = 0;
    detail::check(find(map_.get(), name.c_str(), &id));
    return id;
  }

  std::string name(int (*find)(const crushx_map *, std::int32_t, char **), std::int32_t id) const
  {
    char *name = nullptr;
    detail::check(find(map_.get(), id, &name));
    std::unique_ptr<char, detail::Free> owned(name);
    return name;
  }

  std::unique_ptr<crushx_map, detail::FreeMap> map_;
};

/** What crush_do_rule needs beside a map: scratch memory for results of a length. */
class Workspace {
public:
  /** For results of up to result_max ids. The map outlives the workspace; after a change, the workspace is made anew. */
  Workspace(const crush_map *map, std::size_t result_max) : map_(map), result_max_(result_max)
  {
    detail::check_interface();
    if (!map)
      throw Error(EINVAL, "crush: no map");
    memory_.reset(new char[crush_work_size(map, detail::length(result_max))]);
    crush_init_workspace(map, memory_.get());
  }

  /** Maps input x: writes up to result_max() ids and returns their number. Allocates nothing. */
  std::size_t do_rule(std::uint32_t rule, std::uint32_t x, std::int32_t *result, const std::uint32_t *weights,
                      std::size_t weight_count, const crush_choose_arg *choose_args = nullptr)
  {
    int count = crush_do_rule(map_, static_cast<int>(rule), static_cast<int>(x), result, static_cast<int>(result_max_),
                              weights, detail::length(weight_count), memory_.get(), choose_args);
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }

  /** The same, for ids in a vector. */
  std::vector<std::int32_t> do_rule(std::uint32_t rule, std::uint32_t x, const std::vector<std::uint32_t> &weights,
                                    const crush_choose_arg *choose_args = nullptr)
  {
    std::vector<std::int32_t> result(result_max_);
    result.resize(do_rule(rule, x, result.data(), weights.data(), weights.size(), choose_args));
    return result;
  }

  std::size_t result_max() const noexcept { return result_max_; }

private:
  const crush_map *map_;
  std::size_t result_max_;
  std::unique_ptr<char[]> memory_;
};

/** A map, a rule, device weights and replacements, prepared for many inputs: a snapshot that knows of no later change. */
class Placer {
public:
  Placer(const crush_map *map, std::uint32_t rule, std::size_t result_max, const std::uint32_t *weights,
         std::size_t weight_count, const crush_choose_arg *choose_args = nullptr)
      : result_max_(result_max)
  {
    crushx_placer *placer = nullptr;
    detail::check_interface();
    detail::check(crushx_placer_new(map, rule, result_max, weights, weight_count, choose_args, &placer));
    placer_.reset(placer);
  }

  Placer(const crush_map *map, std::uint32_t rule, std::size_t result_max, const std::vector<std::uint32_t> &weights,
         const crush_choose_arg *choose_args = nullptr)
      : Placer(map, rule, result_max, weights.data(), weights.size(), choose_args)
  {
  }

  /** Maps input x: writes result_max() ids, CRUSH_ITEM_NONE where there is none, and returns how many of them count. */
  std::size_t place(std::uint32_t x, std::int32_t *result) const
  {
    std::size_t count = 0;
    detail::check(crushx_placer_place(placer_.get(), x, result, &count));
    return count;
  }

  /** The same, for the ids that count, in a vector. */
  std::vector<std::int32_t> place(std::uint32_t x) const
  {
    std::vector<std::int32_t> result(result_max_);
    result.resize(place(x, result.data()));
    return result;
  }

  /**
   * Maps count inputs on up to as many threads, 0 for one for each processor: row i of results begins at i * result_max(),
   * and lens, unless NULL, gets how many ids of each row count. The three do not overlap.
   */
  void place_batch(const std::uint32_t *xs, std::size_t count, std::int32_t *results, std::size_t *lens = nullptr,
                   std::size_t threads = 0) const
  {
    detail::check(crushx_placer_place_batch(placer_.get(), xs, count, results, lens, threads));
  }

  /** The same, for all rows in a vector. */
  std::vector<std::int32_t> place_batch(const std::vector<std::uint32_t> &xs, std::size_t threads = 0) const
  {
    if (xs.size() > SIZE_MAX / sizeof(std::int32_t) / result_max_)
      throw std::length_error("crush: more results than memory can hold");
    std::vector<std::int32_t> results(xs.size() * result_max_);
    place_batch(xs.data(), xs.size(), results.data(), nullptr, threads);
    return results;
  }

  std::size_t result_max() const noexcept { return result_max_; }

  /** For the functions of crushx.h; valid while this placer is. */
  const crushx_placer *get() const noexcept { return placer_.get(); }

private:
  std::size_t result_max_;
  std::unique_ptr<crushx_placer, detail::FreePlacer> placer_;
};

} // namespace crush

#endif /* CRUSH_HPP */
