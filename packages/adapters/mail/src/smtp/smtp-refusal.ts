import { isErrno } from '../folders/errno.ts';

/** A refusal, with its enhanced code (RFC 3463) in the text. The SMTP library reads `responseCode`. */
export class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.name = 'SmtpRefusal';
    this.responseCode = responseCode;
  }
}

export const unknownRecipient = () => new SmtpRefusal(550, '5.1.1 No such mailbox here');
export const unsupportedParameter = (name: string) =>
  new SmtpRefusal(555, `5.5.4 Unsupported option: ${name.slice(0, 40)}`);
export const relayDenied = () => new SmtpRefusal(554, '5.7.1 Relay access denied');
export const notProvenYet = () =>
  new SmtpRefusal(
    450,
    '4.7.1 Mail for this domain does not arrive here yet, as its MX record was not seen to lead here. It is being checked now, please try again',
  );
export const mailboxDisabled = () => new SmtpRefusal(554, '5.2.1 Mailbox disabled, not accepting messages');
export const overQuota = () => new SmtpRefusal(552, '5.2.2 Mailbox is full');
export const messageTooLarge = () => new SmtpRefusal(552, '5.3.4 Message is larger than this system accepts');
export const headerTooLarge = () => new SmtpRefusal(552, '5.3.4 The header of the message is too large');
export const tryLater = () => new SmtpRefusal(451, '4.3.0 Temporary failure, try again later');
const noSpace = () => new SmtpRefusal(452, '4.3.1 Insufficient system storage, try again later');
export const tooManyErrors = () => new SmtpRefusal(421, '4.7.0 Too many errors');
export const shuttingDown = () => new SmtpRefusal(421, '4.3.2 Service is shutting down');

/** The answer to an error: a refusal as it is, a full disk as such; anything else defers the mail, so that none is lost. */
export function refusalFor(error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error;
  return isErrno(error, 'ENOSPC', 'EDQUOT') ? noSpace() : tryLater();
}
