import { readSpamFilter, setSpamFilter } from '@postern/contract/spam-filter';
import { expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });

test('a domain starts with the recommended level; each domain keeps the level that is set [SPM-01]', async () => {
  const first = await aCustomerWithDomain(app);
  const next = await aCustomerWithDomain(app, { email: first.email });
  const { token } = next;
  expect(await app.must(readSpamFilter, {}, { token })).toEqual({ level: 'strict' });
  for (const level of ['basic', 'off', 'off'] as const)
    expect(await app.must(setSpamFilter, { level }, { token })).toEqual({ level });
  expect(await app.must(readSpamFilter, {}, { token })).toEqual({ level: 'off' });
  expect(await app.must(readSpamFilter, {}, { token, bundleId: first.bundleId })).toEqual({ level: 'strict' });
  const actions = (await auditOf(app, next.customerId)).filter((action) => action.startsWith('spam-filter'));
  expect(actions).toEqual(['spam-filter.set', 'spam-filter.set']);
});

test('an unknown level is refused [SPM-01]', async () => {
  const { token } = await aCustomerWithDomain(app);
  for (const level of ['STRICT', '', 'harsh'])
    expect(await app.refusal(setSpamFilter, { level: level as 'off' }, { token })).toBe('VALIDATION_FAILED');
});
