# Describes the interface from debug information: readelf --debug-dump=info OBJECT | awk -f types.awk
#
# The object has a variable abi_NAME for each function, a pointer to it. Prints functions, structs of crush with the place of
# each member, and enumerators. Integers are told by size and sign, whatever typedef they come from.

function field(line) {
  sub(/^.*DW_AT_[a-z_]+ *: */, "", line)
  while (sub(/^\([^)]*\):? */, "", line));
  sub(/[ \t]+$/, "", line)
  return line
}
function number(text,  value, i) {
  if (text !~ /^0x/) return text + 0
  for (i = 3; i <= length(text); i++) value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
  return value
}

/^ *<[0-9a-f]+><[0-9a-f]+>: Abbrev Number: 0/ { next }
/^ *<[0-9a-f]+><[0-9a-f]+>: Abbrev/ {
  split($0, part, /[<>]/)
  level = part[2]; at = part[4]
  tag[at] = $0; sub(/.*DW_TAG_/, "", tag[at]); sub(/\).*/, "", tag[at])
  above[level] = at
  if (level > 0) children[above[level - 1]] = children[above[level - 1]] " " at
  order[++count] = at
  next
}
/DW_AT_name *:/                 { name[at] = field($0) }
/DW_AT_byte_size *:/            { size[at] = number(field($0)) }
/DW_AT_encoding *:/             { encoding[at] = field($0) " " $0 }
/DW_AT_data_member_location *:/ { place[at] = number(field($0)) }
/DW_AT_const_value *:/          { value[at] = field($0) }
/DW_AT_upper_bound *:/          { bound[at] = field($0) }
/DW_AT_declaration *:/          { opaque[at] = 1 }
/DW_AT_bit_size *:/             { print "types.awk: bit fields are not understood" > "/dev/stderr"; failed = 1; exit 1 }
/DW_AT_type *:/                 { match($0, /<0x[0-9a-f]+>/); type[at] = substr($0, RSTART + 3, RLENGTH - 4) }

# A type in words; 0 stands for void, which has none.
function say(t,  inner) {
  if (t == "") return "void"
  inner = type[t]
  if (tag[t] == "typedef") return say(inner)
  if (tag[t] == "const_type") return "const " say(inner)
  if (tag[t] == "volatile_type") return "volatile " say(inner)
  if (tag[t] == "restrict_type") return say(inner)
  if (tag[t] == "pointer_type") return "*" say(inner)
  if (tag[t] == "array_type") return dimensions(t) say(inner)
  if (tag[t] == "subroutine_type") return "function" arguments(t)
  if (tag[t] == "structure_type") return "struct " (t in name ? name[t] : "{}")
  if (tag[t] == "union_type") return "union " (t in name ? name[t] : "{}")
  if (tag[t] == "enumeration_type") return "enum " name[t]
  if (tag[t] == "base_type") {
    if (name[t] == "char") return "char"
    if (encoding[t] ~ /float/) return "float" size[t] * 8
    if (encoding[t] ~ /unsigned|bool/) return "u" size[t] * 8
    return "i" size[t] * 8
  }
  print "types.awk: " tag[t] " is not understood" > "/dev/stderr"
  failed = 1
  exit 1
}

function dimensions(t,  n, of, i, text) {
  n = split(children[t], of, " ")
  for (i = 1; i <= n; i++) text = text "[" ((of[i] in bound) && bound[of[i]] + 0 >= 0 ? bound[of[i]] + 1 : 0) "]"
  return text
}

function arguments(t,  n, of, i, text) {
  n = split(children[t], of, " ")
  for (i = 1; i <= n; i++)
    text = text (i > 1 ? ", " : "") (tag[of[i]] == "unspecified_parameters" ? "..." : say(type[of[i]]))
  return "(" text ") -> " say(type[t])
}

function members(t,  n, of, i) {
  n = split(children[t], of, " ")
  for (i = 1; i <= n; i++)
    if (tag[of[i]] == "member") printf "  %d %s: %s\n", place[of[i]], name[of[i]], say(type[of[i]])
}

function enumerators(t,  n, of, i) {
  n = split(children[t], of, " ")
  for (i = 1; i <= n; i++) if (name[of[i]] ~ /^(CRUSH|CEPH)/) print "constant " name[of[i]] " " value[of[i]]
}

END {
  if (failed) exit 1
  for (i = 1; i <= count; i++) {
    at = order[i]
    if (tag[at] == "variable" && name[at] ~ /^abi_/) print "function " substr(name[at], 5) arguments(type[type[at]])
    if (tag[at] == "structure_type" && name[at] ~ /^crush/) {
      if (at in opaque) print "struct " name[at] ", opaque"
      else { print "struct " name[at] ", " size[at] " bytes"; members(at) }
    }
    if (tag[at] == "enumeration_type") { print "enum " name[at] ", " size[at] " bytes"; enumerators(at) }
  }
}
