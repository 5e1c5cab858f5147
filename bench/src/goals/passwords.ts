import { interleave, type Sample } from '../load/interleave.ts';
import { type LoadRequest, runWrk } from '../load/run-wrk.ts';
import type { Comparison } from '../report/comparison.ts';
import { PASSWORD, tenantOf } from '../servers/fill-postern.ts';
import { domainOf, type Size } from '../servers/people.ts';
import { DATABASE } from '../servers/postern.ts';
import { type BenchContext, LIST, loadOn } from './context.ts';

const SIZE: Size = 10_000;
const HASH_CONNECTIONS = 8;
type Server = 'postern' | 'bare';

/** Each sign-in comes from a different IP address, because otherwise the limit of attempts would answer. */
async function logins({ postgres }: BenchContext): Promise<LoadRequest[]> {
  const people = await postgres.read<{ address: string }>(
    DATABASE,
    `select address from mailbox where customer_id = '${tenantOf(SIZE)}' limit 5000`,
  );
  return people.map(({ address }, at) => ({
    method: 'POST',
    path: '/panel/login',
    header: ['x-forwarded-for', `10.0.${at >> 8}.${at & 255}`],
    body: { email: address, password: PASSWORD },
  }));
}

/** The same calls to the least code that hashes and keeps one row. */
const durable = (requests: LoadRequest[]): LoadRequest[] =>
  requests.map((request) => ({ ...request, path: `/durable${request.path}` }));

let made = 0;
const creations = (count: number): LoadRequest[] =>
  Array.from({ length: count }, () => ({
    method: 'POST',
    path: '/panel/account/email/create',
    body: { email: `new-${(made += 1)}@${domainOf(SIZE)}`, password: `Xk9!${made}-harbour-Lamp` },
  }));

/** Goals 5 and 6: the calls whose cost is one password hash. */
export async function measurePasswords(context: BenchContext): Promise<Comparison[]> {
  const people = await logins(context);
  const rate = (server: Server, requests: () => LoadRequest[]) => async (isWarmUp: boolean) =>
    (await loadOn(context, { server, size: SIZE, requests: requests(), connections: HASH_CONNECTIONS })(isWarmUp))
      .perSecond;
  // More than one run can use, so that no address is used twice.
  const some = () => creations(context.pace.seconds * 400);
  const rates = await interleave(context.pace.rounds, {
    login: rate('postern', () => people),
    durableLogin: rate('bare', () => durable(people)),
    bareLogin: rate('bare', () => people),
    create: rate('postern', some),
    durableCreate: rate('bare', () => durable(some())),
    bareCreate: rate('bare', some),
  });
  const beside = await interleave(context.pace.rounds, {
    postern: () => p99BesideLogins(context, 'postern', people),
    bare: () => p99BesideLogins(context, 'bare', people),
  });
  const bare = 'bare argon2id behind Fastify';
  const limit = 'argon2id and one durable insert behind Fastify';
  const line = (
    goal: number,
    what: string,
    ours: Sample,
    name: string,
    sample: Sample,
    atLeast: number,
  ): Comparison => ({
    ...{ goal, what, unit: 'req/s', ours },
    other: { name, sample },
    bound: { atLeast },
  });
  return [
    line(5, 'Login, 8 connections', rates.login, limit, rates.durableLogin, 0.85),
    line(5, 'Login, 8 connections', rates.login, bare, rates.bareLogin, 0.75),
    {
      goal: 5,
      what: 'First page while logins saturate the machine, p99',
      unit: 'ms',
      ours: beside.postern,
      other: { name: 'the same mix on bare', sample: beside.bare },
      bound: { atMost: 1.5 },
    },
    line(6, 'Create a mailbox with a password, 8 connections', rates.create, limit, rates.durableCreate, 0.85),
    line(6, 'Create a mailbox with a password, 8 connections', rates.create, bare, rates.bareCreate, 0.7),
  ];
}

async function p99BesideLogins(context: BenchContext, server: Server, people: LoadRequest[]): Promise<number> {
  const common = { baseUrl: context[server].baseUrl, headers: context.postern.headersOf[SIZE], folder: context.folder };
  const seconds = context.pace.seconds + 1;
  const [page] = await Promise.all([
    runWrk({ ...common, requests: [{ path: LIST }], connections: 2, seconds }),
    runWrk({ ...common, requests: people, connections: HASH_CONNECTIONS, seconds }),
  ]);
  return page.p99Millis;
}
