// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/exchange.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/gemm/prove/units.hpp"

namespace jacquard::gemm {

// Values first .. last - 1 of a region of a matrix that is `width` wide and begins at `begin`.
struct Exchange::Part {
  std::int64_t begin = 0;
  std::int64_t width = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;

  // Calls act(where, count) for each stretch that is contiguous in a matrix of so many columns.
  template <class Act>
  void each(std::int64_t columns, const Act& act) const {
    for (std::int64_t v = first; v < last;) {
      const std::int64_t in_row = v % width;
      const std::int64_t count = std::min(width - in_row, last - v);
      act(begin + v / width * columns + in_row, count);
      v += count;
    }
  }
};

Exchange::Exchange(const Program& program, int op, const Pattern& pattern,
                   std::vector<ChipState>& chips)
    : op_(base::at(program.ops, op)),
      number_(op),
      members_(program.request.mesh.size(op_.direction)),
      graph_(pattern.graph),
      collective_(graph_.collectives.front()),
      ends_(pattern.ends),
      chips_(chips),
      moves_(pattern.moves),
      started_(chips.size(), 0) {
  if (!sums()) return;
  sums_.resize(chips.size());
  loaded_.resize(chips.size());
}

// A gather's and a scatter's pieces are of one member each, and cut finer.
Exchange::Part Exchange::part(int chunk, int piece) const {
  const bool by_member = op_.kind == OpKind::gather || op_.kind == OpKind::scatter_sum;
  const int whole = op_.kind == OpKind::scatter_sum ? op_.from : op_.to;
  const Dense& matrix = base::at(chips_.front().buffers, whole);
  const int of_member = by_member ? members_ : 1;
  Part part;
  part.width = matrix.columns;
  if (by_member) {
    const int member = piece % members_;
    if (op_.axis == Axis::columns) part.width /= members_;
    part.begin =
        member * (op_.axis == Axis::columns ? part.width : matrix.rows / members_ * matrix.columns);
  }
  const std::int64_t values = static_cast<std::int64_t>(matrix.values.size()) / of_member;
  const int fine = collective_.pieces.size() / of_member;
  const std::int64_t cuts = std::int64_t{collective_.chunks} * fine;
  const std::int64_t index = std::int64_t{chunk} * fine + piece / of_member;
  part.first = values * index / cuts;
  part.last = values * (index + 1) / cuts;
  return part;
}

Dense& Exchange::home(int chip) {
  if (sums()) return base::at(sums_, chip);
  return base::at(base::at(chips_, chip).buffers, op_.to);
}

// A sum takes the chip's own part at the last moment.
void Exchange::load(int chip, int chunk, int piece) {
  if (!sums()) return;
  const int at = chunk * collective_.pieces.size() + piece;
  char& loaded = base::at(base::at(loaded_, chip), at);
  if (loaded != 0) return;
  loaded = 1;
  const Dense& from = base::at(base::at(chips_, chip).buffers, op_.from);
  Dense& sum = home(chip);
  part(chunk, piece).each(from.columns, [&](std::int64_t where, std::int64_t count) {
    std::copy_n(from.values.data() + where, count, sum.values.data() + where);
  });
}

void Exchange::read(int chip, int chunk, int piece, std::vector<std::uint64_t>& values) {
  load(chip, chunk, piece);
  // Who permutes sends what it has, others pass on what came.
  const Dense& from =
      op_.kind == OpKind::permute ? base::at(base::at(chips_, chip).buffers, op_.from) : home(chip);
  part(chunk, piece).each(from.columns, [&](std::int64_t where, std::int64_t count) {
    const std::uint64_t* const begin = from.values.data() + where;
    values.insert(values.end(), begin, begin + count);
  });
}

void Exchange::start(int chip, Mail& mail) {
  ChipState& here = base::at(chips_, chip);
  const Dense& from = base::at(here.buffers, op_.from);
  Dense& to = base::at(here.buffers, op_.to);
  base::at(started_, chip) = 1;
  if (sums()) {
    base::at(sums_, chip) = Dense(from.rows, from.columns);
    base::at(loaded_, chip)
        .assign(base::index(collective_.chunks) * base::index(collective_.pieces.size()), 0);
  } else if (op_.kind == OpKind::gather) {
    const std::int64_t lines = op_.axis == Axis::rows ? from.rows : from.columns;
    copy_lines(from, to, op_.axis, {0, own(chip) * lines, lines});
  } else if (op_.kind == OpKind::broadcast
                 ? own(chip) == op_.root
                 : op_.shift.from(here.place, op_.direction, members_) == own(chip)) {
    to.values = from.values;
  }
  if (base::at(moves_, chip) == 0) finish(chip);
  for (int round = 0; round < static_cast<int>(graph_.rounds.size()); ++round) {
    begin_all(round, chip, mail);
  }
}

// A chip that was alone has its own part still to take.
void Exchange::finish(int chip) {
  if (!sums() || (op_.kind == OpKind::reduce && own(chip) != op_.root)) return;
  for (int chunk = 0; chunk < collective_.chunks; ++chunk) {
    for (int piece = 0; piece < collective_.pieces.size(); ++piece) load(chip, chunk, piece);
  }
  Dense& sum = home(chip);
  Dense& to = base::at(base::at(chips_, chip).buffers, op_.to);
  if (op_.kind == OpKind::scatter_sum) {
    const std::int64_t lines = op_.axis == Axis::rows ? to.rows : to.columns;
    copy_lines(sum, to, op_.axis, {own(chip) * lines, 0, lines});
  } else {
    to.values = std::move(sum.values);
  }
  sum = Dense();
}

void Exchange::begin_all(int round, int chip, Mail& mail) {
  while (ends_.can_begin(round, chip)) {
    const int repetition = ends_.begin(round, chip);
    if (ends_.receiver(round, chip) != rounds::kNobody) send(round, chip, repetition, mail);
    const auto waits = early_.find({round, chip, repetition});
    if (waits == early_.end()) continue;
    mail.sent.push_back(std::move(waits->second));
    early_.erase(waits);
  }
}

void Exchange::send(int number, int chip, int repetition, Mail& mail) {
  const rounds::Round& round = base::at(graph_.rounds, number);
  Parcel parcel = mail.take();
  parcel.op = number_;
  parcel.to = ends_.receiver(number, chip);
  parcel.round = number;
  parcel.repetition = repetition;
  rounds::expand_into(parcel.pieces, round.pieces, collective_.shape, collective_.pieces, chip,
                      repetition);
  for (const int piece : parcel.pieces) read(chip, round.chunk, piece, parcel.values);
  if (ends_.can_receive(number, parcel.to, repetition)) {
    mail.sent.push_back(std::move(parcel));
  } else {
    early_.emplace(std::make_tuple(number, parcel.to, repetition), std::move(parcel));
  }
  moved(chip);
}

void Exchange::deliver(const Parcel& parcel, Mail& mail) {
  const rounds::Round& round = base::at(graph_.rounds, parcel.round);
  const bool adds = round.action == rounds::Action::reduce;
  Dense& to = home(parcel.to);
  const std::uint64_t* values = parcel.values.data();
  for (const int piece : parcel.pieces) {
    if (adds)
      load(parcel.to, round.chunk, piece);
    else if (sums())
      base::at(base::at(loaded_, parcel.to), round.chunk * collective_.pieces.size() + piece) = 1;
    part(round.chunk, piece).each(to.columns, [&](std::int64_t where, std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i) {
        std::uint64_t& value = base::at(to.values, where + i);
        value = adds ? value + values[i] : values[i];
      }
      values += count;
    });
  }
  ends_.receive(parcel.round, parcel.to);
  moved(parcel.to);
  begin_all(parcel.round, parcel.to, mail);
  for (const int next : ends_.waiting_for(parcel.round)) begin_all(next, parcel.to, mail);
}

}  // namespace jacquard::gemm
