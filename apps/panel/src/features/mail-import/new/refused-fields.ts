import { fieldCodes, hasCode } from '../../../lib/http/api-error.ts';
import { IMAP_PORT, IMAPS_PORT } from '@postern/domain/mail-import';
import { serverProblem, type Typed, type Wrong } from './typed-import.ts';

/** The ports that the operator allows, as text. */
const portsIn = ({ allowed }: Record<string, unknown>): string =>
  (Array.isArray(allowed) && allowed.length > 0 ? allowed : [IMAPS_PORT, IMAP_PORT]).map(String).join(', ');

/** The fields that the server refused; empty if its answer is about the whole form. */
export function refusedFields(error: unknown, sent: Typed): Wrong {
  const signsIn = sent.signInId !== '';
  if (signsIn && (hasCode(error, 'IMAP_AUTH_FAILED') || hasCode(error, 'IMPORT_SIGN_IN_NEEDED')))
    return { signInId: { key: 'errors.IMPORT_SIGN_IN_NEEDED' } };
  if (hasCode(error, 'IMAP_AUTH_FAILED')) return { remotePassword: { key: 'mailImport.new.passwordRefused' } };
  if (hasCode(error, 'MAIL_SERVER_UNREACHABLE')) return { host: { key: 'mailImport.new.hostUnreachable' } };
  if (hasCode(error, 'STARTTLS_MISSING')) return { port: { key: 'mailImport.new.noStarttls' } };
  if (hasCode(error, 'HOST_NOT_ALLOWED'))
    return error.attrs['reason'] === 'PORT'
      ? { port: { key: 'mailImport.new.portNotAllowed', values: { ports: portsIn(error.attrs) } } }
      : { host: { key: 'mailImport.new.hostNotAllowed' } };
  const refused: Wrong = {};
  for (const [path, code] of Object.entries(fieldCodes(error))) {
    if (path === 'host' || path === 'port') Object.assign(refused, serverProblem(code), refused);
    if (path === 'host' && !refused.host) refused.host = { key: 'mailImport.new.hostInvalid' };
    if (path === 'port' && !refused.port) refused.port = { key: 'mailImport.new.portInvalid' };
    if (path === 'remoteEmail') refused.remoteEmail = { key: 'mailImport.new.emailInvalid' };
    if (path === 'remotePassword') refused.remotePassword = { key: 'mailImport.new.passwordRefused' };
    if (path === 'ownerEmail') refused.ownerEmail = { key: 'mailImport.new.ownerInvalid' };
    if (path === 'notificationEmail') refused.notificationEmail = { key: 'mailImport.new.notificationInvalid' };
    if (path === 'destinationEmail') refused.destinationEmail = { key: 'mailImport.new.destinationGone' };
  }
  return refused;
}
