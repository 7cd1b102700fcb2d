/* The C++ classes: what they own, what they throw, and that they place as the C functions do. */

#include "check.h"
#include "crush/crush.hpp"

#include <cerrno>
#include <cstring>
#include <type_traits>
#include <utility>

namespace {

const std::uint32_t one = 0x10000;

const char *const text =
    "device 0 osd.0 class hdd\n"
    "device 1 osd.1 class ssd\n"
    "device 2 osd.2 class hdd\n"
    "type 0 osd\n"
    "type 1 host\n"
    "type 2 root\n"
    "host one { id -2 alg straw2 hash 0 item osd.0 weight 1 item osd.1 weight 1 }\n"
    "host two { id -3 alg straw2 hash 0 item osd.2 weight 2 }\n"
    "root all { id -1 alg straw2 hash 0 item one weight 2 item two weight 2 }\n"
    "rule copies { id 0 type replicated step take all step chooseleaf firstn 0 type host step emit }\n";

/* Runs something and returns the code of the Error that it throws: 0 if it throws none, -1 without words. */
template <typename Action> int code_of(Action action)
{
  try {
    action();
  } catch (const crush::Error &error) {
    return std::strlen(error.what()) > 0 ? error.code() : -1;
  }
  return 0;
}

void moved_not_copied()
{
  static_assert(!std::is_copy_constructible<crush::Map>::value, "Map");
  static_assert(!std::is_copy_assignable<crush::Map>::value, "Map");
  static_assert(!std::is_copy_constructible<crush::Placer>::value, "Placer");
  static_assert(!std::is_copy_constructible<crush::Workspace>::value, "Workspace");
  static_assert(std::is_nothrow_move_constructible<crush::Map>::value, "Map");
  static_assert(std::is_nothrow_move_assignable<crush::Placer>::value, "Placer");
  static_assert(std::is_nothrow_move_constructible<crush::Workspace>::value, "Workspace");

  crush::Map map = crush::Map::compile(text);
  const crush_map *raw = map.raw();
  crush::Map other = std::move(map);
  CHECK(other.raw() == raw);
  CHECK(map.raw() == nullptr && map.get() == nullptr);
  CHECK_EQUAL(code_of([&] { map.decompile(); }), EINVAL);
  CHECK_EQUAL(code_of([&] { map.item("osd.0"); }), EINVAL);
  map = std::move(other);
  CHECK(map.raw() == raw);

  const std::vector<std::uint32_t> weights(3, one);
  crush::Placer placer(map.raw(), 0, 2, weights);
  const std::vector<std::int32_t> before = placer.place(7);
  crush::Placer taken = std::move(placer);
  CHECK(taken.place(7) == before);
  CHECK_EQUAL(code_of([&] { placer.place(7); }), EINVAL);
  std::int32_t row[2];
  CHECK_EQUAL(code_of([&] { placer.place(7, row); }), EINVAL);

  crush::Workspace workspace(map.raw(), 2);
  crush::Workspace moved = std::move(workspace);
  CHECK(moved.do_rule(0, 7, weights) == before);
}

void files()
{
  const crush::Map map = crush::Map::compile(text);
  const std::vector<std::uint8_t> bytes = map.encode();
  const crush::Map again = crush::Map::decode(bytes);
  CHECK(again.encode() == bytes);
  CHECK(again.decompile() == map.decompile());
  CHECK(map.encode("reef") != std::vector<std::uint8_t>());
  CHECK_EQUAL(code_of([&] { map.encode("no release"); }), EINVAL);
  CHECK_EQUAL(code_of([] { crush::Map::decode(nullptr, 0); }), EINVAL);
  CHECK_EQUAL(code_of([&] { crush::Map::decode(bytes.data(), bytes.size() / 2); }), EINVAL);
  std::string said;
  try {
    crush::Map::compile("device zero osd.0\n");
  } catch (const crush::Error &error) {
    said = error.what();
  }
  CHECK(said.find("line 1") != std::string::npos);
}

void names()
{
  const crush::Map map = crush::Map::compile(text);
  CHECK_EQUAL(map.item("two"), -3);
  CHECK(map.item_name(-3) == "two");
  CHECK(map.item_name(1) == "osd.1");
  CHECK_EQUAL(map.type("host"), 1);
  CHECK(map.type_name(2) == "root");
  CHECK(map.device_class_name(map.class_of(1)) == "ssd");
  CHECK_EQUAL(map.device_class("hdd"), map.class_of(0));
  CHECK_EQUAL(map.rule("copies"), 0);
  CHECK(map.rule_name(0) == "copies");
  CHECK(map.choose_args() == nullptr);
  CHECK_EQUAL(code_of([&] { map.item("three"); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.item(map.item_name(0) + std::string(1, '\0')); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.item_name(-77); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.type("rack"); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.type_name(9); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.device_class("nvme"); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.device_class_name(77); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.class_of(-2); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.rule("chunks"); }), ENOENT);
  CHECK_EQUAL(code_of([&] { map.rule_name(1); }), ENOENT);
}

/* One input at a time, many at once, and crush_do_rule. */
void placements()
{
  const crush::Map map = crush::Map::compile(text);
  const std::vector<std::uint32_t> weights = {one, one, 0};
  const crush::Placer placer(map.raw(), 0, 2, weights, map.choose_args());
  crush::Workspace workspace(map.raw(), 2);
  std::vector<std::uint32_t> xs;
  for (std::uint32_t x = 0; x < 500; x++)
    xs.push_back(x * 2654435761u);
  const std::vector<std::int32_t> rows = placer.place_batch(xs, 2);
  std::vector<std::size_t> lens(xs.size());
  std::vector<std::int32_t> again(rows.size());
  placer.place_batch(xs.data(), xs.size(), again.data(), lens.data(), 1);
  CHECK_EQUAL(rows.size(), xs.size() * placer.result_max());
  CHECK(again == rows);
  bool same = true;
  for (std::size_t i = 0; i < xs.size(); i++) {
    const std::vector<std::int32_t> one_row = placer.place(xs[i]);
    same = same && one_row == workspace.do_rule(0, xs[i], weights) && one_row.size() == lens[i] && lens[i] == 1;
    same = same && rows[2 * i] == one_row[0] && rows[2 * i + 1] == CRUSH_ITEM_NONE;
  }
  CHECK(same);
  CHECK(placer.place_batch(std::vector<std::uint32_t>()).empty());
  CHECK_EQUAL(workspace.result_max(), 2);
}

void refusals()
{
  const crush::Map map = crush::Map::compile(text);
  const std::vector<std::uint32_t> weights(3, one);
  CHECK_EQUAL(code_of([&] { crush::Placer(map.raw(), 1, 2, weights); }), ENOENT);
  CHECK_EQUAL(code_of([&] { crush::Placer(map.raw(), 0, 0, weights); }), EINVAL);
  CHECK_EQUAL(code_of([&] { crush::Placer(nullptr, 0, 2, weights); }), EINVAL);
  CHECK_EQUAL(code_of([&] { crush::Workspace(nullptr, 2); }), EINVAL);
  CHECK_EQUAL(code_of([] { crush::validate(nullptr); }), EINVAL);
  bool too_long = false;
  try {
    crush::Workspace(map.raw(), std::size_t{1} << 40);
  } catch (const std::length_error &) {
    too_long = true;
  }
  CHECK(too_long);
}

void built()
{
  const crush::BuiltMap map = crush::create();
  int items[3] = {0, 1, 2}, weights[3] = {0x10000, 0x10000, 0x20000}, root = 0;
  crush_bucket *bucket = crush_make_bucket(map.get(), CRUSH_BUCKET_STRAW2, CRUSH_HASH_DEFAULT, 1, 3, items, weights);
  CHECK_EQUAL(crush_add_bucket(map.get(), 0, bucket, &root), 0);
  crush_finalize(map.get());
  const crushx_report report = crush::validate(map.get());
  CHECK_EQUAL(report.unsafe_count, 0);
}

} // namespace

int main()
{
  moved_not_copied();
  files();
  names();
  placements();
  refusals();
  built();
  return checks_end();
}
