import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIMIT_MS = 20_000;
type Login = { port: number; user: string; password: string };

/** Runs a program and returns its exit code and output. */
function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const options = { timeout: LIMIT_MS, maxBuffer: 64 * 1_048_576, env: { ...process.env, ...env } };
  return new Promise((resolve, reject) => {
    execFile(command, args, { ...options, encoding: 'latin1' }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number')
        reject(new Error(`${command} didn't run`, { cause: error }));
      else resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

export type SwaksMessage = Login & { from?: string; headerFrom?: string; to: string };

/** Sends with swaks, STARTTLS and a password; returns 'sent' or the refusal. */
export async function sendWithSwaks({ port, user, password, from = user, headerFrom = from, to }: SwaksMessage) {
  const { code, said } = await run('swaks', [
    ...['--server', '127.0.0.1', '--port', String(port), '--ehlo', 'client.test', '--tls'],
    ...['--auth', 'PLAIN', '--auth-user', user, '--auth-password', password],
    ...['--from', from, '--to', to, '--header', `From: ${headerFrom}`, '--header', 'Subject: by swaks'],
  ]);
  if (code === 0) return 'sent';
  return /^<~\* {1,4}(.*)$/m.exec(said)?.[1] ?? `swaks ended with ${code}:\n${said}`;
}

/** curl's exit code for a failed login. */
const LOGIN_DENIED = 67;

/** Reads an imap or pop3 URL, such as 'imap://…/INBOX;MAILINDEX=1', with curl; null if the login fails. */
export async function readWithCurl(address: string, { user, password }: Omit<Login, 'port'>): Promise<string | null> {
  const { code, said } = await run('curl', [
    '-sS',
    '--ssl-reqd',
    '--insecure',
    '--user',
    `${user}:${password}`,
    address,
  ]);
  if (code !== 0 && code !== LOGIN_DENIED) throw new Error(`curl ended with ${code}:\n${said}`);
  return code === 0 ? said : null;
}

/** The messages in all folders of a mailbox, as copied by mbsync. */
export async function syncWithMbsync({ port, user, password }: Login): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'postern-mbsync-'));
  try {
    const config = join(dir, 'config');
    await writeFile(config, mbsyncConfig({ port, user, password }, dir), { mode: 0o600 });
    await mkdir(join(dir, 'copy'));
    const { code, said } = await run('mbsync', ['--config', config, 'all'], { HOME: dir });
    if (code !== 0) throw new Error(`mbsync ended with ${code}:\n${said}`);
    const entries = await readdir(join(dir, 'copy'), { recursive: true, withFileTypes: true });
    const files = entries.filter(({ parentPath }) => /\/(cur|new)$/.test(parentPath));
    const sources = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
    // mbsync stores messages with LF, and adds a header of its own to each.
    return sources.map((source) => source.replaceAll(/\r?\n/g, '\r\n').replace(/^X-TUID: .*\r\n/m, ''));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const mbsyncConfig = ({ port, user, password }: Login, dir: string) => `
IMAPAccount server
Host 127.0.0.1
Port ${port}
User ${user}
Pass "${password}"
SSLType None
AuthMechs LOGIN

IMAPStore there
Account server

MaildirStore here
Path ${dir}/copy/
Inbox ${dir}/copy/INBOX
SubFolders Verbatim

Channel all
Far :there:
Near :here:
Patterns *
Create Near
Sync Pull
SyncState *
`;
