import { hash } from '@node-rs/argon2';
import { interleave } from '../load/interleave.ts';
import { type LoadRequest, runWrk } from '../load/run-wrk.ts';
import type { Comparison } from '../report/comparison.ts';
import { ARGON2 } from '../servers/argon2-options.ts';
import { fillHistoriesSql, HISTORIES, HISTORY_PASSWORD, historyOwner } from '../servers/fill-histories.ts';
import { DATABASE, signIn } from '../servers/postern.ts';
import { type BenchContext, CROWD_CONNECTIONS, p50Millis, perSecond } from './context.ts';

const QUOTE = '/panel/billing/calculate-charge';
const OVERVIEW = '/panel/billing/get-overview';
const oneMore = { orderItems: [{ action: 'buyMoreAccounts', orderType: 'MailSuite', noOfAccounts: 1 }] };

/** Goal 14, billing: quotes a second on orders with a long history, and the call of the billing page, beside a bare read of the same rows. */
export async function measureQuotes(context: BenchContext): Promise<Comparison[]> {
  const { postgres, postern, pace } = context;
  await postgres.run(DATABASE, ...fillHistoriesSql(await hash(HISTORY_PASSWORD, ARGON2)), 'vacuum analyze');
  const sessions: [string, string][] = [];
  let clientHeaders = {};
  for (let number = 1; number <= HISTORIES; number += 1) {
    const { authorization = '', ...others } = await signIn(postern.baseUrl, historyOwner(number), number);
    sessions.push(['authorization', authorization]);
    clientHeaders = others;
  }
  const quotes = sessions.map((header): LoadRequest => ({ method: 'POST', path: QUOTE, header, body: oneMore }));
  const pages = sessions.map((header): LoadRequest => ({ path: OVERVIEW, header }));
  const load = (server: 'postern' | 'bare', requests: LoadRequest[], connections: number) => (isWarmUp: boolean) =>
    runWrk({
      baseUrl: context[server].baseUrl,
      requests,
      headers: clientHeaders,
      connections,
      seconds: isWarmUp ? 1 : pace.seconds,
      folder: context.folder,
    });
  const rates = await interleave(pace.rounds, {
    postern: perSecond(load('postern', quotes, CROWD_CONNECTIONS)),
    bare: perSecond(load('bare', quotes, CROWD_CONNECTIONS)),
  });
  const times = await interleave(pace.rounds, {
    postern: p50Millis(load('postern', pages, 1)),
    bare: p50Millis(load('bare', pages, 1)),
  });
  const name = 'bare read of the same rows';
  return [
    {
      ...{
        goal: 14,
        what: 'Quotes on orders with a long history, 16 connections',
        unit: 'quotes/s',
        ours: rates.postern,
      },
      ...{ other: { name, sample: rates.bare }, bound: { atLeast: 0.5 } },
    },
    {
      ...{ goal: 14, what: 'The call of the billing page, one user, p50', unit: 'ms', ours: times.postern },
      ...{ other: { name, sample: times.bare }, bound: { atMost: 3 } },
    },
  ];
}
