# SPDX-License-Identifier: Apache-2.0
# Prints "<group>;<file>" for each file given: at most `batch` files a group, and no two files of a group
# give the same name two meanings in an anonymous namespace, which sources compiled as one would share.
# Group 0: each by itself.
function name_on(line) {
  sub(/ final/, "", line)
  gsub(/::/, ".", line)
  sub(/[ ]*[({=[;:].*/, "", line)
  sub(/.*[^A-Za-z0-9_]/, "", line)
  return line
}
# Whether a file cannot be of a group: each may give a name once, if not by the same `using`, and none
# that another file takes from a header.
function clashes(group,   n) {
  if (opened[group] != opens) return 1  # `using namespace` of one source is seen by all
  for (n in names)
    if ((group, n) in taken && (names[n] == "" || taken[group, n] != names[n])) return 1
  for (n in names)
    if ((group, n) in used) return 1
  for (n in uses) if ((group, n) in taken) return 1
  return 0
}
function place(file,   g, n) {
  for (n in names) delete uses[n]
  for (g = 1; g <= groups; ++g)
    if (size[g] < batch && !clashes(g)) break
  if (g > groups) groups = g
  ++size[g]
  opened[g] = opens
  opens = ""
  for (n in uses) used[g, n] = 1
  for (n in names) taken[g, n] = names[n]
  print (alone ? 0 : g) ";" file
  alone = 0
  split("", names)
  split("", uses)
}
{ sub(/^(__extension__|\[\[[a-z_]+\]\]) /, "") }
FNR == 1 { if (file) place(file); file = FILENAME; anonymous = 0 }
!/^ *\/\// && !/^using/ {
  # Types, constants and what is called, unless qualified; other words are too often local names.
  rest = $0
  gsub(/(::|\.|->)[A-Za-z0-9_]+/, " ", rest)
  for (; match(rest, /[A-Za-z0-9_]+\(?/); rest = substr(rest, RSTART + RLENGTH)) {
    n = substr(rest, RSTART, RLENGTH)
    if (sub(/\($/, "", n) || n ~ /^k?[A-Z][A-Za-z0-9]*[a-z]/) uses[n] = 1
  }
}
# Its fields may have types of an anonymous namespace, which GCC warns of in a file that is included.
/^(struct|class) [A-Za-z]+::/ && !anonymous { alone = 1 }
/^namespace \{/ { anonymous = 1; next }
/^\}  \/\/ namespace$/ { anonymous = 0; next }
/^#define/ { n = $2; sub(/\(.*/, "", n); names[n] = ""; next }
/^using namespace / { opens = opens $3; next }
/^using [A-Za-z0-9_]+ =/ { names[$2] = $0; next }
/^using [A-Za-z0-9_:]+;/ { n = $2; gsub(/.*:|;/, "", n); names[n] = $0; next }
/^[A-Za-z]/ && (anonymous || /^static /) && !/^(template|static_assert|TEST_CASE|SCENARIO|using)/ {
  n = name_on($0)
  if (n != "") names[n] = ""
}
END { if (file) place(file) }
