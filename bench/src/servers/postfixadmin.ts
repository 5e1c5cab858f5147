import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { spawnProcess } from '@postern/testkit/spawn-process';
import type { Defer } from '../clean-ups.ts';
import { fillPostfixAdminSql, PFA_ADMIN } from './fill-postfixadmin.ts';
import { domainOf, SIZES, type Size } from './people.ts';
import type { Postgres } from './production-postgres.ts';
import { POSTFIXADMIN_DATABASE, writePostfixAdmin } from './write-postfixadmin.ts';

const PAGE_SIZES = [100, 10] as const;
const SESSIONS = 4;

type PageQuestion = {
  size: Size;
  pageSize: (typeof PAGE_SIZES)[number];
  offset?: number;
  search?: string;
  /** Which session to use; PHP runs one request per session at a time. */
  worker?: number;
};

type NewMailbox = { domain: string; localPart: string; worker: number };

export type PostfixAdmin = {
  version: string;
  readPage: (question: PageQuestion) => Promise<string>;
  /** Sends the form that a person would fill in. */
  createMailbox: (wanted: NewMailbox) => Promise<void>;
  /** The list of a domain's mailboxes for a browser, and the cookie of a session for it. */
  listUrl: (size: Size) => string;
  cookie: string;
};

/** Debian's PostfixAdmin on nginx and php-fpm, with the same people in its own database. */
export async function startPostfixAdmin(
  folder: string,
  unpacked: string,
  postgres: Postgres,
  defer: Defer,
): Promise<PostfixAdmin> {
  const home = path.join(folder, 'postfixadmin');
  const ports = { nginx: await freePort(), fpm: await freePort() };
  await postgres.run('postgres', `create database ${POSTFIXADMIN_DATABASE}`);
  const files = writePostfixAdmin(home, unpacked, postgres, { ports, pageSizes: PAGE_SIZES });
  // www-data writes sessions, templates and temporary files here.
  for (const name of [home, ...readdirSync(home, { recursive: true }).map((one) => path.join(home, String(one)))])
    if (/(sessions|templates_c|postfixadmin)$/.test(name)) chmodSync(name, 0o777);
  execFileSync('php8.2', ['upgrade.php'], { cwd: path.join(files.app, 'public'), stdio: ['ignore', 'ignore', 'pipe'] });
  for (const size of SIZES) await postgres.run(POSTFIXADMIN_DATABASE, ...fillPostfixAdminSql(size));
  await postgres.run(POSTFIXADMIN_DATABASE, 'vacuum analyze');

  const fpm = await spawnProcess({ command: 'php-fpm8.2', args: ['-y', files.fpmConfig, '-F'] });
  defer(async () => void (await fpm.end('SIGQUIT')));
  const nginx = await spawnProcess({
    command: 'nginx',
    args: ['-e', `${home}/nginx-error.log`, '-c', files.nginxConfig],
    ready: { url: `http://127.0.0.1:${ports.nginx}/app-10/login.php` },
  });
  defer(async () => void (await nginx.end('SIGQUIT')));
  const origin = `http://127.0.0.1:${ports.nginx}`;
  const sessions: Record<number, string[]> = {};
  for (const pageSize of PAGE_SIZES) {
    sessions[pageSize] = [];
    for (let made = 0; made < SESSIONS; made += 1) sessions[pageSize].push(await signIn(`${origin}/app-${pageSize}`));
  }
  const version = /^postfixadmin_(.*)_all[.]deb$/;
  const deb = readdirSync(path.dirname(unpacked)).find((name) => version.test(name)) ?? '';
  return {
    version: version.exec(deb)?.[1] ?? 'unknown',
    listUrl: (size) => `${origin}/app-10/list-virtual.php?domain=${domainOf(size)}`,
    cookie: sessions[10]?.[0] ?? '',
    createMailbox: (wanted) => createMailbox(`${origin}/app-100`, sessions[100]?.[wanted.worker] ?? '', wanted),
    readPage: (question) =>
      readPage(
        `${origin}/app-${question.pageSize}`,
        sessions[question.pageSize]?.[question.worker ?? 0] ?? '',
        question,
      ),
  };
}

/** Signs in as a browser does: the form with its token, then the cookie. */
async function signIn(app: string): Promise<string> {
  const form = await fetch(`${app}/login.php`);
  const cookie = cookieOf(form);
  const token = /name="token" value="([^"]+)"/.exec(await form.text())?.[1] ?? '';
  const answer = await fetch(`${app}/login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ fUsername: PFA_ADMIN.name, fPassword: PFA_ADMIN.password, token, lang: 'en' }),
  });
  if (answer.status !== 302)
    throw new Error(`Signing in to PostfixAdmin failed: ${answer.status} ${await answer.text()}`);
  return cookieOf(answer) || cookie;
}

async function createMailbox(app: string, cookie: string, { domain, localPart }: NewMailbox): Promise<void> {
  const address = `${app}/edit.php?${new URLSearchParams({ table: 'mailbox', domain })}`;
  const form = await (await fetch(address, { headers: { cookie } })).text();
  const token = /name="token" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const password = 'Xk92-harbour-Lamp';
  const values = {
    local_part: localPart,
    domain,
    password,
    password2: password,
    name: localPart,
    quota: '0',
    active: '1',
  };
  const fields = Object.entries(values).map(([name, value]): [string, string] => [`value[${name}]`, value]);
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([...fields, ['table', 'mailbox'], ['token', token], ['submit', 'Save']]),
  });
  const page = await answer.text();
  // On success it redirects to the form for the next one; else it shows the form with the errors.
  if (answer.status !== 302 || answer.headers.get('location')?.startsWith('edit.php') !== true)
    throw new Error(`PostfixAdmin didn't create ${localPart}@${domain}: ${answer.status} ${page.slice(0, 500)}`);
}

const cookieOf = (answer: Response): string => (answer.headers.getSetCookie().at(-1) ?? '').split(';')[0] ?? '';

async function readPage(app: string, cookie: string, { size, offset = 0, search }: PageQuestion): Promise<string> {
  const query = new URLSearchParams({ domain: domainOf(size), limit: String(offset) });
  if (search !== undefined) query.set('search[_]', search);
  const answer = await fetch(`${app}/list-virtual.php?${query}`, { headers: { cookie }, redirect: 'manual' });
  const page = await answer.text();
  if (answer.status !== 200) throw new Error(`PostfixAdmin answered ${answer.status}: ${page.slice(0, 500)}`);
  return page;
}
