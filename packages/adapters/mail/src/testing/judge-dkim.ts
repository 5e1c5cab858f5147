import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Debian's own, which has dkimpy. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('./judge-dkim.py', import.meta.url));

type Judgement = { selector: string; isRight: boolean };

/** What dkimpy says of each signature of each mail, when the DNS holds these records by their whole name. */
export async function judgeDkim(mails: string[], records: Record<string, string>): Promise<Judgement[][]> {
  const child = spawn(PYTHON, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify({ mails, records }));
  const answer = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`dkimpy ended with ${code}`);
  const judged = JSON.parse(answer) as [string, boolean][][];
  return judged.map((signatures) => signatures.map(([selector, isRight]) => ({ selector, isRight })));
}
