import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const firstLine = (command: string, ...args: string[]): string => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).split('\n')[0] ?? '';
  } catch {
    return '';
  }
};

/** Everything a reader needs to judge the numbers. */
export function describeMachine(postfixAdminVersion: string, loadBefore: number): string[] {
  const [processor] = os.cpus();
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  const debian = /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? os.type();
  const root = path.resolve(import.meta.dirname, '../../..');
  const commit = firstLine('git', '-C', root, 'rev-parse', '--short', 'HEAD');
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC${commit === '' ? '' : `, commit ${commit}`}`,
    `${os.cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, load ${loadBefore.toFixed(1)} before the run`,
    `${debian}, Linux ${os.release()}`,
    [
      `Node ${process.versions.node}`,
      firstLine('/usr/lib/postgresql/15/bin/postgres', '--version').replace(/ \(.*\) /, ' '),
      `PostfixAdmin ${postfixAdminVersion}`,
      firstLine('php8.2', '-v').split(' (')[0],
    ].join(', '),
  ];
}
