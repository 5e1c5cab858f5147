import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { deleteDkimKey, enableDkimKey } from '@postern/contract/dkim';
import { deleteDnsRecord, upsertDnsRecord } from '@postern/contract/dns';
import { revokeInstructionLink } from '@postern/contract/domain-instructions';
import { applyDomainPlan, undoDomainPlan } from '@postern/contract/domain-plan';
import type { Operation } from '@postern/contract/operation';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../runtime/ids.ts';
import { aCustomerWithDomain } from '../testing/builders.ts';
import { pathsOf, sampleInput, withValueAt } from '../testing/sample-input.ts';
import {
  aPairOfTenants,
  type DomainThings,
  fittingIds,
  rowsOfTenant,
  thingsOfDomain,
  tryForeignIds,
  type TwoTenants,
} from '../testing/try-foreign-ids.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });
let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await aPairOfTenants(app);
});

test('an id of another tenant in any field of any call reveals and changes nothing of theirs [API-02]', async () => {
  expect(await tryForeignIds(app, tenants, fittingIds)).toBeGreaterThan(300);
}, 180_000);

test("another tenant's id and an unknown id get the same answer [API-02]", async () => {
  const never = '0190c4a0-1111-7111-8111-111111111111';
  for (const operation of ALL_OPERATIONS.filter(
    ({ access, id }) => access !== 'open' && access !== 'partner' && id !== 'signOut',
  )) {
    const input = sampleInput(operation);
    const token = operation.access === 'purchase' ? tenants.purchaseToken : tenants.mine.token;
    for (const path of pathsOf(input).filter((one) => /id$/i.test(one.at(-1) ?? ''))) {
      const answers = await Promise.all(
        [tenants.theirs.bundleId, never].map((id) =>
          app.call(operation, withValueAt(input, path, id) as never, { token }),
        ),
      );
      const texts = answers.map(
        (answer, index) =>
          // A new secret for each call.
          `${answer.status} ${answer.text.replaceAll([tenants.theirs.bundleId, never][index] ?? '', 'ID').replace(/seti_[\w-]+/, 'seti')}`,
      );
      expect(texts[0], `${operation.id} ${path.join('.')}`).toBe(texts[1]);
    }
  }
});

const RECORD = { type: 'A', host: 'victim', values: ['192.0.2.99'], ttl: 600 } as const;
/** Every call that takes the id of something in a domain, and its answer to an unknown id. */
const TAKES_ID: [operation: Operation, id: keyof DomainThings, rest: object, nobodys: string][] = [
  [enableDkimKey, 'dkimId', {}, 'DKIM_NOT_FOUND'],
  [deleteDkimKey, 'dkimId', {}, 'DKIM_NOT_FOUND'],
  [upsertDnsRecord, 'recordId', RECORD, 'RECORD_NOT_FOUND'],
  [deleteDnsRecord, 'recordId', {}, 'RECORD_NOT_FOUND'],
  [applyDomainPlan, 'planId', {}, 'PLAN_NOT_FOUND'],
  [undoDomainPlan, 'undoId', {}, 'PLAN_NOT_FOUND'],
  // A link that was already revoked gets the same answer.
  [revokeInstructionLink, 'linkId', {}, '{}'],
];

test("keys, records, plans and links of another customer, or of the same customer's other domain, are not found [API-02]", async () => {
  const { mine, theirs, things } = tenants;
  const other = await aCustomerWithDomain(app, { email: mine.email });
  expect(other.customerId).toBe(mine.customerId);
  const { linkToken: _, ...othersThings } = await thingsOfDomain(app, other);
  const before = [await rowsOfTenant(app, theirs), await rowsOfTenant(app, mine)];
  const answerTo = async (
    { token }: { token: string },
    [operation, name, rest]: (typeof TAKES_ID)[number],
    id: string,
  ) => {
    const answer = await app.call(operation, { ...rest, [name]: id } as never, { token });
    return answer.ok ? answer.text : answer.code;
  };
  for (const row of TAKES_ID) {
    const [operation, name, , nobodys] = row;
    const ids = [newId(new Date()), things[name], othersThings[name]];
    const answers = await Promise.all(ids.map((id) => answerTo(mine, row, id)));
    expect(answers, operation.id).toEqual(ids.map(() => nobodys));
  }
  expect([await rowsOfTenant(app, theirs), await rowsOfTenant(app, mine)]).toEqual(before);
  // Their owner finds every one of them.
  for (const row of TAKES_ID.filter(([, , , nobodys]) => nobodys !== '{}'))
    expect(await answerTo(other, row, othersThings[row[1]]), row[0].id).not.toBe(row[3]);
  expect(TAKES_ID.map(([{ id }]) => id).toSorted()).toEqual(namesOfTaking(Object.keys(things)));
});

/** The session operations whose input has one of these names. */
const namesOfTaking = (names: readonly string[]): string[] =>
  ALL_OPERATIONS.filter(({ access }) => access === 'session')
    .filter((operation) => Object.keys(sampleInput(operation)).some((name) => names.includes(name)))
    .map(({ id }) => id)
    .toSorted();
