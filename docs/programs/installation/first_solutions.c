/* The kernel solver.exact_cover.kernels.search_kernel.first_solutions in C, for comparison only: see README.md.
 * Its arguments and its convention are those of the compiled kernel, node for node the same search. */
#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;

static int lowest(u64 word) { return __builtin_ctzll(word); }
static i64 population(u64 word) { return __builtin_popcountll(word); }

#ifdef _WIN32
__declspec(dllexport)
#endif
void first_solutions(i64 boards, i64 size, const u64 *removed_of, int16_t *solutions, const u64 *everything,
    const u64 *covering, const i64 *first_word, const i64 *end_word, const u64 *keeping, const u64 *needed,
    const u64 *holds, const i64 *repeated, const i64 *times, const i64 *repeated_in, const i64 *sizes, u64 *possible,
    u64 *branch, u64 *need, i64 *left, i64 *chosen, i64 *cursor)
{
    const i64 width = sizes[0], item_width = sizes[1], repeats = sizes[2], primary = sizes[3], slots = sizes[4];
    const i64 far = (i64)1 << 40;
    for (i64 board = 0; board < boards; board++) {
        u64 removed = removed_of[board];
        for (i64 w = 0; w < width; w++) possible[w] = everything[w];
        for (i64 v = 0; v < item_width; v++) need[v] = needed[v];
        need[0] &= ~removed;
        for (i64 n = 0; n < repeats; n++)
            left[n] = repeated[n] < 64 && (removed >> repeated[n] & 1) ? 0 : times[n];
        for (; removed; removed &= removed - 1) {
            i64 item = lowest(removed);
            for (i64 w = first_word[item]; w < end_word[item]; w++) possible[w] &= ~covering[item * width + w];
        }
        i64 depth = 0, entering = 1, nodes = 0, found = 0;
        while (depth >= 0) {
            u64 *here = possible + depth * width, *there = here + width, *own = branch + depth * width;
            u64 *need_here = need + depth * item_width, *need_there = need_here + item_width;
            i64 *left_here = left + depth * repeats, *left_there = left_here + repeats;
            if (entering) {
                i64 least = far, item = -1, open = 0;
                nodes++;
                entering = 0;
                for (i64 v = 0; v < item_width && least; v++) {
                    for (u64 rest = need_here[v]; rest; rest &= rest - 1) {
                        i64 i = lowest(rest) + 64 * v, freedom = 0;
                        open = 1;
                        for (i64 w = first_word[i]; w < end_word[i]; w++)
                            freedom += population(here[w] & covering[i * width + w]);
                        if (freedom < least) {
                            least = freedom;
                            item = i;
                            if (!freedom) break;
                        }
                    }
                }
                for (i64 n = 0; n < primary; n++) {
                    if (left_here[n] > 0 && least > 0) {
                        i64 i = repeated[n], freedom = 1 - left_here[n];
                        open = 1;
                        for (i64 w = first_word[i]; w < end_word[i]; w++)
                            freedom += population(here[w] & covering[i * width + w]);
                        if (freedom < 0) freedom = 0;
                        if (freedom < least) {
                            least = freedom;
                            item = i;
                        }
                    }
                }
                if (!open) {
                    depth--;
                    found = 1;
                    break;
                }
                if (!least) {
                    depth--;
                    continue;
                }
                for (i64 w = 0; w < width; w++) own[w] = here[w] & covering[item * width + w];
            }
            i64 option = -1;
            for (i64 w = 0; w < width; w++) {
                if (own[w]) {
                    u64 bit = own[w] & (~own[w] + 1);
                    option = lowest(own[w]) + 64 * w;
                    own[w] ^= bit;
                    here[w] ^= bit;
                    break;
                }
            }
            if (option < 0) {
                depth--;
                continue;
            }
            chosen[depth] = option;
            for (i64 w = 0; w < width; w++) there[w] = here[w] & keeping[option * width + w];
            for (i64 v = 0; v < item_width; v++) need_there[v] = need_here[v] & ~holds[option * item_width + v];
            for (i64 n = 0; n < repeats; n++) left_there[n] = left_here[n];
            for (i64 slot = 0; slot < slots; slot++) {
                i64 n = repeated_in[option * slots + slot];
                if (n >= 0 && --left_there[n] == 0) {
                    i64 i = repeated[n];
                    for (i64 w = first_word[i]; w < end_word[i]; w++) there[w] &= ~covering[i * width + w];
                }
            }
            depth++;
            entering = 1;
        }
        cursor[0] = depth;
        cursor[1] = entering;
        cursor[2] += nodes;
        if (found) cursor[3] = depth + 1;
        for (i64 n = 0; n < size; n++)
            solutions[board * size + n] = (int16_t)(found && n < depth + 1 ? chosen[n] : -1);
    }
}
