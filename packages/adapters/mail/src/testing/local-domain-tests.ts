import { expect, test } from 'vitest';
import type { MailboxRef } from '../port.ts';
import type { Harness } from './harness.ts';
import { aMessage, sendMail } from './send-mail.ts';

type AddMailbox = (local: string, domain: string) => Promise<MailboxRef>;

/** A domain's mail is local, and may be sent from, while it is proven. Names under `.test` are; these aren't. ADR 24. */
export function localDomainTests(harness: () => Harness, addMailbox: AddMailbox): void {
  const replyFor = async (to: string) => (await sendMail(harness().smtp, { to, raw: aMessage('from outside') })).reply;
  const sendAs = async (from: MailboxRef, to: string) => {
    const raw = aMessage('from a customer').replace('sender@elsewhere.test', from.address);
    return (await harness().submit(from, { to, raw })).reply;
  };

  test('mail from outside for a domain that is not proven waits at its sender, and arrives once it is [VER-01]', async () => {
    const { directory, readMessages } = harness();
    const ann = await addMailbox('ann', 'waiting.org');
    await directory.setAlias('info@waiting.org', ann.mailboxId);
    await directory.setForwarder('team@waiting.org', [ann.mailboxId]);
    await directory.setCatchAll('waiting.org', ann.mailboxId);
    const addresses = ['ann', 'ann+shop', 'info', 'team', 'anybody'].map((local) => `${local}@waiting.org`);
    for (const to of addresses) expect(await replyFor(to)).toMatch(/^450 4\.7\.1 /);
    expect(await replyFor('ann@sub.waiting.org')).toMatch(/^554 5\.7\.1 /);
    await directory.setStanding('waiting.org', 'local');
    for (const to of addresses) expect(await replyFor(to)).toMatch(/^250 /);
    expect(await readMessages(ann.mailboxId)).toHaveLength(5);
    await directory.setStanding('waiting.org', 'unproven');
    expect(await replyFor(ann.address)).toMatch(/^450 4\.7\.1 /);
  });

  test("what another customer sends to a domain that isn't proven is never delivered here [VER-01]", async () => {
    const { directory, readMessages } = harness();
    const bob = await addMailbox('bob', 'honest.test');
    const thief = await addMailbox('ann', 'grabbed.org');
    await directory.setAlias('info@grabbed.org', thief.mailboxId);
    await directory.setForwarder('team@grabbed.org', [thief.mailboxId]);
    await directory.setCatchAll('grabbed.org', thief.mailboxId);
    for (const local of ['ann', 'info', 'team', 'anybody']) await sendAs(bob, `${local}@grabbed.org`);
    expect(await readMessages(thief.mailboxId)).toEqual([]);
    await directory.setStanding('grabbed.org', 'local');
    expect(await sendAs(bob, 'info@grabbed.org')).toMatch(/^250 /);
    expect(await readMessages(thief.mailboxId)).toHaveLength(1);
  });

  test("a mailbox of a domain that isn't proven can't send, and can once it is [VER-01]", async () => {
    const { directory } = harness();
    const bob = await addMailbox('bob', 'reader.test');
    const ann = await addMailbox('ann', 'borrowed.org');
    expect(await sendAs(ann, bob.address)).toMatch(/^55\d 5\.7\.1 /);
    await directory.setStanding('borrowed.org', 'local');
    expect(await sendAs(ann, bob.address)).toMatch(/^250 /);
  });

  test('behind a filter service a mailbox receives what comes from outside and sends, and mail of our customers goes to the service [VER-01]', async () => {
    const { directory, readMessages } = harness();
    const bob = await addMailbox('bob', 'direct.test');
    const ann = await addMailbox('ann', 'filtered.org');
    await directory.setAlias('info@filtered.org', ann.mailboxId);
    await directory.setStanding('filtered.org', 'behind-a-filter');
    for (const to of [ann.address, 'info@filtered.org']) {
      await sendAs(bob, to);
      expect(await readMessages(ann.mailboxId)).toEqual([]);
    }
    for (const to of [ann.address, 'info@filtered.org']) expect(await replyFor(to)).toMatch(/^250 /);
    expect(await replyFor('nobody@filtered.org')).toMatch(/^550 5\.1\.1 /);
    expect(await sendAs(ann, bob.address)).toMatch(/^250 /);
    expect(await readMessages(ann.mailboxId)).toHaveLength(2);
  });

  test('a former domain that is proven receives while the present one is not [VER-05]', async () => {
    const { directory, backend, readMessages } = harness();
    const ann = await addMailbox('ann', 'before.test');
    await directory.changeDomain('before.test', 'after.org');
    await backend.moveMailbox(ann, 'ann@after.org');
    expect(await replyFor('ann@before.test')).toMatch(/^250 /);
    expect(await replyFor('ann@after.org')).toMatch(/^450 4\.7\.1 /);
    expect(await readMessages(ann.mailboxId)).toHaveLength(1);
  });
}
