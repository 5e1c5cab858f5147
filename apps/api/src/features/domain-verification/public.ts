export { addMailAnswers, findMailEvidence, forgetMailEvidence, type MailName } from './domain-mail-repository.ts';
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
