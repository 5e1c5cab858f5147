export {
  addMailAnswers,
  findMailEvidence,
  forgetMailEvidence,
  type MailName,
  takeWantedNames,
  type WantedName,
} from './domain-mail-repository.ts';
export {
  claimCheck,
  type ConnectionRow,
  endCheck,
  ensureConnection,
  findConnection,
  listDueConnections,
  listSeenMx,
  lockConnection,
  setVerified,
} from './verification-repository.ts';
