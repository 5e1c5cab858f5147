import { expect, test } from 'vitest';
import { countSelected, isSelected, NOTHING_SELECTED, rangeTo, select } from './selection.ts';

test('single mailboxes are selected, deselected and counted [MBX-05]', () => {
  const three = select(NOTHING_SELECTED, ['a', 'b', 'c'], true);
  const two = select(three, ['b'], false);
  expect(['a', 'b', 'c'].map((email) => isSelected(two, email))).toEqual([true, false, true]);
  expect([countSelected(two, null), countSelected(two, 100)]).toEqual([2, 2]);
});

test('some of all results are deselected and selected again, and are counted if the total is known [MBX-05]', () => {
  const all = { kind: 'matching', found: { q: 'x' }, except: new Set<string>() } as const;
  const without = select(all, ['a', 'b'], false);
  expect(['a', 'c'].map((email) => isSelected(without, email))).toEqual([false, true]);
  expect([countSelected(without, 10), countSelected(without, null)]).toEqual([8, null]);
  expect(countSelected(select(without, ['a'], true), 10)).toBe(9);
});

test('a press with Shift means all from the last one to this, in either direction, or only this one [MBX-05]', () => {
  const listed = ['a', 'b', 'c', 'd'];
  expect(rangeTo(listed, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeTo(listed, 'c', 'a')).toEqual(['a', 'b', 'c']);
  // None before, or one that a search has taken off the list.
  expect([rangeTo(listed, null, 'b'), rangeTo(listed, 'x', 'b')]).toEqual([['b'], ['b']]);
});
