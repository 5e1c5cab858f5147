import type { Forwarder } from '@postern/contract/forwarders';
import type { ForwarderRow } from './forwarder-repository.ts';

/** A row to the contract's shape. */
export const toForwarder = (row: ForwarderRow): Forwarder => ({
  forwarderId: row.forwarderId,
  email: row.address,
  recipients: row.recipients.map(({ address }) => address),
});
