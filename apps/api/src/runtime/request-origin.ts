import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf } from '@postern/domain/sign-in';
import { describeUserAgent } from '@postern/domain/user-agents';
import type { VisitStamp } from './visit-stamp.ts';

/** Where a request comes from, and the support visit it belongs to. */
type Caller = { ip: string; agent: string; visit?: VisitStamp };

/** Where a change comes from, as people are shown it. */
export type RequestOrigin = { network: string; browser: string; os: string };

const callers = new AsyncLocalStorage<Caller>();

/** Runs the work of one request. Everything that is recorded in it has its origin, however deep it is called. */
export const callFrom = <T>(caller: Caller, run: () => T): T => callers.run(caller, run);

/** Null outside a request: for what a job, a sweep or the operator does. */
export function requestOrigin(): RequestOrigin | null {
  const caller = callers.getStore();
  return caller === undefined ? null : { network: networkOf(caller.ip), ...describeUserAgent(caller.agent) };
}

/** The support visit in which the request is made; null outside visits. */
export const currentVisit = (): VisitStamp | null => callers.getStore()?.visit ?? null;
