import type { Forwarder } from '@postern/contract/forwarders';

/** What is open over the list. */
export type ForwarderDialog =
  | { kind: 'create' }
  | { kind: 'recipients'; forwarder: Forwarder }
  | { kind: 'delete'; forwarder: Forwarder };
