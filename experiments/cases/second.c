/*
 * Checks a proof by cases that no set of dice has at least K tilings for every roll.
 *
 *     cc -std=c11 -O2 -march=native -o second second.c
 *     ./second PROOF [SHARE/SHARES]
 *
 * The puzzle is The Genius Square: the dice put seven blockers on a board of 6 by 6 cells, and the nine pieces must
 * fill the rest. Every cell is on exactly one die; a roll takes a cell of each die. The program knows nothing but these
 * rules and the text of the proof. It counts the tilings of all boards itself, computes again every conclusion that the
 * proof leaves out, and looks whether the cases are all cases. With SHARE/SHARES it replays every SHARES-th case only,
 * so that several processors can divide the work; the rest it does in full.
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
 *  5. Units have to fit on the dice: see sizes_fit.
 *  6. Each unit is on a die. So if a single unit, or the empty set, is not possible, then there is no such set of dice.
 *
 * A case of the proof names units that are on different dice; where these are not possible, or two of them would become
 * one, the case is refuted. A case that is not refuted by these rules is split by the proof: some other unit is on the
 * die of the first named unit, or of the second, ..., or on a die without a named unit, and then it is named too.
 *
 * THE TEXT OF A PROOF. Cells are A1 to F6: the letter is the row, the number is the column.
 *
 *     cases 1
 *     sizes 6 5 5 5 5 5 5
 *     tilings 100
 *     board 6 6                     (these two lines may be left out, and
 *     pieces # ## ### ...            then the puzzle is The Genius Square)
 *     first A2 A5 ...               the cells that the first split deals to dice
 *     groups A2,A5 B1 ...           a case: the first cells, those of one die joined by commas
 *     C3 - - D1 - - - -             its tree: a cell of the unit that is split and then all its cases, or - if refuted
 *
 * A piece is drawn row by row: ##/#. has three cells. Pieces may be turned and turned over.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t Set; /* of cells, or of units: bit i is the i-th */

enum { MAX_CELLS = 36, MAX_DICE = 7, MAX_PIECES = 12, MAX_FIRST = 12, MAX_WORDS = 1 << 22 };

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
static uint32_t boards, bad_boards, orbits;

/* Counts the tilings of the first board of each orbit; its images have as many. */
static void judge_boards(void) {
    int all_pieces = (1 << pieces) - 1, filled = 0;
    for (int piece = 0; piece < pieces; piece++) find_placements(piece), filled += area[piece];
    if (filled != cells - dice) wrong("the pieces have %d cells, and %d are to be filled", filled, cells - dice);
    for (int cell = 0; cell < cells; cell++) {
        if (cell % columns > 0) not_first_column |= BIT(cell);
        if (cell % columns < columns - 1) not_last_column |= BIT(cell);
    }
    boards = binomial[dice][cells];
    good = malloc(boards);
    if (!good) wrong("no memory for the boards");
    memset(good, 2, boards);
    Set board = BIT(dice) - 1;
    for (uint32_t i = 0; i < boards; i++, board = next_of_same_count(board)) {
        if (good[i] == 2) {
            uint8_t enough = tilings((BIT(cells) - 1) ^ board, all_pieces, least_tilings) >= least_tilings;
            for (int s = 0; s < symmetries; s++) good[place(image_of(board, s))] = enough;
            orbits++;
        }
        bad_boards += !good[i];
    }
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
    size_t bytes = 1 << 20;
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

static long joins, nodes;

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

/* Are the named units possible? */
static bool names_possible(const Position *p) {
    if (!p->named_count) return true;
    Set others = 0;
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

/* Every cell is a unit, and boards are all that is known: rule 1. */
static bool begin(Position *p) {
    memset(p, 0, sizeof *p);
    p->units = cells;
    for (int u = 0; u < cells; u++) p->unit[u] = BIT(u);
    weigh_units(p);
    size_t sets = 0;
    for (int k = 0; k < dice; k++) {
        uint32_t count = binomial[k][cells];
        p->row[k] = push(sizeof(Set) * count);
        set_at[k] = malloc(sizeof(Set) * count);
        if (!set_at[k]) wrong("no memory for the sets");
        Set set = BIT(k) - 1;
        for (uint32_t i = 0; i < count; i++, set = k ? next_of_same_count(set) : 0) {
            set_at[k][i] = set;
            p->row[k][i] = (BIT(cells) - 1) & ~set;
        }
        sets += count;
    }
    fallen = malloc(sizeof *fallen * sets); /* a set falls once */
    if (!fallen) wrong("no memory for the sets that fall");
    Set board = BIT(dice) - 1;
    for (uint32_t i = 0; i < boards; i++, board = next_of_same_count(board)) {
        if (good[i]) continue;
        leave_subsets(p, dice, board);
        if (!settle(p)) return false;
    }
    return conclude(p);
}

/* ------------------------------------------------------------------------------------------------ the proof */

/* The words of the text, and the line of each. */
static char *word[MAX_WORDS];
static int line_of[MAX_WORDS], words, at;

static void read_words(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) wrong("%s can't be read", path);
    size_t room = 1 << 26, length;
    char *text = malloc(room + 1);
    if (!text) wrong("no memory for the text");
    length = fread(text, 1, room, file);
    if (length == room) wrong("the text is too long");
    fclose(file);
    text[length] = 0;
    if (strlen(text) != length) wrong("the text contains a zero byte");
    int line = 1;
    for (char *sign = text; *sign;) {
        if (*sign == '\n') line++;
        if (*sign == '\n' || *sign == ' ' || *sign == '\r') { *sign++ = 0; continue; }
        if (words == MAX_WORDS - 1) wrong("the text has too many words");
        word[words] = sign, line_of[words++] = line;
        while (*sign && *sign != ' ' && *sign != '\n' && *sign != '\r') sign++;
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
    if (number(line) != 1) wrong("the format is not 1");
    line = heading("sizes");
    while (in_line(line)) {
        if (dice == MAX_DICE) wrong("there are more than %d dice", MAX_DICE);
        size_of_die[dice++] = (int)number(line);
    }
    if (dice < 2) wrong("there are fewer than two dice");
    qsort(size_of_die, (size_t)dice, sizeof(int), larger_first);
    least_tilings = number(heading("tilings"));
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
    int sum = 0;
    for (int die = 0; die < dice; die++) {
        sum += size_of_die[die];
        for (int k = 0; k <= die; k++) need[k] += size_of_die[die];
    }
    if (sum != cells) wrong("the dice have %d cells, and the board has %d", sum, cells);
    for (int n = 0; n <= MAX_CELLS; n++)
        for (int k = 0; k <= MAX_DICE + 1; k++)
            binomial[k][n] = k == 0 ? 1 : n == 0 ? 0 : binomial[k - 1][n - 1] + binomial[k][n - 1];
}

static int first[MAX_FIRST], firsts;
static long cases, replayed;

typedef struct { int count; Set group[MAX_DICE]; int words_at, words_end, line; } Case;
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

static uint64_t *codes;

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
        if (dealt != all) wrong("line %d does not deal the first cells", line);
        codes[i] = code(c->group, c->count, 0);
        for (c->words_at = at; at < words && strcmp(word[at], "groups") != 0; at++) {}
        c->words_end = at;
        if (c->words_at == at) wrong("the case of line %d has no tree", line);
    }
    if (at < words) wrong("line %d comes before the first case", line_of[at]);
    qsort(codes, (size_t)cases, sizeof *codes, by_number);
    Set group[MAX_DICE] = {0};
    deal(0, group, 0);
}

static int unit_of(const Position *p, int cell) {
    int u = 0;
    while (!(p->unit[u] >> cell & 1)) u++;
    return u;
}

static const char *next_token(const Case *c) {
    if (at == c->words_end) wrong("the tree of the case of line %d breaks off", c->line);
    return word[at++];
}

/* Reads the tree of a position that is refuted already. */
static void pass_over(const Case *c, int named) {
    const char *token = next_token(c);
    if (strcmp(token, "-") == 0) return;
    cell_alone(token);
    for (int i = 0; i < named; i++) pass_over(c, named);
    if (named < dice) pass_over(c, named + 1);
}

static bool can_replace(const Position *p, int i, int u) {
    Set others = 0;
    for (int j = 0; j < p->named_count; j++)
        if (j != i) others |= BIT(p->named[j]);
    return p->row[p->named_count - 1][place(others)] >> u & 1;
}

/* Checks the tree of a position whose conclusions are drawn; `open` is false where they led to a contradiction. */
static void replay(const Position *p, bool open, int named, const Case *c) {
    nodes++;
    if (!open) {
        pass_over(c, named);
        return;
    }
    const char *token = next_token(c);
    if (strcmp(token, "-") == 0) wrong("a leaf of line %d (its word %d of the case of line %d) is not refuted", line_of[at - 1], at - c->words_at, c->line);
    int u = unit_of(p, cell_alone(token));
    /* Where our conclusions go further than those of whoever wrote the proof, u may be one with a named unit already. Then
     * that is the only case that is left. */
    int joined = -1;
    for (int i = 0; i < named; i++)
        if (p->named[i] == u) joined = i;
    if (joined >= 0) {
        for (int i = 0; i < named + (named < dice); i++) {
            if (i == joined) replay(p, true, named, c);
            else pass_over(c, i < named ? named : named + 1);
        }
        return;
    }
    char *here = top;
    for (int i = 0; i < named; i++) {
        Position next = *p;
        /* If u joins the i-th named unit, then the other named units and u are on different dice. This look at the
         * tables refutes most leaves, and spares making new ones. */
        bool still = can_replace(p, i, u) && make_one(&next, p->named[i], u) && conclude(&next);
        replay(&next, still, named, c);
        top = here;
    }
    if (named == dice) return;
    Position next = *p;
    next.named[next.named_count++] = u;
    replay(&next, names_possible(&next), named + 1, c); /* naming adds nothing to the tables */
}

static void replay_case(const Position *root, bool open, const Case *c) {
    Position p = *root;
    for (int i = 0; i < c->count && open; i++) {
        int one = __builtin_ctzll(c->group[i]);
        FOR_EACH(cell, c->group[i]) {
            int a = unit_of(&p, one), b = unit_of(&p, (int)cell);
            if (a != b && open) open = make_one(&p, a, b) && settle(&p);
        }
    }
    for (int i = 0; i < c->count && open; i++) {
        int u = unit_of(&p, __builtin_ctzll(c->group[i]));
        for (int j = 0; j < i; j++) open = open && p.named[j] != u;
        p.named[p.named_count++] = u;
    }
    open = open && conclude(&p);
    at = c->words_at;
    replay(&p, open, c->count, c);
    if (at != c->words_end) wrong("line %d has more than the tree of the case of line %d", line_of[at], c->line);
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

int main(int count, char **value) {
    int share = 1, shares = 1;
    char more;
    if (count < 2 || count > 3) wrong("the program is called with a proof and, if you like, with a share such as 1/2");
    if (count == 3 && (sscanf(value[2], "%d/%d%c", &share, &shares, &more) != 2 || share < 1 || share > shares))
        wrong("%s is no share", value[2]);
    read_words(value[1]);
    read_header();
    find_symmetries();
    read_cases();
    judge_boards();
    printf("%u boards in %u orbits, %u with fewer than %ld tilings; %.1f s\n", boards, orbits, bad_boards, least_tilings, seconds());
    fflush(stdout);
    double begun = seconds();
    make_stack();
    static Position root;
    bool open = begin(&root);
    char *here = top;
    for (long i = share - 1; i < cases; i += shares, replayed++) {
        replay_case(&root, open, &listed[i]);
        top = here;
    }
    double spent = seconds() - begun;
    printf("%ld of %ld cases, %ld nodes, %ld joins; %.1f s\n", replayed, cases, nodes, joins, spent);
    printf("%s: no dice set of sizes", shares == 1 ? "VERIFIED" : "VERIFIED IN PART");
    for (int die = 0; die < dice; die++) printf(" %d", size_of_die[die]);
    printf(" has %ld tilings for every roll", least_tilings);
    if (shares > 1) printf(" (share %d of %d)", share, shares);
    if (drawing[0] != genius_square[8] || cells != 36 || rows != 6) printf(" of the puzzle that the proof describes");
    printf("\n");
    return 0;
}
