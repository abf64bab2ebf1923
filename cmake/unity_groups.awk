# SPDX-License-Identifier: Apache-2.0
# Groups of the files given, at most `batch` each, that compile as one: writes <out><group>.cpp for each
# group of several, and prints "<group>;<file>" (group 0: by itself). Sources compiled as one share their
# anonymous namespaces. Where two give one name two meanings, or one gives a name that another takes from
# a header, the name is made another one by a macro around its file. A file whose name cannot be told
# from a member's is of another group. A file that opens no namespace is put in one of its own.
function name_on(line) {
  sub(/ final/, "", line)
  gsub(/::/, ".", line)
  while (gsub(/<[^<>]*>/, "", line)) {}
  sub(/[ ]*[({=[;:].*/, "", line)
  sub(/.*[^A-Za-z0-9_]/, "", line)
  return line
}
# The space around `space`; "" is the global one, which has none around it.
function outer(space) { return sub(/(::)?[A-Za-z0-9_]+$/, "", space) ? space : "" }
# Whether the file can be of the group. Sets `apart`, its own names that have to be made others, and
# `others`, those of files in the group.
function fits(group,   key) {
  split("", apart)
  split("", others)
  if (!closed && opened[group] != opens) return 0  # `using namespace` of one source is seen by all
  for (key in names)
    if (((group, key) in taken && (names[key] == "" || taken[group, key] != names[key])) || (group, key) in used) {
      if (!(key in free)) return 0
      apart[key]
    }
  for (key in uses)
    if ((group, key) in taken) {
      if (!(group SUBSEP key in owner)) return 0
      others[key]
    }
  return 1
}
function rename(which, key,   parts) {
  split(key, parts, SUBSEP)
  if (index(renames[which] " ", " " parts[2] " ") == 0) renames[which] = renames[which] " " parts[2]
}
function give(name, how) { names[space SUBSEP name] = how; own[name] }
function place(   g, key, parts) {
  closed = !(open || alone)
  if (closed) { split("", names); opens = "" }
  for (key in uses) {
    split(key, parts, SUBSEP)
    if (parts[2] in own) delete uses[key]
  }
  split("", free)
  for (key in names) {
    split(key, parts, SUBSEP)
    if (!(parts[2] in fixed)) free[key]
  }
  for (g = 1; !alone && g <= groups; ++g)
    if (size[g] < batch && fits(g)) break
  if (alone) g = 0
  else if (g > groups) { groups = g; split("", apart); split("", others) }
  file_of[++files] = file
  group_of[files] = g
  if (g) {
    ++size[g]
    if (!closed) opened[g] = opens
    for (key in others) { rename(owner[g, key], key); delete taken[g, key]; delete owner[g, key] }
    for (key in uses) used[g, key]
    for (key in names)
      if (key in apart) rename(files, key)
      else {
        if (key in free && !((g, key) in taken)) owner[g, key] = files
        else delete owner[g, key]  # of several, or of one that cannot change
        taken[g, key] = names[key]
      }
  }
  includes_of[files] = includes
  closed_of[files] = closed
  includes = opens = ""
  alone = open = 0
  split("", names)
  split("", uses)
  split("", own)
  split("", fixed)
}
FNR == 1 { if (file) place(); file = FILENAME; anonymous = depth = 0; space = "" }
/^#if/ { ++depth; open = 1 }
/^#endif/ { --depth }
/^#include/ && !depth {
  line = $0
  if ($2 ~ /^"/) {  # beside the source, or from the top
    beside = file
    sub(/[^\/]*$/, substr($2, 2, length($2) - 2), beside)
    if ((getline ignored < beside) >= 0) line = "#include \"" beside "\""
    close(beside)
  }
  includes = includes line "\n"
  next
}
{ sub(/^(__extension__|\[\[[a-z_]+\]\]) /, "") }
!/^ *\/\// {
  # What is qualified, qualifies, is a member or in a macro cannot change its name.
  rest = $0
  for (; match(rest, /[A-Za-z0-9_]+::/); rest = substr(rest, RSTART + RLENGTH)) fixed[substr(rest, RSTART, RLENGTH - 2)]
  rest = $0
  for (; match(rest, /(::|\.|->|#)[A-Za-z0-9_]+/); rest = substr(rest, RSTART + RLENGTH)) {
    n = substr(rest, RSTART, RLENGTH)
    sub(/^(::|\.|->|#)/, "", n)
    fixed[n]
  }
}
!/^ *\/\// && !/^using/ {
  # Types, constants and what is called, unless qualified; other words are too often local names.
  rest = $0
  gsub(/(::|\.|->)[A-Za-z0-9_]+/, " ", rest)
  for (; match(rest, /[A-Za-z0-9_]+\(?/); rest = substr(rest, RSTART + RLENGTH)) {
    n = substr(rest, RSTART, RLENGTH)
    if (sub(/\($/, "", n) || n ~ /^k?[A-Z][A-Za-z0-9]*[a-z]/)
      for (s = space; ; s = outer(s)) { uses[s, n]; if (s == "") break }
  }
}
# Its fields may have types of an anonymous namespace, which GCC warns of in a file that is included.
/^(struct|class) [A-Za-z]+::/ && !anonymous { alone = 1 }
# A function for others, of the global namespace.
/^[A-Za-z].*[A-Za-z0-9_]\(/ && !anonymous && space == "" && !/^(static|TEST_CASE|SCENARIO|template|using|namespace|constexpr|const) ?/ { open = 1 }
/^namespace \{/ { anonymous = 1; next }
/^\}  \/\/ namespace$/ { anonymous = 0; next }
/^template <>|^extern "C"|^#define/ { open = 1 }
/^namespace [A-Za-z0-9_:]+ \{/ { open = 1; space = space (space == "" ? "" : "::") $2; next }
/^\}  \/\/ namespace [A-Za-z0-9_:]+$/ {
  space = length(space) > length($4) ? substr(space, 1, length(space) - length($4) - 2) : ""
  next
}
/^#define/ { alone = alone || includes == ""; n = $2; sub(/\(.*/, "", n); names["" SUBSEP n] = ""; own[n]; fixed[n]; next }
/^using namespace / { opens = opens $3; next }
/^using [A-Za-z0-9_]+ =/ { give($2, $0); next }
/^using [A-Za-z0-9_:]+;/ { n = $2; gsub(/.*:|;/, "", n); give(n, $0); fixed[n]; next }
/^[A-Za-z]/ && (anonymous || /^static /) && !/^(template|static_assert|TEST_CASE|SCENARIO|using|private|public|protected)/ {
  n = name_on($0)
  if (n != "") give(n, "")
}
END {
  if (file) place()
  for (i = 1; i <= files; ++i) {
    g = group_of[i]
    if (g && size[g] == 1) g = 0
    print g ";" file_of[i]
    if (!g) continue
    text = "#include \"" file_of[i] "\"\n"
    if (closed_of[i]) text = includes_of[i] "namespace unity_" i " {\n" text "}\n"
    if (renames[i] != "") {
      n = split(substr(renames[i], 2), each, " ")
      for (k = n; k; --k) text = "#define " each[k] " " each[k] "_" i "\n" text "#undef " each[k] "\n"
      text = includes_of[i] text
    }
    texts[g] = texts[g] text
  }
  for (g in texts) { path = out g ".cpp"; printf "%s", texts[g] > path; close(path) }
}
