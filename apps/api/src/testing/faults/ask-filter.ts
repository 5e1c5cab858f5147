import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Asks the panel of a stack of mail servers about a message, as Rspamd does. */
export async function askFilter(stackDir: string, user: string, recipients: string[]): Promise<void> {
  const pid = readFileSync(path.join(stackDir, 'run/panel.pid'), 'utf8').trim();
  const env = new Map(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  const header = Buffer.from(`From: ${user}\r\nSubject: hello\r\n`).toString('base64');
  const response = await fetch(`http://127.0.0.1:${env.get('POSTERN_MAIL_FILTER_PORT')}/rspamd/decide`, {
    method: 'POST',
    headers: { 'x-vault-token': env.get('POSTERN_MAIL_FILTER_TOKEN') ?? '' },
    body: JSON.stringify({ user, header, size: '2000', recipients: recipients.join('\n') }),
  });
  if (response.status !== 200) throw new Error(`The filter answered ${response.status}.`);
}
