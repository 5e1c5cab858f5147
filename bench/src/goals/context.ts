import type { Defer } from '../clean-ups.ts';
import type { Load, LoadRequest } from '../load/run-wrk.ts';
import { runWrk } from '../load/run-wrk.ts';
import type { BareServer } from '../servers/bare.ts';
import type { Size } from '../servers/people.ts';
import type { Postern } from '../servers/postern.ts';
import type { PostfixAdmin } from '../servers/postfixadmin.ts';
import type { Postgres } from '../servers/production-postgres.ts';

/** The servers and settings of a benchmark run. */
export type BenchContext = {
  folder: string;
  defer: Defer;
  postgres: Postgres;
  postern: Postern;
  bare: BareServer;
  postfixAdmin: PostfixAdmin;
  /** The number of rounds, and the length of each; a trial run is short. */
  pace: { rounds: number; seconds: number };
};

export const LIST = '/panel/account/email/list';
export const CROWD_CONNECTIONS = 16;

export type LoadTarget = { server: 'postern' | 'bare'; size: Size; requests: LoadRequest[]; connections: number };

/** Sends the same requests with the same session to Postern or to the bare server. */
export function loadOn(context: BenchContext, { server, size, requests, connections }: LoadTarget) {
  return (isWarmUp: boolean): Promise<Load> =>
    runWrk({
      baseUrl: context[server].baseUrl,
      requests,
      headers: context.postern.headersOf[size],
      connections,
      seconds: isWarmUp ? 1 : context.pace.seconds,
      folder: context.folder,
    });
}

export const perSecond = (load: (isWarmUp: boolean) => Promise<Load>) => async (isWarmUp: boolean) =>
  (await load(isWarmUp)).perSecond;

export const p50Millis = (load: (isWarmUp: boolean) => Promise<Load>) => async (isWarmUp: boolean) =>
  (await load(isWarmUp)).p50Millis;
