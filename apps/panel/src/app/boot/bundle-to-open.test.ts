import type { Bundle } from '@postern/contract/session';
import { expect, test } from 'vitest';
import { bundleToOpen } from './bundle-to-open.ts';

type Order = Bundle['orders'][number];
const order = (type: Order['type'], planType: string, status: Order['status'] = 'active') =>
  ({ type, planType, status }) as Order;
const bundle = (name: string, orders: Order[], status: Bundle['status'] = 'active') =>
  ({ bundleId: name, domainName: name, status, orders }) as Bundle;

const mail = order('MailSuite', 'business_pro');
const free = bundle('free', [mail, order('Site', 'free_site')]);
const alsoFree = bundle('also-free', [order('Site', 'free_site')]);
const plain = bundle('plain', [mail]);
const paid = bundle('paid', [order('Site', 'site_pro')]);
const suspended = bundle('suspended', [mail], 'suspended');

test.each<[string, Bundle, Bundle[], string]>([
  ['a bundle with a free site makes way for the first one without', free, [free, alsoFree, plain, paid], 'plain'],
  ['a paid site is no free one', free, [free, paid], 'paid'],
  ['a bundle without a free site is kept', plain, [free, plain], 'plain'],
  ['with no other it is kept', free, [free, alsoFree], 'free'],
  ['a suspended bundle is no place to arrive at', free, [free, suspended], 'free'],
  [
    'a free site that is not provisioned any more counts for nothing',
    bundle('gone', [order('Site', 'free_site', 'cancelled')]),
    [plain],
    'gone',
  ],
])('%s [SHL-09]', (_, current, bundles, expected) => {
  expect(bundleToOpen(bundles, current).bundleId).toBe(expected);
});
