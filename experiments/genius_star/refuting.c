/* The second program for the bounds of the Genius Star: are there seven dice whose every roll is an allowed board?

   refuting BOARDS SIZES [FROM,TO]

   BOARDS is a file with a bit for each board, the lowest bit of a byte first, in ascending order of the boards' masks;
   bit i of a mask is the i-th triangle, row by row. SIZES are those of the dice in ascending order, such as 3,3,6,6,8,8,8,
   42 together, only the first two 3. FROM and TO choose some of the cases, from one number up to before another. The last
   line tells that there are no such dice. If the status is 1, a case is not refuted; in the case of a pair the die with
   the pair would still have to be completed. Nothing is read but the boards, and nothing is shared with refuting.py, which
   explains the cases and how counting rules out sets of cells: no case that it found is believed. The symmetries are the
   automorphisms of the graph of neighbours, and the allowed boards are held to them. No board that leaves two triangles
   alone may be allowed: this excludes pairs on different dice.

   Only sets that are left are kept, in lists, until both dice of three cells are dealt; then the other dice get their
   cells case by case. Each case is a line: the cells that are given, as a mask, whether counting refutes it at once, how
   many pairs of cells and dice of three cells were looked at, how many of these dice are left, and the nodes of the trees
   that refute these. */

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

/* The cells of a case have numbers of their own, at most so many. Sets of up to five of them have numbers: those of k
   cells begin at start[k] and follow in ascending order of their masks, so that sets of the first cells come first. */

enum { LEFT = 42, LARGEST = 5 };
static int64_t start[LARGEST + 2];
static Mask *set;
static uint32_t (*part)[LARGEST]; /* the sets of one cell less, the lowest cell left out first */
static Mask *extending;
static int cell_of[LEFT], cells_left;

static void list_sets(void) {
    for (int size = 0; size <= LARGEST; size++) start[size + 1] = start[size] + binomial[LEFT][size];
    set = room(start[LARGEST + 1], sizeof *set);
    part = room(start[LARGEST + 1], sizeof *part);
    extending = room(start[LARGEST], sizeof *extending);
    for (int size = 1; size <= LARGEST; size++) {
        Mask mask = ((Mask)1 << size) - 1;
        for (int64_t number = start[size]; number < start[size + 1]; number++, mask = next_mask(mask)) {
            set[number] = mask;
            int index = 0;
            for (Mask rest = mask; rest; rest &= rest - 1)
                part[number][index++] = start[size - 1] + place_of(mask ^ (rest & -rest));
        }
    }
}

/* The largest sets that are left, and what extends each. */
typedef struct {
    int64_t length;
    uint32_t *number;
    Mask *mask;
} List;

static List new_list(int64_t most) {
    List list = {0, room(most, sizeof(uint32_t)), room(most, sizeof(Mask))};
    return list;
}

static void free_list(List *list) {
    free(list->number);
    free(list->mask);
}

/* Rule out sets, by at most so many sweeps down and up, where `dice` are left; tell whether any dice may be. */
static int count(List *list, int dice, const int *need, int sweeps) {
    int largest = dice - 1;
    while (sweeps--) {
        for (int size = 0; size < largest; size++)
            memset(extending + start[size], 0, binomial[cells_left][size] * sizeof *extending);
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
        for (int size = largest - 1; size > 0; size--)
            for (int64_t number = start[size]; number < start[size] + binomial[cells_left][size]; number++) {
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
            for (int64_t number = start[size]; number < start[size] + binomial[cells_left][size]; number++) {
                Mask mask = extending[number];
                int index = 0;
                for (Mask rest = set[number]; rest && mask; rest &= rest - 1) {
                    Mask smaller = extending[part[number][index++]];
                    mask = smaller & rest & -rest ? mask & smaller : 0;
                }
                extending[number] = mask;
            }
        for (int64_t k = 0; k < list->length; k++) {
            Mask mask = list->mask[k];
            uint32_t number = list->number[k];
            int index = 0;
            for (Mask rest = set[number]; rest && mask; rest &= rest - 1) {
                Mask smaller = extending[part[number][index++]];
                mask = smaller & rest & -rest ? mask & smaller : 0;
            }
            changed |= mask != list->mask[k];
            list->mask[k] = mask;
        }
        if (!changed) break;
    }
    return 1;
}

/* What must extend a set, by its number of cells: what the smallest other dice have together. The sizes ascend. */
static void find_need(const int *sizes, int dice, int *need) {
    for (int size = 0; size < dice; size++) {
        need[size] = 0;
        for (int die = 0; die < dice - size; die++) need[size] += sizes[die];
    }
}

static Mask in_full(Mask mask) {
    Mask found = 0;
    for (; mask; mask &= mask - 1) found |= (Mask)1 << cell_of[lowest(mask)];
    return found;
}

/* The dice that are left once both dice of three cells are dealt, as a tree of cases. Some dice are *named*: each has a
   cell, its first, and more of its cells join. A *group* are some named dice, as bits. For a group and a set of free
   cells, `left` of a case holds what extends them: each choice of a member from each die of the group, with the set and
   the cell, may be on different dice. A named die extends them with all its members or not at all. */

enum { NAMES = 5 };
static int tree_dice, tree_need[DICE], tree_size[DICE], tree_off;
static Mask *boards_left;     /* what extends the largest sets, by number; nothing extends the one that is no set */
static uint32_t *with[LEFT];  /* by the number of a set that is not one of the largest: that of the set with a cell */
static int64_t nodes;

typedef struct {
    int named, off; /* how many dice have names, and how many cells are on no die */
    Mask members[NAMES], free;
    Mask *left[1 << NAMES]; /* by the number of a free set; none for a group that is not kept */
} Case;

static Case stack[LEFT + 2];
static Mask *stack_room[LEFT + 2][1 << NAMES];

static int is_kept(int group, int named) {
    int size = bits(group);
    return size && size < tree_dice && (named < 3 || size >= 2);
}

/* Draw conclusions for a group; tell whether its dice may be different ones. */
static int settle(Case *now, int group) {
    int held = bits(group), more = tree_dice - 1 - held;
    Mask *left = now->left[group], open = now->free;
    for (int name = 0; name < now->named; name++)
        if (!(group >> name & 1)) open |= now->members[name];
    for (int again = 0; again < (more && more < 3 ? 2 : 1); again++) {
        for (int size = 0; size < more; size++) memset(left + start[size], 0, binomial[cells_left][size] * sizeof *left);
        for (int size = more; size >= 0; size--) {
            int need = tree_need[held + size];
            for (int64_t number = start[size]; number < start[size] + binomial[cells_left][size]; number++) {
                Mask mask = left[number];
                if (size < more && !(set[number] & ~now->free))
                    /* A named die extends a smaller set if the larger group leaves it. */
                    for (int name = 0; name < now->named; name++)
                        if (!(group >> name & 1) && (held + 1 >= tree_dice || now->left[group | 1 << name][number]))
                            mask |= now->members[name];
                if (!mask) continue;
                if (set[number] & ~now->free) mask = 0;
                mask &= open;
                for (int name = 0; name < now->named; name++)
                    if (mask & now->members[name] && now->members[name] & ~mask) mask &= ~now->members[name];
                if (bits(mask) < need) mask = 0;
                left[number] = mask;
                if (!mask || !size) continue;
                int index = 0;
                for (Mask rest = set[number]; rest; rest &= rest - 1) left[part[number][index++]] |= rest & -rest;
            }
        }
        if (!left[0]) return 0;
        if (again || !more || more == 3) break;
        for (int size = 1; size <= more; size++)
            for (int64_t number = start[size]; number < start[size] + binomial[cells_left][size]; number++) {
                Mask mask = left[number];
                int index = 0;
                for (Mask rest = set[number]; rest && mask; rest &= rest - 1) {
                    Mask smaller = left[part[number][index++]];
                    mask = smaller & rest & -rest ? mask & smaller : 0;
                }
                left[number] = mask;
            }
    }
    return 1;
}

/* Meet what is left for a group with what extends the sets along with each choice of a member from the dice of `others`,
   and with some cells. */
static void meet(const Case *now, int others, const int *cells, int held, Mask *left) {
    if (others) {
        int name = lowest(others), more_cells[LEFT];
        memcpy(more_cells, cells, held * sizeof *cells);
        for (Mask rest = now->members[name]; rest; rest &= rest - 1) {
            more_cells[held] = lowest(rest);
            meet(now, others & (others - 1), more_cells, held + 1, left);
        }
        return;
    }
    int more = tree_dice - 1 - held;
    int64_t end = start[more] + binomial[cells_left][more];
    for (int64_t number = start[more]; number < end; number++) {
        if (!left[number]) continue;
        uint32_t whole = number;
        for (int k = 0; k < held; k++) whole = with[cells[k]][whole];
        left[number] &= boards_left[whole];
    }
}

/* Make a case in which a cell joins a named die, or gets a name, or is on no die (`name` is -1); tell whether it is open. */
static int follow(const Case *before, Case *now, int depth, int cell, int name) {
    nodes++;
    *now = *before;
    now->free &= ~((Mask)1 << cell);
    int is_new = name == before->named;
    if (name < 0) now->off++;
    else if (is_new) now->members[now->named++] = (Mask)1 << cell;
    else now->members[name] |= (Mask)1 << cell;
    for (int group = (1 << now->named) - 1; group > 0; group--) {
        now->left[group] = 0;
        if (!is_kept(group, now->named)) continue;
        int more = tree_dice - 1 - bits(group);
        Mask *left = now->left[group] = stack_room[depth][group];
        size_t length = binomial[cells_left][more];
        if (is_new && group >> name & 1) memset(left + start[more], 255, length * sizeof *left);
        else memcpy(left + start[more], before->left[group] + start[more], length * sizeof *left);
        if (name >= 0 && group >> name & 1) meet(now, group ^ 1 << name, &cell, 1, left);
    }
    for (int size = tree_dice - 1; size > 0; size--)
        for (int group = 1; group < 1 << now->named; group++)
            if (bits(group) == size && now->left[group] && !settle(now, group)) return 0;
    return 1;
}

/* Tell whether the members of the named dice fit, with one more on a die (or nothing more). */
static int fit(const Case *now, int name) {
    int most[NAMES + 1] = {0};
    for (int die = 0; die < now->named + (name == now->named); die++) {
        int cells = (die < now->named ? bits(now->members[die]) : 0) + (die == name);
        int at = die;
        for (; at && most[at - 1] < cells; at--) most[at] = most[at - 1];
        most[at] = cells;
    }
    for (int die = 0; die < tree_dice; die++)
        if (most[die] > tree_size[tree_dice - 1 - die]) return 0;
    return 1;
}

static void found(const Case *now) {
    printf("FOUND: the last dice may be");
    for (int name = 0; name < now->named; name++) printf(" %llx", (unsigned long long)in_full(now->members[name]));
    printf("\n");
    exit(1);
}

static void split(int depth) {
    Case *now = &stack[depth];
    if (!now->free) {
        if (now->named == tree_dice) found(now);
        return;
    }
    int every = (2 << now->named) - 1, best = -1, fewest = 99, heat = -1, options_of_best = 0;
    const int off = 1 << (NAMES + 1); /* after the bits of all names and of a new one */
    for (Mask rest = now->free; rest; rest &= rest - 1) {
        int cell = lowest(rest), options = every, missing = 0;
        for (int name = 0; name <= now->named; name++)
            if (name == tree_dice || !fit(now, name)) options &= ~(1 << name);
        for (int group = 1; group < 1 << now->named; group++) {
            if (!now->left[group] || now->left[group][0] >> cell & 1) {
                if (!now->left[group]) continue;
                if (bits(group) + 1 < tree_dice) missing += cells_left - bits(now->left[group][1 + cell]);
                continue;
            }
            options &= group;
            missing += 99;
        }
        if (now->off < tree_off) options |= off;
        int number = bits(options);
        if (number < fewest || (number == fewest && missing > heat))
            best = cell, fewest = number, heat = missing, options_of_best = options;
    }
    for (int name = 0; name <= now->named; name++)
        if (options_of_best >> name & 1 && follow(now, &stack[depth + 1], depth + 1, best, name)) split(depth + 1);
    if (options_of_best & off && follow(now, &stack[depth + 1], depth + 1, best, -1)) split(depth + 1);
}

/* Refute the dice that are left, or find some, where `boards_left` holds what extends the largest sets, and `open` are the
   cells that may be on the dice; `first` is the cell that gets a name, unless it is on no die. */
static void plant(Mask open, int first, const int *sizes, int dice) {
    tree_dice = dice;
    find_need(sizes, dice, tree_need);
    memcpy(tree_size, sizes, dice * sizeof *sizes);
    tree_off = bits(open);
    for (int die = 0; die < dice; die++) tree_off -= sizes[die];
    stack[0] = (Case){0};
    stack[0].free = open;
    if (follow(&stack[0], &stack[1], 1, first, 0)) split(1);
    if (tree_off && follow(&stack[0], &stack[1], 1, first, -1)) split(1);
}

/* The same from a list. What extends single cells is in `extending` still. */
static void plant_list(const List *list, const int *sizes, int dice) {
    Mask open = extending[0];
    int first = lowest(open);
    for (Mask rest = open; rest; rest &= rest - 1)
        if (bits(extending[1 + lowest(rest)]) < bits(extending[1 + first])) first = lowest(rest);
    memset(boards_left + start[dice - 1], 0, binomial[cells_left][dice - 1] * sizeof *boards_left);
    for (int64_t k = 0; k < list->length; k++) boards_left[list->number[k]] = list->mask[k];
    plant(open, first, sizes, dice);
}

/* Tell whether a cell may be on any die, along with the boards that `boards_left` and a row leave: one sweep. */
static int is_placed(int cell, Mask open, const Mask *row, int dice) {
    int size = dice - 2;
    const uint32_t *wider = with[cell];
    open &= ~((Mask)1 << cell);
    for (int less = 0; less < size; less++) memset(extending + start[less], 0, binomial[cells_left][less] * sizeof(Mask));
    for (; size >= 0; size--)
        for (int64_t number = start[size]; number < start[size] + binomial[cells_left][size]; number++) {
            if (set[number] & ~open) continue;
            Mask mask = size == dice - 2 ? boards_left[wider[number]] & row[wider[number]] : extending[number];
            if (bits(mask) < tree_need[size + 1]) {
                if (!size) return 0;
                continue;
            }
            int index = 0;
            for (Mask rest = set[number]; rest; rest &= rest - 1) extending[part[number][index++]] |= rest & -rest;
        }
    return 1;
}

static void make_tree(void) {
    boards_left = room(start[NAMES], sizeof *boards_left);
    for (int cell = 0; cell < LEFT; cell++) {
        with[cell] = room(start[NAMES], sizeof *with[cell]);
        for (int64_t number = 0; number < start[NAMES - 1]; number++)
            if (!(set[number] >> cell & 1))
                with[cell][number] = start[bits(set[number]) + 1] + place_of(set[number] | (Mask)1 << cell);
    }
    for (int depth = 0; depth < LEFT + 2; depth++)
        for (int group = 1; group < 1 << NAMES; group++)
            if (bits(group) < NAMES) stack_room[depth][group] = room(start[NAMES - bits(group)], sizeof(Mask));
}

/* The dice of three cells that are not dealt yet, cell by cell. */

static int orbit_of[CELLS][CELLS][CELLS], first_orbit; /* the first die's; -1 if any may follow */
static Mask *rows_of[2];
enum { LOOKS = 3 }; /* cells that are looked at before the cases of a die */
static int64_t pairs_looked, dice_looked, dice_left;

/* List what a row leaves of so many sets. */
static void list_row(const Mask *row, int64_t wide, int64_t base, List *found) {
    int64_t length = 0;
    for (int64_t k = 0; k < wide; k++) {
        found->number[length] = base + k;
        found->mask[length] = row[k];
        length += row[k] != 0;
    }
    found->length = length;
}

/* Write what extends sets of a list with another cell too, by its row. */
static void both(const List *list, const Mask *row, int need, List *found) {
    int64_t length = 0;
    for (int64_t k = 0; k < list->length; k++) {
        Mask mask = list->mask[k] & row[list->number[k]];
        found->number[length] = list->number[k];
        found->mask[length] = mask;
        length += bits(mask) >= need;
    }
    found->length = length;
}

static void deal(int level, const List *list, const int *sizes, int dice, Mask after) {
    if (level == 2 || sizes[0] != 3) {
        plant_list(list, sizes, dice);
        return;
    }
    int left = dice - 1, need[DICE], total = 3, extend[LEFT][LEFT];
    int64_t wide = binomial[cells_left][left - 1], base = start[left - 1];
    find_need(sizes + 1, left, need);
    for (int die = 1; die < dice; die++) total += sizes[die];
    Mask *rows = rows_of[level], open = 0, fits[LEFT] = {0}; /* the lower cells with which a cell may be on the die */
    memset(rows, 0, cells_left * wide * sizeof(Mask));
    for (int64_t k = 0; k < list->length; k++) {
        int index = 0;
        if (list->mask[k])
            for (Mask rest = set[list->number[k]]; rest; rest &= rest - 1)
                rows[lowest(rest) * wide + part[list->number[k]][index++] - base] = list->mask[k];
    }
    List one = new_list(wide), two = new_list(wide), three = new_list(wide);
    for (int cell = 0; cell < cells_left; cell++) {
        Mask *row = rows + cell * wide;
        list_row(row, wide, base, &one);
        if (!one.length || !count(&one, left, need, 9)) continue;
        open |= (Mask)1 << cell;
        memset(row, 0, wide * sizeof(Mask));
        for (int64_t k = 0; k < one.length; k++) row[one.number[k] - base] = one.mask[k];
        for (int other = 0; other < cells_left; other++) extend[cell][other] = bits(extending[1 + other]);
    }
    for (int high = 0; high < cells_left; high++) {
        if (!(open >> high & 1)) continue;
        list_row(rows + high * wide, wide, base, &one);
        for (int middle = 0; middle < high; middle++) {
            if (!(open >> middle & 1)) continue;
            both(&one, rows + middle * wide - base, need[left - 1], &two);
            pairs_looked++;
            if (!count(&two, left, need, 1)) continue;
            fits[high] |= (Mask)1 << middle;
            if (total == cells_left) {
                memset(boards_left + base, 0, wide * sizeof(Mask));
                for (int64_t k = 0; k < two.length; k++) boards_left[two.number[k]] = two.mask[k];
            }
            for (Mask rest = fits[high] & fits[middle]; rest; rest &= rest - 1) {
                int low = lowest(rest);
                Mask die = (Mask)1 << low | (Mask)1 << middle | (Mask)1 << high;
                const Mask *row = rows + low * wide - base;
                if (die <= after) continue;
                if (first_orbit >= 0 && orbit_of[cell_of[low]][cell_of[middle]][cell_of[high]] < first_orbit) continue;
                dice_looked++;
                if (total > cells_left) stop("there are too few cells");
                if (total < cells_left) {
                    both(&two, row, need[left - 1], &three);
                    if (!count(&three, left, need, 1)) continue;
                    dice_left++;
                    deal(level + 1, &three, sizes + 1, left, die);
                    continue;
                }
                /* Every cell is on a die: those that little extends are looked at first. */
                Mask others = (((Mask)1 << cells_left) - 1) & ~die, waiting = others;
                int first = -1, is_placed_all = 1;
                memcpy(tree_need, need, left * sizeof *need);
                for (int tries = 0; tries < LOOKS && is_placed_all; tries++) {
                    int cell = -1, fewest = 0;
                    for (Mask some = waiting; some; some &= some - 1) {
                        int at = lowest(some), number = extend[low][at] + extend[middle][at] + extend[high][at];
                        if (cell < 0 || number < fewest) cell = at, fewest = number;
                    }
                    if (!tries) first = cell;
                    waiting &= ~((Mask)1 << cell);
                    is_placed_all = is_placed(cell, others, row, left);
                }
                if (!is_placed_all) continue;
                dice_left++;
                for (int64_t k = 0; k < two.length; k++) boards_left[two.number[k]] = two.mask[k] & row[two.number[k]];
                plant(others, first, sizes + 1, left);
                for (int64_t k = 0; k < two.length; k++) boards_left[two.number[k]] = two.mask[k];
            }
        }
    }
    free_list(&one);
    free_list(&two);
    free_list(&three);
}

/* Refute a case: each cell of `held` may be rolled, on one die; the other dice have these sizes, and none of `never`. */
static void refute(int number, Mask held, Mask never, const int *sizes) {
    int place[CELLS], need[DICE], largest = DICE - 2;
    cells_left = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        place[cell] = (held | never) >> cell & 1 ? -1 : cells_left;
        if (place[cell] >= 0) cell_of[cells_left++] = cell;
    }
    List list = new_list(binomial[cells_left][largest]);
    for (int64_t k = 0; k < binomial[cells_left][largest]; k++) {
        Mask wide = in_full(set[start[largest] + k]), mask = ~(Mask)0, own = 0;
        for (Mask rest = held; rest && mask; rest &= rest - 1) mask &= below[place_of(wide | (rest & -rest))];
        for (; mask; mask &= mask - 1)
            if (place[lowest(mask)] >= 0) own |= (Mask)1 << place[lowest(mask)];
        if (!own) continue;
        list.number[list.length] = start[largest] + k;
        list.mask[list.length++] = own;
    }
    pairs_looked = dice_looked = dice_left = nodes = 0;
    find_need(sizes, DICE - 1, need);
    int is_left = count(&list, DICE - 1, need, 5);
    if (is_left) deal(0, &list, sizes, DICE - 1, 0);
    printf("%d %llx %s %lld %lld %lld %lld\n", number, (unsigned long long)held, is_left ? "by cases" : "at once",
           (long long)pairs_looked, (long long)dice_looked, (long long)dice_left, (long long)nodes);
    fflush(stdout);
    free_list(&list);
}

/* Two cells of different dice that leave two others without a free neighbour: no board with them may be allowed, unless
   a blocker is on one of those two. */
static int are_apart_never(int one, int other) {
    Mask pair = (Mask)1 << one | (Mask)1 << other;
    int alone = 0;
    for (int cell = 0; cell < CELLS; cell++) alone += !(pair >> cell & 1) && !(near_cells[cell] & ~pair);
    return alone > 1;
}

/* Return the numbers in a text that are separated by commas. */
static void read_numbers(char *text, int *numbers, int length) {
    for (int k = 0; k < length; k++) {
        numbers[k] = strtol(text, &text, 10);
        if (*text == ',') text++;
        else if (k < length - 1 || *text) stop("there are too few numbers, or too many");
    }
}

int main(int arguments, char **argument) {
    if (arguments != 3 && arguments != 4) stop("usage: refuting BOARDS SIZES [FROM,TO]");
    int sizes[DICE], total = 0, range[2] = {0, 1 << 30}, number = 0;
    read_numbers(argument[2], sizes, DICE);
    if (arguments == 4) read_numbers(argument[3], range, 2);
    for (int die = 0; die < DICE; die++) {
        total += sizes[die];
        if (die && sizes[die] < sizes[die - 1]) stop("the sizes must ascend");
    }
    if (sizes[1] != 3 || sizes[2] < 4 || sizes[0] != 3 || total != CELLS - 6)
        stop("the sizes must be 42 together, the first two 3 and no other one");
    for (int n = 0; n <= CELLS; n++)
        for (int k = 0; k < DICE + 2; k++)
            binomial[n][k] = k == 0 ? 1 : n == 0 ? 0 : binomial[n - 1][k - 1] + binomial[n - 1][k];
    find_board();
    read_boards(argument[1]);
    list_sets();
    make_tree();
    for (int level = 0; level < 2; level++) rows_of[level] = room(LEFT * binomial[LEFT][4 - level], sizeof(Mask));

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
    first_orbit = -1;
    for (int tip = 0; tip < CELLS; tip++) {
        if (!(tips >> tip & 1)) continue;
        for (Mask rest = partners[tip] & ~tips; rest; rest &= rest - 1) {
            if (seen >> lowest(rest) & 1) continue;
            Mask pair = (Mask)1 << tip | (rest & -rest);
            for (int turn = 0; turn < symmetries; turn++) seen |= image_of(pair, turn) & ~tips;
            for (int die = 0; die < DICE; die++) {
                if (die && sizes[die] == sizes[die - 1]) continue;
                int others[DICE], length = 0;
                for (int other = 0; other < DICE; other++)
                    if (other != die) others[length++] = sizes[other];
                if (number >= range[0] && number < range[1])
                    refute(number, pair, tips | partners[tip], others);
                number++;
            }
        }
    }

    /* All of the six on no die: the first die is one of each orbit, and the second one not of an earlier orbit. */
    int orbits = 0, image[3];
    memset(orbit_of, -1, sizeof orbit_of);
    for (int a = 0; a < CELLS; a++)
        for (int b = a + 1; b < CELLS; b++)
            for (int c = b + 1; c < CELLS; c++) {
                if (((Mask)1 << a | (Mask)1 << b | (Mask)1 << c) & tips || orbit_of[a][b][c] >= 0) continue;
                for (int turn = 0; turn < symmetries; turn++)
                    for (int order = 0; order < 6; order++) {
                        image[order % 3] = symmetry[turn][a];
                        image[(order + 1 + order / 3) % 3] = symmetry[turn][b];
                        image[(order + 2 - order / 3) % 3] = symmetry[turn][c];
                        orbit_of[image[0]][image[1]][image[2]] = orbits;
                    }
                orbits++;
            }
    for (int orbit = 0; orbit < orbits; orbit++, number++) {
        if (number < range[0] || number >= range[1]) continue;
        int is_first = 0;
        for (int a = 0; a < CELLS && !is_first; a++)
            for (int b = a + 1; b < CELLS && !is_first; b++)
                for (int c = b + 1; c < CELLS && !is_first; c++)
                    if (orbit_of[a][b][c] == orbit) {
                        first_orbit = orbit;
                        is_first = 1;
                        refute(number, (Mask)1 << a | (Mask)1 << b | (Mask)1 << c, tips, sizes + 1);
                    }
    }
    printf("refuted: cases %d to %d of %d\n", range[0], range[1] < number ? range[1] : number, number);
    return 0;
}
