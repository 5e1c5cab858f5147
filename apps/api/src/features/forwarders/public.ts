export { countRecipientsOf, type ForwarderChoice, leaveForwarders, readForwarderChoice } from './leave-forwarders.ts';
