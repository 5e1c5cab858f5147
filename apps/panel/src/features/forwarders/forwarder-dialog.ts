import type { Forwarder } from '@postern/contract/forwarders';

/** The open dialog. */
export type ForwarderDialog =
  | { kind: 'create' }
  | { kind: 'recipients'; forwarder: Forwarder }
  | { kind: 'delete'; forwarder: Forwarder };
