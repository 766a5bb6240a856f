/* The dominating operations of one decision, by hand, for positions at the node MOVE_TO.
 *
 * What a decision costs at least: the bound that the compiled engine is measured against.  The records are those of
 * the engine; offsets.h is written from their dtypes (S_ of the state, T_ of the tables, sizes and codes).
 * A set of cells is one word a row, bit = column.  Directions: NW, NE, W, E, SW, SE; odd rows stand further east.
 */
#include <stdint.h>
#include <string.h>
#include "offsets.h"

#define I8(record, field) ((const int8_t *)((record) + (field)))
#define I16(record, field) ((const int16_t *)((record) + (field)))
#define FULL ((1u << COLUMNS) - 1)
#define FAR 32000
#define N_STATIC 25
#define MAX_CITIES 8

typedef uint32_t Rows[ROWS];

static const uint8_t *tables;
static Rows open_side[6]; /* cells that can be left in a direction */
static Rows sources[2];
static int16_t cities[MAX_CITIES]; /* sources of the Republican while he controls them */
static int n_cities;
static uint8_t static_planes[N_STATIC * N_CELLS];
static uint8_t row_of[N_CELLS];
static uint32_t bit_of[N_CELLS];
static uint32_t four_bytes[16]; /* 255 in each byte whose bit is set */

static int has(const uint32_t *set, int c) { return (set[row_of[c]] & bit_of[c]) != 0; }
static void put(uint32_t *set, int c) { set[row_of[c]] |= bit_of[c]; }
static int side_of(int p) {
    return p < N_GROUND ? p >= SIDE_SLOTS : p < NAT_AIR ? p >= REP_SC : p >= REP_AIR;
}
static uint8_t scaled(int value, int whole) {
    int byte = value * 255 / whole;
    return byte < 0 ? 0 : byte > 255 ? 255 : byte;
}

/* What does not change in a game. */
void prepare(const uint8_t *record) {
    tables = record;
    const int16_t *nbr = I16(tables, T_nbr);
    memset(open_side, 0, sizeof open_side);
    memset(sources, 0, sizeof sources);
    n_cities = 0;
    for (int k = 0; k < 16; k++)
        for (int bit = 0; bit < 4; bit++) ((uint8_t *)&four_bytes[k])[bit] = k >> bit & 1 ? 255 : 0;
    for (int c = 0; c < N_CELLS; c++) {
        int kind = I8(tables, T_source)[c];
        row_of[c] = c / COLUMNS;
        bit_of[c] = 1u << (c % COLUMNS);
        for (int d = 0; d < 6; d++)
            if (nbr[6 * c + d] != OFF) put(open_side[d], c);
        if (kind & SOURCE_NAT) put(sources[0], c);
        if (kind & SOURCE_REP) put(sources[1], c);
        if (kind & SOURCE_REP_CITY) cities[n_cities++] = c;
        for (int k = 0; k < N_STATIC; k++)
            static_planes[k * N_CELLS + c] = I8(tables, T_terrain)[c] == k ? 255 : 0;
    }
}

/* One word a row from one byte, 0 or 1, a cell; `bytes` is readable for 8 bytes beyond the last cell. */
static void pack(const uint8_t *bytes, uint32_t *rows) {
    for (int r = 0; r < ROWS; r++) {
        uint64_t bits = 0;
        for (int k = 0; k < 3; k++) {
            uint64_t eight;
            memcpy(&eight, bytes + r * COLUMNS + 8 * k, 8);
            bits |= (eight * 0x0102040810204080ull >> 56) << (8 * k);
        }
        rows[r] = bits & FULL;
    }
}

/* Cells of row r with a neighbour, across an open side, in the row above, the row itself, or the row below. */
static inline uint32_t from_above(const uint32_t *set, int r) {
    uint32_t above = r ? set[r - 1] : 0;
    return r & 1 ? (above & open_side[0][r]) | (above >> 1 & open_side[1][r])
                 : (above << 1 & open_side[0][r]) | (above & open_side[1][r]);
}
static inline uint32_t from_below(const uint32_t *set, int r) {
    uint32_t below = r < ROWS - 1 ? set[r + 1] : 0;
    return r & 1 ? (below & open_side[4][r]) | (below >> 1 & open_side[5][r])
                 : (below << 1 & open_side[4][r]) | (below & open_side[5][r]);
}
static inline uint32_t beside(uint32_t row, int r) {
    return (row << 1 & open_side[2][r]) | (row >> 1 & open_side[3][r]);
}
static inline uint32_t fill_row(uint32_t row, uint32_t carry, int r) {
    uint32_t before;
    do { /* mostly once or twice, which beats tricks that fill a row without a loop */
        before = row;
        row |= beside(row, r) & carry;
    } while (row != before);
    return row;
}

/* Spread `net` over the cells that carry, sweeping down and up. */
static void flood(uint32_t *net, const uint32_t *carry) {
    uint32_t changed;
    do {
        changed = 0;
        for (int r = 0; r < ROWS; r++) {
            uint32_t row = fill_row(net[r] | (from_above(net, r) & carry[r]), carry[r], r);
            changed |= row ^ net[r];
            net[r] = row;
        }
        for (int r = ROWS - 1; r >= 0; r--) {
            uint32_t row = fill_row(net[r] | (from_below(net, r) & carry[r]), carry[r], r);
            changed |= row ^ net[r];
            net[r] = row;
        }
    } while (changed);
}

/* Cells that carry a line of supply (rule 6.2.1); a unit is lifted from cell `lifted`, or from none. */
static void carriers(const uint8_t *s, int side, int lifted, uint32_t *carry) {
    const int8_t *ground = I8(s, S_cell_ground), *holder = I8(s, S_cell_side);
    const int8_t *zoc = I8(s, S_zoc) + (1 - side) * CELLS;
    uint8_t bytes[N_CELLS + 8] = {0};
    for (int c = 0; c < N_CELLS; c++)
        bytes[c] = ((ground[c] == 0) | (holder[c] == side)) & ((zoc[c] == 0) | (ground[c] > 0));
    if (lifted != NOWHERE) bytes[lifted] &= (zoc[lifted] == 0) | (ground[lifted] > 1);
    pack(bytes, carry);
}

static void sources_now(const uint8_t *s, int side, uint32_t *set) {
    memcpy(set, sources[side], sizeof(Rows));
    for (int k = 0; side && k < n_cities; k++)
        if (I8(s, S_cell_control)[cities[k]] == 1) put(set, cities[k]);
}

static void trace_net(const uint8_t *s, int side, int lifted, uint32_t *net) {
    Rows carry;
    carriers(s, side, lifted, carry);
    sources_now(s, side, net);
    for (int r = 0; r < ROWS; r++) net[r] &= carry[r];
    flood(net, carry);
}

/* --- reach of the chosen piece (rules 7.2, 8.1, 8.1.1) ------------------------------------------------------- */
typedef struct {
    int p, side, start, points, lifted;
    int16_t cost[2 * CELLS];
    int16_t reached[2 * CELLS]; /* in order of discovery */
    int n_reached;
    Rows net;
} Reach;

/* Cells that the piece may enter: in supply there (ruling R-17), and no enemy in the way (ruling R-20). */
static void enterable(const uint8_t *s, const Reach *reach, uint32_t *set) {
    const int8_t *ground = I8(s, S_cell_ground), *holder = I8(s, S_cell_side);
    const int16_t *column = I16(s, S_cell_sc);
    uint8_t free[N_CELLS + 8] = {0};
    Rows source;
    sources_now(s, reach->side, source);
    if (reach->side && reach->p < N_GROUND)
        for (int k = 0; k < n_cities; k++) put(source, cities[k]);
    for (int c = 0; c < N_CELLS; c++) free[c] = (ground[c] == 0) | (holder[c] == reach->side);
    if (reach->p >= N_GROUND)
        for (int c = 0; c < N_CELLS; c++)
            if (column[c] != NOWHERE && side_of(column[c]) != reach->side) free[c] = 0;
    pack(free, set);
    for (int r = 0; r < ROWS; r++)
        set[r] &= source[r] | from_above(reach->net, r) | from_below(reach->net, r) | beside(reach->net[r], r);
}

static void spread(const uint8_t *s, Reach *reach, int layer, int first) {
    const int16_t *nbr = I16(tables, T_nbr);
    const int8_t *zoc = I8(s, S_zoc) + (1 - reach->side) * CELLS, *road = I8(tables, T_road);
    const int8_t *river = I8(tables, T_river);
    int p = reach->p, mot = I8(tables, T_motorised)[p], river_cost = I8(tables, T_river_half_mp)[mot];
    const int8_t *enter = I8(tables, T_enter_half_mp) + (2 * mot + I8(s, S_weather)[0]) * N_TERRAINS;
    const int8_t *terrain = I8(tables, T_terrain);
    int road_cost = I8(tables, T_road_half_mp)[0], by_road = mot && !I8(s, S_piece_began_zoc)[p];
    int16_t queue[8 * CELLS], *cost = reach->cost + layer;
    Rows free;
    int head = 0, tail = 1;
    enterable(s, reach, free);
    if (layer == 0) free[row_of[reach->start]] &= ~bit_of[reach->start];
    queue[0] = first;
    while (head < tail) {
        int c = queue[head++], at_start = layer + c == reach->start;
        if (!at_start && zoc[c] > 0) continue;
        int so_far = cost[c] + (at_start && zoc[c] > 0 ? I8(tables, T_zoc_exit_half_mp)[0] : 0);
        for (int d = 0; d < 6; d++) {
            int n = nbr[6 * c + d], step;
            if (n == OFF || !has(free, n)) continue;
            if (by_road && road[6 * c + d] && zoc[c] <= 0 && zoc[n] <= 0)
                step = road_cost;
            else
                step = enter[terrain[n]] + (river[6 * c + d] ? river_cost : 0);
            if (so_far + step > reach->points || so_far + step >= cost[n]) continue;
            if (cost[n] == FAR) reach->reached[reach->n_reached++] = n;
            cost[n] = so_far + step;
            queue[tail++] = n;
        }
    }
}

static void find_reach(const uint8_t *s, Reach *reach) {
    int p = reach->p = I16(s, S_piece)[0];
    reach->side = side_of(p);
    reach->start = I16(s, S_piece_hex)[p];
    reach->points = I8(s, S_piece_mp)[p];
    reach->lifted = p < N_GROUND ? reach->start : NOWHERE;
    reach->n_reached = 0;
    for (int k = 0; k < 2 * CELLS; k++) reach->cost[k] = FAR;
    trace_net(s, reach->side, reach->lifted, reach->net);
    reach->cost[reach->start] = 0;
    spread(s, reach, 0, reach->start);
    for (int k = 0; reach->side && p < N_GROUND && k < n_cities; k++) {
        int c = cities[k];
        if (I8(s, S_cell_control)[c] == 1 || reach->cost[c] == 0 || reach->cost[c] == FAR) continue;
        if ((I8(s, S_zoc) + (1 - reach->side) * CELLS)[c] <= 0) {
            Rows carry;
            carriers(s, reach->side, reach->lifted, carry);
            put(reach->net, c);
            flood(reach->net, carry);
        }
        reach->cost[CELLS + c] = reach->cost[c];
        spread(s, reach, CELLS, c);
    }
}

/* --- the mask of MOVE_TO ------------------------------------------------------------------------------------- */
static int is_hq(int p) {
    int kind = I8(tables, T_kind)[p];
    return kind == KIND_HQ_DIVISION || kind == KIND_HQ_CORPS;
}

static int may_end(const uint8_t *s, int p, int c) {
    if (p >= N_GROUND) return I16(s, S_cell_sc)[c] == NOWHERE;
    if (I8(s, S_cell_sp)[c] + I8(tables, T_sp)[p] >= 2 * I8(tables, T_stack_limit)[c]) return 0;
    int hq = is_hq(p);
    if (!hq && I8(tables, T_kind)[p] != KIND_ARMOUR) return 1;
    for (int u = I16(s, S_cell_first)[c]; u != NOWHERE; u = I16(s, S_unit_next)[u])
        if (u != p && (hq ? is_hq(u) : I8(tables, T_kind)[u] == KIND_ARMOUR)) return 0;
    return 1;
}

static void fill_mask(const uint8_t *s, uint8_t *mask) {
    Reach reach;
    find_reach(s, &reach);
    memset(mask, 0, N_ACTIONS);
    for (int k = 0; k < reach.n_reached; k++) {
        int c = reach.reached[k];
        mask[FIRST_HEX + c] = c != reach.start && may_end(s, reach.p, c);
    }
}

/* --- 50 planes of uint8 -------------------------------------------------------------------------------------- */
enum {
    P_OWN_CONTROL, P_ENEMY_CONTROL, P_OWN_UNITS, P_ENEMY_UNITS, P_OWN_ZOC, P_ENEMY_ZOC, P_ROOM, P_TRENCH,
    P_COLUMN, P_OWN_NET, P_LEGAL, P_OWN_STEPS, P_OWN_MP, P_OWN_DSG, P_OWN_UNSUPPLIED, P_OWN_ATTACK,
    P_OWN_DEFENCE, P_ENEMY_STEPS, P_ENEMY_SEEN, P_ENEMY_ATTACK, P_ENEMY_DEFENCE, P_MOVING, P_FIGHTS, P_COMBAT,
    P_OVERSTACKED, N_DYNAMIC
};

static void add(uint8_t *plane, int c, int byte) {
    int sum = plane[c] + byte;
    plane[c] = sum > 255 ? 255 : sum;
}

static void add_unit(const uint8_t *s, int side, int u, uint8_t *out) {
    int c = I16(s, S_piece_hex)[u], steps = I8(s, S_unit_steps)[u], own = side_of(u) == side;
    int halved = !I8(s, S_unit_supplied)[u] || I8(s, S_unit_dsg)[u] > 0;
    int attack = scaled(I8(tables, T_attack)[steps * N_PIECES + u], 20) >> halved;
    int defence = scaled(I8(tables, T_defence)[steps * N_PIECES + u], 20) >> halved;
    add(out + (own ? P_OWN_STEPS : P_ENEMY_STEPS) * N_CELLS, c, scaled(steps, 12));
    add(out + (own ? P_OWN_ATTACK : P_ENEMY_ATTACK) * N_CELLS, c, attack);
    add(out + (own ? P_OWN_DEFENCE : P_ENEMY_DEFENCE) * N_CELLS, c, defence);
    if (!own) {
        add(out + P_ENEMY_SEEN * N_CELLS, c, I8(s, S_piece_seen)[u] ? 42 : 0);
        return;
    }
    uint8_t mp = scaled(I8(s, S_piece_mp)[u], 16), dsg = scaled(I8(s, S_unit_dsg)[u], 3);
    if (mp > out[P_OWN_MP * N_CELLS + c]) out[P_OWN_MP * N_CELLS + c] = mp;
    if (dsg > out[P_OWN_DSG * N_CELLS + c]) out[P_OWN_DSG * N_CELLS + c] = dsg;
    add(out + P_OWN_UNSUPPLIED * N_CELLS, c, I8(s, S_unit_supplied)[u] ? 0 : 42);
}

static void fill_cells(const uint8_t *s, int side, uint8_t *out) {
    const int8_t *control = I8(s, S_cell_control), *ground = I8(s, S_cell_ground), *holder = I8(s, S_cell_side);
    const int8_t *own_zoc = I8(s, S_zoc) + side * CELLS, *enemy_zoc = I8(s, S_zoc) + (1 - side) * CELLS;
    const int8_t *trench = I8(s, S_cell_trench), *limit = I8(tables, T_stack_limit), *sp = I8(s, S_cell_sp);
    const int8_t *fights = I8(s, S_cell_fights), *combat = I8(s, S_cell_combat);
    const int16_t *column = I16(s, S_cell_sc);
    /* One loop a plane: each becomes a run of vector instructions. */
#define PLANE(k, expression) \
    for (int c = 0; c < N_CELLS; c++) out[(k) * N_CELLS + c] = (expression)
    PLANE(P_OWN_CONTROL, control[c] == side ? 255 : 0);
    PLANE(P_ENEMY_CONTROL, control[c] == 1 - side ? 255 : 0);
    PLANE(P_OWN_UNITS, holder[c] == side ? (uint8_t)(42 * ground[c]) : 0);
    PLANE(P_ENEMY_UNITS, holder[c] == 1 - side ? (uint8_t)(42 * ground[c]) : 0);
    PLANE(P_OWN_ZOC, own_zoc[c] > 6 ? 252 : (uint8_t)(42 * own_zoc[c]));
    PLANE(P_ENEMY_ZOC, enemy_zoc[c] > 0 ? 255 : 0);
    PLANE(P_ROOM, (uint8_t)(128 + 15 * (limit[c] - sp[c])));
    PLANE(P_TRENCH, trench[c] ? 255 : 0);
    PLANE(P_COLUMN, column[c] != NOWHERE ? 255 : 0);
    PLANE(P_FIGHTS, (uint8_t)(42 * fights[c]));
    PLANE(P_COMBAT, (uint8_t)(42 * combat[c]));
    PLANE(P_OVERSTACKED, sp[c] > limit[c] ? 255 : 0);
}

static void fill_planes(const uint8_t *s, const uint8_t *mask, uint8_t *out) {
    int side = I8(s, S_to_move)[0];
    Rows net;
    memcpy(out, static_planes, sizeof static_planes);
    out += sizeof static_planes;
    fill_cells(s, side, out);
    trace_net(s, side, NOWHERE, net);
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLUMNS; k += 4)
            memcpy(out + P_OWN_NET * N_CELLS + r * COLUMNS + k, &four_bytes[net[r] >> k & 15], 4);
    PLANE(P_LEGAL, mask[FIRST_HEX + c] ? 255 : 0);
    memset(out + P_OWN_STEPS * N_CELLS, 0, (P_MOVING + 1 - P_OWN_STEPS) * N_CELLS);
    for (int u = 0; u < N_GROUND; u++)
        if (I8(s, S_piece_place)[u] == PLACE_MAP) add_unit(s, side, u, out);
    out[P_MOVING * N_CELLS + I16(s, S_piece_hex)[I16(s, S_piece)[0]]] = 255;
}

/* --- the entries: one operation for each of n positions; answers lie `stride` bytes apart -------------------- */
void nets(const uint8_t *states, long n, uint8_t *out, long stride) {
    for (long i = 0; i < n; i++) {
        const uint8_t *s = states + i * STATE_SIZE;
        Rows net;
        trace_net(s, I8(s, S_to_move)[0], NOWHERE, net);
        memcpy(out + i * stride, net, sizeof net);
    }
}

void reaches(const uint8_t *states, long n, uint8_t *out, long stride) {
    for (long i = 0; i < n; i++) {
        Reach reach;
        find_reach(states + i * STATE_SIZE, &reach);
        memcpy(out + i * stride, reach.cost, sizeof reach.cost);
    }
}

void masks(const uint8_t *states, long n, uint8_t *out, long stride) {
    for (long i = 0; i < n; i++) fill_mask(states + i * STATE_SIZE, out + i * stride);
}

void planes(const uint8_t *states, long n, uint8_t *out, long stride) {
    static uint8_t mask[N_ACTIONS]; /* whose bytes they are does not change the work */
    for (long i = 0; i < n; i++) fill_planes(states + i * STATE_SIZE, mask, out + i * stride);
}

void decisions(const uint8_t *states, long n, uint8_t *out, long stride) {
    for (long i = 0; i < n; i++) {
        uint8_t *mask = out + i * stride + (N_STATIC + N_DYNAMIC) * N_CELLS;
        fill_mask(states + i * STATE_SIZE, mask);
        fill_planes(states + i * STATE_SIZE, mask, out + i * stride);
    }
}
