import type { SpamLevel } from '@postern/domain/spam-filter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideOnMessage, type FilterRequest } from './mail-filter-decision.ts';
import { startMailFilter } from './mail-filter-listener.ts';
import type { MailFilterDirectory } from './port.ts';

const LEVELS: Record<string, SpamLevel> = { 'strict.test': 'strict', 'basic.test': 'basic', 'off.test': 'off' };

const directory: MailFilterDirectory = {
  findSender: async (address) =>
    address === 'ann@strict.test' ? { mailbox: address, addresses: [address, 'sales@strict.test'] } : null,
  countRecipients: async (_mailbox, recipients) =>
    recipients > 2
      ? { ...{ scope: 'mailbox', span: 'hour', limit: 2, freeAt: new Date() }, isTemporary: recipients < 4 }
      : null,
  findFullRecipient: async (recipients) => recipients.find((address) => address.startsWith('full@')) ?? null,
  listSpamLevels: async (domains) => domains.flatMap((domain) => LEVELS[domain] ?? []),
  async listSigningKeys(domain) {
    if (domain === 'broken.test') throw new Error('The database is away');
    return domain === 'strict.test' ? [{ selector: 'one', privateKey: 'AAAABBBB' }] : [];
  },
};

const FROM_ANN = 'From: ann@strict.test\r\n';
const OWN = { user: 'ann@strict.test', header: FROM_ANN };
const TOKEN = 'the token of the tests';
let filter: Awaited<ReturnType<typeof startMailFilter>>;
beforeAll(async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  filter = await startMailFilter({ port: 0, token: TOKEN, directory, log });
});
afterAll(() => filter.close());

const ask = (path: string, init: RequestInit = {}, token = TOKEN) =>
  fetch(`http://127.0.0.1:${filter.port}${path}`, { ...init, headers: { 'x-vault-token': token } });

test.each<[string, Partial<FilterRequest>, unknown]>([
  ['own From', { user: 'ann@strict.test', header: 'From: ann@strict.test' }, 'believed'],
  ['own From in capitals', { user: 'Ann@Strict.test', header: 'From: SALES@strict.test' }, 'believed'],
  ['own From with a tag', { user: 'ann@strict.test', header: 'From: ann+shop@strict.test' }, 'believed'],
  ['another From', { user: 'ann@strict.test', header: 'From: bob@strict.test' }, 'denied'],
  ['another Sender', { user: 'ann@strict.test', header: `${FROM_ANN}Sender: bob@strict.test` }, 'denied'],
  ['no From', { user: 'ann@strict.test' }, 'denied'],
  ['a login that may not send', { user: 'eve@strict.test', header: 'From: eve@strict.test' }, 'denied'],
  [
    'own From to a full mailbox',
    { user: 'ann@strict.test', header: FROM_ANN, recipients: ['full@strict.test'] },
    'denied',
  ],
  ['own From beyond the limit of the hour', { ...OWN, recipients: ['a@x.test', 'b@x.test', 'c@x.test'] }, 'deferred'],
  [
    'own From to more than the limit',
    { ...OWN, recipients: ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'] },
    'denied',
  ],
  ['own From to one, named three times', { ...OWN, recipients: ['a@x.test', 'A@x.test', 'a@X.test'] }, 'believed'],
  [
    'another From beyond the limit',
    { ...OWN, header: 'From: bob@strict.test', recipients: ['a@x.test', 'b@x.test', 'c@x.test'] },
    'denied',
  ],
  ['to a full mailbox', { recipients: ['a@strict.test', 'Full@strict.test'] }, 'denied'],
  ['to strict', { recipients: ['a@strict.test'] }, 10],
  ['to strict and basic', { recipients: ['a@strict.test', 'b@basic.test'] }, 15],
  ['to strict and off', { recipients: ['a@strict.test', 'b@off.test'] }, null],
  ['to nobody of ours', { recipients: ['a@foreign.test'] }, 15],
])('%s: %o is %o [ALI-02, SPM-01]', async (_name, question, wanted) => {
  const decision = await decideOnMessage(directory, {
    user: '',
    header: '',
    sizeBytes: 1_000,
    recipients: [],
    ...question,
  });
  const refused = 'deny' in decision ? 'denied' : 'defer' in decision ? 'deferred' : null;
  const outcome = refused !== null ? refused : 'actions' in decision ? decision.actions['reject'] : 'believed';
  expect(outcome).toBe(wanted);
});

test('signing keys are in the form that Rspamd expects [DKM-02]', async () => {
  expect(await (await ask('/v1/dkim/strict.test')).json()).toEqual({
    data: { selectors: [{ selector: 'one', domain: 'strict.test', key: 'AAAABBBB' }] },
  });
  expect(await (await ask('/v1/dkim/basic.test')).json()).toEqual({ data: { selectors: [] } });
});

test('nobody without the token learns anything, and a failure is answered as unavailable [DKM-02]', async () => {
  expect((await ask('/v1/dkim/strict.test', {}, 'another')).status).toBe(403);
  expect((await ask('/rspamd/decide', { method: 'POST', body: '{}' }, '')).status).toBe(403);
  expect((await ask('/v1/dkim/broken.test')).status).toBe(503);
  expect((await ask('/rspamd/decide', { method: 'POST', body: 'no JSON' })).status).toBe(503);
  expect((await ask('/v1/dkim/../secret')).status).toBe(404);
});
