import type { Bundle } from '@postern/contract/session';
import { expect, test } from 'vitest';
import { switchKind } from './switch-kind.ts';

type Type = Bundle['orders'][number]['type'];
const bundle = (...types: Type[]) => ({ orders: types.map((type) => ({ type })) }) as Bundle;

test.each<[string, Bundle | undefined, string]>([
  ['a domain with mail is switched to in place', bundle('MailSuite'), 'usual'],
  ['a domain with mail and a site too', bundle('Site', 'MailSuite'), 'usual'],
  ['a domain with a site and no mail goes another way', bundle('Site'), 'site-order'],
  ['a domain without orders is switched to in place', bundle(), 'usual'],
  ['a domain that is not known too', undefined, 'usual'],
])('%s [SHL-07]', (_, target, way) => {
  expect(switchKind(target)).toBe(way);
});
