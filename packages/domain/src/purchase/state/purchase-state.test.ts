import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canMove, PURCHASE_MOVES, PURCHASE_STATES, type PurchaseState } from './purchase-state.ts';

/** Every state that can follow, in one or more moves. */
function reachableFrom(start: PurchaseState): Set<PurchaseState> {
  const reached = new Set<PurchaseState>();
  const open = [...PURCHASE_MOVES[start]];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    open.push(...PURCHASE_MOVES[state]);
  }
  return reached;
}

/** A walk of any length along allowed moves. */
const walk = fc.array(fc.nat(), { maxLength: 30 }).map((choices) => {
  const path: PurchaseState[] = ['started'];
  for (const choice of choices) {
    const next = PURCHASE_MOVES[path.at(-1) ?? 'started'];
    const state = next[choice % Math.max(1, next.length)];
    if (state) path.push(state);
  }
  return path;
});

test('the normal path leads from the link to the confirmation [PUR-06]', () => {
  const way: PurchaseState[] = ['started', 'intent_created', 'charged', 'order_written', 'provisioned', 'confirmed'];
  for (const [index, state] of way.slice(1).entries()) expect(canMove(way[index] ?? 'started', state)).toBe(true);
});

test('no path leads from a refund to an order, or from an order to a refund [PAY-03]', () => {
  expect(reachableFrom('refunded')).toEqual(new Set());
  expect(reachableFrom('refunding')).toEqual(new Set(['refunded']));
  expect(reachableFrom('order_written')).toEqual(new Set(['provisioned', 'confirmed']));
});

test('every path writes at most one order, only after a charge, and never both an order and a refund [PAY-03]', () => {
  fc.assert(
    fc.property(walk, (path) => {
      const count = (state: PurchaseState) => path.filter((other) => other === state).length;
      expect(count('charged')).toBeLessThanOrEqual(1);
      expect(count('order_written') + count('refunding')).toBeLessThanOrEqual(1);
      const isSettled = path.includes('order_written') || path.includes('refunding');
      expect(!isSettled || path.includes('charged')).toBe(true);
      expect(path.includes('refunded') && path.includes('provisioned')).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test('received money always leads to an order or a refund: a charge is never the end [PAY-03]', () => {
  expect(PURCHASE_STATES.filter((state) => PURCHASE_MOVES[state].length === 0)).toEqual(['confirmed', 'refunded']);
  expect([...reachableFrom('charged')].sort()).toEqual([
    'confirmed',
    'order_written',
    'provisioned',
    'refunded',
    'refunding',
  ]);
});

test('a failed payment may be tried again, and a late success at the gateway still counts [PAY-03]', () => {
  expect(canMove('failed', 'intent_created')).toBe(true);
  expect(canMove('failed', 'charged')).toBe(true);
  expect(canMove('failed', 'order_written')).toBe(false);
});

test('a repeated message changes nothing: no state moves to itself, and only a failed payment leads back [PAY-03]', () => {
  for (const state of PURCHASE_STATES) {
    expect(canMove(state, state)).toBe(false);
  }
  expect(PURCHASE_STATES.filter((state) => reachableFrom(state).has(state))).toEqual(['intent_created', 'failed']);
});

test('every state can be reached from the link', () => {
  expect(PURCHASE_STATES.filter((state) => state !== 'started' && !reachableFrom('started').has(state))).toEqual([]);
});
