import { expect, test } from 'vitest';
import { PARTNER_IDS, switchableDomains } from './index.ts';

const bundles = ['one', 'two', 'three'].map((bundleId) => ({ bundleId }));
const idsOf = (list: readonly { bundleId: string }[]) => list.map((each) => each.bundleId);

test.each([
  ['the general brand lists every domain', 'general', 54, [], ['one', 'two', 'three']],
  ['the small-business brand lists the current domain only', 'neo', 55, [], ['two']],
  ['a listed partner gets the current domain only', 'general', 72, [72, 116], ['two']],
  ['a partner beside the list gets every domain', 'general', 54, [72, 116], ['one', 'two', 'three']],
] as const)('%s [SHL-07]', (_, brand, partnerId, hiddenFor, expected) => {
  expect(idsOf(switchableDomains(bundles, { brand, partnerId, currentBundleId: 'two' }, hiddenFor))).toEqual(expected);
});

test('as delivered, no partner is listed [SHL-07]', () => {
  for (const partnerId of PARTNER_IDS.resellers) {
    const listed = switchableDomains(bundles, { brand: 'general', partnerId, currentBundleId: 'two' });
    expect(idsOf(listed)).toEqual(['one', 'two', 'three']);
  }
});
