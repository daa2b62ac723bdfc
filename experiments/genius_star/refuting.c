/* The second program for the bounds of the Genius Star: are there seven dice whose every roll is an allowed board?

   refuting BOARDS SIZES

   BOARDS is a file with a bit for each board, the lowest bit of a byte first, in ascending order of the boards' masks;
   bit i of a mask is the i-th triangle, row by row. SIZES are those of the dice in ascending order, such as 3,3,6,6,8,8,8,
   42 together, the first two 3. The last line tells that there are no such dice. If the status is 1, a case is not
   refuted; in the case of a pair the die with the pair would still have to be completed. Nothing is read but the boards,
   and nothing is shared with refuting.py, which explains the cases and how counting rules out sets of cells: no case
   that it found is believed. The symmetries are the automorphisms of the graph of neighbours, and the allowed boards
   are held to them. No board that leaves two triangles alone may be allowed: this excludes pairs on different dice.

   Here only sets that are left are kept, in lists; all dice are chosen cell by cell, the first one as well; and sweeps go
   on until nothing changes. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 48, DICE = 7, MOST_SYMMETRIES = 64 };
typedef uint64_t Mask;

static const int first_column[8] = {6, 5, 1, 2, 2, 1, 5, 6}, last_column[8] = {6, 7, 11, 10, 10, 11, 7, 6};
static int64_t binomial[CELLS + 1][DICE + 2];
static Mask near_cells[CELLS];
static int symmetry[MOST_SYMMETRIES][CELLS], symmetries;
static uint8_t *boards;
static Mask *below;
static int size_of[DICE];
static int64_t looked;

static void stop(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static void *room(size_t number, size_t size) {
    void *found = calloc(number ? number : 1, size);
    if (!found) stop("not enough memory");
    return found;
}

static int lowest(Mask mask) { return __builtin_ctzll(mask); }
static int bits(Mask mask) { return __builtin_popcountll(mask); }

static int64_t place_of(Mask mask) {
    int64_t place = 0;
    for (int count = 1; mask; mask &= mask - 1, count++) place += binomial[lowest(mask)][count];
    return place;
}

static Mask next_mask(Mask mask) {
    Mask low = mask & -mask, ripple = mask + low;
    return ripple | (((mask ^ ripple) >> 2) / low);
}

static int is_allowed(Mask mask) {
    int64_t place = place_of(mask);
    return boards[place >> 3] >> (place & 7) & 1;
}

/* The board: neighbours and symmetries. */

static void find_neighbours(void) {
    int number[8][13];
    memset(number, -1, sizeof number);
    int cell = 0;
    for (int row = 0; row < 8; row++)
        for (int column = first_column[row]; column <= last_column[row]; column++) number[row][column] = cell++;
    if (cell != CELLS) stop("the board is wrong");
    for (int row = 0; row < 8; row++)
        for (int column = first_column[row]; column <= last_column[row]; column++) {
            int beyond = (row + column) % 2 ? row - 1 : row + 1;
            int others[3][2] = {{row, column - 1}, {row, column + 1}, {beyond, column}};
            for (int k = 0; k < 3; k++) {
                int r = others[k][0], c = others[k][1];
                if (r >= 0 && r < 8 && c >= 0 && c < 13 && number[r][c] >= 0)
                    near_cells[number[row][column]] |= (Mask)1 << number[r][c];
            }
        }
}

static void find_symmetries(const int *order, int done, int *image, Mask used) {
    if (done == CELLS) {
        if (symmetries == MOST_SYMMETRIES) stop("too many symmetries");
        memcpy(symmetry[symmetries++], image, sizeof symmetry[0]);
        return;
    }
    for (int to = 0; to < CELLS; to++) {
        if (used >> to & 1 || bits(near_cells[to]) != bits(near_cells[order[done]])) continue;
        int fits = 1;
        for (int k = 0; k < done && fits; k++)
            fits = (near_cells[order[done]] >> order[k] & 1) == (near_cells[to] >> image[order[k]] & 1);
        if (!fits) continue;
        image[order[done]] = to;
        find_symmetries(order, done + 1, image, used | (Mask)1 << to);
    }
}

static void find_board(void) {
    find_neighbours();
    int order[CELLS], number = 1, image[CELLS];
    Mask met = 1;
    order[0] = 0;
    for (int k = 0; k < number; k++)
        for (Mask rest = near_cells[order[k]] & ~met; rest; rest &= rest - 1) {
            order[number++] = lowest(rest);
            met |= rest & -rest;
        }
    if (number != CELLS) stop("the board is not connected");
    find_symmetries(order, 0, image, 0);
}

static Mask image_of(Mask mask, int turn) {
    Mask found = 0;
    for (; mask; mask &= mask - 1) found |= (Mask)1 << symmetry[turn][lowest(mask)];
    return found;
}

static int is_least(Mask mask) {
    for (int turn = 0; turn < symmetries; turn++)
        if (image_of(mask, turn) < mask) return 0;
    return 1;
}

static Mask least_image(Mask mask) {
    Mask least = mask;
    for (int turn = 0; turn < symmetries; turn++) {
        Mask image = image_of(mask, turn);
        if (image < least) least = image;
    }
    return least;
}

/* Return how many symmetries two of them generate. */
static int generated(int one, int other) {
    static int found[MOST_SYMMETRIES][CELLS];
    int number = 1;
    for (int cell = 0; cell < CELLS; cell++) found[0][cell] = cell;
    for (int k = 0; k < number; k++)
        for (int by = 0; by < 2; by++) {
            int next[CELLS], known = 0;
            for (int cell = 0; cell < CELLS; cell++) next[cell] = symmetry[by ? other : one][found[k][cell]];
            for (int old = 0; old < number && !known; old++) known = !memcmp(found[old], next, sizeof next);
            if (!known) memcpy(found[number++], next, sizeof next);
        }
    return number;
}

static void read_boards(const char *name) {
    int64_t total = binomial[CELLS][DICE], bytes = (total + 7) / 8;
    boards = room(bytes, 1);
    FILE *file = fopen(name, "rb");
    if (!file || fread(boards, 1, bytes, file) != (size_t)bytes || fgetc(file) != EOF) stop("the boards can't be read");
    fclose(file);
    below = room(binomial[CELLS][DICE - 1], sizeof *below);
    Mask mask = ((Mask)1 << DICE) - 1;
    int64_t allowed = 0;
    int one = 0, other = 0;
    while (generated(one, other) < symmetries)
        if (++other == symmetries) one++, other = 0;
    for (int64_t place = 0; place < total; place++, mask = next_mask(mask)) {
        if (!(boards[place >> 3] >> (place & 7) & 1)) continue;
        allowed++;
        if (!is_allowed(image_of(mask, one)) || !is_allowed(image_of(mask, other)))
            stop("the boards are not closed under the symmetries");
        for (Mask rest = mask; rest; rest &= rest - 1) below[place_of(mask ^ (rest & -rest))] |= rest & -rest;
    }
    printf("%lld of %lld boards allowed, %d symmetries\n", (long long)allowed, (long long)total, symmetries);
}

/* Sets of fewer cells than dice, of those that a case leaves: at most so many. */

enum { LEFT = 42 };
static int64_t start[DICE + 1];
static Mask *set;
static uint32_t (*part)[DICE - 1];
static Mask *extending;
static Mask *row_of[DICE]; /* by dice that are dealt: what extends the sets along with each cell */

static void list_sets(void) {
    for (int size = 0; size < DICE; size++) start[size + 1] = start[size] + binomial[LEFT][size];
    set = room(start[DICE], sizeof *set);
    part = room(start[DICE], sizeof *part);
    extending = room(start[DICE], sizeof *extending);
    for (int size = 1; size < DICE; size++) {
        row_of[DICE - 1 - size] = room(LEFT * (start[size] - start[size - 1]), sizeof(Mask));
        Mask mask = ((Mask)1 << size) - 1;
        for (int64_t number = start[size]; number < start[size + 1]; number++, mask = next_mask(mask)) {
            set[number] = mask;
            int index = 0;
            for (Mask rest = mask; rest; rest &= rest - 1)
                part[number][index++] = start[size - 1] + place_of(mask ^ (rest & -rest));
        }
    }
}

typedef struct {
    int64_t length;
    uint32_t *number; /* of a set, among all */
    Mask *mask;       /* what extends it */
} List;

static List new_list(int64_t most) {
    List list = {0, room(most, sizeof(uint32_t)), room(most, sizeof(Mask))};
    return list;
}

static void free_list(List *list) {
    free(list->number);
    free(list->mask);
}

/* Rule out sets until nothing changes, where `left` dice are left; tell whether any dice may be. */
static int count(List *list, int left, const int *need) {
    int largest = left - 1;
    for (;;) {
        memset(extending, 0, start[largest] * sizeof *extending);
        int64_t kept = 0;
        for (int64_t k = 0; k < list->length; k++) {
            Mask mask = list->mask[k];
            if (bits(mask) < need[largest]) continue;
            uint32_t number = list->number[k];
            list->number[kept] = number;
            list->mask[kept++] = mask;
            int index = 0;
            for (Mask rest = set[number]; rest; rest &= rest - 1) extending[part[number][index++]] |= rest & -rest;
        }
        list->length = kept;
        if (!kept) return 0;
        if (!largest) return 1;
        for (int size = largest - 1; size > 0; size--)
            for (int64_t number = start[size]; number < start[size + 1]; number++) {
                if (!extending[number]) continue;
                if (bits(extending[number]) < need[size]) {
                    extending[number] = 0;
                    continue;
                }
                int index = 0;
                for (Mask rest = set[number]; rest; rest &= rest - 1) extending[part[number][index++]] |= rest & -rest;
            }
        if (bits(extending[0]) < need[0]) return 0;
        int changed = 0;
        for (int size = 1; size < largest; size++)
            for (int64_t number = start[size]; number < start[size + 1]; number++) {
                Mask mask = extending[number];
                if (!mask) continue;
                int index = 0;
                for (Mask rest = set[number]; rest; rest &= rest - 1) {
                    Mask smaller = extending[part[number][index++]];
                    mask = smaller & rest & -rest ? mask & smaller : 0;
                }
                if (mask != extending[number]) changed = 1;
                extending[number] = mask;
            }
        for (int64_t k = 0; k < list->length; k++) {
            Mask mask = list->mask[k];
            int index = 0;
            for (Mask rest = set[list->number[k]]; rest; rest &= rest - 1) {
                Mask smaller = extending[part[list->number[k]][index++]];
                mask = smaller & rest & -rest ? mask & smaller : 0;
            }
            if (mask != list->mask[k]) changed = 1;
            list->mask[k] = mask;
        }
        if (!changed) return 1;
    }
}

static void find_need(int dealt, int *need) {
    int left = DICE - dealt;
    for (int size = 0; size < left; size++) {
        need[size] = 0;
        for (int die = 0; die < left - size; die++) need[size] += size_of[dealt + die];
    }
}

static int in_order; /* whether the first die is the least of its orbit, and the second one not of an earlier orbit */
static int cell_of[LEFT], cells_left;
static int begins_least[LEFT][LEFT]; /* whether the least die of some orbit begins with two cells */
static Mask first_die;
static int firsts, at_once;

static Mask in_full(Mask mask) {
    Mask found = 0;
    for (; mask; mask &= mask - 1) found |= (Mask)1 << cell_of[lowest(mask)];
    return found;
}

static void deal(int dealt, const List *list);

/* A die is chosen: deal the next one, unless symmetry excludes this. */
static void close_die(int dealt, Mask die, const List *list) {
    if (in_order && dealt == 1 && least_image(in_full(die)) < first_die) return;
    deal(dealt + 1, list);
}

/* Add a cell to a die, from `from` on. */
static void choose(int dealt, Mask die, int from, const List *list, Mask open, const int *need) {
    int left = DICE - dealt - 1;
    int64_t wide = start[left] - start[left - 1];
    List next = new_list(list->length);
    for (int cell = from; cell < cells_left; cell++) {
        if (!(open >> cell & 1) || bits(die) + bits(open >> cell) < size_of[dealt]) continue;
        Mask more = die | (Mask)1 << cell;
        int is_first = in_order && !dealt;
        if (is_first && bits(more) == 2 && !begins_least[lowest(die)][cell]) continue;
        if (is_first && bits(more) == 3 && !is_least(in_full(more))) continue;
        const Mask *row = row_of[dealt] + cell * wide - start[left - 1];
        next.length = 0;
        for (int64_t k = 0; k < list->length; k++) {
            Mask mask = list->mask[k] & row[list->number[k]];
            next.number[next.length] = list->number[k];
            next.mask[next.length] = mask;
            next.length += bits(mask) >= need[left - 1];
        }
        looked++;
        int is_left = count(&next, left, need);
        if (is_first && bits(more) == 3) {
            firsts++;
            at_once += !is_left;
            first_die = in_full(more);
            if (firsts % 20 == 0) {
                printf("%d first dice, %d of them at once, %lld choices of cells\n", firsts, at_once, (long long)looked);
                fflush(stdout);
            }
        }
        if (!is_left) continue;
        if (bits(more) < size_of[dealt]) choose(dealt, more, cell + 1, &next, open, need);
        else close_die(dealt, more, &next);
    }
    free_list(&next);
}

/* Deal the next die, where `list` holds what extends sets of one cell less than dice are left. */
static void deal(int dealt, const List *list) {
    int left = DICE - dealt - 1, need[DICE];
    if (!left) {
        if (list->length && bits(list->mask[0]) >= size_of[dealt]) {
            printf("FOUND: the last die may be %llx\n", (unsigned long long)in_full(list->mask[0]));
            exit(1);
        }
        return;
    }
    find_need(dealt + 1, need);
    int64_t wide = start[left] - start[left - 1];
    Mask open = 0, *rows = row_of[dealt];
    List one = new_list(wide);
    for (int64_t k = 0; k < list->length; k++) {
        int index = 0;
        for (Mask rest = set[list->number[k]]; rest; rest &= rest - 1)
            rows[lowest(rest) * wide + part[list->number[k]][index++] - start[left - 1]] = list->mask[k];
    }
    for (int cell = 0; cell < cells_left; cell++) {
        Mask *row = rows + cell * wide;
        if (in_order && !dealt) { /* nearly nothing would follow from one cell of all */
            open |= (Mask)1 << cell;
            continue;
        }
        one.length = 0;
        for (int64_t k = 0; k < wide; k++)
            if (row[k]) {
                one.number[one.length] = start[left - 1] + k;
                one.mask[one.length++] = row[k];
            }
        if (!one.length) continue;
        looked++;
        if (!count(&one, left, need)) continue;
        open |= (Mask)1 << cell;
        memset(row, 0, wide * sizeof(Mask));
        for (int64_t k = 0; k < one.length; k++) row[one.number[k] - start[left - 1]] = one.mask[k];
    }
    /* The first cell of the die: its row is known already. */
    for (int cell = 0; cell < cells_left; cell++) {
        if (!(open >> cell & 1) || bits(open >> cell) < size_of[dealt]) continue;
        const Mask *row = rows + cell * wide;
        one.length = 0;
        for (int64_t k = 0; k < wide; k++)
            if (bits(row[k]) >= need[left - 1]) {
                one.number[one.length] = start[left - 1] + k;
                one.mask[one.length++] = row[k];
            }
        choose(dealt, (Mask)1 << cell, cell + 1, &one, open, need);
    }
    free_list(&one);
    for (int64_t k = 0; k < list->length; k++) {
        int index = 0;
        for (Mask rest = set[list->number[k]]; rest; rest &= rest - 1)
            rows[lowest(rest) * wide + part[list->number[k]][index++] - start[left - 1]] = 0;
    }
}

/* List what extends the sets of so many cells, along with all cells of `held`; none of them is one of `never`. */
static void list_boards(int size, Mask held, Mask never, List *list) {
    int place[CELLS];
    cells_left = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        place[cell] = (held | never) >> cell & 1 ? -1 : cells_left;
        if (place[cell] >= 0) cell_of[cells_left++] = cell;
    }
    list->length = 0;
    for (int64_t number = start[size]; number < start[size + 1]; number++) {
        if (set[number] >> cells_left) continue;
        Mask wide = in_full(set[number]), mask = ~(held | never) & (((Mask)1 << CELLS) - 1), found = 0;
        if (!held) mask &= below[place_of(wide)];
        for (Mask rest = held; rest && mask; rest &= rest - 1) mask &= below[place_of(wide | (rest & -rest))];
        for (; mask; mask &= mask - 1) found |= (Mask)1 << place[lowest(mask)];
        if (!found) continue;
        list->number[list->length] = number;
        list->mask[list->length++] = found;
    }
}

/* Two cells of different dice that leave two others without a free neighbour: no board with them may be allowed, unless
   a blocker is on one of those two. */
static int are_apart_never(int one, int other) {
    Mask pair = (Mask)1 << one | (Mask)1 << other;
    int alone = 0;
    for (int cell = 0; cell < CELLS; cell++) alone += !(pair >> cell & 1) && !(near_cells[cell] & ~pair);
    return alone > 1;
}

int main(int arguments, char **argument) {
    if (arguments != 3) stop("usage: refuting BOARDS SIZES");
    int sizes[DICE], total = 0, used = 0;
    for (char *text = argument[2]; used < DICE; used++) {
        sizes[used] = strtol(text, &text, 10);
        total += sizes[used];
        if (used && sizes[used] < sizes[used - 1]) stop("the sizes must ascend");
        if (*text == ',') text++;
        else if (used < DICE - 1 || *text) stop("write seven sizes");
    }
    if (sizes[0] != 3 || sizes[1] != 3 || total != CELLS - 6) stop("the sizes must be 42 together, the first two 3");
    for (int n = 0; n <= CELLS; n++)
        for (int k = 0; k < DICE + 2; k++)
            binomial[n][k] = k == 0 ? 1 : n == 0 ? 0 : binomial[n - 1][k - 1] + binomial[n - 1][k];
    find_board();
    read_boards(argument[1]);
    list_sets();
    List list = new_list(start[DICE] - start[DICE - 1]);

    /* The cells before the tips have seven partners each: five of their kind, and two companions. */
    Mask partners[CELLS] = {0}, tips = 0, seen = 0;
    for (int one = 0; one < CELLS; one++)
        for (int other = 0; other < CELLS; other++)
            if (one != other && are_apart_never(one, other)) partners[one] |= (Mask)1 << other;
    for (int cell = 0; cell < CELLS; cell++)
        if (bits(partners[cell]) == 7) tips |= (Mask)1 << cell;
    if (bits(tips) != 6) stop("there are not six cells before the tips");
    for (Mask rest = tips; rest; rest &= rest - 1)
        if ((partners[lowest(rest)] & tips) != (tips ^ (rest & -rest))) stop("two cells before tips are no pair");

    /* One of them with a companion, on a die of each size: one such pair of each orbit. */
    int pairs = 0, need[DICE];
    for (int tip = 0; tip < CELLS; tip++) {
        if (!(tips >> tip & 1)) continue;
        for (Mask rest = partners[tip] & ~tips; rest; rest &= rest - 1) {
            if (seen >> lowest(rest) & 1) continue;
            Mask pair = (Mask)1 << tip | (rest & -rest);
            for (int turn = 0; turn < symmetries; turn++) seen |= image_of(pair, turn) & ~tips;
            for (int die = 0; die < DICE; die++) {
                if (die && sizes[die] == sizes[die - 1]) continue;
                size_of[0] = sizes[die];
                for (int other = 0, k = 1; other < DICE; other++)
                    if (other != die) size_of[k++] = sizes[other];
                find_need(1, need);
                int64_t before = looked;
                list_boards(DICE - 2, pair, tips | partners[tip], &list);
                int is_left = count(&list, DICE - 1, need);
                if (is_left) deal(1, &list);
                pairs++;
                printf("pair %llx on a die of %d: %s, %lld choices of cells\n", (unsigned long long)pair, sizes[die],
                       is_left ? "by cases" : "at once", (long long)(looked - before));
                fflush(stdout);
            }
        }
    }

    /* All of the six on no die: the first die is one of each orbit. */
    memcpy(size_of, sizes, sizeof size_of);
    list_boards(DICE - 1, 0, tips, &list);
    for (int one = 0; one < LEFT; one++)
        for (int two = one + 1; two < LEFT; two++)
            for (int three = two + 1; three < LEFT; three++)
                begins_least[one][two] |= is_least(in_full((Mask)1 << one | (Mask)1 << two | (Mask)1 << three));
    in_order = 1;
    deal(0, &list);
    printf("refuted: %d pairs and %d first dice, %d of these at once; %lld choices of cells looked at\n", pairs, firsts,
           at_once, (long long)looked);
    return 0;
}
