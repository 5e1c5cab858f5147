import type { Database } from '../../db/client.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import type { Clock } from '../../runtime/clock.ts';

/** What a check of a domain needs. */
export type CheckDeps = { db: Database; clock: Clock; dns: DnsServices };
