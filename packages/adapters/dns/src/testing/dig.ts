import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An answer as dig shows it: its code, its flags, and the records of its sections. */
export type DigAnswer = { status: string; flags: string[]; answers: string[]; authorities: string[]; text: string };

/** Queries a server with dig, without a retry. */
export async function dig(server: { host: string; port: number }, ...words: string[]): Promise<DigAnswer> {
  const { stdout } = await run('dig', [
    `@${server.host}`,
    '-p',
    String(server.port),
    '+norec',
    '+tries=1',
    '+time=5',
    '+nocookie',
    ...words,
  ]);
  return {
    status: /status: (\w+)/.exec(stdout)?.[1] ?? '',
    flags: (/;; flags: ([^;]*);/.exec(stdout)?.[1] ?? '').trim().split(' '),
    answers: section(stdout, 'ANSWER'),
    authorities: section(stdout, 'AUTHORITY'),
    text: stdout,
  };
}

function section(output: string, name: string): string[] {
  const [, after = ''] = output.split(`;; ${name} SECTION:\n`);
  const [lines = ''] = after.split('\n\n');
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/\s+/g, ' '));
}
