import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealer } from '../../../../../apps/api/src/secrets/seal.ts';
import { addRealMailbox, PASSWORD, submitMessage } from '../testing/real-mailbox.ts';
import { aMessage, sendMail } from '../testing/send-mail.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';
import { listValidSignatures } from '../testing/valid-signatures.ts';

let mail: RealHarness;
beforeAll(async () => {
  mail = await startRealHarness();
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

/** A key of the domain, encrypted as in the panel. */
async function addKey(domain: string, selector: string) {
  const secret = (await readFile(join(mail.stack.dir, 'secret-key'), 'utf8')).trim();
  const sealer = createSealer(createHash('sha256').update(secret).digest());
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyId = randomUUID();
  const sealed = sealer.seal(String(privateKey.export({ type: 'pkcs8', format: 'pem' })), `dkim-key:${keyId}`);
  await mail.directory.addSigningKey(domain, { keyId, selector, sealed });
  return { keyId, publicKey };
}

test('a message is signed with every valid key of its domain, and an independent check accepts it [DKM-02]', async () => {
  const ann = await addRealMailbox(mail, 'ann@signed.test');
  const bob = await addRealMailbox(mail, 'bob@signed.test');
  const publicKeys: Parameters<typeof listValidSignatures>[1] = {};
  const selectorsOfNext = async () => {
    const before = await mail.readMessages(bob.mailboxId);
    expect((await submitMessage(mail, { login: ann.address, to: bob.address })).accepted).toHaveLength(1);
    const arrived = (await mail.readMessages(bob.mailboxId)).find((source) => !before.includes(source)) ?? '';
    return listValidSignatures(arrived, publicKeys);
  };
  expect(await selectorsOfNext()).toEqual([]);
  const first = await addKey('signed.test', 'first');
  publicKeys['first'] = first.publicKey;
  expect(await selectorsOfNext()).toEqual(['first']);
  const next = await addKey('signed.test', 'next');
  publicKeys['next'] = next.publicKey;
  expect(await selectorsOfNext()).toEqual(['first', 'next']);
  await mail.directory.endSigningKey(first.keyId);
  expect(await selectorsOfNext()).toEqual(['next']);
});

test('what a mail program on another machine leaves out, date and Message-ID, is added, and the signature holds; mail from outside stays as it came [DKM-02]', async () => {
  const ann = await addRealMailbox(mail, 'ann@bare.test');
  const { publicKey } = await addKey('bare.test', 'only');
  const raw = `From: ${ann.address}\r\nTo: ${ann.address}\r\nSubject: scan\r\n\r\nscan\r\n`;
  // Postfix treats its own address, 127.0.0.1, as this machine.
  const from = { host: '127.0.0.1', localAddress: '127.0.0.2' };
  const auth = { user: ann.address, pass: PASSWORD };
  const sent = { from: ann.address, to: ann.address, raw, auth };
  expect((await sendMail({ ...from, port: mail.stack.ports.submission }, sent)).reply).toMatch(/^250 /);
  const [own = ''] = await mail.readMessages(ann.mailboxId);
  expect(own).toMatch(/^Date: \w{3}, \d/m);
  expect(own).toMatch(/^Message-Id: <[^@\s]+@[^@\s]+>\r$/im);
  expect(listValidSignatures(own, { only: publicKey })).toEqual(['only']);
  const outside = await sendMail({ ...from, port: mail.stack.ports.smtp }, { to: ann.address, raw });
  expect(outside.reply).toMatch(/^250 /);
  const strange = (await mail.readMessages(ann.mailboxId)).find((source) => source !== own) ?? '';
  expect(strange).not.toMatch(/^(?:Date|Message-Id): /im);
});

test(
  "while the panel doesn't answer, our mail waits at its sender and mail to us arrives [DKM-02]",
  async () => {
    const ann = await addRealMailbox(mail, 'ann@silent.test');
    const panel = Number(await readFile(join(mail.stack.dir, 'run/panel.pid'), 'utf8'));
    await mail.alone(async () => {
      process.kill(panel, 'SIGSTOP');
      try {
        const reply = (await submitMessage(mail, { login: ann.address, to: ann.address })).reply;
        expect(reply).toMatch(/^451 4\.7\.1 Temporarily unavailable/);
        const outside = await sendMail(mail.smtp, { to: ann.address, raw: aMessage('from outside') });
        expect(outside.accepted).toHaveLength(1);
      } finally {
        process.kill(panel, 'SIGCONT');
      }
    });
    expect(await mail.readMessages(ann.mailboxId)).toHaveLength(1);
  },
  REAL_START_LIMIT_MS,
);
