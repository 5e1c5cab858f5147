import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addMailbox } from './testing/add-mailbox.ts';
import { sendMail } from './testing/send-mail.ts';
import { SmtpDialogue } from './testing/smtp-dialogue.ts';
import { newFolder, startEmbeddedHarness } from './testing/start-embedded-harness.ts';

const PROCESS = fileURLToPath(new URL('./testing/embedded-process.ts', import.meta.url));
const ROUNDS = 3;
const ACKNOWLEDGED_BEFORE_KILL = 12;
const SENDERS = 6;

async function startProcess(dir: string, mailboxes: object[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [PROCESS, dir, JSON.stringify(mailboxes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The process has no output');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, port: Number(line) };
}

/** A message with the hash of its own content, so that a part can't pass for the whole. */
function sealedMessage(): { seal: string; raw: string } {
  const content = `${randomBytes(150_000)
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\r\n')}\r\n`;
  const seal = createHash('sha256').update(content).digest('hex');
  return { seal, raw: `Subject: ${seal}\r\n\r\n${content}` };
}

/** A client that is still sending when the store is killed. */
async function sendHalf(port: number, to: string[]): Promise<SmtpDialogue> {
  const client = await SmtpDialogue.open(port);
  await client.say('MAIL FROM:<slow@elsewhere.test>');
  for (const address of to) await client.say(`RCPT TO:<${address}>`);
  await client.say('DATA');
  client.write('Subject: half of a message\r\n\r\nhalf\r\n');
  return client;
}

async function sealsIn(dir: string, address: string): Promise<string[]> {
  const folder = newFolder(dir, address);
  return Promise.all(
    (await readdir(folder)).map(async (name) => {
      const source = await readFile(join(folder, name), 'latin1');
      expect(name).toContain(`,S=${(await stat(join(folder, name))).size},`);
      const content = source.slice(source.indexOf('\r\n\r\n') + 4);
      const seal = createHash('sha256').update(content).digest('hex');
      expect(source).toContain(`Subject: ${seal}\r\n`);
      return seal;
    }),
  );
}

test('a killed store shows no partial message and keeps every message it acknowledged', async () => {
  const mail = await startEmbeddedHarness({ port: null });
  const mailboxes = [await addMailbox(mail, 'ann@kill.test'), await addMailbox(mail, 'bob@kill.test')];
  const to = mailboxes.map(({ address }) => address);
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { child, port } = await startProcess(mail.dir, mailboxes);
    const exited = once(child, 'exit');
    const halfway = await sendHalf(port, to);
    let isKilled = false;
    const sendUntilKilled = async () => {
      while (!isKilled) {
        const { seal, raw } = sealedMessage();
        const outcome = await sendMail({ host: '127.0.0.1', port }, { to, raw }).catch(() => null);
        if (outcome?.reply.startsWith('250 ')) acknowledged.push(seal);
        // The other senders are in the middle of their messages.
        if (acknowledged.length >= round * ACKNOWLEDGED_BEFORE_KILL && !isKilled) isKilled = child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sendUntilKilled)).finally(() => child.kill('SIGKILL'));
    await exited;
    await halfway.hangUp();
    for (const address of to) {
      expect(await sealsIn(mail.dir, address)).toEqual(expect.arrayContaining(acknowledged));
    }
  }
  await mail.stop();
});
