import type { Sweep } from '../feature/feature.ts';
import { type NamedTlsServer, readCertificates } from '../observe/check-certificates.ts';
import type { Metrics } from '../plugins/metrics.ts';

/** Certificates end by the day, and each look is a line in the log of a mail server. */
const EVERY_MILLIS = 600_000;

/** Tells the metrics every ten minutes when the certificates end. */
export const watchCertificates = (servers: readonly NamedTlsServer[], metrics: Metrics): Sweep => ({
  name: 'certificates',
  everyMillis: EVERY_MILLIS,
  run: async () => metrics.onCertificates(await readCertificates(servers)),
});
