import { expect, test } from 'vitest';
import type { Role } from '../sign-in/index.ts';
import { mayHearOfChange } from './index.ts';

test.for([
  ['domainAdmin', 'a', 'b', true],
  ['domainAdmin', null, null, true],
  ['partnerSupport', null, 'b', true],
  ['productSupport', null, null, true],
  ['productStaff', null, 'b', true],
  ['accountAdmin', 'a', 'a', true],
  ['accountAdmin', 'a', 'b', false],
  ['accountAdmin', 'a', null, false],
  ['accountAdmin', null, null, false],
] as const satisfies readonly (readonly [Role, string | null, string | null, boolean])[])(
  'a %s with the mailbox %s hears of a change of %s: %s [MBX-01] [SUP-01]',
  ([role, own, about, isTold]) => {
    expect(mayHearOfChange({ role, mailboxId: own }, about)).toBe(isTold);
  },
);
