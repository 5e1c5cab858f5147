import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Debian's Python, which has dkimpy. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('./dkimpy.py', import.meta.url));

type Verdict = { selector: string; isValid: boolean };

/** Verifies every signature of each mail with dkimpy, with these DNS records by their full names. */
export async function verifyWithDkimpy(mails: string[], records: Record<string, string>): Promise<Verdict[][]> {
  const child = spawn(PYTHON, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify({ mails, records }));
  const answer = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`dkimpy ended with ${code}`);
  const verdicts = JSON.parse(answer) as [string, boolean][][];
  return verdicts.map((signatures) => signatures.map(([selector, isValid]) => ({ selector, isValid })));
}
