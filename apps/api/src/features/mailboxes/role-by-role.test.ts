import { addAlias, listAliases } from '@postern/contract/aliases';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import type { InputOf, Operation } from '@postern/contract/operation';
import { isStaffRole, ROLES } from '@postern/domain/sign-in';
import { mayInVisit } from '@postern/domain/support-visits';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import { sampleInput } from '../../testing/sample-input.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const FEATURES = ['mailboxes', 'aliases', 'forwarders', 'catch-all', 'spam-filter'];

/** For the owner of a mailbox only, an admin or not: see `change-password.test.ts`. */
const OWNERS_ONLY = ['readOwnMailbox'];

const app = useTestApp({ webhooks: false });
let customer: TestCustomer;
beforeAll(async () => {
  customer = await aCustomerWithDomain(app);
});

const operations = () =>
  ALL_OPERATIONS.filter(
    ({ feature, access, id }) => FEATURES.includes(feature) && access === 'session' && !OWNERS_ONLY.includes(id),
  );

/** A valid input, so that only the role decides. The mailbox it names doesn't exist. */
function inputOf(operation: Operation): Record<string, unknown> {
  const { domain, bundleId } = customer;
  const input = sampleInput(operation);
  const good: Record<string, unknown> = {
    ...('email' in input ? { email: `nobody@${domain}` } : {}),
    ...('recipient' in input ? { recipient: 'nobody@home.test' } : {}),
    ...('bundleId' in input ? { bundleId } : {}),
    ...('cursor' in input ? { cursor: undefined } : {}),
    ...('alternateEmail' in input ? { alternateEmail: undefined } : {}),
  };
  return { ...input, ...good };
}

test('every operation on mailboxes checks the role before it reveals whether anything exists [SUP-01]', async () => {
  expect(operations().length).toBeGreaterThan(20);
  for (const role of ROLES) {
    const email = `${role}@people.test`;
    const token = await aSessionAs(app, customer, { role, email });
    for (const operation of operations()) {
      const answer = await app.call(operation, inputOf(operation) as InputOf<typeof operation>, { token });
      const may = role === 'domainAdmin' || (isStaffRole(role) && mayInVisit(operation.id));
      expect(answer.ok ? 'OK' : answer.code, `${role} ${operation.id}`)[may ? 'not' : 'to'].toBe('NOT_AUTHORIZED');
    }
  }
});

test("a mailbox's user sees its aliases, and those of no other mailbox [SUP-01] [ALI-01]", async () => {
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  const admin = { token: customer.token };
  await app.must(addAlias, { alias: 'sales', email: bert.email, displayName: 'Sales' }, admin);
  const own = { role: 'accountAdmin', email: bert.email, mailboxId: bert.id } as const;
  const token = await aSessionAs(app, customer, own);
  expect((await app.must(listAliases, { email: bert.email }, { token })).aliases).toHaveLength(1);
  expect(await app.refusal(listAliases, { email: anna.email }, { token })).toBe('NOT_AUTHORIZED');
  const more = { alias: 'more', email: bert.email, displayName: 'More' };
  expect(await app.refusal(addAlias, more, { token })).toBe('NOT_AUTHORIZED');
});
