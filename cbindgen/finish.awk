# Finishes a header: says what cbindgen has no words for. Lines gather in out[] so that a line can mend the one before.

function put(line) { if (line != "" || out[last] != "") out[++last] = line }

function put_comment(  i) {
  if (lines == 1 && length(opening body[1]) <= 116) put(opening substr(body[1], index(body[1], "*") + 1) " */")
  else {
    put(opening)
    for (i = 1; i <= lines; i++) put(body[i])
    put($0)
  }
  opening = ""
}

# The C types of numbers that callers see as long or unsigned, and markers that read better in hexadecimal.
/^#define CRUSH_MAGIC /                    { sub(/65536$/, "0x00010000ul") }
/^#define CRUSH_MAX_(DEVICE|BUCKET)_WEIGHT / { sub(/ \* 65536/, "u * 0x10000u") }
/^#define CRUSH_ITEM_UNDEF /               { sub(/2147483646$/, "0x7ffffffe") }
/^#define CRUSH_ITEM_NONE /                { sub(/2147483647$/, "0x7fffffff") }

# The interface has an array of length 0; __extension__ keeps -pedantic from refusing it.
/^ *struct .*\[0\];$/ { sub(/struct/, "__extension__ struct") }

# What Rust calls safety is what a C function requires.
/^ \* # Safety$/ { $0 = " * Requires:" }

# A comment of one sentence stands on one line.
/^ *\/\*\*$/              { opening = $0; lines = 0; next }
opening != "" && /^ *\*\/$/ { put_comment(); next }
opening != ""             { body[++lines] = $0; next }

# cbindgen ends a conditional field behind its #endif, where the semicolon would stand alone in the other profiles.
/^ *;$/ && out[last] == "#endif" { out[last - 1] = out[last - 1] ";"; next }

# Neighbours under the same condition share it.
/^#if / && out[last] == "#endif" && $0 == condition { last--; next }
/^#if /                                             { condition = $0 }

# Comments that C before C99 understands.
/^(#endif|}) +\/\// { sub(/ +\/\/ */, " /* "); $0 = $0 " */" }

# The trailer belongs inside the include guard.
/^#endif  \/\* .*_H \*\/$/ { guard_end = $0; next }

# A prototype that is too long goes on in the next line; Rust's mark of an unused argument means nothing to C.
/^[a-z].*\(.*\);$/ {
  while (match($0, /[ *]_[a-z]/)) $0 = substr($0, 1, RSTART) substr($0, RSTART + 2)
  line = $0
  while (length(line) > 110) {
    for (cut = 110; substr(line, cut, 1) != ","; cut--);
    put(substr(line, 1, cut))
    line = "   " substr(line, cut + 1)
  }
  put(line)
  next
}

{ put($0) }

END {
  put("")
  put(guard_end)
  for (i = 1; i <= last; i++) print out[i]
}
