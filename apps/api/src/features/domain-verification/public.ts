export {
  claimCheck,
  type ConnectionRow,
  endCheck,
  ensureConnection,
  findConnection,
  listDueConnections,
  lockConnection,
  setVerified,
} from './verification-repository.ts';
