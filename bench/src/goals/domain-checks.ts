import { Resolver } from 'node:dns/promises';
import { createChecks } from '../../../packages/adapters/dns/src/checks.ts';
import { expectedRecords } from '../../../packages/domain/src/domain-connection/index.ts';
import { interleave } from '../load/interleave.ts';
import type { Comparison } from '../report/comparison.ts';
import { type NameServer, startNameServer, zoneName } from '../servers/name-server.ts';
import type { BenchContext } from './context.ts';

const ZONES = 1000;
const AT_ONCE = 32;
const EXPECTED = expectedRecords({
  mxHosts: ['mx1.bench.example'],
  spfText: 'v=spf1 include:spf.zone-1.example ~all',
  ownershipText: 'postern-verification=abc',
  siteA: '192.0.2.10',
  siteCname: 'site.bench.example',
});

/** Goal 7: whole domain checks, compared with plain look-ups of the same names and types, equally many at once. */
export async function measureDomainChecks(
  context: Pick<BenchContext, 'folder' | 'postgres' | 'defer' | 'pace'>,
): Promise<Comparison[]> {
  const { folder, postgres, defer, pace } = context;
  const server = await startNameServer(folder, postgres, defer, { zones: ZONES, caches: true });
  const millis = 1000 * pace.seconds;
  const ours = checksOf(server);
  const bare = bareLookUps(server);
  const samples = await interleave(pace.rounds, {
    postern: () => perSecond(ours.check, millis),
    bare: () => perSecond(bare, millis),
  });
  const what = `Whole checks of domains, ${AT_ONCE} at once`;
  return [
    {
      ...{ goal: 7, what, unit: 'checks/s', ours: samples.postern },
      ...{ other: { name: 'bare dns.Resolver, the same look-ups', sample: samples.bare }, bound: { atLeast: 0.75 } },
    },
    {
      ...{ goal: 7, what: 'The same: questions that were answered', unit: 'questions', ours: [ours.answered()] },
      ...{ other: { name: 'asked', sample: [ours.asked()] }, bound: { atLeast: 1 } },
    },
  ];
}

/** Runs per second, with `AT_ONCE` runs at any time. */
async function perSecond(work: (domain: string) => Promise<void>, millis: number): Promise<number> {
  const started = performance.now();
  let [begun, done] = [0, 0];
  const worker = async () => {
    while (performance.now() - started < millis) {
      begun += 1;
      await work(zoneName(1 + (begun % ZONES)));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (1000 * done) / (performance.now() - started);
}

function checksOf({ port }: NameServer) {
  const { checkDomain } = createChecks([{ address: '127.0.0.1', port }], []);
  let [asked, answered] = [0, 0];
  return {
    asked: () => asked,
    answered: () => answered,
    check: async (domain: string) => {
      const { failure, findings, lookUps } = await checkDomain(domain, EXPECTED);
      const questions = lookUps.flatMap((lookUp) => lookUp.asked);
      asked += questions.length;
      answered += questions.filter(({ outcome }) => outcome !== 'timed-out').length;
      if (failure !== null || findings.some(({ verdict }) => verdict !== 'match'))
        throw new Error(`${domain} is not as it was made: ${failure ?? JSON.stringify(findings)}`);
    },
  };
}

/** The look-ups of a check, one after the other where one needs the result of another. What all domains include is only looked up once a minute. */
function bareLookUps({ port }: NameServer) {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  const none = () => [];
  return async (domain: string) => {
    await Promise.all([
      resolver.resolveNs(domain),
      resolver.resolveTxt(domain),
      resolver.resolveMx(domain),
      resolver
        .resolveCname(domain)
        .catch(none)
        .then(() => Promise.all([resolver.resolve4(domain), resolver.resolve6(domain).catch(none)])),
      resolver.resolveCname(`www.${domain}`),
    ]);
  };
}
