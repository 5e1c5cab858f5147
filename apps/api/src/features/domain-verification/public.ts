export {
  addMailAnswers,
  findMailEvidence,
  forgetMailEvidence,
  type MailName,
  noteLeftNames,
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
