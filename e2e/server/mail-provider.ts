import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { type HostileImap, startHostileImap } from '@postern/testkit/hostile-imap';
import { type SignInProviderServer, startSignInProvider } from '@postern/testkit/sign-in-provider';

const CLIENT = { clientId: 'postern', clientSecret: 'the secret of the client' };
const HOST = '127.0.0.1';

/** A mail provider with a sign-in: an OpenID provider, and a mail server that takes its tokens only. */
export type MailProvider = {
  /** The settings of a panel that is registered there. */
  settings: Record<string, string>;
  /** Where its sign-in is. */
  origin: string;
  /** Opens its sign-in, for panels at these origins. */
  open: (origins: readonly string[]) => Promise<SignInProviderServer>;
  end: () => Promise<void>;
};

/** Starts a mail provider whose mailboxes have this many messages each. */
export async function startMailProvider(messages: number): Promise<MailProvider> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postern-provider-'));
  const port = await freePort();
  const imap: HostileImap = await startHostileImap(HOST, { password: 'nobody has it' });
  const certificate = path.join(folder, 'ca.pem');
  await writeFile(certificate, imap.ca);
  const raw = (at: number) => Buffer.from(`Subject: Letter ${at}\r\nFrom: <rosa@old.example>\r\n\r\nHello ${at}\r\n`);
  imap.folders = [
    {
      ...{ path: 'INBOX', uidValidity: 7 },
      messages: new Map(Array.from({ length: messages }, (_, at) => [at + 1, { raw: raw(at) }])),
    },
  ];
  const opened: SignInProviderServer[] = [];
  const origin = `http://${HOST}:${port}`;
  return {
    origin,
    settings: {
      ...{ POSTERN_IMPORT_GOOGLE_ID: CLIENT.clientId, POSTERN_IMPORT_GOOGLE_SECRET: CLIENT.clientSecret },
      POSTERN_IMPORT_SIGN_IN_URL: origin,
      POSTERN_IMPORT_SIGN_IN_SERVER: `${HOST}:${imap.port}`,
      POSTERN_IMPORT_PRIVATE_ADDRESSES: HOST,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    open: async (origins) => {
      const redirectUris = origins.map((origin) => `${origin}/import-sign-in`);
      const provider = await startSignInProvider({
        ...{ ...CLIENT, port, redirectUris, mailScopes: ['https://mail.google.com/'] },
      });
      imap.accepts = provider.knows;
      opened.push(provider);
      return provider;
    },
    end: async () => {
      for (const provider of opened) await provider[Symbol.asyncDispose]();
      await imap[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
