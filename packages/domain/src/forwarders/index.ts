export { canAddForwarder, checkForwarderAddress, checkRecipient, checkRecipientCount } from './check-forwarder.ts';
export type {
  ForwarderAddressRefusal,
  RecipientCountRefusal,
  RecipientKind,
  RecipientRefusal,
} from './check-forwarder.ts';
export { mayWithForwarders } from './forwarder-permissions.ts';
