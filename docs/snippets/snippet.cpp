#include <crush/crush.hpp>
#include <fstream>
#include <iostream>
#include <iterator>

int main()
{
  std::ifstream file("site.crush", std::ios::binary);
  const std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
/* snippet */
  std::cout << osds[0] << " " << osds[1] << " " << osds[2] << "\n";
}
