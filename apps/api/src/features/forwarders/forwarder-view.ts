import type { Forwarder } from '@postern/contract/forwarders';
import type { ForwarderRow } from './forwarder-repository.ts';

/** A forwarder as the API shows it. */
export const toForwarder = (row: ForwarderRow): Forwarder => ({
  forwarderId: row.forwarderId,
  email: row.address,
  recipients: row.recipients.map(({ address }) => address),
});
