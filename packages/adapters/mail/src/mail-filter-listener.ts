import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decideOnMessage } from './mail-filter-decision.ts';
import type { MailLog } from './mail-log.ts';
import type { MailFilterDirectory, SigningKey } from './port.ts';
import { withTimeout } from './with-timeout.ts';

const ANSWER_WITHIN_MS = 1_500;
/** Longer than Rspamd keeps a connection (65 s): of the two that may close one, only Rspamd knows whether it is about to use it. */
const KEEP_ALIVE_MS = 75_000;
const VAULT_PATH = /^\/v1\/dkim\/([a-z0-9.-]+)$/;

export type MailFilterOptions = {
  /** On the loopback address; 0 picks a free one. */
  port: number;
  /** The token that Rspamd sends as `X-Vault-Token`. */
  token: string;
  directory: MailFilterDirectory;
  log: MailLog;
};

/**
 * Answers Rspamd's two requests for every message: what to do with it, and the keys that sign it. The keys are in the form of HashiCorp's
 * Vault, which Rspamd supports. After a failure the answer is 503, and Rspamd makes signed-in senders wait.
 */
export async function startMailFilter(
  options: MailFilterOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
  const wanted = digest(options.token);
  // A static import would also load Node's whole HTTP client, which slows down every start.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    const isKnown = timingSafeEqual(digest(request.headers['x-vault-token'] ?? ''), wanted);
    const answer = isKnown
      ? withTimeout(answerTo(options.directory, request), ANSWER_WITHIN_MS)
      : Promise.resolve(null);
    answer.then(
      (body) => send(response, isKnown ? (body === null ? 404 : 200) : 403, body),
      (error: unknown) => {
        options.log.error({ err: error }, 'the mail filter was not answered');
        send(response, 503, null);
      },
    );
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const digest = (token: string | string[]) => createHash('sha256').update(String(token)).digest();

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === null ? '' : JSON.stringify(body));
}

async function answerTo(directory: MailFilterDirectory, request: IncomingMessage): Promise<unknown> {
  const { method, url = '' } = request;
  if (method === 'POST' && url === '/rspamd/decide')
    return decideOnMessage(directory, readQuestion(await text(request)));
  const domain = VAULT_PATH.exec(url)?.[1];
  if (method !== 'GET' || domain === undefined) return null;
  const keys = await directory.listSigningKeys(domain.toLowerCase());
  return { data: { selectors: keys.map((key) => toVaultShape(key, domain)) } };
}

/** Rspamd sends the header in base64, as it may contain any byte, and the recipients one per line: its JSON turns an empty list into an object. */
function readQuestion(body: string) {
  const { user = '', header, size = '0', recipients = '' } = JSON.parse(body) as Record<string, string>;
  // Of a configuration that is older than this listener: mail waits until the operator has written it again.
  if (header === undefined && user !== '')
    throw new Error('The mail filter sends no header: write its configuration again (mail-config)');
  return {
    user,
    header: Buffer.from(header ?? '', 'base64').toString('utf8'),
    sizeBytes: Number(size),
    recipients: recipients.split('\n').filter((line) => line !== ''),
  };
}

function toVaultShape({ selector, privateKey }: SigningKey, domain: string) {
  return { selector, domain, key: privateKey };
}
