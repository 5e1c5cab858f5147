import { SIGN_IN_NAMES, type SignInProvider } from '@postern/domain/mail-import';
import { type Settings, urlOf } from './setting-values.ts';

const NAMES = {
  google: { id: 'POSTERN_IMPORT_GOOGLE_ID', secret: 'POSTERN_IMPORT_GOOGLE_SECRET' },
  microsoft: { id: 'POSTERN_IMPORT_MICROSOFT_ID', secret: 'POSTERN_IMPORT_MICROSOFT_SECRET' },
} as const satisfies Record<SignInProvider, { id: string; secret: string }>;

export const IMPORT_SIGN_IN_SETTINGS = [
  ...Object.values(NAMES).flatMap(({ id, secret }) => [id, secret]),
  'POSTERN_IMPORT_SIGN_IN_URL',
  'POSTERN_IMPORT_SIGN_IN_SERVER',
];

/** The operator's registrations at mail providers, where people sign in for an import. */
export type ImportSignInConfig = {
  clients: readonly { provider: SignInProvider; clientId: string; clientSecret: string }[];
  /** The provider and the mail server that are used instead of Google's and Microsoft's, in evaluation or a rehearsal. */
  standIn: { issuer: string; host: string; port: number } | null;
};

/** Id and secret are from one registration, so one without the other is a mistake. The secret is in no message. */
export function importSignInOf(settings: Settings): ImportSignInConfig {
  const clients = (Object.keys(NAMES) as SignInProvider[]).flatMap((provider) => {
    const { id, secret } = NAMES[provider];
    const [clientId = '', clientSecret = ''] = [settings.env[id], settings.env[secret]];
    if ((clientId === '') !== (clientSecret === ''))
      settings.refuse(
        `${id} and ${secret} must both be set, or neither. They are from your registration at ${SIGN_IN_NAMES[provider]}.`,
      );
    return clientId === '' || clientSecret === '' ? [] : [{ provider, clientId, clientSecret }];
  });
  return { clients, standIn: standInOf(settings) };
}

/** Tokens of real mailboxes go to the published servers only. */
function standInOf(settings: Settings): ImportSignInConfig['standIn'] {
  const issuer = urlOf(settings, 'POSTERN_IMPORT_SIGN_IN_URL', ['http:', 'https:']);
  const server = settings.env['POSTERN_IMPORT_SIGN_IN_SERVER'] || null;
  if (issuer === null && server === null) return null;
  if (settings.mode === 'production' && !settings.isRehearsal)
    settings.refuse(
      `${issuer === null ? 'POSTERN_IMPORT_SIGN_IN_SERVER' : 'POSTERN_IMPORT_SIGN_IN_URL'} is for evaluation and rehearsals: in production people sign in at Google and Microsoft only. Leave it out.`,
    );
  const [, host = '', port = ''] = /^([^:\s]+):(\d{1,5})$/.exec(server ?? '') ?? [];
  if (issuer === null || host === '' || Number(port) > 65_535) {
    settings.refuse(
      'POSTERN_IMPORT_SIGN_IN_URL needs POSTERN_IMPORT_SIGN_IN_SERVER, and it must be a mail server such as imap.example.com:993.',
    );
    return null;
  }
  return { issuer, host, port: Number(port) };
}
