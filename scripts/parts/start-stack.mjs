import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeMailFolders } from './make-mail-folders.mjs';
import { MAIL_DEFAULTS, renderMailConfig } from './render-mail-config.mjs';
import { inRoot, pinnedNode } from './repository.mjs';
import {
  backendDir,
  backendOptions,
  backendPorts,
  PROXY_EXTRA,
  PROXY_FIELDS,
  secondPorts,
  startBackends,
  startSecondMx,
} from './stack-backends.mjs';
import { listTakenPorts, logTail, startProcess, waitFor } from './stack-process.mjs';
import {
  startDovecot,
  startPostfix,
  startPostgres,
  startPowerDns,
  startRspamd,
  startSecondaryDns,
} from './stack-servers.mjs';
import { stackPorts, stackValues } from './stack-values.mjs';

const run = promisify(execFile);
const START_LIMIT_MS = 120_000;
const LONGEST_DIR = 60;
/** The second entrance may end: a test kills it, to see that the first one is enough. */
const MAY_END = ['panel-2', 'postfix-2'];
const TOP_LEVEL_DOMAINS = 'test\nexample\ncom\nnet\norg\n';

const idOf = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/**
 * Starts everything in `dir`. `ready` gives the output of `npm run stack`, and the times; `firstEnd` names a server that ended
 * unexpectedly; `stop` ends them all, at any time. The panel is started from the build once `built` resolves, or from the sources with
 * `fromSource`.
 */
export function startStack({ dir, base, fromSource, built, backends }) {
  const ports = stackPorts(base);
  const values = { ...stackValues(dir, ports.all) };
  if (backends > 1) Object.assign(values, { PROXY_FIELDS, DOVECOT_EXTRA: `${values.DOVECOT_EXTRA}\n${PROXY_EXTRA}` });
  const running = [];
  let isStopping = false;
  let reportEnd;
  const firstEnd = new Promise((resolve) => (reportEnd = resolve));
  const start = (name, options) => {
    if (isStopping) throw new Error('The stack is ending.');
    const log = path.join(dir, 'log', `${name}.out`);
    const server = startProcess(name, { log, ...options });
    void server.ended.then(() => isStopping || MAY_END.includes(name) || reportEnd(name));
    running.push(server);
    writeFileSync(path.join(dir, 'run', `${name}.pid`), `${server.pid}\n`);
    return server;
  };
  const entries = fromSource
    ? { main: inRoot('apps/api/src/main.ts'), cli: inRoot('apps/api/src/cli/main.ts') }
    : { main: inRoot('dist/api/main.mjs'), cli: inRoot('dist/api/cli.mjs') };
  const stack = { dir, base, backends, ports, values, entries, start, built, endsAt: Date.now() + START_LIMIT_MS };
  return {
    firstEnd,
    ready: bringUp(stack),
    async stop() {
      isStopping = true;
      const database = running.filter(({ name }) => name === 'postgres');
      await Promise.all(running.filter(({ name }) => name !== 'postgres').map((server) => server.stop()));
      await Promise.all(database.map((server) => server.stop()));
      rmSync(path.join(dir, 'run'), { recursive: true, force: true });
    },
  };
}

/** Waits for all parts in parallel, and records how long each took. */
function stopwatch() {
  const startedAt = performance.now();
  const parts = [];
  const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  return {
    async part(name, work) {
      const beganAt = performance.now();
      const result = await work;
      parts.push(`${name} ${seconds(beganAt)}`);
      return result;
    },
    total: () => `${seconds(startedAt)} (${parts.join(', ')})`,
  };
}

async function bringUp(stack) {
  const { part, total } = stopwatch();
  const built = part('build', stack.built);
  built.catch(() => {});
  const { dir, ports, values } = stack;
  const numbers = stack.backends > 1 ? Array.from({ length: stack.backends }, (_, place) => place + 1) : [];
  const inner = numbers.flatMap((number) => Object.values(backendPorts(stack.base, number)));
  if (stack.backends > 1) inner.push(...Object.values(secondPorts(stack.base)));
  const taken = await listTakenPorts([...Object.values(ports.all), ...inner]);
  if (taken.length > 0) throw new Error(`These ports are in use: ${taken.join(', ')}. Choose another --port-base.`);
  makeFolders(dir, values);
  renderMailConfig(values, path.join(dir, 'config'));
  writeFileSync(path.join(dir, 'config/suffixes'), TOP_LEVEL_DOMAINS);
  const rspamd = part('Rspamd', startRspamd(stack));
  const certificate = makeCertificate(path.join(dir, 'config/tls'));
  for (const early of [rspamd, certificate]) early.catch(() => {});
  const databases = await part('PostgreSQL', startPostgres(stack));
  const panel = part(
    'panel',
    built.then(() => startPanel(stack)),
  );
  panel.catch(() => {});
  await certificate;
  const [partner] = await Promise.all([
    panel,
    // Without the database Dovecot would wait for seconds.
    part('Dovecot', startDovecot(stack)),
    ...(stack.backends > 1
      ? [part('backends', startBackends({ ...stack, count: stack.backends })), part('second MX', startSecondMx(stack))]
      : []),
    part(
      'PowerDNS',
      databases.powerDns.then(() => startPowerDns(stack)),
    ),
    part('second name server', startSecondaryDns(stack)),
    part('Postfix', startPostfix(stack)),
    rspamd,
  ]);
  const baseUrl = `http://127.0.0.1:${ports.all.panel}`;
  const answer = { baseUrl, dir, ports: ports.shown, partner };
  if (stack.backends > 1) {
    await tellPlaces(stack);
    await part('second panel', startSecondPanel(stack));
    answer.second = secondPorts(stack.base);
  }
  return { answer, took: total() };
}

/** Once the panel has made the tables. */
async function tellPlaces(stack) {
  const { dir, base, backends, entries } = stack;
  const env = { ...process.env, ...panelSettings(stack) };
  for (let number = 1; number <= backends; number += 1)
    await run(pinnedNode(), [entries.cli, 'mail-backend', 'set', ...backendOptions(dir, base, number)], { env });
}

function makeFolders(dir, values) {
  if (Buffer.byteLength(dir) > LONGEST_DIR)
    throw new Error(`--dir may have ${LONGEST_DIR} bytes: the servers' sockets lie in it. ${dir} has more.`);
  for (const folder of ['', 'config', 'config/tls', 'run', 'log', 'state/powerdns-secondary']) {
    mkdirSync(path.join(dir, folder), { recursive: true });
    chmodSync(path.join(dir, folder), 0o755);
  }
  makeMailFolders({ ...MAIL_DEFAULTS, ...values });
  for (const folder of ['postgres', 'run/postgres']) {
    mkdirSync(path.join(dir, folder), { recursive: true });
    chownSync(path.join(dir, folder), idOf('-u', 'postgres'), idOf('-g', 'postgres'));
  }
  chmodSync(path.join(dir, 'postgres'), 0o700);
  const reaches = spawnSync('/usr/bin/setpriv', [
    '--reuid=postgres',
    '--regid=postgres',
    '--clear-groups',
    'test',
    '-x',
    dir,
  ]);
  if (reaches.status !== 0)
    throw new Error(`${dir} lies in a folder that only root may enter; the servers run as users of their own.`);
}

async function makeCertificate(folder) {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  if (existsSync(certificate)) return;
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3650'];
  await run('openssl', ['req', ...what, '-subj', '/CN=mx.postern.localhost', '-keyout', key, '-out', certificate]);
  chmodSync(key, 0o600);
}

function panelSettings({ dir, base, backends, ports, values }) {
  // With several, this is the first one, until the panel is told of them all.
  const store =
    backends > 1
      ? {
          port: backendPorts(base, 1).doveadm,
          imap: backendPorts(base, 1).imap,
          folder: path.join(backendDir(dir, 1), 'mail'),
        }
      : { port: ports.all.doveadm, imap: ports.all.imap, folder: values.MAIL_DIR };
  return {
    POSTERN_MODE: 'evaluation',
    POSTERN_DATA_DIR: dir,
    POSTERN_PORT: String(ports.all.panel),
    DATABASE_URL: `postgresql://postern@127.0.0.1:${ports.all.postgres}/postern`,
    POSTERN_MAIL_BACKEND: 'postfix-dovecot',
    POSTERN_DOVEADM_URL: `http://127.0.0.1:${store.port}`,
    POSTERN_DOVEADM_KEY: values.DOVEADM_KEY,
    POSTERN_DOVECOT_IMAP_PORT: String(store.imap),
    POSTERN_MAIL_STORE_DIR: store.folder,
    // So that mail can be imported from this very stack.
    POSTERN_IMPORT_PORTS: `143,993,${ports.all.imaps}`,
    POSTERN_IMPORT_PRIVATE_ADDRESSES: '127.0.0.1',
    POSTERN_POSTFIX_DIR: path.join(dir, 'config/postfix'),
    POSTERN_MAIL_FILTER_PORT: String(ports.all.filter),
    POSTERN_MAIL_FILTER_TOKEN: values.FILTER_TOKEN,
    POSTERN_DNS_BACKEND: 'powerdns',
    POSTERN_POWERDNS_URL: `http://127.0.0.1:${ports.all.dnsApi}`,
    POSTERN_POWERDNS_KEY: values.POWERDNS_KEY,
    POSTERN_DNS_TRANSFER_KEY: values.TRANSFER_KEY,
    POSTERN_NAME_SERVER_ADDRESSES: `127.0.0.1:${ports.all.dns},127.0.0.1:${ports.all.dnsSecondary}`,
    POSTERN_DNS_SERVERS: `127.0.0.1:${ports.all.dns}`,
  };
}

async function startSecondPanel(stack) {
  const { panel, filter } = secondPorts(stack.base);
  const second = { POSTERN_PORT: String(panel), POSTERN_MAIL_FILTER_PORT: String(filter) };
  await runPanel(stack, 'panel-2', { ...panelSettings(stack), ...second });
}

async function startPanel(stack) {
  const env = panelSettings(stack);
  await runPanel(stack, 'panel', env);
  return makePartner(stack.dir, stack.entries.cli, env);
}

async function runPanel({ dir, entries, start, endsAt }, name, env) {
  const baseUrl = `http://127.0.0.1:${env.POSTERN_PORT}`;
  const server = start(name, { command: pinnedNode(), args: [entries.main], env });
  const isReady = async () => {
    try {
      return (await fetch(`${baseUrl}/readyz`)).ok;
    } catch {
      return false;
    }
  };
  const readLog = logTail(path.join(dir, `log/${name}.out`));
  await waitFor('The panel', { isReady, process: server, endsAt, readLog });
}

/** Creates the stack's own partner, or a new key for it if the folder was used before. */
async function makePartner(dir, cli, env) {
  const id = '900';
  const postern = async (...args) => {
    const { stdout } = await run(pinnedNode(), [cli, ...args, '--json'], { env: { ...process.env, ...env } });
    return JSON.parse(stdout);
  };
  const isNew = !existsSync(path.join(dir, 'partner-made'));
  const made = isNew
    ? await postern('partner', 'create', '--id', id, '--name', 'Stack', '--brand', 'general')
    : await postern('partner', 'add-key', '--partner', id);
  writeFileSync(path.join(dir, 'partner-made'), '');
  return { partnerId: Number(id), keyId: made.keyId, secret: made.secret };
}
