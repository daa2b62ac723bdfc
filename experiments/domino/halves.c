/* The solvable domino grids of a board, counted exactly: the two halves of the board meet in the middle.

   halves ROWS COLUMNS_OF_A_HALF [FROM]
   halves ROWS COLUMNS_OF_A_HALF - MIDDLE OTHER COUNTS

   The board has ROWS rows and twice COLUMNS_OF_A_HALF columns, and each of its n numbers occurs n + 1 times. README.md
   says why the count is right. The first form prints a line for each context from FROM on: what is in every other row
   of the two middle columns, up to symmetry. A line has the context, its pairs of middle columns up to symmetry, how
   many pairs these stand for, then for all grids with such a pair: the grids, their solutions, the solvable ones; the
   seconds, and of these the seconds for dropping keys and for counting pairs. What the grids and the solutions must
   sum up to is known, which checks the walk.

   The second form counts the grids with these middle columns and these numbers outside of them on the left. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined __AVX512VPOPCNTDQ__ || defined __BMI2__
#include <immintrin.h>
#endif

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef u64 lanes __attribute__((vector_size(64)));

enum { MOST = 5, WIDE = 8, LONGEST = 64 * WIDE, CHUNK = 32, STATES = 1 << 14, CODES = 7 * 7 * 7 * 7 * 7 };
enum { OPENINGS = 32 << 15 };

static int rows, half, numbers, times;
static u32 domino[MOST][MOST], all_dominoes;

/* The bits of a word that a mask chooses, side by side. */
static inline u64 gathered(u64 word, u64 mask) {
#ifdef __BMI2__
    return _pext_u64(word, mask);
#else
    u64 found = 0;
    for (u64 bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (word & mask & -mask) found |= bit;
    return found;
#endif
}

static void *room(size_t size) {
    void *found = aligned_alloc(64, (size + 63) & ~(size_t)63);
    if (!found) { fprintf(stderr, "no memory\n"); exit(1); }
    return found;
}

static void require(int holds, const char *what) {
    if (!holds) { fprintf(stderr, "too much for the tables: %s\n", what); exit(1); }
}

/* One half of the board whose column in the middle is given, and what it leaves open: a key is the set of rows in
   which a domino lies across the middle (5 bits) and the set of the dominoes on the half (15 bits). */

typedef struct {
    int keys, words;
    u32 *key;
    u64 *ways; /* partial solutions of all fillings with this key */
    u64 fillings;
    u32 sets; /* different sets of keys, each with the number of its fillings */
    u64 *set;
    u32 *weight;
} Stratum;

static u32 *slots;
static size_t slot_room;

static u32 clear_slots(u32 entries) {
    u32 size = 64;
    while (size < 2 * entries) size *= 2;
    if (size > slot_room) { free(slots); slots = room(4 * (size_t)size); slot_room = size; }
    memset(slots, 0, 4 * (size_t)size);
    return size - 1;
}

static inline u64 mixed(const u64 *set, int words) {
    u64 h = 0;
    for (int n = 0; n < words; n++) { h = (h ^ set[n]) * 0x9E3779B97F4A7C15u; h ^= h >> 32; }
    return h * 0xD6E8FEB86659FD93u >> 20;
}

/* Adds a set of keys to those that were met; equal ones are found by comparing all their words. */
static inline u32 put(const u64 *set, u32 weight, int words, u64 *sets, u32 *weights, u32 count, u32 last) {
    u32 at = mixed(set, words) & last;
    for (;; at = (at + 1) & last) {
        u32 here = slots[at];
        if (!here) break;
        const u64 *other = sets + (size_t)(here - 1) * words;
        u64 differs = 0;
        for (int n = 0; n < words; n++) differs |= other[n] ^ set[n];
        if (!differs) { weights[here - 1] += weight; return count; }
    }
    slots[at] = count + 1;
    memcpy(sets + (size_t)count * words, set, 8 * words);
    weights[count] = weight;
    return count + 1;
}

static int column[16][MOST], left[MOST];
static u32 states[64][STATES], sizes[64];
static u16 index_of[OPENINGS];
static u32 made_key[64 * WIDE];
static u64 made_ways[64 * WIDE], *made_set, made_fillings;
static u32 *made_weight, made_sets, made_keys, made_last;
static u32 by_open[32][STATES], open_count[32];

/* A state: dominoes | the cell above waits << 15 | rows that wait for the next column << 16 | rows across << 21. */
static u32 step(const u32 *from, u32 count, u32 *to, int c, int r) {
    u32 found = 0;
    int number = column[c][r];
    for (u32 n = 0; n < count; n++) {
        u32 used = from[n] & 32767, above = from[n] >> 15 & 1, waits = from[n] >> 16 & 31, across = from[n] >> 21;
        if ((c ? waits : across) >> r & 1) {
            if (above) continue;
            if (c) {
                u32 one = domino[column[c - 1][r]][number];
                if (used & one) continue;
                used |= one;
            }
            waits &= ~(1u << r);
        } else if (above) {
            u32 one = domino[column[c][r - 1]][number];
            if (used & one) continue;
            used |= one;
            above = 0;
        } else {
            if (r < rows - 1) to[found++] = used | 1u << 15 | waits << 16 | across << 21;
            waits |= 1u << r;
        }
        to[found++] = used | above << 15 | waits << 16 | across << 21;
        require(found < STATES - 2, "partial solutions");
    }
    return found;
}

static void finished(void) {
    u64 set[WIDE] = {0};
    const int *last = column[half - 1], *before = column[half - 2];
    for (u32 open = 0; open < 1u << rows; open++) {
        if (!open_count[open]) continue;
        u32 added = 0, twice = 0;
        for (int r = 0; r < rows; r++) {
            u32 one;
            if (open >> r & 1) one = domino[before[r]][last[r]];
            else { one = domino[last[r]][last[r + 1]]; r++; }
            twice |= added & one;
            added |= one;
        }
        if (twice) continue;
        for (u32 n = 0; n < open_count[open]; n++) {
            u32 key = by_open[open][n];
            if (key & added) continue;
            key |= added;
            u32 at = index_of[key];
            if (!at) {
                require(made_keys < 64 * WIDE, "keys of a stratum");
                made_key[made_keys] = key;
                made_ways[made_keys] = 0;
                index_of[key] = at = ++made_keys;
            }
            made_ways[at - 1]++;
            set[(at - 1) >> 6] |= (u64)1 << ((at - 1) & 63);
        }
    }
    made_fillings++;
    made_sets = put(set, 1, WIDE, made_set, made_weight, made_sets, made_last);
}

static void last_column(int r) {
    if (r == rows) { finished(); return; }
    for (int x = 0; x < numbers; x++) {
        if (!left[x]) continue;
        left[x]--;
        column[half - 1][r] = x;
        last_column(r + 1);
        left[x]++;
    }
}

static void fill(int cell) {
    int c = cell / rows, r = cell % rows;
    if (c == half - 1) {
        memset(open_count, 0, sizeof open_count);
        for (u32 n = 0; n < sizes[cell]; n++) {
            u32 one = states[cell][n], open = one >> 16 & 31;
            int run = 0, odd = 0;
            for (int q = 0; q <= rows; q++) {
                if (q == rows || open >> q & 1) { odd |= run & 1; run = 0; } else run++;
            }
            if (!odd) by_open[open][open_count[open]++] = (one & 32767) | one >> 21 << 15;
        }
        last_column(0);
        return;
    }
    for (int x = 0; x < (c ? numbers : 1); x++) {
        if (c) {
            if (!left[x]) continue;
            left[x]--;
            column[c][r] = x;
        }
        sizes[cell + 1] = step(states[cell], sizes[cell], states[cell + 1], c, r);
        fill(cell + 1);
        if (c) left[x]++;
    }
}

static Stratum *stratum(const int *middle, const int *counts) {
    u64 fillings = 1;
    int total = 0;
    for (int x = 0; x < numbers; x++) {
        for (int n = 1; n <= counts[x]; n++) fillings = fillings * (u64)++total / (u64)n;
        left[x] = counts[x];
    }
    memcpy(column[0], middle, sizeof column[0]);
    made_set = room(8 * WIDE * fillings);
    made_weight = room(4 * fillings);
    made_keys = made_sets = 0;
    made_fillings = 0;
    made_last = clear_slots((u32)fillings);
    sizes[0] = 1u << rows;
    for (u32 across = 0; across < sizes[0]; across++) states[0][across] = across << 21;
    fill(0);
    require(made_fillings == fillings, "fillings");
    Stratum *found = room(sizeof *found);
    int words = (int)(made_keys + 63) / 64;
    *found = (Stratum){.keys = (int)made_keys, .words = words, .fillings = fillings, .sets = made_sets};
    found->key = room(4 * made_keys);
    found->ways = room(8 * made_keys);
    found->set = room(8 * (size_t)words * made_sets);
    found->weight = room(4 * (size_t)made_sets);
    memcpy(found->key, made_key, 4 * made_keys);
    memcpy(found->ways, made_ways, 8 * made_keys);
    memcpy(found->weight, made_weight, 4 * (size_t)made_sets);
    for (u32 n = 0; n < made_sets; n++) memcpy(found->set + (size_t)n * words, made_set + (size_t)n * WIDE, 8 * words);
    for (u32 n = 0; n < made_keys; n++) index_of[made_key[n]] = 0;
    free(made_set);
    free(made_weight);
    return found;
}

/* Strata are made for one column of each class under exchanges of the numbers and turning upside down. */

static Stratum **strata[3125];

static int code_of(const int *values, int count, int base) {
    int code = 0;
    for (int n = 0; n < count; n++) code = code * base + values[n];
    return code;
}

/* Writes the numbers in the order in which they occur, ``name`` tells what each stands for; returns how many occur. */
static int renamed(const int *values, int count, int *found, int *name) {
    int known = 0;
    for (int n = 0; n < count; n++) {
        int at = 0;
        while (at < known && name[at] != values[n]) at++;
        if (at == known) name[known++] = values[n];
        found[n] = at;
    }
    return known;
}

typedef struct {
    int keys;
    u32 *key;
    u64 *ways;
    u64 fillings;
    int words;
    u32 sets;
    u64 *set;
    u32 *weight;
} List;

/* The fillings beside a column, if the rows ``seen`` of the other middle column are known: keys that would lay a
   domino twice are dropped. */
static List *seen_list(const int *middle, const int *other, u32 seen, const int *counts) {
    int best[MOST], name[MOST], upside = 0;
    int used = renamed(middle, rows, best, name);
    int turned[MOST], again[MOST], name_again[MOST];
    for (int r = 0; r < rows; r++) turned[r] = middle[rows - 1 - r];
    renamed(turned, rows, again, name_again);
    if (code_of(again, rows, 5) < code_of(best, rows, 5)) {
        upside = 1;
        memcpy(best, again, sizeof best);
        memcpy(name, name_again, sizeof name);
    }
    int named = used;
    for (int x = 0; x < numbers; x++) {
        int known = 0;
        for (int n = 0; n < used; n++) known |= name[n] == x;
        if (!known) name[named++] = x;
    }
    for (int a = used; a < numbers; a++)
        for (int b = a + 1; b < numbers; b++)
            if (counts[name[b]] > counts[name[a]]) { int n = name[a]; name[a] = name[b]; name[b] = n; }
    int counted[MOST] = {0};
    for (int n = 0; n < numbers; n++) counted[n] = counts[name[n]];
    int column_code = code_of(best, rows, 5), count_code = code_of(counted, numbers, 7);
    if (!strata[column_code]) {
        strata[column_code] = room(CODES * sizeof(Stratum *));
        memset(strata[column_code], 0, CODES * sizeof(Stratum *));
    }
    Stratum **place = &strata[column_code][count_code];
    if (!*place) *place = stratum(best, counted);
    const Stratum *whole = *place;
    u32 meaning[15] = {0};
    for (int a = 0; a < numbers; a++)
        for (int b = a; b < numbers; b++) meaning[__builtin_ctz(domino[a][b])] = domino[name[a]][name[b]];
    List *found = room(sizeof *found);
    u32 *key = room(4 * (size_t)whole->keys);
    u64 *ways = room(8 * (size_t)whole->keys), mask[WIDE] = {0};
    int keys = 0;
    for (int n = 0; n < whole->keys; n++) {
        u32 across = whole->key[n] >> 15, on = 0;
        if (upside) {
            u32 back = 0;
            for (int r = 0; r < rows; r++) back |= (across >> r & 1) << (rows - 1 - r);
            across = back;
        }
        for (u32 bits = whole->key[n] & 32767; bits; bits &= bits - 1) on |= meaning[__builtin_ctz(bits)];
        u32 laid = on, twice = 0;
        for (int r = 0; r < rows; r++) {
            if (!(across & seen) || !((across & seen) >> r & 1)) continue;
            twice |= laid & domino[middle[r]][other[r]];
            laid |= domino[middle[r]][other[r]];
        }
        if (twice) continue;
        mask[n >> 6] |= (u64)1 << (n & 63);
        key[keys] = across << 15 | on;
        ways[keys++] = whole->ways[n];
    }
    int words = (keys + 63) / 64;
    *found = (List){.keys = keys, .key = key, .ways = ways, .fillings = whole->fillings, .words = words};
    u64 *set = room(8 * (size_t)words * whole->sets);
    u32 *weight = room(4 * (size_t)whole->sets), sets = 0, last = clear_slots(whole->sets);
    for (u32 n = 0; n < whole->sets; n++) {
        u64 packed[WIDE + 1] = {0}, any = 0;
        int bits = 0;
        for (int w = 0; w < whole->words; w++) {
            if (!mask[w]) continue;
            u64 part = gathered(whole->set[(size_t)n * whole->words + w], mask[w]);
            any |= part;
            packed[bits >> 6] |= part << (bits & 63);
            if (bits & 63) packed[(bits >> 6) + 1] |= part >> (64 - (bits & 63));
            bits += __builtin_popcountll(mask[w]);
        }
        if (any) sets = put(packed, whole->weight[n], words, set, weight, sets, last);
    }
    found->set = realloc(set, 8 * (size_t)words * sets + 64);
    found->weight = realloc(weight, 4 * (size_t)sets + 64);
    found->sets = sets;
    return found;
}

/* Two halves with all that is known of the middle. */

typedef struct {
    int words;
    u32 sets;
    size_t set_room, weight_room;
    u64 *set;
    u32 *weight;
    u64 lengths, places;
} Side;

static Side sides[2];

static inline __attribute__((always_inline)) u32 filtered_words(
    const List *list, const u64 *mask, Side *side, const int words) {
    u32 sets = 0, last = clear_slots(list->sets);
    for (u32 n = 0; n < list->sets; n++) {
        u64 set[WIDE], any = 0;
        for (int w = 0; w < words; w++) any |= set[w] = list->set[(size_t)n * words + w] & mask[w];
        if (any) sets = put(set, list->weight[n], words, side->set, side->weight, sets, last);
    }
    return sets;
}

static void filtered(const List *list, const u64 *mask, Side *side) {
    int words = side->words = list->words;
    if ((size_t)words * list->sets > side->set_room) {
        free(side->set);
        side->set = room(8 * (side->set_room = 2 * (size_t)words * list->sets));
    }
    if (list->sets > side->weight_room) {
        free(side->weight);
        side->weight = room(4 * (side->weight_room = 2 * (size_t)list->sets));
    }
    switch (words) {
        case 1: side->sets = filtered_words(list, mask, side, 1); break;
        case 2: side->sets = filtered_words(list, mask, side, 2); break;
        case 3: side->sets = filtered_words(list, mask, side, 3); break;
        case 4: side->sets = filtered_words(list, mask, side, 4); break;
        default: side->sets = filtered_words(list, mask, side, words); break;
    }
    side->lengths = side->places = 0;
    for (size_t n = 0; n < (size_t)words * side->sets; n++) side->lengths += (u64)__builtin_popcountll(side->set[n]);
    for (u32 n = 0; n < side->sets; n++) side->places += (u64)__builtin_popcount(side->weight[n]);
}

static inline lanes counted(lanes bits) {
#ifdef __AVX512VPOPCNTDQ__
    return (lanes)_mm512_popcnt_epi64((__m512i)bits);
#else
    for (int n = 0; n < 8; n++) bits[n] = (u64)__builtin_popcountll(bits[n]);
    return bits;
#endif
}

static lanes *table;
static size_t table_room;
static u16 *members;
static size_t members_room;
static u32 *ordered_weight, ordered_room;

static inline u32 length_of(const Side *side, u32 n) {
    u32 length = 0;
    for (int w = 0; w < side->words; w++) length += (u32)__builtin_popcountll(side->set[(size_t)n * side->words + w]);
    return length;
}

/* The pairs of a set on one side and a set on the other with a common key, by their weights. ``rank`` numbers the keys
   of each side so that keys that fit have the same number. */
static u64 pairs(const Side *listed, const u16 *listed_rank, const Side *placed, const u16 *placed_rank, int ranks) {
    u32 bits_count[32] = {0}, start[32], next = 0, lengths[LONGEST + 1] = {0};
    for (u32 n = 0; n < placed->sets; n++)
        for (u32 bits = placed->weight[n]; bits; bits &= bits - 1) bits_count[__builtin_ctz(bits)]++;
    for (int b = 0; b < 32; b++) { start[b] = next; next += (bits_count[b] + 63) & ~63u; }
    u32 chunks = (next / 64 + CHUNK - 1) / CHUNK;
    u64 *shift = room(8 * CHUNK * (size_t)chunks);
    memset(shift, 0, 8 * CHUNK * (size_t)chunks);
    for (int b = 0; b < 32; b++)
        for (u32 at = start[b]; at < start[b] + bits_count[b]; at += 64) shift[at / 64] = (u64)b;
    size_t size = 8 * CHUNK * (size_t)chunks * (size_t)ranks;
    if (size > table_room) { free(table); table = room(table_room = 2 * size); }
    memset(table, 0, size);
    u64 *words = (u64 *)table;
    for (u32 n = 0; n < placed->sets; n++)
        for (u32 bits = placed->weight[n]; bits; bits &= bits - 1) {
            u32 at = start[__builtin_ctz(bits)]++;
            u64 *here = words + (size_t)(at / 64 / CHUNK) * ranks * CHUNK + at / 64 % CHUNK, bit = (u64)1 << (at & 63);
            for (int w = 0; w < placed->words; w++)
                for (u64 set = placed->set[(size_t)n * placed->words + w]; set; set &= set - 1)
                    here[(size_t)placed_rank[64 * w + __builtin_ctzll(set)] * CHUNK] |= bit;
        }
    /* The listed sets by their length, so that the walk over one is like the walk over the last one. */
    if (listed->lengths > members_room) {
        free(members);
        members = room(sizeof *members * (members_room = 2 * listed->lengths));
    }
    if (listed->sets > ordered_room) {
        free(ordered_weight);
        ordered_weight = room(sizeof *ordered_weight * (ordered_room = 2 * listed->sets));
    }
    u32 first_set[LONGEST + 2] = {0};
    u64 first_member[LONGEST + 2] = {0};
    for (u32 n = 0; n < listed->sets; n++) {
        lengths[length_of(listed, n)]++;
    }
    for (u32 length = 0; length <= LONGEST; length++) {
        first_set[length + 1] = first_set[length] + lengths[length];
        first_member[length + 1] = first_member[length] + (u64)lengths[length] * length;
    }
    u32 put_set[LONGEST + 1];
    memcpy(put_set, first_set, sizeof put_set);
    for (u32 n = 0; n < listed->sets; n++) {
        u32 length = length_of(listed, n);
        u32 at = put_set[length]++;
        ordered_weight[at] = listed->weight[n];
        u16 *here = members + first_member[length] + (u64)(at - first_set[length]) * length;
        for (int w = 0; w < listed->words; w++)
            for (u64 set = listed->set[(size_t)n * listed->words + w]; set; set &= set - 1)
                *here++ = listed_rank[64 * w + __builtin_ctzll(set)];
    }
    lanes total = {0};
    for (u32 chunk = 0; chunk < chunks; chunk++) {
        const lanes *row = table + (size_t)chunk * ranks * (CHUNK / 8);
        const lanes *by = (const lanes *)(shift + (size_t)chunk * CHUNK);
        lanes by0 = by[0], by1 = by[1], by2 = by[2], by3 = by[3];
        for (u32 length = 1; length <= LONGEST; length++) {
            const u16 *member = members + first_member[length];
            for (u32 n = first_set[length]; n < first_set[length + 1]; n++) {
                const lanes *one = row + 4 * *member++;
                lanes a = one[0], b = one[1], c = one[2], d = one[3];
                for (u32 k = 1; k < length; k++) {
                    one = row + 4 * *member++;
                    a |= one[0]; b |= one[1]; c |= one[2]; d |= one[3];
                }
                lanes sum = (counted(a) << by0) + (counted(b) << by1) + (counted(c) << by2) + (counted(d) << by3);
                total += sum * ordered_weight[n];
            }
        }
    }
    free(shift);
    u64 found = 0;
    for (int q = 0; q < 8; q++) found += total[q];
    return found;
}

typedef struct { u64 grids, solutions, solvable; } Sums;

static double spent[2];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void meet(const List *a, const List *b, const int *middle, const int *other, Sums *sums, u64 weight) {
    u64 mask[2][WIDE] = {{0}}, solutions = 0;
    u16 rank[2][64 * WIDE];
    int ranks = 0;
    sums->grids += weight * a->fillings * b->fillings;
    for (int n = 0; n < b->keys; n++) index_of[b->key[n]] = (u16)(n + 1);
    for (int n = 0; n < a->keys; n++) {
        u32 across = a->key[n] >> 15, laid = a->key[n] & 32767, twice = 0;
        for (int r = 0; r < rows; r++) {
            if (!(across >> r & 1)) continue;
            twice |= laid & domino[middle[r]][other[r]];
            laid |= domino[middle[r]][other[r]];
        }
        if (twice) continue;
        int fits = index_of[across << 15 | (all_dominoes ^ laid)] - 1;
        if (fits < 0) continue;
        solutions += a->ways[n] * b->ways[fits];
        rank[0][n] = rank[1][fits] = (u16)ranks++;
        mask[0][n >> 6] |= (u64)1 << (n & 63);
        mask[1][fits >> 6] |= (u64)1 << (fits & 63);
    }
    for (int n = 0; n < b->keys; n++) index_of[b->key[n]] = 0;
    if (!ranks) return;
        sums->solutions += weight * solutions;
    double start = now();
    filtered(a, mask[0], &sides[0]);
    filtered(b, mask[1], &sides[1]);
    double middle_time = now();
    spent[0] += middle_time - start;
    double one = (0.6 * (double)sides[0].lengths + 1.75 * sides[0].sets) * (double)sides[1].places;
    double two = (0.6 * (double)sides[1].lengths + 1.75 * sides[1].sets) * (double)sides[0].places;
    int listed = two < one;
    sums->solvable += weight * pairs(&sides[listed], rank[listed], &sides[!listed], rank[!listed], ranks);
    spent[1] += now() - middle_time;
}

/* Pairs of middle columns, up to exchanges of the numbers, turning upside down and exchanging the halves. */

typedef struct { u64 code, weight; } Pair;
static Pair *pair;
static u32 pair_count, pair_room;
static int order_of_rows[MOST];

static u64 least_code(const int *numbers_of) {
    int both[2][MOST];
    for (int n = 0; n < 2 * rows; n++) both[n & 1][order_of_rows[n / 2]] = numbers_of[n];
    u64 least = UINT64_MAX;
    for (int image = 0; image < 4; image++) {
        int values[2 * MOST], found[2 * MOST], name[MOST];
        for (int n = 0; n < 2 * rows; n++) {
            int r = order_of_rows[n / 2];
            values[n] = both[(n ^ image) & 1][image & 2 ? rows - 1 - r : r];
        }
        renamed(values, 2 * rows, found, name);
        u64 code = 0;
        for (int n = 0; n < 2 * rows; n++) code = code * 5 + (u64)found[n];
        if (code < least) least = code;
    }
    return least;
}

static void list_pairs(int *values, int at, int known, int *count) {
    if (at == 2 * rows) {
        u64 weight = 1;
        for (int n = 0; n < known; n++) weight *= (u64)(numbers - n);
        if (pair_count == pair_room) pair = realloc(pair, sizeof *pair * (pair_room = 2 * pair_room + 64));
        pair[pair_count++] = (Pair){least_code(values), weight};
        return;
    }
    for (int x = 0; x <= known && x < numbers; x++) {
        if (count[x] == times) continue;
        count[x]++;
        values[at] = x;
        list_pairs(values, at + 1, known + (x == known), count);
        count[x]--;
    }
}

static int by_code(const void *a, const void *b) {
    u64 x = ((const Pair *)a)->code, y = ((const Pair *)b)->code;
    return x < y ? -1 : x > y;
}

typedef struct { int used; int column[MOST]; List **by_counts; } Shelf;
static Shelf shelves[2][64];

static List *from_shelf(int side, const int *middle, const int *other, u32 seen, const int *counts) {
    Shelf *here = shelves[side];
    while (here->used && memcmp(here->column, middle, sizeof(int) * (size_t)rows)) here++;
    if (!here->used) {
        here->used = 1;
        memcpy(here->column, middle, sizeof(int) * (size_t)rows);
        here->by_counts = room(CODES * sizeof(List *));
        memset(here->by_counts, 0, CODES * sizeof(List *));
    }
    List **place = &here->by_counts[code_of(counts, numbers, 7)];
    if (!*place) *place = seen_list(middle, other, seen, counts);
    return *place;
}

static void clear_shelves(void) {
    for (int side = 0; side < 2; side++)
        for (Shelf *here = shelves[side]; here->used; here++) {
            for (int n = 0; n < CODES; n++) {
                List *list = here->by_counts[n];
                if (!list) continue;
                free(list->key); free(list->ways); free(list->set); free(list->weight); free(list);
            }
            free(here->by_counts);
            here->used = 0;
        }
}

static void every_share(
    const int *rest, int *counts, int at, int more, const int *middle, const int *other, u32 seen, u64 weight,
    Sums *sums) {
    if (at == numbers) {
        if (more) return;
        int others[MOST] = {0};
        for (int x = 0; x < numbers; x++) others[x] = rest[x] - counts[x];
        const List *here = from_shelf(0, middle, other, seen, counts);
        meet(here, from_shelf(1, other, middle, seen, others), middle, other, sums, weight);
        return;
    }
    for (counts[at] = 0; counts[at] <= rest[at] && counts[at] <= more; counts[at]++)
        every_share(rest, counts, at + 1, more - counts[at], middle, other, seen, weight, sums);
}

static void read_digits(const char *text, int count, int *found) {
    for (int n = 0; n < count; n++) found[n] = text[n] - '0';
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4 && argc != 7) {
        fprintf(stderr, "usage: halves ROWS COLUMNS_OF_A_HALF [FROM | - MIDDLE OTHER COUNTS]\n");
        return 2;
    }
    rows = atoi(argv[1]);
    half = atoi(argv[2]);
    for (numbers = 1; numbers * (numbers + 1) / 2 < rows * half; numbers++) {}
    times = numbers + 1;
    if (rows < 2 || rows > MOST || half < 2 || half > 15 || numbers > MOST || numbers * times != 2 * rows * half) {
        fprintf(stderr, "not a board for domino grids: %d rows, %d columns\n", rows, 2 * half);
        return 2;
    }
    u32 next = 0;
    for (int a = 0; a < numbers; a++)
        for (int b = a; b < numbers; b++) domino[a][b] = domino[b][a] = 1u << next++;
    all_dominoes = (1u << next) - 1;
    int at = 0, black = (rows + 1) / 2;
    u32 seen = 0;
    for (int r = 0; r < rows; r += 2) { order_of_rows[at++] = r; seen |= 1u << r; }
    for (int r = 1; r < rows; r += 2) order_of_rows[at++] = r;
    if (argc == 7) {
        int both[2][MOST], counts[MOST] = {0}, others[MOST];
        for (int side = 0; side < 2; side++) read_digits(argv[4 + side], rows, both[side]);
        read_digits(argv[6], numbers, counts);
        for (int x = 0; x < numbers; x++) others[x] = times - counts[x];
        for (int r = 0; r < 2 * rows; r++) others[both[r & 1][r / 2]]--;
        int inside = 0;
        for (int x = 0; x < numbers; x++) {
            inside += counts[x];
            if (others[x] < 0) inside = -1000;
        }
        require(inside == rows * (half - 1), "numbers of a half");
        Sums sums = {0};
        meet(seen_list(both[0], both[1], seen, counts), seen_list(both[1], both[0], seen, others), both[0], both[1],
             &sums, 1);
        printf("%lu,%lu,%lu\n", sums.grids, sums.solutions, sums.solvable);
        return 0;
    }
    int values[2 * MOST], count[MOST] = {0};
    list_pairs(values, 0, 0, count);
    qsort(pair, pair_count, sizeof *pair, by_code);
    u32 merged = 0;
    for (u32 n = 0; n < pair_count; n++) {
        if (merged && pair[merged - 1].code == pair[n].code) pair[merged - 1].weight += pair[n].weight;
        else pair[merged++] = pair[n];
    }
    u64 below = 1;
    for (int n = 0; n < 2 * (rows - black); n++) below *= 5;
    int context = 0;
    for (u32 from = 0, to; from < merged; from = to, context++) {
        for (to = from; to < merged && pair[to].code / below == pair[from].code / below; to++) {}
        if (argc == 4 && context < atoi(argv[3])) continue;
        Sums sums = {0};
        u64 weight = 0;
        double start = now();
        spent[0] = spent[1] = 0;
        for (u32 n = from; n < to; n++) {
            u64 code = pair[n].code;
            int both[2][MOST] = {{0}}, rest[MOST], counts[MOST] = {0};
            for (int x = 0; x < numbers; x++) rest[x] = times;
            for (int k = 2 * rows - 1; k >= 0; k--, code /= 5) {
                both[k & 1][order_of_rows[k / 2]] = (int)(code % 5);
                rest[code % 5]--;
            }
            weight += pair[n].weight;
            every_share(rest, counts, 0, rows * (half - 1), both[0], both[1], seen, pair[n].weight, &sums);
        }
        clear_shelves();
        printf("%d,%u,%lu,%lu,%lu,%lu,%.1f,%.1f,%.1f\n", context, to - from, weight, sums.grids, sums.solutions,
               sums.solvable, now() - start, spent[0], spent[1]);
        fflush(stdout);
    }
    return 0;
}
