import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { isStaffRole, ROLES } from '@postern/domain/sign-in';
import { mayInVisit } from '@postern/domain/support-visits';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { sampleInput } from '../../testing/sample-input.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const FEATURES = ['domain-connection', 'domain-plan', 'domain-instructions', 'dns', 'dkim'];

const app = useTestApp({ webhooks: false });
let customer: TestCustomer;
beforeAll(async () => {
  customer = await aCustomerWithDomain(app);
});

test('every operation on the domain checks the role before it reveals whether anything exists [SUP-01]', async () => {
  const operations = ALL_OPERATIONS.filter(({ feature, access }) => FEATURES.includes(feature) && access === 'session');
  expect(operations).toHaveLength(16);
  for (const role of ROLES) {
    const token = await aSessionAs(app, customer, { role, email: `${role}@people.test` });
    for (const operation of operations) {
      const input = sampleInput(operation);
      if ('bundleId' in input) input['bundleId'] = customer.bundleId;
      const answer = await app.call(operation, input, { token });
      const may = role === 'domainAdmin' || (isStaffRole(role) && mayInVisit(operation.id));
      expect(answer.ok ? 'OK' : answer.code, `${role} ${operation.id}`)[may ? 'not' : 'to'].toBe('NOT_AUTHORIZED');
    }
  }
});
