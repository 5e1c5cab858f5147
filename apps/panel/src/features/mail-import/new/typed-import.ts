import type { ImportTask, testImportConnection } from '@postern/contract/mail-import';
import type { InputOf } from '@postern/contract/operation';
import { isEmailAddress, isRecipientAddress, normaliseEmailAddress } from '@postern/domain/addresses';
import {
  IMAP_PORT,
  IMAPS_PORT,
  type MailServer,
  type MailServerRefusal,
  parseMailServer,
  REMOTE_EMAIL_MAXIMUM_CHARACTERS,
  SIGN_IN_NAMES,
  type SignInProvider,
} from '@postern/domain/mail-import';
import { KNOWN_MAIL_PROVIDERS } from '@postern/domain/mail-providers';
import type { FieldProblem } from '../../../lib/forms/field-problem.ts';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { NewImport } from '../queries.ts';
import type { OfferedSignIn } from '../sign-in/sign-in-queries.ts';

type Security = 'ssl' | 'starttls';

/** What the form holds. */
export type Typed = {
  /** A known provider, or `other`. */
  provider: string;
  remoteEmail: string;
  /** Who has the password: the person at the form, or the owner, who gets a link to enter it. */
  access: 'password' | 'owner';
  remotePassword: string;
  /** A password although its provider offers a sign-in, such as an app password. */
  usesPassword: boolean;
  /** The finished sign-in for the address; empty without one. */
  signInId: string;
  ownerEmail: string;
  host: string;
  port: string;
  /** Only asked for on a port that doesn't tell. */
  security: Security;
  destinationEmail: string;
  notificationEmail: string;
  withJunkAndTrash: boolean;
  leftOut: readonly string[];
  /** The certificate that the person compared. */
  fingerprint: string;
};

export const OTHER_PROVIDER = 'other';

export const NOTHING_TYPED: Typed = {
  provider: OTHER_PROVIDER,
  ...{
    remoteEmail: '',
    access: 'password',
    remotePassword: '',
    usesPassword: false,
    signInId: '',
    ownerEmail: '',
    host: '',
    port: String(IMAPS_PORT),
    security: 'ssl',
  },
  ...{ destinationEmail: '', notificationEmail: '', withJunkAndTrash: false, leftOut: [], fingerprint: '' },
};

/** The same import again. Its password was erased. */
export const typedFrom = (task: ImportTask): Typed => ({
  ...NOTHING_TYPED,
  ...(task.signInWith === undefined ? {} : { provider: task.signInWith }),
  ...{ remoteEmail: task.sourceEmail, host: task.host, port: String(task.port) },
  security: task.ssl ? 'ssl' : 'starttls',
  destinationEmail: task.destinationEmail,
  notificationEmail: task.notificationEmail ?? '',
  // Its owner was asked before, so its owner is asked again.
  ...(task.ownerEmail === undefined ? {} : { access: 'owner' as const, ownerEmail: task.ownerEmail }),
  withJunkAndTrash: task.withJunkAndTrash,
});

/** Whether the port tells how the connection is encrypted (RFC 8314). */
export const isUsualPort = (port: string): boolean => port === String(IMAPS_PORT) || port === String(IMAP_PORT);

const isSsl = ({ port, security }: Typed): boolean =>
  isUsualPort(port) ? port === String(IMAPS_PORT) : security === 'ssl';

const PORT = /^\d{1,5}$/;

/** The server as typed. Which ports are allowed is the operator's choice, so the server says that. */
export function serverOf(typed: Typed): ReturnType<typeof parseMailServer> {
  const digits = typed.port.trim();
  const port = digits === '' ? null : PORT.test(digits) ? Number(digits) : 0;
  const allowedPorts = port === null ? undefined : [port];
  return parseMailServer({ host: typed.host, port, ssl: isSsl(typed), ...(allowedPorts && { allowedPorts }) });
}

const SERVER_TEXTS: Record<MailServerRefusal['code'], { field: 'host' | 'port'; key: MessageKey }> = {
  HOST_REQUIRED: { field: 'host', key: 'mailImport.new.hostRequired' },
  HOST_INVALID: { field: 'host', key: 'mailImport.new.hostInvalid' },
  PORT_INVALID: { field: 'port', key: 'mailImport.new.portInvalid' },
  PORTS_DIFFER: { field: 'host', key: 'mailImport.new.portsDiffer' },
  PORT_NOT_ALLOWED: { field: 'port', key: 'mailImport.new.portNotAllowed' },
};

/** The problem that a server's refusal is, at its field. */
export const serverProblem = (code: string, attrs: object = {}): Wrong => {
  const text = SERVER_TEXTS[code as MailServerRefusal['code']];
  return text === undefined
    ? {}
    : {
        [text.field]: {
          key: text.key,
          values: { ports: `${IMAPS_PORT}, ${IMAP_PORT}`, ...attrs } as FieldProblem['values'],
        },
      };
};

export type Wrong = {
  [Field in
    | 'remoteEmail'
    | 'remotePassword'
    | 'signInId'
    | 'ownerEmail'
    | 'host'
    | 'port'
    | 'destinationEmail'
    | 'notificationEmail']?: FieldProblem | undefined;
};

/** What is wrong with what was typed. Everything is required, except who else is told. Spec 2 §5. */
export function checkTyped(typed: Typed, signsIn = false): Wrong {
  const server = serverOf(typed);
  const notification = typed.notificationEmail.trim();
  const isTold = notification === '' || isRecipientAddress(normaliseEmailAddress(notification));
  const asksOwner = typed.access === 'owner';
  return {
    ...(server.ok ? {} : serverProblem(server.code, server.attrs)),
    remoteEmail: checkUserName(typed.remoteEmail),
    ...(asksOwner ? {} : checkSecret(typed, signsIn)),
    ownerEmail: asksOwner ? checkOwner(typed.ownerEmail) : undefined,
    destinationEmail: typed.destinationEmail === '' ? { key: 'mailImport.new.destinationRequired' } : undefined,
    notificationEmail: isTold ? undefined : { key: 'mailImport.new.notificationInvalid' },
  };
}

/** The password, or the sign-in that takes its place. */
const checkSecret = ({ remotePassword, signInId, provider }: Typed, signsIn: boolean): Wrong =>
  signsIn
    ? signInId === ''
      ? { signInId: { key: 'mailImport.signIn.required', values: { provider: signInName(provider) } } }
      : {}
    : remotePassword === ''
      ? { remotePassword: { key: 'mailImport.new.passwordRequired' } }
      : {};

const signInName = (provider: string): string => SIGN_IN_NAMES[provider as SignInProvider] ?? provider;

/** The address that gets the link to enter the password. */
export function checkOwner(text: string): FieldProblem | undefined {
  if (text.trim() === '') return { key: 'mailImport.new.ownerRequired' };
  return isRecipientAddress(normaliseEmailAddress(text)) ? undefined : { key: 'mailImport.new.ownerInvalid' };
}

/** Nearly always an address, but a few servers have other user names. */
export function checkUserName(text: string): FieldProblem | undefined {
  const name = text.trim();
  if (name === '') return { key: 'mailImport.new.emailRequired' };
  if (name.length > REMOTE_EMAIL_MAXIMUM_CHARACTERS) return { key: 'mailImport.new.emailTooLong' };
  return name.includes('@') && !isEmailAddress(name) ? { key: 'mailImport.new.emailInvalid' } : undefined;
}

/** The part of the form that a test of the connection is about. */
export type TestedSource = InputOf<typeof testImportConnection>;

export function sourceOf(typed: Typed, { host, port }: MailServer): TestedSource {
  return {
    ...{ host, port, ssl: isSsl(typed) },
    remoteEmail: typed.remoteEmail.trim(),
    // Spaces at the ends belong to a password.
    ...(typed.signInId === '' ? { remotePassword: typed.remotePassword } : { signInId: typed.signInId }),
    destinationEmail: typed.destinationEmail,
    ...(typed.fingerprint === '' ? {} : { certificateFingerprint: typed.fingerprint }),
  };
}

/** The whole form, to start with. */
export function importOf(typed: Typed, server: MailServer): NewImport {
  const notification = normaliseEmailAddress(typed.notificationEmail);
  return {
    ...sourceOf(typed, server),
    ...(notification === '' ? {} : { notificationEmail: notification }),
    withJunkAndTrash: typed.withJunkAndTrash,
    ...(typed.leftOut.length === 0 ? {} : { leftOutFolders: [...typed.leftOut] }),
  };
}

/** The form of an import whose owner is asked for the password. It has no folders, because listing them needs a sign-in. */
export function askingImportOf(typed: Typed, server: MailServer): NewImport {
  const { remotePassword: _nobodyHasIt, signInId: _nobodyDid, ...source } = sourceOf(typed, server);
  const ownerEmail = normaliseEmailAddress(typed.ownerEmail);
  return { ...source, ownerEmail, withJunkAndTrash: typed.withJunkAndTrash };
}

/** What a test was about: as long as this stays the same, its answer holds. */
export const sourceKey = (source: TestedSource): string =>
  JSON.stringify(Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The server of a known provider, or of its sign-in, is filled in; the one of another provider goes, a typed one stays. */
export function withProvider(typed: Typed, providerId: string, offers: readonly OfferedSignIn[]): Partial<Typed> {
  const offer = offers.find(({ provider }) => provider === providerId);
  const server = offer ?? KNOWN_MAIL_PROVIDERS.find((one) => one.providerId === providerId)?.server;
  const known = [...offers, ...KNOWN_MAIL_PROVIDERS.map((one) => one.server)];
  const isTyped = !known.some((one) => one?.host === typed.host);
  return {
    ...{ provider: providerId, fingerprint: '', signInId: '', usesPassword: false },
    ...(server ? { host: server.host, port: String(server.port), security: 'ssl' } : isTyped ? {} : { host: '' }),
  };
}
