/*
 * Checks a proof by cases that no set of dice has at least K tilings for every roll, or lists all sets that have.
 *
 *     cc -std=c11 -O3 -march=native -o second second.c
 *     ./second PROOF ... [SHARE/SHARES | =CASE]
 *
 * The puzzle is The Genius Square: the dice put seven blockers on a board of 6 by 6 cells, and the nine pieces must
 * fill the rest. Every cell is on exactly one die, but for a given number on none; a roll takes a cell of each die. The program knows nothing but these
 * rules and the text of the proof. It counts the tilings of all boards itself, computes again every conclusion that the
 * proof leaves out, and looks whether the cases are all cases. With SHARE/SHARES it replays every SHARES-th case only,
 * so that several processors can divide the work, and with =CASE one case; the rest it does in full. Several proofs of one
 * puzzle are checked one after the other, each in a process of its own; only the tilings of the boards are counted once.
 *
 * THE ARGUMENT. Suppose there is a set of dice with K tilings for every roll. A unit is a set of cells that are known
 * to be on one die; at first each cell is a unit. We keep a family of sets of units that contains all sets whose units
 * are on different dice. Let us call its members possible. What is not possible is certainly not on different dice.
 *
 *  1. D units, D being the number of dice, are possible only if each choice of a cell from each is a roll with K tilings.
 *  2. A subset of units on different dice is on different dice.
 *  3. Let S be a set of k < D units on different dice. The cells of the other D - k dice belong to units c such that
 *     S + c is on different dice too. So these units c have, together, at least as many cells as the D - k smallest dice.
 *  4. Two units that are not possible are on the same die, and become one unit. If A becomes one with B, then S with the
 *     new unit is possible only if both S + A and S + B are.
 *  5. Units have to fit on the dice: see sizes_fit and fit_apart.
 *  6. Each unit is on a die. So if a single unit, or the empty set, is not possible, then there is no such set of dice.
 *
 * A case of the proof names units that are on different dice; where these are not possible, or two of them would become
 * one, the case is refuted. A case that is not refuted by these rules is split by the proof: some other unit is on the
 * die of the first named unit, or of the second, ..., or on a die without a named unit, and then it is named too.
 *
 * A WHOLE DIE. Where one die is much smaller than the others, the cases may be the ways to choose its cells. Then the other
 * dice remain, one fewer, on the other cells; a set of their units is possible only if it is so together with each cell of
 * the whole die. All rules hold of them as they are.
 *
 * CELLS ON NO DIE. If the sizes have fewer cells than the board, then the cases begin with the ways to choose the cells that
 * are on no die. The boards that block none of them are those of a smaller board, each of whose cells is on a die, and all
 * rules hold there.
 *
 * TABLES OF SOME SETS. The rows of all sets of fewer than D units are many: 500,000 for 28 units and 7 dice. Where some
 * units are named, hardly any contradiction needs them all. So from the fourth named unit on (for 7 dice) the program
 * keeps only the rows of the sets (N, F) of at least t named units N and some free units F: t is 3 where 4 units are named,
 * 4 where 5 are, and 5 where 6 or 7 are. Each rule says of single sets that they are not possible, and stays true when
 * others are not looked at; only less may follow. On the other hand the named units are on different dice, so that
 *
 *  7. if some of the named units are not possible, then the case is refuted.
 *
 * There free units do not become one with each other. If the free unit u joins the named unit A, then by rule 4 the row of
 * (N + A, F) holds only what was both in it and in that of (N, F + u). Where (N, F + u) was not kept because N has only
 * t - 1 units, the last full tables take its place: they are those of the position in which so many units were named
 * first. The units that it had are the parts of the present ones. If a set of units is possible now, then so is, in the last
 * full tables, every set of one part of each; so the row holds only what is in all rows of such sets. If u is named instead,
 * then the row of (N + u, F) is that of (N, F + u).
 *
 * A leaf is tried with the sets that contain t + 1 named units first. Should the kept sets not refute a leaf, then its full
 * tables are made; the program says how often.
 *
 * THE TEXT OF A PROOF. Cells are A1 to F6: the letter is the row, the number is the column.
 *
 *     cases 2
 *     sizes 6 5 5 5 5 5 5
 *     tilings 100
 *     off 1                         the cells on no die; if there are none, the line is left out
 *     board 6 6                     (these two lines may be left out, and
 *     pieces # ## ### ...            then the puzzle is The Genius Square)
 *     first A2 A5 ...               the cells that the first split deals to dice
 *     groups A2,A5 B1 ...           a case: the first cells, those of one die joined by commas; or, if there are no first
 *                                   cells, the smallest die, whole. Cells on no die come before it, as one group
 *     e--i----                      its tree, with a sign for each position: - if it is refuted, or else a cell of the unit
 *                                   that is split, and then the trees of all its cases. Here cells are digits to base 36:
 *                                   0 is A1, 1 is A2, and so on row by row. The sign * stands where all cells are dealt to
 *                                   dice whose every roll has K tilings: the program finds these dice itself, and prints them
 *
 * A piece is drawn row by row: ##/#. has three cells. Pieces may be turned and turned over.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t Set; /* of cells, or of units: bit i is the i-th */

enum { MAX_CELLS = 36, MAX_DICE = 7, MAX_PIECES = 12, MAX_FIRST = 12, MAX_WORDS = 1 << 22, MAX_TILINGS = UINT16_MAX - 1 };
enum { MAX_BOARDS = 8347680 }; /* the sets of 7 of 36 cells */

#define BIT(i) ((Set)1 << (i))
#define FOR_EACH(i, set) for (Set rest_##i = (set), i; rest_##i && (i = (Set)__builtin_ctzll(rest_##i), 1); rest_##i &= rest_##i - 1)
#define COUNT(set) __builtin_popcountll(set)

static void wrong(const char *format, ...) {
    va_list values;
    va_start(values, format);
    printf("REFUSED: ");
    vprintf(format, values);
    printf("\n");
    exit(1);
}

/* ------------------------------------------------------------------------------------------------ the puzzle */

static int rows = 6, columns = 6, cells = 36;
static int dice, size_of_die[MAX_DICE]; /* the largest first */
static int off; /* the number of cells that are on no die */
static long least_tilings;

static int pieces;
static const char *drawing[MAX_PIECES];
static const char *const genius_square[] = {"#", "##", "###", "##/#.", "####", "###/#..", "###/.#.", "##./.##", "##/##"};

static int symmetries;
static uint8_t image[8][MAX_CELLS]; /* the symmetries of the board, as permutations of its cells */

static void find_symmetries(void) {
    for (int way = 0; way < 8; way++) {
        if (way & 4 && rows != columns) continue;
        for (int cell = 0; cell < cells; cell++) {
            int row = cell / columns, column = cell % columns;
            if (way & 1) row = rows - 1 - row;
            if (way & 2) column = columns - 1 - column;
            image[symmetries][cell] = (uint8_t)(way & 4 ? column * columns + row : row * columns + column);
        }
        symmetries++;
    }
}

static Set image_of(Set set, int symmetry) {
    Set turned = 0;
    FOR_EACH(cell, set) turned |= BIT(image[symmetry][cell]);
    return turned;
}

/* ------------------------------------------------------------------------------------------------ the tilings */

/* The placements of a piece by their lowest cell: a tiling is found by filling the lowest free cell again and again, so
 * it is counted once. The large pieces come first: they are the hardest to place later on. */
static struct { int count; Set mask[16]; } placed[MAX_PIECES][MAX_CELLS];
static int area[MAX_PIECES];
static int one_cell_pieces; /* a set of pieces, by their bits */
static int twin[MAX_PIECES]; /* the piece before it that is drawn alike, as a bit: it is placed first, so that such pieces count once */

static void add_placement(int piece, Set mask) {
    int lowest = __builtin_ctzll(mask);
    for (int i = 0; i < placed[piece][lowest].count; i++)
        if (placed[piece][lowest].mask[i] == mask) return;
    if (placed[piece][lowest].count == 16) wrong("piece %d has too many placements", piece + 1);
    placed[piece][lowest].mask[placed[piece][lowest].count++] = mask;
}

static void find_placements(int piece) {
    int row_of[MAX_CELLS], column_of[MAX_CELLS], row = 0, column = 0;
    area[piece] = 0;
    for (const char *sign = drawing[piece]; *sign; sign++) {
        if (*sign == '/') { row++; column = 0; continue; }
        if (*sign == '#') {
            if (area[piece] == cells) wrong("piece %d is larger than the board", piece + 1);
            row_of[area[piece]] = row, column_of[area[piece]++] = column;
        } else if (*sign != '.') wrong("piece %d has the sign %c", piece + 1, *sign);
        column++;
    }
    if (area[piece] == 0) wrong("piece %d has no cells", piece + 1);
    if (area[piece] == 1) one_cell_pieces |= 1 << piece;
    for (int other = 0; other < piece; other++)
        if (strcmp(drawing[other], drawing[piece]) == 0) twin[piece] = 1 << other;
    for (int way = 0; way < 8; way++)
        for (int down = -MAX_CELLS; down < MAX_CELLS; down++)
            for (int right = -MAX_CELLS; right < MAX_CELLS; right++) {
                Set mask = 0;
                int i = 0;
                for (; i < area[piece]; i++) {
                    int r = way & 1 ? -row_of[i] : row_of[i], c = way & 2 ? -column_of[i] : column_of[i];
                    if (way & 4) { int kept = r; r = c; c = kept; }
                    r += down, c += right;
                    if (r < 0 || r >= rows || c < 0 || c >= columns) break;
                    mask |= BIT(r * columns + c);
                }
                if (i == area[piece]) add_placement(piece, mask);
            }
}

static Set not_first_column, not_last_column;

/* Counts the tilings of some free cells with some pieces, but not beyond a limit. */
static long tilings(Set free, int left, long limit) {
    if (!free) return 1;
    /* A free cell without a free neighbour needs a piece of one cell. */
    Set near = free << columns | free >> columns | (free & not_last_column) << 1 | (free & not_first_column) >> 1;
    if (COUNT(free & ~near) > COUNT((unsigned)(left & one_cell_pieces))) return 0;
    int cell = __builtin_ctzll(free);
    long found = 0;
    FOR_EACH(piece, (Set)left) {
        if (left & twin[piece]) continue;
        for (int i = 0; i < placed[piece][cell].count; i++) {
            Set mask = placed[piece][cell].mask[i];
            if (mask & ~free) continue;
            found += tilings(free ^ mask, left ^ 1 << piece, limit - found);
            if (found >= limit) return found;
        }
    }
    return found;
}

/* The place of a set among the sets of as many elements: in the order of the numbers that they are as bits. */
static uint32_t binomial[MAX_DICE + 2][MAX_CELLS + 1]; /* [k][n] */

static uint32_t place(Set set) {
    uint32_t sum = 0;
    int k = 1;
    FOR_EACH(element, set) sum += binomial[k++][element];
    return sum;
}

static Set next_of_same_count(Set set) {
    Set lowest = set & -set, carried = set + lowest;
    return carried | ((set ^ carried) >> 2) / lowest;
}

static uint8_t *good; /* by its place: does a board have enough tilings? */
static uint32_t boards, bad_boards;

/* The tilings of the boards by their places, but not beyond a limit. They are shared by the processes of several proofs: the
 * first one counts them. */
static struct Counts {
    char puzzle[512];
    uint32_t orbits;
    uint16_t of[MAX_BOARDS];
} *counts;
static long limit; /* the tilings of a board are not counted beyond it */

/* Counts the tilings of the first board of each orbit; its images have as many. */
static void count_boards(void) {
    const uint16_t unknown = UINT16_MAX;
    counts->orbits = 0;
    for (uint32_t i = 0; i < boards; i++) counts->of[i] = unknown;
    Set board = BIT(dice) - 1;
    for (uint32_t i = 0; i < boards; i++, board = next_of_same_count(board)) {
        if (counts->of[i] != unknown) continue;
        uint16_t found = (uint16_t)tilings((BIT(cells) - 1) ^ board, (1 << pieces) - 1, limit);
        for (int s = 0; s < symmetries; s++) counts->of[place(image_of(board, s))] = found;
        counts->orbits++;
    }
}

static void judge_boards(void) {
    int filled = 0;
    for (int piece = 0; piece < pieces; piece++) find_placements(piece), filled += area[piece];
    if (filled != cells - dice) wrong("the pieces have %d cells, and %d are to be filled", filled, cells - dice);
    for (int cell = 0; cell < cells; cell++) {
        if (cell % columns > 0) not_first_column |= BIT(cell);
        if (cell % columns < columns - 1) not_last_column |= BIT(cell);
    }
    char puzzle[sizeof counts->puzzle];
    int length = snprintf(puzzle, sizeof puzzle, "%d %d %d", rows, columns, dice);
    for (int piece = 0; piece < pieces && length < (int)sizeof puzzle; piece++)
        length += snprintf(puzzle + length, sizeof puzzle - (size_t)length, " %s", drawing[piece]);
    if (length >= (int)sizeof puzzle) wrong("the pieces are too large");
    boards = binomial[dice][cells];
    if (!*counts->puzzle) {
        count_boards();
        strcpy(counts->puzzle, puzzle);
    } else if (strcmp(counts->puzzle, puzzle)) wrong("the puzzle is not that of the proofs before");
    good = malloc(boards);
    if (!good) wrong("no memory for the boards");
    for (uint32_t i = 0; i < boards; i++) bad_boards += !(good[i] = counts->of[i] >= least_tilings);
}

/* ------------------------------------------------------------------------------------------------ what is possible */

/* For each number k < D and each set S of k units, the row of S: the units c, not in S, for which S + c is possible. A
 * set that is not possible has an empty row, and c stands in the row of S if and only if S + c is possible, so all that
 * can be said about the sets of D units stands in the rows of the sets of D - 1. */
typedef struct {
    int units;
    Set unit[MAX_CELLS];     /* the cells of each unit */
    int largest;             /* the cells of the largest unit */
    Set with[MAX_CELLS + 2]; /* with[j]: the units of at least j cells */
    int named_count;
    int named[MAX_DICE];
    Set *row[MAX_DICE];      /* row[k]: the rows of the sets of k units, by their places */
} Position;

static Set *set_at[MAX_DICE]; /* set_at[k]: the sets of k units by their places, which do not depend on how many units there are */

/* Memory is a stack: each unit fewer puts smaller tables on top of it, and the end of a case takes them away. */
static char *stack, *top, *stack_end;

static void *push(size_t bytes) {
    void *here = top;
    top += (bytes + 63) / 64 * 64;
    if (top > stack_end) wrong("the stack of tables is full");
    return here;
}

static void make_stack(void) {
    size_t bytes = 1 << 26; /* what a position with tables of some sets needs is less than a mebibyte */
    for (int n = 1; n <= cells; n++)
        for (int k = 0; k < dice; k++) bytes += sizeof(Set) * (binomial[k][n] + 16);
    top = stack = malloc(bytes);
    if (!stack) wrong("no memory for the tables");
    stack_end = stack + bytes;
}

static int need[MAX_DICE]; /* need[k]: the cells of the D - k smallest dice */
static inline int weight(const Position *p, Set units) {
    int sum = 0;
    for (int j = 1; j <= p->largest; j++) sum += COUNT(units & p->with[j]);
    return sum;
}

/* The sets that have turned out not to be possible, and what follows from that is still to be drawn. */
static struct Fallen { Set set, row; int k; } *fallen;
static uint32_t falls;

static inline void fall(int k, Set set, Set row) {
    fallen[falls].set = set, fallen[falls].row = row, fallen[falls++].k = k;
}

/* A unit leaves the row of a set of k units. By rule 3 the set may not be possible any more. */
static inline void leave(Position *p, int k, Set set, uint32_t at_place, Set unit) {
    Set *row = &p->row[k][at_place];
    if (!(*row & unit)) return;
    *row ^= unit;
    if (weight(p, *row) >= need[k]) return;
    fall(k, set, *row);
    *row = 0;
}

/* A set of k units is not possible, so it leaves the rows of its subsets of k - 1. */
static inline void leave_subsets(Position *p, int k, Set set) {
    uint32_t without[MAX_DICE], here = 0, after = 0;
    int element[MAX_DICE], j = 0;
    FOR_EACH(unit, set) {
        element[j] = (int)unit, without[j] = here;
        here += binomial[j + 1][unit];
        j++;
    }
    for (j = k - 1; j >= 0; j--) {
        leave(p, k - 1, set ^ BIT(element[j]), without[j] + after, BIT(element[j]));
        after += binomial[j][element[j]];
    }
}

/* Draws all conclusions of rules 2 and 3. Returns false if a single unit, or the empty set, is not possible: rule 6. */
static bool settle(Position *p) {
    while (falls) {
        struct Fallen set = fallen[--falls];
        if (set.k <= 1) {
            falls = 0;
            return false;
        }
        leave_subsets(p, set.k, set.set);
        FOR_EACH(unit, set.row) {
            Set larger = set.set | BIT(unit);
            if (set.k == dice - 1) {
                leave_subsets(p, dice, larger);
                continue;
            }
            Set *row = &p->row[set.k + 1][place(larger)];
            if (*row) fall(set.k + 1, larger, *row);
            *row = 0;
        }
    }
    return true;
}

/* In a set of units, puts one unit where another stands. */
static inline Set moved(Set set, Set from, Set to) { return set & from ? (set ^ from) | to : set; }

/* Sorts sizes from the largest, and looks at the first k units: if no two of them fit on one die, not even on the largest,
 * then they are on k dice, and each of them has at most as many cells as the k-th largest die, or there is no such set. */
static bool sizes_fit(const Position *p) {
    int size[MAX_CELLS], k = 0;
    for (int j = p->largest; j >= 1; j--)
        for (int more = COUNT(p->with[j] & ~p->with[j + 1]); more--;) size[k++] = j;
    for (k = 0; k < dice && k < p->units; k++)
        if (size[k] > size_of_die[k] && (k == 0 || size[k - 1] + size[k] > size_of_die[0])) return false;
    return true;
}

static void weigh_units(Position *p) {
    memset(p->with, 0, sizeof p->with);
    p->largest = 0;
    for (int u = 0; u < p->units; u++) {
        int size = COUNT(p->unit[u]);
        if (size > p->largest) p->largest = size;
        for (int j = 1; j <= size; j++) p->with[j] |= BIT(u);
    }
}

static long joins;

/* Rule 4: makes two units one, puts new tables on the stack and notes the sets that fall. The last unit takes the number
 * that becomes free, so that most sets keep their places. */
static bool make_one(Position *p, int a, int b) {
    int kept = a < b ? a : b, gone = a < b ? b : a, last = --p->units, named_here = 0;
    for (int i = 0; i < p->named_count; i++) {
        named_here += p->named[i] == kept || p->named[i] == gone;
        if (p->named[i] == gone) p->named[i] = kept;
        if (p->named[i] == last) p->named[i] = gone;
    }
    if (named_here == 2) return false;
    joins++;
    const Set bit_kept = BIT(kept), bit_gone = BIT(gone), bit_last = BIT(last), both = bit_kept | bit_gone;
    p->unit[kept] |= p->unit[gone];
    p->unit[gone] = p->unit[last];
    weigh_units(p);
    if (!sizes_fit(p)) return false;
    for (int k = 0; k < dice; k++) {
        const Set *old = p->row[k];
        Set *new = push(sizeof(Set) * binomial[k][p->units]);
        for (uint32_t i = 0; i < binomial[k][p->units]; i++) {
            Set set = set_at[k][i], before = moved(set, bit_gone, bit_last);
            Set row = old[before == set ? i : place(before)];
            if (row) {
                Set both_rows = row;
                if (set & bit_kept) {
                    Set second = old[place(before ^ both)];
                    both_rows = row & second & ~both;
                    if (!second) row = both_rows = 0;
                } else if ((row & both) != both) both_rows &= ~both;
                Set after = moved(both_rows & ~bit_gone, bit_last, bit_gone);
                if (both_rows != row && weight(p, after) < need[k]) {
                    fall(k, set, after);
                    after = 0;
                }
                row = after;
            }
            new[i] = row;
        }
        p->row[k] = new;
    }
    return true;
}

/* What is known of the other dice when one is known whole: the units that are not on it, and each set of them with all
 * that extends it along with every unit of the whole die. Its cells and its size are not counted any more. Returns false
 * if a unit is on two dice, if units do not fit on the other dice, or if a unit can be on none of these. */
static bool make_beside(const Position *all, Set die, Position *p) {
    Set on_die = 0;
    int others[MAX_CELLS];
    memset(p, 0, sizeof *p);
    for (int u = 0; u < all->units; u++) {
        if (!(all->unit[u] & die)) others[p->units] = u, p->unit[p->units++] = all->unit[u];
        else if (all->unit[u] & ~die) return false;
        else on_die |= BIT(u);
    }
    weigh_units(p);
    if (!sizes_fit(p)) return false;
    for (int k = 0; k < dice; k++) {
        p->row[k] = push(sizeof(Set) * binomial[k][p->units]);
        for (uint32_t i = 0; i < binomial[k][p->units]; i++) {
            Set set = 0, row = BIT(all->units) - 1, after = 0;
            bool possible = true;
            FOR_EACH(u, set_at[k][i]) set |= BIT(others[u]);
            FOR_EACH(face, on_die) {
                Set with_face = all->row[k + 1][place(set | BIT(face))];
                possible = possible && with_face;
                row &= with_face;
            }
            for (int u = 0; u < p->units; u++) after |= (row >> others[u] & 1) << u;
            if (!possible && k <= 1) {
                falls = 0;
                return false;
            }
            if (possible && weight(p, after) < need[k]) {
                fall(k, set_at[k][i], after);
                after = 0;
            }
            p->row[k][i] = possible ? after : 0;
        }
    }
    return true;
}

static int unit_of(const Position *p, int cell) {
    int u = 0;
    while (!(p->unit[u] >> cell & 1)) u++;
    return u;
}

/* Of units that are on different dice, the i-th largest has at most as many cells as the i-th largest die. */
static bool fit_apart(const Set *unit, int count) {
    for (int die = 0; die < dice; die++) {
        int larger = 0;
        for (int i = 0; i < count; i++) larger += COUNT(unit[i]) > size_of_die[die];
        if (larger > die) return false;
    }
    return true;
}

/* Are the named units possible? */
static bool names_possible(const Position *p) {
    if (!p->named_count) return true;
    Set others = 0, named[MAX_DICE];
    for (int i = 0; i < p->named_count; i++) named[i] = p->unit[p->named[i]];
    if (!fit_apart(named, p->named_count)) return false;
    for (int i = 1; i < p->named_count; i++) others |= BIT(p->named[i]);
    return p->row[p->named_count - 1][place(others)] >> p->named[0] & 1;
}

/* Draws all conclusions, and returns false if there is a contradiction. */
static bool conclude(Position *p) {
again:
    if (!settle(p) || !names_possible(p)) return false;
    for (int u = 0; u < p->units; u++) {
        Set apart = p->row[1][u] | BIT(u);
        if (apart == BIT(p->units) - 1) continue;
        if (!make_one(p, u, __builtin_ctzll(~apart))) return false;
        goto again;
    }
    return true;
}

static void list_all_sets(void) {
    size_t sets = 0;
    for (int k = 0; k < dice; k++) {
        uint32_t count = binomial[k][cells];
        set_at[k] = malloc(sizeof(Set) * count);
        if (!set_at[k]) wrong("no memory for the sets");
        Set set = BIT(k) - 1;
        for (uint32_t i = 0; i < count; i++, set = k ? next_of_same_count(set) : 0) set_at[k][i] = set;
        sets += count;
    }
    fallen = malloc(sizeof *fallen * sets); /* a set falls once */
    if (!fallen) wrong("no memory for the sets that fall");
}

/* Every cell that is on a die is a unit, and boards are all that is known: rule 1. */
static bool begin(Position *p, Set on_no_die) {
    int unit_at[MAX_CELLS];
    memset(p, 0, sizeof *p);
    for (int cell = 0; cell < cells; cell++)
        if (!(on_no_die >> cell & 1)) unit_at[cell] = p->units, p->unit[p->units++] = BIT(cell);
    weigh_units(p);
    for (int k = 0; k < dice; k++) {
        uint32_t count = binomial[k][p->units];
        p->row[k] = push(sizeof(Set) * count);
        for (uint32_t i = 0; i < count; i++) p->row[k][i] = (BIT(p->units) - 1) & ~set_at[k][i];
    }
    Set board = BIT(dice) - 1;
    for (uint32_t i = 0; i < boards; i++, board = next_of_same_count(board)) {
        if (good[i] || board & on_no_die) continue;
        Set units = 0;
        FOR_EACH(cell, board) units |= BIT(unit_at[cell]);
        leave_subsets(p, dice, units);
        if (!settle(p)) return false;
    }
    return conclude(p);
}

/* ------------------------------------------------------------------------------------------------ tables of some sets */

/* The sets of units (N, F): N holds at least `least` of the named units, and F at most three free units. Units are known by
 * their cells here, and rows are sets of cells: a unit is in a row with all its cells or with none. */
typedef struct {
    int named_count, free_count, least;
    Set named[MAX_DICE], all_named; /* cells */
    Set parts[MAX_DICE];            /* the units of the last full tables that the named units consist of */
    Set free[MAX_CELLS];            /* cells */
    int unit[MAX_CELLS];            /* their numbers in the last full tables */
    uint16_t *origin;               /* by the place of F: its place among the sets of the units that were free in the last full tables */
    Set *row[1 << MAX_DICE];        /* by N: the rows by the place of F; the smaller F come first */
} Table;

/* How many units must be named before only some sets are looked at, and how many of them must be in a set. */
static int first_with_some(void) { return dice < 4 ? 2 : (dice + 1) / 2; }
static int least_of(int named) {
    int least = named - 1 < dice - 2 ? named - 1 : dice - 2;
    return least > 1 ? least : 1;
}

enum { MAX_LOOSE = 3 };
static uint32_t fewer[MAX_CELLS + 1][MAX_LOOSE + 2]; /* [f][s]: the sets of fewer than s of f units */

/* Without the u-th of f free units the others keep their order. The places among the sets of all f of a set of the others,
 * without and with the u-th, by its place among the sets of the others. */
static uint16_t *place_without[MAX_CELLS + 1][MAX_CELLS], *place_with[MAX_CELLS + 1][MAX_CELLS];

static inline uint32_t place_of_free(int f, Set set) { return fewer[f][COUNT(set)] + place(set); }

/* Puts a unit in between: those after it move up. */
static Set moved_up(Set set, int u) { return (set & (BIT(u) - 1)) | (set & ~(BIT(u) - 1)) << 1; }

static void *memory(size_t bytes) {
    void *here = malloc(bytes);
    if (!here) wrong("no memory for the tables");
    return here;
}

static struct { Set free, row; int named; } *out; /* the sets that have turned out not to be possible */
static uint32_t outs;

static Set **rows_with[MAX_DICE]; /* see rows_of_parts */
static Set *kept_rows;
static size_t kept_used;
static const size_t kept_room = (size_t)1 << 25;

/* What is in the rows, in the last full tables, of all sets of one part of each of k disjoint sets of parts, for each F.
 * Such rows are asked for again and again in a tree: those that were made last are kept, each in the slot of its key. */
typedef struct { long full; Set choice[MAX_DICE]; } Key;
static struct { uint32_t slots; Key *key; Set *rows; } common[MAX_DICE]; /* by k */
enum { COMMON_ROOM = 1 << 23, MOST_SLOTS = 1 << 16 };
static long full_number;             /* of the last full tables */
static int joined_at[MAX_CELLS + 1]; /* the free units there were when a part joined its unit */

static void make_places(void) {
    for (int f = 0; f <= cells; f++)
        for (int s = 0; s <= MAX_LOOSE; s++) fewer[f][s + 1] = fewer[f][s] + binomial[s][f];
    for (int f = 1; f <= cells - first_with_some(); f++)
        for (int u = 0; u < f; u++) {
            uint32_t count = fewer[f - 1][MAX_LOOSE + 1], i = 0;
            place_without[f][u] = memory(sizeof(uint16_t) * count), place_with[f][u] = memory(sizeof(uint16_t) * count);
            for (int s = 0; s <= MAX_LOOSE; s++)
                for (uint32_t j = 0; j < binomial[s][f - 1]; j++, i++) {
                    Set set = s == 0 ? 0 : s < dice ? moved_up(set_at[s][j], u) : 0;
                    place_without[f][u][i] = (uint16_t)place_of_free(f, set);
                    if (s < MAX_LOOSE) place_with[f][u][i] = (uint16_t)place_of_free(f, set | BIT(u));
                }
        }
    out = memory(sizeof *out * fewer[cells][MAX_LOOSE + 1] << dice);
    kept_rows = memory(sizeof(Set) * kept_room);
    for (int k = 0; k < dice; k++) rows_with[k] = memory(sizeof(Set *) * binomial[k][cells]);
    for (int k = 1; k < dice; k++) {
        common[k].rows = memory(sizeof(Set) * COMMON_ROOM), common[k].key = memory(sizeof(Key) * MOST_SLOTS);
        memset(common[k].key, 0, sizeof(Key) * MOST_SLOTS);
    }
}

/* The last full tables, and the units that were not named in them. */
static const Position *full;
static int full_free_count, full_free[MAX_CELLS];
static Set cells_of[5][256]; /* of the units of a byte of a set of units */

static Set cells_of_units(Set units) {
    Set sum = 0;
    for (int byte = 0; byte < 5; byte++) sum |= cells_of[byte][units >> 8 * byte & 255];
    return sum;
}

/* The row of a set of units and a set of units that were free, in the last full tables. */
static Set full_row(Set units, Set loose) {
    FOR_EACH(i, loose) {
        Set bit = BIT(full_free[i]);
        if (units & bit) return 0; /* nobody asks for it */
        units |= bit;
    }
    return cells_of_units(full->row[COUNT(units)][place(units)]);
}

/* The rows in the last full tables of some of its units with each F: made when they are first needed, and kept. */
static const Set *rows_of_parts(Set parts) {
    int k = COUNT(parts);
    Set **kept = &rows_with[k][place(parts)];
    if (*kept) return *kept;
    uint32_t count = fewer[full_free_count][dice - k];
    if (kept_used + count > kept_room) {
        for (int j = 0; j < dice; j++) memset(rows_with[j], 0, sizeof(Set *) * binomial[j][cells]);
        kept_used = 0;
    }
    Set *row = *kept = kept_rows + kept_used;
    kept_used += count;
    for (int s = 0; s < dice - k; s++)
        for (uint32_t j = 0; j < binomial[s][full_free_count]; j++) *row++ = full_row(parts, set_at[s][j]);
    return *kept;
}

/* Takes the tables of some sets out of full tables. */
static void keep_some(const Position *p, int least, Table *t) {
    full = p, full_free_count = 0;
    t->named_count = p->named_count, t->least = least, t->all_named = 0;
    Set named_units = 0;
    for (int i = 0; i < p->named_count; i++) {
        named_units |= BIT(p->named[i]);
        t->parts[i] = BIT(p->named[i]), t->named[i] = p->unit[p->named[i]], t->all_named |= t->named[i];
    }
    for (int u = 0; u < p->units; u++) {
        joined_at[u] = MAX_CELLS; /* before all that follow */
        if (!(named_units >> u & 1)) {
            t->free[full_free_count] = p->unit[u], t->unit[full_free_count] = u;
            full_free[full_free_count++] = u;
        }
    }
    for (int byte = 0; byte < 5; byte++)
        for (int set = 0; set < 256; set++) {
            cells_of[byte][set] = 0;
            for (int i = 0; i < 8; i++)
                if (set >> i & 1 && 8 * byte + i < p->units) cells_of[byte][set] |= p->unit[8 * byte + i];
        }
    for (int k = least; k <= least_of(dice); k++) memset(rows_with[k], 0, sizeof(Set *) * binomial[k][p->units]);
    kept_used = 0, full_number++;
    int f = t->free_count = full_free_count;
    for (int k = t->least; k < dice; k++) {
        common[k].slots = MOST_SLOTS;
        while ((size_t)common[k].slots * fewer[f][dice - k] > COMMON_ROOM) common[k].slots /= 2;
    }
    t->origin = push(sizeof(uint16_t) * fewer[f][dice - t->least]);
    for (uint32_t i = 0; i < fewer[f][dice - t->least]; i++) t->origin[i] = (uint16_t)i;
    for (int named = 0; named < 1 << t->named_count; named++) {
        int k = COUNT((unsigned)named);
        if (k < t->least || k == dice) continue;
        Set units = 0, *row = t->row[named] = push(sizeof(Set) * fewer[f][dice - k]);
        for (int i = 0; i < t->named_count; i++)
            if (named >> i & 1) units |= t->parts[i];
        for (int s = 0; s < dice - k; s++)
            for (uint32_t j = 0; j < binomial[s][f]; j++) *row++ = full_row(units, set_at[s][j]);
    }
}

/* A set is not possible: `row` are the cells that its row had. */
static inline void goes_out(int named, Set loose, Set row) { out[outs].named = named, out[outs].free = loose, out[outs++].row = row; }

static inline void leave_row(const Table *t, int named, Set loose, Set unit) {
    Set *row = &t->row[named][place_of_free(t->free_count, loose)];
    if (!(*row & unit)) return;
    *row &= ~unit;
    if (COUNT(*row) >= need[COUNT((unsigned)named) + COUNT(loose)]) return;
    goes_out(named, loose, *row);
    *row = 0;
}

/* Rule 2: a set is not possible, so it leaves the rows of its subsets. */
static void leave_rows(const Table *t, int named, Set loose) {
    FOR_EACH(x, loose) leave_row(t, named, loose ^ BIT(x), t->free[x]);
    if (COUNT((unsigned)named) > t->least) FOR_EACH(i, (unsigned)named) leave_row(t, named ^ 1 << i, loose, t->named[i]);
}

static void goes_out_too(const Table *t, int named, Set loose) {
    int k = COUNT((unsigned)named) + COUNT(loose);
    if (k == dice) {
        leave_rows(t, named, loose);
        return;
    }
    Set *row = &t->row[named][place_of_free(t->free_count, loose)];
    if (*row) goes_out(named, loose, *row);
    *row = 0;
}

/* Draws all conclusions of rules 2 and 3 about the sets that are kept. Returns false if some named units are not possible. */
static bool settle_some(const Table *t) {
    while (outs) {
        outs--;
        int named = out[outs].named;
        Set loose = out[outs].free, row = out[outs].row;
        if (!loose) {
            outs = 0;
            return false;
        }
        leave_rows(t, named, loose);
        for (int i = 0; i < t->named_count; i++)
            if (row & t->named[i]) goes_out_too(t, named | 1 << i, loose);
        for (int x = 0; x < t->free_count; x++)
            if (row & t->free[x]) goes_out_too(t, named, loose | BIT(x));
    }
    return true;
}

static const Set *common_rows(const Set *choice, int k) {
    /* The same sets make the same key in any order; the part that joined a unit last is looked for on the way. */
    Key key = {.full = full_number};
    uint64_t mixed = 0;
    for (int i = 0; i < k; i++) {
        int j = i;
        for (; j > 0 && key.choice[j - 1] > choice[i]; j--) key.choice[j] = key.choice[j - 1];
        key.choice[j] = choice[i];
    }
    for (int i = 0; i < k; i++) mixed = ((mixed ^ key.choice[i]) * 0x9e3779b97f4a7c15u) ^ mixed >> 29;
    uint32_t count = fewer[full_free_count][dice - k], slot = (uint32_t)((mixed ^ mixed >> 32) & (common[k].slots - 1));
    Set *rows = common[k].rows + (size_t)slot * count;
    if (memcmp(&common[k].key[slot], &key, sizeof key) == 0) return rows;
    int which = -1, latest = 0;
    Set all = 0;
    for (int i = 0; i < k; i++) {
        all |= choice[i];
        if (choice[i] & (choice[i] - 1))
            FOR_EACH(part, choice[i])
                if (which < 0 || joined_at[part] < joined_at[latest]) which = i, latest = (int)part;
    }
    if (which < 0) return rows_of_parts(all);
    /* Without the last part, and with it alone: the first of these is known from beside, most of the time. */
    char *here = top;
    Set fewer_parts[MAX_DICE], *both = push(sizeof(Set) * count);
    memcpy(fewer_parts, choice, sizeof(Set) * (size_t)k);
    fewer_parts[which] = choice[which] ^ BIT(latest);
    memcpy(both, common_rows(fewer_parts, k), sizeof(Set) * count);
    fewer_parts[which] = BIT(latest);
    const Set *other = common_rows(fewer_parts, k);
    for (uint32_t i = 0; i < count; i++) rows[i] = both[i] & other[i];
    common[k].key[slot] = key;
    top = here;
    return rows;
}

/* A named unit that is not in a set stays in its row only with all its cells. */
static void all_or_none(Set unit, Set *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) row[i] = (row[i] & unit) == unit ? row[i] : row[i] & ~unit;
}

/* Reads rows of other tables in another order. */
static void read_rows(Set *restrict row, const Set *restrict from, const uint16_t *restrict at, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) row[i] = from[at[i]];
}

static long computed, second_tries, full_tries;

/* Makes the tables of the position in which the free unit u of p joins the k-th named unit, or is named too if k is the
 * number of the named units. Returns false if there is a contradiction. */
static bool make_some(const Table *p, int u, int k, int least, Table *t) {
    const bool names = k == p->named_count;
    const int f = p->free_count - 1, bit = 1 << k;
    const uint16_t *without = place_without[f + 1][u], *with = place_with[f + 1][u];
    const Set unit = p->free[u], part = BIT(p->unit[u]);
    /* Where sets with u are kept that contain fewer units that were named in p, then what is known of them is new. */
    const bool adds = names && least == p->least;
    computed++;
    t->named_count = p->named_count + names, t->free_count = f, t->least = least;
    t->all_named = p->all_named | unit;
    for (int i = 0; i < p->named_count; i++) t->named[i] = p->named[i], t->parts[i] = p->parts[i];
    t->named[k] = names ? unit : p->named[k] | unit;
    t->parts[k] = names ? part : p->parts[k] | part;
    if (!fit_apart(t->named, t->named_count)) return false;
    for (int x = 0; x < f; x++) t->free[x] = p->free[x + (x >= u)], t->unit[x] = p->unit[x + (x >= u)];
    t->origin = push(sizeof(uint16_t) * fewer[f][dice - least]);
    for (uint32_t i = 0; i < fewer[f][dice - least]; i++) t->origin[i] = p->origin[without[i]];
    for (int named = 0; named < 1 << t->named_count; named++) {
        const int n = COUNT((unsigned)named);
        if (n < least || n == dice) continue;
        const uint32_t count = fewer[f][dice - n];
        Set cells_here = 0, *row = t->row[named] = push(sizeof(Set) * count);
        for (int i = 0; i < t->named_count; i++)
            if (named >> i & 1) cells_here |= t->named[i];
        /* In p, where N without the k-th unit and F with u are kept, or else in the last full tables. */
        const bool kept = n > p->least, here = named & bit;
        const Set *before = !(here && names) ? p->row[named] : kept ? p->row[named ^ bit] : NULL;
        const uint16_t *at = here && names ? with : without;
        if (before) read_rows(row, before, at, count);
        else for (uint32_t i = 0; i < count; i++) row[i] = (BIT(cells) - 1) & ~cells_here;
        if (here && !names && kept) {
            const Set *other = p->row[named ^ bit];
            for (uint32_t i = 0; i < count; i++) row[i] &= other[with[i]];
        }
        if (here && !kept) {
            Set choice[MAX_DICE];
            int chosen = 0;
            FOR_EACH(i, (unsigned)named ^ (unsigned)bit) choice[chosen++] = t->parts[i];
            choice[chosen] = part;
            const Set *other = common_rows(choice, n);
            for (uint32_t i = 0; i < count; i++) row[i] &= other[t->origin[i]];
            for (int i = 0; i < t->named_count; i++)
                if (!(named >> i & 1)) all_or_none(t->named[i], row, count);
        }
        if (!here && !names) all_or_none(t->named[k], row, count);
        for (uint32_t i = 0; i < count; i++) row[i] &= ~cells_here;
        if (((row[0] | cells_here) & t->all_named) != t->all_named || COUNT(row[0]) < need[n]) {
            outs = 0;
            return false;
        }
        for (int s = 1; s < dice - n; s++)
            for (uint32_t i = fewer[f][s]; i < fewer[f][s + 1]; i++)
                if (COUNT(row[i]) < need[n + s] && (row[i] || adds || before[at[i]])) {
                    goes_out(named, set_at[s][i - fewer[f][s]], row[i]);
                    row[i] = 0;
                }
    }
    return settle_some(t);
}

/* Makes the full tables of a position of which only some sets were kept, and tells whether these lead to a contradiction. */
static bool refuted_by_all(const Table *t) {
    Position p = *full;
    for (int i = 0; i < t->named_count; i++) {
        int one = __builtin_ctzll(t->named[i]);
        FOR_EACH(cell, t->named[i]) {
            int a = unit_of(&p, one), b = unit_of(&p, (int)cell);
            if (a != b && !(make_one(&p, a, b) && settle(&p))) return true;
        }
    }
    p.named_count = t->named_count;
    for (int i = 0; i < t->named_count; i++) p.named[i] = unit_of(&p, __builtin_ctzll(t->named[i]));
    for (int i = 0; i < t->named_count; i++)
        for (int j = 0; j < i; j++)
            if (p.named[i] == p.named[j]) return true;
    return !conclude(&p);
}

/* Tells whether our rules refute the position in which u joins the k-th named unit, or is named. Most such positions are
 * refuted by few sets. */
static bool refuted(const Table *p, int u, int k) {
    const int least = least_of(p->named_count + (k == p->named_count));
    char *here = top;
    Table t;
    if (least + 1 < dice && !make_some(p, u, k, least + 1, &t)) return true;
    top = here;
    second_tries++;
    if (!make_some(p, u, k, least, &t)) return true;
    full_tries++;
    return refuted_by_all(&t);
}

/* ------------------------------------------------------------------------------------------------ the proof */

/* The words of the text, and the line of each. */
static char *word[MAX_WORDS];
static int line_of[MAX_WORDS], words, at;

static void read_words(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat about;
    if (file < 0 || fstat(file, &about) || about.st_size == 0) wrong("%s can't be read", path);
    size_t length = (size_t)about.st_size;
    char *text = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED) wrong("%s can't be read", path);
    if (text[length - 1] != '\n') wrong("the last line is not ended");
    text[length - 1] = 0;
    if (strlen(text) != length - 1) wrong("the text contains a zero byte");
    int line = 1;
    for (char *sign = text; *sign;) {
        if (*sign == '\n') line++;
        if (*sign == '\n' || *sign == ' ') { *sign++ = 0; continue; }
        if (words == MAX_WORDS - 1) wrong("the text has too many words");
        word[words] = sign, line_of[words++] = line;
        while (*sign && *sign != ' ' && *sign != '\n') sign++;
    }
    line_of[words] = 0;
}

static bool is_next(const char *expected) { return at < words && strcmp(word[at], expected) == 0; }
static bool in_line(int line) { return at < words && line_of[at] == line; }

/* Reads the first word of a line, and returns the line. */
static int heading(const char *expected) {
    if (!is_next(expected)) wrong("\"%s\" should stand where line %d has \"%s\"", expected, at < words ? line_of[at] : -1, at < words ? word[at] : "the end");
    return line_of[at++];
}

static long number(int line) {
    char *end = NULL;
    long value = in_line(line) ? strtol(word[at], &end, 10) : 0;
    if (!end || *end || end == word[at] || value < 1 || value > 1000000000) wrong("line %d lacks a number", line);
    at++;
    return value;
}

static int cell_of(const char *label, char **end) {
    int row = label[0] - 'A';
    long column = label[1] >= '1' && label[1] <= '9' ? strtol(label + 1, end, 10) : 0;
    if (row < 0 || row >= rows || column < 1 || column > columns) wrong("%s is no cell", label);
    return row * columns + (int)column - 1;
}

static int cell_alone(const char *label) {
    char *end;
    int cell = cell_of(label, &end);
    if (*end) wrong("%s is no cell", label);
    return cell;
}

static int larger_first(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static void read_header(void) {
    int line = heading("cases");
    if (number(line) != 2) wrong("the format is not 2");
    line = heading("sizes");
    while (in_line(line)) {
        if (dice == MAX_DICE) wrong("there are more than %d dice", MAX_DICE);
        size_of_die[dice++] = (int)number(line);
    }
    if (dice < 2) wrong("there are fewer than two dice");
    qsort(size_of_die, (size_t)dice, sizeof(int), larger_first);
    least_tilings = number(line = heading("tilings"));
    if (least_tilings > MAX_TILINGS) wrong("line %d asks for more than %d tilings", line, MAX_TILINGS);
    if (is_next("off")) off = (int)number(heading("off"));
    if (is_next("board")) {
        line = heading("board");
        long r = number(line), c = number(line);
        if (r > 26 || c > MAX_CELLS || r * c > MAX_CELLS) wrong("the board is too large");
        rows = (int)r, columns = (int)c, cells = rows * columns;
    }
    if (is_next("pieces")) {
        line = heading("pieces");
        for (; in_line(line); at++) {
            if (pieces == MAX_PIECES) wrong("there are too many pieces");
            drawing[pieces++] = word[at];
        }
    } else {
        /* From the back: tetrominoes first. */
        for (int i = 8; i >= 0; i--) drawing[pieces++] = genius_square[i];
    }
    int sum = off;
    for (int die = 0; die < dice; die++) sum += size_of_die[die];
    if (sum != cells) wrong("the dice and what is on none have %d cells, and the board has %d", sum, cells);
    for (int n = 0; n <= MAX_CELLS; n++)
        for (int k = 0; k <= MAX_DICE + 1; k++)
            binomial[k][n] = k == 0 ? 1 : n == 0 ? 0 : binomial[k - 1][n - 1] + binomial[k][n - 1];
}

static int first[MAX_FIRST], firsts;
static bool whole; /* each case has the smallest die as a group, after the cells on no die */
static long cases, replayed;

typedef struct { int count; Set group[MAX_DICE], on_no_die, whole_die; const char *tree; int line; } Case;
static Case *listed;

/* A way to deal the first cells as a number: for each of them, in base 8, which group it is in, the groups being
 * counted in the order in which they appear. So two ways are the same if and only if their numbers are. */
static uint64_t code(const Set *group, int count, int symmetry) {
    uint64_t sum = 0;
    int new_name[MAX_DICE], names = 0;
    for (int i = 0; i < count; i++) new_name[i] = -1;
    for (int f = 0; f < firsts; f++)
        for (int i = 0; i < count; i++)
            if (group[i] >> image[symmetry][first[f]] & 1) {
                if (new_name[i] < 0) new_name[i] = names++;
                sum = sum * 8 + (uint64_t)new_name[i] + 1;
            }
    return sum;
}

/* Cells on no die, and those of a whole die, as a number: a digit for each cell, in base 3. */
static uint64_t code_of_whole(Set on_no_die, Set die, int symmetry) {
    uint64_t sum = 0;
    on_no_die = image_of(on_no_die, symmetry), die = image_of(die, symmetry);
    for (int cell = 0; cell < cells; cell++) sum = 3 * sum + (on_no_die >> cell & 1) + 2 * (die >> cell & 1);
    return sum;
}

static uint64_t *codes; /* of the cases */

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Deals the first cells in all ways, the f-th now, and looks for an image of each way among the cases. The first cells
 * that are dealt are mapped to each other by the symmetry, or else no case is the image. */
static void deal(int f, Set *group, int count) {
    if (f == firsts) {
        for (int s = 0; s < symmetries; s++) {
            uint64_t key = code(group, count, s), all = 1;
            for (int i = 1; i < firsts; i++) all *= 8;
            if (firsts && key < all) continue; /* the symmetry leads out of the first cells */
            if (bsearch(&key, codes, (size_t)cases, sizeof *codes, by_number)) return;
        }
        wrong("a way to deal the first cells has no image among the cases");
    }
    for (int i = 0; i < count; i++)
        if (COUNT(group[i]) < size_of_die[0]) {
            group[i] |= BIT(first[f]);
            deal(f + 1, group, count);
            group[i] ^= BIT(first[f]);
        }
    if (count == dice) return;
    group[count] = BIT(first[f]);
    deal(f + 1, group, count + 1);
}

/* Chooses the cells on no die, and the smallest die where the cases take it whole, in all ways, and looks for an image of each
 * way among the cases. */
static void choose_whole(void) {
    int faces = whole ? size_of_die[dice - 1] : 0;
    for (Set none = BIT(off) - 1; none < BIT(cells); none = off ? next_of_same_count(none) : BIT(cells))
        for (Set die = BIT(faces) - 1; die < BIT(cells); die = faces ? next_of_same_count(die) : BIT(cells)) {
            bool there = die & none;
            for (int s = 0; s < symmetries && !there; s++) {
                uint64_t key = code_of_whole(none, die, s);
                there = bsearch(&key, codes, (size_t)cases, sizeof *codes, by_number);
            }
            if (!there) wrong("a way to choose the cells on no die and the smallest die has no image among the cases");
        }
}

/* Reads the list of cases; the trees are replayed later on. */
static void read_cases(void) {
    int line = heading("first");
    Set all = 0;
    for (; in_line(line); at++) {
        if (firsts == MAX_FIRST) wrong("there are more than %d first cells", MAX_FIRST);
        first[firsts] = cell_alone(word[at]);
        if (all >> first[firsts] & 1) wrong("%s is a first cell twice", word[at]);
        all |= BIT(first[firsts++]);
    }
    for (int i = at; i < words; i++) cases += strcmp(word[i], "groups") == 0;
    listed = calloc((size_t)cases + 1, sizeof *listed), codes = calloc((size_t)cases + 1, sizeof *codes);
    if (!listed || !codes) wrong("no memory for the cases");
    for (long i = 0; i < cases; i++) {
        Case *c = &listed[i];
        Set dealt = 0;
        for (line = c->line = heading("groups"); in_line(line); at++) {
            if (c->count == dice) wrong("line %d has more groups than dice", line);
            for (char *sign = word[at];; sign++) {
                Set bit = BIT(cell_of(sign, &sign));
                if (dealt & bit) wrong("line %d deals a cell twice", line);
                dealt |= bit, c->group[c->count] |= bit;
                if (!*sign) break;
                if (*sign != ',') wrong("line %d has \"%s\"", line, word[at]);
            }
            c->count++;
        }
        if (i == 0) whole = !firsts && c->count > (off > 0) && dice > 2;
        if (off) c->on_no_die = c->group[0];
        if (whole) c->whole_die = c->group[off > 0];
        if (whole || off) {
            if (c->count != whole + (off > 0) || COUNT(c->on_no_die) != off || (whole && COUNT(c->whole_die) != size_of_die[dice - 1]))
                wrong("line %d does not deal the cells on no die and the smallest die", line);
        } else if (dealt != all) wrong("line %d does not deal the first cells", line);
        codes[i] = whole || off ? code_of_whole(c->on_no_die, c->whole_die, 0) : code(c->group, c->count, 0);
        if (!in_line(line + 1) || is_next("groups")) wrong("the case of line %d has no tree", line);
        c->tree = word[at++];
    }
    if (at < words) wrong("line %d is after the last tree", line_of[at]);
    qsort(codes, (size_t)cases, sizeof *codes, by_number);
    Set group[MAX_DICE] = {0};
    if (whole || off) choose_whole();
    else deal(0, group, 0);
}

static const char *at_sign; /* in the tree that is replayed */
static long nodes;

/* Reads a sign of a tree: a cell, or -1 for a case that is refuted. */
static int next_sign(const Case *c) {
    char sign = *at_sign;
    int cell = sign >= '0' && sign <= '9' ? sign - '0' : sign >= 'a' && sign <= 'z' ? sign - 'a' + 10 : -1;
    if (!sign) wrong("the tree of the case of line %d breaks off", c->line);
    if (sign != '-' && (cell < 0 || cell >= cells)) wrong("the tree of the case of line %d has the sign %c, which is no cell", c->line, sign);
    if (cell >= 0 && c->on_no_die >> cell & 1) wrong("the tree of the case of line %d splits by a cell on no die", c->line);
    if (cell >= 0 && c->whole_die >> cell & 1) wrong("the tree of the case of line %d splits by a cell of the whole die", c->line);
    at_sign++, nodes++;
    return cell;
}

static void not_refuted(const Case *c) {
    wrong("a leaf is not refuted: sign %ld of the tree of the case of line %d", (long)(at_sign - c->tree), c->line);
}

/* Reads the sign of a position that is not refuted by our rules. */
static int split_cell(const Case *c) {
    int cell = next_sign(c);
    if (cell < 0) not_refuted(c);
    return cell;
}

/* Reads the tree of a position that is refuted already. */
static void pass_over(const Case *c, int named) {
    if (next_sign(c) < 0) return;
    for (int i = 0; i < named; i++) pass_over(c, named);
    if (named < dice) pass_over(c, named + 1);
}

/* On which dice may u be? Bit i stands for that of the i-th named unit, and the bit after these for another one. */
static unsigned open_dice_some(const Table *t, int u) {
    unsigned left = (2u << t->named_count) - 1;
    for (unsigned named = 0; named < 1u << t->named_count; named++) {
        int n = COUNT(named);
        if (n >= t->least && n < dice && !(t->row[named][0] & t->free[u])) left &= named;
    }
    return left;
}

static long listed_sets;

/* The fewest tilings of the rolls of some dice, if these are at least K, or else 0. */
static long fewest_of_rolls(const Set *die, int count, Set roll, long fewest) {
    if (count == 0) {
        if (!good[place(roll)]) return 0;
        return tilings((BIT(cells) - 1) ^ roll, (1 << pieces) - 1, fewest);
    }
    FOR_EACH(cell, die[count - 1]) {
        fewest = fewest_of_rolls(die, count - 1, roll | BIT(cell), fewest);
        if (!fewest) break;
    }
    return fewest;
}

/* Prints the sets of a position: its free units are dealt to the dice in all ways that our rules leave. */
static void list_sets(const Table *p, const Case *c) {
    char *here = top;
    if (p->free_count) {
        unsigned open = open_dice_some(p, 0);
        joined_at[p->unit[0]] = p->free_count;
        for (int k = 0; k <= p->named_count && k < dice; k++, top = here) {
            Table next;
            if (open >> k & 1 && make_some(p, 0, k, least_of(p->named_count + (k == p->named_count)), &next)) list_sets(&next, c);
        }
        return;
    }
    Set die[MAX_DICE] = {0};
    int count = 0;
    for (; count < p->named_count; count++) die[count] = p->named[count];
    if (whole) die[count++] = c->whole_die;
    if (count < dice + whole) return; /* a die without cells */
    long fewest = fewest_of_rolls(die, count, 0, LONG_MAX);
    if (!fewest) return;
    printf("SET %ld:", fewest);
    for (int i = 0; i < count; i++) {
        char before = ' ';
        FOR_EACH(cell, die[i]) {
            printf("%c%c%d", before, 'A' + (int)cell / columns, (int)cell % columns + 1);
            before = ',';
        }
    }
    printf("\n");
    listed_sets++;
}

/* Checks the tree of a position with tables of some sets. */
static void replay_some(const Table *p, const Case *c) {
    if (*at_sign == '*') {
        at_sign++, nodes++;
        list_sets(p, c);
        return;
    }
    int cell = split_cell(c), named = p->named_count, u = 0;
    unsigned open = 0;
    while (u < p->free_count && !(p->free[u] >> cell & 1)) u++;
    if (u < p->free_count) open = open_dice_some(p, u);
    char *here = top;
    if (u < p->free_count) joined_at[p->unit[u]] = p->free_count;
    for (int k = 0; k <= named && k < dice; k++, top = here) {
        Table next;
        int next_named = named + (k == named);
        if (u == p->free_count) { /* the cell is in a named unit */
            if (k < named && p->named[k] >> cell & 1) replay_some(p, c);
            else pass_over(c, next_named);
        } else if (!(open >> k & 1)) pass_over(c, next_named);
        else if (*at_sign == '-') {
            next_sign(c);
            if (!refuted(p, u, k)) not_refuted(c);
        } else if (make_some(p, u, k, least_of(next_named), &next)) replay_some(&next, c);
        else pass_over(c, next_named);
    }
}

/* On which dice may u be? Bit i stands for that of the i-th named unit, and the bit after these for another one. Where some
 * named units and u are not possible, u is on the die of one of these. */
static unsigned open_dice(const Position *p, int u) {
    unsigned left = (2u << p->named_count) - 1;
    for (unsigned chosen = 1; chosen < 1u << p->named_count; chosen++) {
        int k = COUNT(chosen);
        Set units = 0;
        if (k == dice) continue;
        for (int i = 0; i < p->named_count; i++)
            if (chosen >> i & 1) units |= BIT(p->named[i]);
        if (!(p->row[k][place(units)] >> u & 1)) left &= chosen;
    }
    return left;
}

/* Tells of a position with full tables whether sets that contain all named units refute that u joins the i-th of them. */
static bool refuted_by_few(const Position *p, int u, int i) {
    if (p->named_count + MAX_LOOSE < dice - 1 || p->named_count == dice) return false;
    Table all, joined;
    keep_some(p, p->named_count, &all);
    int x = 0;
    while (all.unit[x] != u) x++;
    return !make_some(&all, x, i, p->named_count, &joined);
}

/* Checks the tree of a position with full tables whose conclusions are drawn. */
static void replay(const Position *p, const Case *c) {
    if (p->named_count >= first_with_some()) {
        Table table;
        keep_some(p, least_of(p->named_count), &table);
        replay_some(&table, c);
        return;
    }
    int named = p->named_count, u = unit_of(p, split_cell(c)), joined = -1;
    /* Where our conclusions go further than those of whoever wrote the proof, u may be one with a named unit already. Then
     * that is the only case that is left. */
    for (int i = 0; i < named; i++)
        if (p->named[i] == u) joined = i;
    unsigned open = joined < 0 ? open_dice(p, u) : 1u << joined;
    char *here = top;
    for (int i = 0; i <= named && i < dice; i++, top = here) {
        Position next = *p;
        bool still = open >> i & 1;
        if (i == named) {
            next.named[next.named_count++] = u; /* this adds nothing to the tables */
            still = still && names_possible(&next);
        } else if (still && joined < 0) {
            still = !(*at_sign == '-' && refuted_by_few(p, u, i)) && make_one(&next, p->named[i], u) && conclude(&next);
        }
        if (still) replay(&next, c);
        else pass_over(c, named + (i == named));
    }
}

/* Sets how many dice are left, the largest, and what they need. */
static void leave_dice(int left) {
    dice = left;
    for (int k = 0, sum = 0; k < dice; k++) need[dice - 1 - k] = sum += size_of_die[dice - 1 - k];
}

static void replay_case(const Position *root, bool open, const Case *c) {
    Position p = *root;
    const int groups = whole || off ? 0 : c->count;
    if (whole) open = open && make_beside(root, c->whole_die, &p);
    for (int i = 0; i < groups && open; i++) {
        int one = __builtin_ctzll(c->group[i]);
        FOR_EACH(cell, c->group[i]) {
            int a = unit_of(&p, one), b = unit_of(&p, (int)cell);
            if (a != b && open) open = make_one(&p, a, b) && settle(&p);
        }
    }
    for (int i = 0; i < groups && open; i++) {
        int u = unit_of(&p, __builtin_ctzll(c->group[i]));
        for (int j = 0; j < i; j++) open = open && p.named[j] != u;
        p.named[p.named_count++] = u;
    }
    at_sign = c->tree;
    if (open && conclude(&p)) replay(&p, c);
    else pass_over(c, groups);
    if (*at_sign) wrong("there is more than the tree of the case of line %d", c->line);
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static int share = 1, shares = 1, only;

static void check(const char *proof) {
    read_words(proof);
    read_header();
    if (least_tilings > limit) wrong("the head of the proof has %ld tilings in no usual place", least_tilings);
    find_symmetries();
    read_cases();
    judge_boards();
    printf("%u boards in %u orbits, %u with fewer than %ld tilings; %.1f s\n", boards, counts->orbits, bad_boards, least_tilings, seconds());
    fflush(stdout);
    double begun = seconds();
    make_stack();
    static Position root;
    const int every = dice;
    bool open = false;
    char *here = NULL;
    leave_dice(every);
    list_all_sets();
    leave_dice(every - whole);
    make_places();
    for (long i = share - 1, before = -1; i < cases; before = i, i += shares, replayed++) {
        if (before < 0 || listed[i].on_no_die != listed[before].on_no_die) {
            top = stack;
            leave_dice(every);
            open = begin(&root, listed[i].on_no_die);
            leave_dice(every - whole);
            here = top;
        }
        replay_case(&root, open, &listed[i]);
        top = here;
    }
    double spent = seconds() - begun;
    printf("%ld of %ld cases, %ld nodes, %ld computed with some sets (%ld in two tries, %ld in three), %ld joins with all; %.1f s\n",
           replayed, cases, nodes, computed, second_tries, full_tries, joins, spent);
    printf("%s: no dice set of sizes", shares == 1 ? "VERIFIED" : "VERIFIED IN PART");
    for (int die = 0; die < dice + whole; die++) printf(" %d", size_of_die[die]);
    if (off) printf(" on %d of the %d cells", cells - off, cells);
    printf(" has %ld tilings for every roll", least_tilings);
    if (listed_sets) printf(", except the %ld listed sets and their images", listed_sets);
    if (only) printf(" (case %d of %ld)", only, cases);
    else if (shares > 1) printf(" (share %d of %d)", share, shares);
    if (drawing[0] != genius_square[8] || cells != 36 || rows != 6) printf(" of the puzzle that the proof describes");
    printf("\n");
}

/* Reads a share, if the word tells one. */
static bool is_share(const char *text) {
    char more;
    if (*text != '=' && sscanf(text, "%d/%d%c", &share, &shares, &more) != 2) return false;
    if (*text == '=') {
        if (sscanf(text, "=%d%c", &only, &more) != 1 || only < 1) wrong("%s is no case", text);
        share = only, shares = 1 << 30;
    }
    if (share < 1 || share > shares) wrong("%s is no share", text);
    return true;
}

/* Returns the tilings that a proof asks for, so that no board is counted further than some proof needs; 0 if it tells none. */
static long tilings_asked(const char *path) {
    FILE *file = fopen(path, "r");
    long asked = 0;
    if (file && fscanf(file, "cases %*d sizes%*[0-9 ]\ntilings %ld", &asked) != 1) asked = 0;
    if (file) fclose(file);
    return asked;
}

int main(int count, char **value) {
    if (count > 2 && is_share(value[count - 1])) count--;
    if (count < 2) wrong("the program is called with proofs and, if you like, with a share such as 1/2");
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) wrong("no memory for the counts");
    for (int i = 1; i < count; i++) {
        long asked = tilings_asked(value[i]);
        if (asked > limit) limit = asked;
    }
    if (count == 2) {
        check(value[1]);
        return 0;
    }
    bool refused = false;
    for (int i = 1; i < count; i++) {
        printf("PROOF %s\n", value[i]);
        fflush(stdout);
        pid_t child = fork();
        if (child < 0) wrong("no process for %s", value[i]);
        if (child == 0) {
            check(value[i]);
            exit(0);
        }
        int status;
        refused |= waitpid(child, &status, 0) != child || status != 0;
    }
    return refused;
}
