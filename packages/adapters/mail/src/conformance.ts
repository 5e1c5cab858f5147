import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailboxRef } from './port.ts';
import { appendTests } from './testing/append-tests.ts';
import { extensionTests } from './testing/extension-tests.ts';
import type { Harness } from './testing/harness.ts';
import { localDomainTests } from './testing/local-domain-tests.ts';
import { aMessage, type SmtpOutcome, type Submission, sendMail } from './testing/send-mail.ts';
import { senderTests } from './testing/sender-tests.ts';
import { quotaTests } from './testing/quota-tests.ts';
import { recipientGuessingTests } from './testing/recipient-guessing.ts';
import { smugglingTests } from './testing/smuggling.ts';

const MEGABYTE = 1_048_576;
/** Real servers start slowly on a loaded machine. */
const START_LIMIT_MS = 150_000;

/** What every implementation of the mail port must do. */
export function mailBackendConformance(name: string, start: () => Promise<Harness>): void {
  describe(`${name} keeps the mail port's promises`, () => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await start();
    }, START_LIMIT_MS);
    afterAll(() => harness.stop());

    const context: Context = {
      harness: () => harness,
      send: (submission) => sendMail(harness.smtp, submission),
      async addMailbox(local, domain, quotaBytes = MEGABYTE) {
        const mailbox = { mailboxId: randomUUID(), address: `${local}@${domain}` };
        await harness.directory.setMailbox({ ...mailbox, quotaBytes });
        await harness.backend.createMailbox(mailbox);
        return mailbox;
      },
    };
    lifecycleTests(context);
    recipientTests(context);
    quotaTests(context.harness, context.addMailbox);
    appendTests(context.harness, context.addMailbox);
    recipientGuessingTests(context.harness, context.addMailbox);
    localDomainTests(context.harness, context.addMailbox);
    senderTests(context.harness, context.addMailbox);
    extensionTests(context.harness, context.addMailbox);
    smugglingTests(context.harness, (local) => context.addMailbox(local, 'smuggle.test'));
  });
}

type Context = {
  harness: () => Harness;
  send: (submission: Submission) => Promise<SmtpOutcome>;
  addMailbox: (local: string, domain: string, quotaBytes?: number) => Promise<MailboxRef>;
};

function lifecycleTests({ harness, send, addMailbox }: Context): void {
  test('a new mailbox receives at once, and its usage is the size of its mail [MBX-11, MBX-13]', async () => {
    const { directory, readMessages } = harness();
    const ann = await addMailbox('ann', 'new.test');
    expect((await send({ to: ann.address, raw: aMessage('hello ann') })).accepted).toEqual([ann.address]);
    const messages = await readMessages(ann.mailboxId);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('hello ann');
    const usage = await directory.usageWhen(ann.mailboxId, ({ messages: count }) => count === 1);
    expect(usage.bytes).toBeGreaterThanOrEqual(aMessage('hello ann').length);
  });

  test('creating a mailbox again keeps its mail', async () => {
    const { backend, readMessages } = harness();
    const ann = await addMailbox('ann', 'again.test');
    await send({ to: ann.address, raw: aMessage('kept') });
    await backend.createMailbox(ann);
    expect(await readMessages(ann.mailboxId)).toHaveLength(1);
  });

  test('the store lists exactly the mailboxes that were created and not deleted', async () => {
    const { backend } = harness();
    const ann = await addMailbox('ann', 'list.test');
    const bob = await addMailbox('bob', 'list.test');
    await backend.deleteMailbox(bob);
    const listed = (await backend.listMailboxes()).filter(({ address }) => address.endsWith('@list.test'));
    expect(listed).toEqual([ann]);
  });

  test('a deleted mailbox stops receiving at once and can be deleted again [MBX-13]', async () => {
    const { backend, directory } = harness();
    const ann = await addMailbox('ann', 'gone.test');
    await addMailbox('bob', 'gone.test');
    await directory.removeMailbox(ann.mailboxId);
    await backend.deleteMailbox(ann);
    await backend.deleteMailbox(ann);
    expect((await send({ to: ann.address, raw: aMessage('late') })).reply).toMatch(/^550 5\.1\.1 /);
  });

  test('a new owner of an address never sees the former owner’s mail', async () => {
    const { backend, directory, readMessages } = harness();
    const former = await addMailbox('ann', 'owner.test');
    await send({ to: former.address, raw: aMessage('private') });
    expect(await readMessages(former.mailboxId)).toHaveLength(1);
    await directory.removeMailbox(former.mailboxId);
    const next = await addMailbox('ann', 'owner.test');
    expect(await readMessages(next.mailboxId)).toEqual([]);
    await send({ to: next.address, raw: aMessage('for the new owner') });
    await backend.deleteMailbox(former);
    expect(await readMessages(next.mailboxId)).toHaveLength(1);
  });

  test('a mailbox that moves to another domain keeps its mail, receives by both addresses, and can be deleted [VER-05]', async () => {
    const { backend, directory, readMessages } = harness();
    const ann = await addMailbox('ann', 'former.test');
    await send({ to: ann.address, raw: aMessage('before') });
    expect(await readMessages(ann.mailboxId)).toHaveLength(1);
    await directory.changeDomain('former.test', 'present.test');
    const moved = { ...ann, address: 'ann@present.test' };
    const storedAs = await backend.moveMailbox(ann, moved.address);
    expect(await backend.moveMailbox(ann, moved.address)).toBe(storedAs);
    for (const to of [moved.address, ann.address])
      expect((await send({ to, raw: aMessage('after') })).accepted).toEqual([to]);
    expect(await readMessages(ann.mailboxId)).toHaveLength(3);
    await directory.removeMailbox(ann.mailboxId);
    await backend.deleteMailbox({ ...moved, storedAs });
    expect((await backend.listMailboxes()).filter(({ mailboxId }) => mailboxId === ann.mailboxId)).toEqual([]);
  });

  test('ending the sessions of a mailbox without any succeeds, and the check of the store is ok', async () => {
    const { backend } = harness();
    const ann = await addMailbox('ann', 'session.test');
    await backend.endSessions(ann);
    expect(await backend.check()).toMatchObject({ ok: true });
  });
}

function recipientTests({ harness, send, addMailbox }: Context): void {
  test('unknown and foreign recipients are refused while the sender waits', async () => {
    await addMailbox('ann', 'refuse.test');
    const reply = async (to: string) => (await send({ to, raw: aMessage('refused') })).reply;
    expect(await reply('nobody@refuse.test')).toMatch(/^550 5\.1\.1 /);
    expect(await reply('ann@foreign.test')).toMatch(/^554 5\.7\.1 /);
  });

  test('an alias delivers to its mailbox, in upper and lower case [ALI-02]', async () => {
    const { directory, readMessages } = harness();
    const ann = await addMailbox('ann', 'alias.test');
    await directory.setAlias('sales@alias.test', ann.mailboxId);
    await send({ to: 'Sales@Alias.test', raw: aMessage('by alias') });
    expect(await readMessages(ann.mailboxId)).toHaveLength(1);
  });

  test('a forwarder delivers one copy to each of its mailboxes [FWD-01]', async () => {
    const { directory, readMessages } = harness();
    const team = [await addMailbox('ann', 'fwd.test'), await addMailbox('bob', 'fwd.test')];
    const ids = team.map(({ mailboxId }) => mailboxId);
    await directory.setForwarder('team@fwd.test', ids);
    await send({ to: 'team@fwd.test', raw: aMessage('to the team') });
    for (const id of ids) expect(await readMessages(id)).toHaveLength(1);
  });

  test('the catch-all takes what nothing else takes, tagged addresses included [CAT-01]', async () => {
    const { directory, readMessages } = harness();
    const ann = await addMailbox('ann', 'all.test');
    const rest = await addMailbox('rest', 'all.test');
    await directory.setCatchAll('all.test', rest.mailboxId);
    await send({ to: 'ann@all.test', raw: aMessage('exact') });
    await send({ to: 'ann+shop@all.test', raw: aMessage('tagged') });
    await send({ to: 'typo+shop@all.test', raw: aMessage('nobody’s') });
    expect(await readMessages(ann.mailboxId)).toHaveLength(2);
    expect(await readMessages(rest.mailboxId)).toHaveLength(1);
  });

  test('recipients that lead to the same mailbox give it one copy', async () => {
    const { directory, readMessages } = harness();
    const ann = await addMailbox('ann', 'once.test');
    await directory.setAlias('info@once.test', ann.mailboxId);
    const to = ['ann@once.test', 'info@once.test', 'ann+tag@once.test'];
    expect((await send({ to, raw: aMessage('once') })).accepted).toEqual(to);
    expect(await readMessages(ann.mailboxId)).toHaveLength(1);
  });
}
