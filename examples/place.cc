// Where does an object live? Reads a text map, as `crushtool -d` writes it, and places a few inputs:
//   c++ -std=c++11 -o place place.cc $(pkg-config --cflags --libs libcrush)
//   ./place examples/three-hosts.txt copies

#include <crush/crush.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

int main(int argc, char **argv)
try {
  if (argc != 3) {
    std::cerr << "usage: place MAP.txt RULE\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::cerr << argv[1] << " cannot be read\n";
    return 1;
  }
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const crush::Map map = crush::Map::compile(text);

  // All devices are in: 1.0 in 16.16.
  const std::vector<std::uint32_t> weights(static_cast<std::size_t>(map.raw()->max_devices), 0x10000);
  const crush::Placer placer(map.raw(), map.rule(argv[2]), 2, weights, map.choose_args());

  for (std::uint32_t x = 0; x < 5; x++) {
    std::cout << x << ":";
    for (std::int32_t device : placer.place(x))
      std::cout << " " << (device == CRUSH_ITEM_NONE ? "-" : map.item_name(device));
    std::cout << "\n";
  }
  return 0;
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
