import type { Load, LoadRequest } from '../load/run-wrk.ts';
import { runWrk } from '../load/run-wrk.ts';
import type { EndLater } from '../end-later.ts';
import type { Bare } from '../servers/bare.ts';
import type { Size } from '../servers/people.ts';
import type { Postern } from '../servers/postern.ts';
import type { PostfixAdmin } from '../servers/postfixadmin.ts';
import type { Postgres } from '../servers/production-postgres.ts';

/** Everything that runs while the goals are measured. */
export type Ground = {
  folder: string;
  endLater: EndLater;
  postgres: Postgres;
  postern: Postern;
  bare: Bare;
  postfixAdmin: PostfixAdmin;
  /** How many rounds and how long each measurement lasts; a trial run is short. */
  pace: { rounds: number; seconds: number };
};

export const LIST = '/panel/account/email/list';
export const CROWD_CONNECTIONS = 16;

export type Question = { server: 'postern' | 'bare'; size: Size; requests: LoadRequest[]; connections: number };

/** The same requests with the same session to Postern or to its limit. */
export function loadOn(ground: Ground, { server, size, requests, connections }: Question) {
  return (isWarmUp: boolean): Promise<Load> =>
    runWrk({
      baseUrl: ground[server].baseUrl,
      requests,
      headers: ground.postern.headersOf[size],
      connections,
      seconds: isWarmUp ? 1 : ground.pace.seconds,
      folder: ground.folder,
    });
}

export const perSecond = (load: (isWarmUp: boolean) => Promise<Load>) => async (isWarmUp: boolean) =>
  (await load(isWarmUp)).perSecond;

export const p50Millis = (load: (isWarmUp: boolean) => Promise<Load>) => async (isWarmUp: boolean) =>
  (await load(isWarmUp)).p50Millis;
