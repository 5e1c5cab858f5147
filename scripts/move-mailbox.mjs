// npm run -s move-mailbox -- --dir DIR --address ADDRESS --to N: moves a mailbox of a stack (npm run stack -- --backends 2) to another
// Dovecot backend while mail arrives and people read it. docs/scale.md says how.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { backendDir, backendPorts } from './parts/stack-backends.mjs';

const run = promisify(execFile);
const LIMIT_MS = 120_000;
/** A delivery to the old backend that began before the change may end after it. Postfix waits for the end of one for ten minutes at most. */
const GRACE_MS = Number(process.env.MOVE_GRACE_MS ?? 600_000);
const BETWEEN_COPIES_MS = 1_000;
/** doveadm: the two differ still because a message came meanwhile. */
const CHANGED_MEANWHILE = 2;

try {
  const { values } = parseArgs({
    options: { dir: { type: 'string' }, address: { type: 'string' }, to: { type: 'string' } },
  });
  const { dir = '', address = '' } = values;
  const to = Number(values.to);
  if (!path.isAbsolute(dir) || !/^[\w.+-]+@[\w.-]+$/.test(address) || !Number.isInteger(to))
    throw new Error('Usage: npm run -s move-mailbox -- --dir DIR --address ADDRESS --to N');
  const { base, postgres } = JSON.parse(readFileSync(path.join(dir, 'backends.json'), 'utf8'));
  await move({ dir, base, postgres, address, to });
  process.stdout.write(`${address} is on backend ${to}.\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function move({ dir, base, postgres, address, to }) {
  const sql = async (statement) => {
    const place = ['-h', '127.0.0.1', '-p', String(postgres), '-U', 'postern', '-d', 'postern'];
    const { stdout } = await run('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', ...place, '-c', statement]);
    return stdout.trim();
  };
  const place = await sql(`select p.backend || ' ' || m.folder from mail.place p join mail.mailbox m using (address)
    where address = '${address}'`);
  if (place === '') throw new Error(`There is no mailbox ${address}.`);
  const from = Number(place.slice(0, place.indexOf(' ')));
  const folder = place.slice(place.indexOf(' ') + 1);
  if (from === to) throw new Error(`${address} is on backend ${to} already.`);
  if ((await sql(`select 1 from mail.backend where backend = ${to}`)) === '')
    throw new Error(`There is no backend ${to}.`);
  const doveadmOf = (config, ...args) =>
    run('doveadm', ['-c', `${config}/dovecot/dovecot.conf`, ...args], { timeout: LIMIT_MS });
  const old = path.join(backendDir(dir, from), 'config');
  const target = `tcp:127.0.0.1:${backendPorts(base, to).copy}`;
  const copy = (...how) =>
    doveadmOf(old, ...how, '-u', address, target).catch((error) => {
      if (error.code !== CHANGED_MEANWHILE) throw error;
    });
  // Most of it while nothing has changed for anybody.
  await copy('backup');
  await sql(
    `insert into mail.moved values ('${address}', ${to}) on conflict (address) do update set backend = excluded.backend`,
  );
  for (const config of [path.join(dir, 'config'), old]) await doveadmOf(config, 'kick', address).catch(() => {});
  // What came to the old one meanwhile, by each message's GUID, so nothing is there twice.
  for (const until = Date.now() + GRACE_MS; ; await pause(BETWEEN_COPIES_MS)) {
    const isLast = Date.now() > until;
    await copy('sync');
    if (isLast) break;
  }
  await run('rm', ['-rf', path.join(backendDir(dir, from), 'mail', folder)]);
}
