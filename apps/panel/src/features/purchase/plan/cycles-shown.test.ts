import type { BillingCycle } from '@postern/domain/plans';
import { expect, test } from 'vitest';
import { cyclesShown } from './cycles-shown.ts';

const offers = (...cycles: BillingCycle[]) => cycles.map((cycle) => ({ cycle }));
const names = (list: { cycle: BillingCycle }[]) => list.map(({ cycle }) => cycle);
const SIX = offers('yearly', 'four_yearly', 'two_yearly', 'semesterly', 'quarterly', 'monthly');
const BY_LENGTH = ['monthly', 'quarterly', 'semesterly', 'yearly', 'two_yearly', 'four_yearly'];

test('cycles are by length, three of them first; a chosen one is never hidden, and two aren’t worth a fold [PUR-03]', () => {
  const folded = cyclesShown(SIX, 'yearly', false);
  expect(names(folded.shown)).toEqual(['monthly', 'quarterly', 'yearly']);
  expect(names(folded.hidden)).toEqual(['semesterly', 'two_yearly', 'four_yearly']);
  for (const [chosen, isOpen] of [
    ['yearly', true],
    ['two_yearly', false],
  ] as const) {
    const open = cyclesShown(SIX, chosen, isOpen);
    expect([names(open.shown), open.hidden]).toEqual([BY_LENGTH, []]);
  }
  expect(names(cyclesShown(offers('four_yearly', 'yearly', 'two_yearly'), 'yearly', false).shown)).toEqual([
    ...['yearly', 'two_yearly', 'four_yearly'],
  ]);
});
