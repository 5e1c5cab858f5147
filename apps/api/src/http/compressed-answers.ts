import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Operation } from '@postern/contract/operation';
import negotiator from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A shorter text fits into the first packet as it is. */
const WORTH_IT_BYTES = 1024;
/**
 * Up to this size compressing takes less than a millisecond, so it happens at once. Node's few threads do longer texts: there they queue
 * behind the hashing of passwords, which would delay every short answer while people sign in.
 */
const AT_ONCE_BYTES = 64 * 1024;

/** The level from which on the time grows faster than what it saves. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: 4 };

const METHODS = {
  br: {
    atOnce: (text: string) => brotliCompressSync(text, BROTLI),
    inThread: (text: string) => promisify(brotliCompress)(text, BROTLI),
  },
  gzip: {
    atOnce: (text: string) => gzipSync(text, GZIP),
    inThread: (text: string) => promisify(gzip)(text, GZIP),
  },
};

/**
 * The operations whose answer holds a secret. It is sent as it is: the length of a compressed text reveals the rest of it to an attacker
 * who watches the line and chooses a part of the text (BREACH).
 */
const ANSWERS_WITH_SECRETS: ReadonlySet<string> = new Set([
  // Tokens of a session, a purchase or a programme.
  ...[
    'signIn',
    'signInByTotp',
    'authenticateByJwt',
    'authenticateByToken',
    'authenticateByWebmail',
    'createLoginToken',
    'createProvisionCode',
    'exchangeProvisionCode',
    'validateToken',
    'switchBundle',
    'authenticatePurchase',
    'completePurchase',
    'signInStaff',
    'signInStaffByTotp',
    'openVisit',
    'enterVisit',
    'generateReferralToken',
  ],
  // What confirms a payment.
  ...[
    'initiatePurchase',
    'startPayment',
    'startAddingCard',
    'confirmSandboxPayment',
    'readPaymentType',
    'requestRenewalPayment',
  ],
  // Passwords, second factors, and links that need neither.
  ...['createAppPassword', 'startTotp', 'enableTotp', 'renewRecoveryCodes', 'readBulk'],
  ...['startStaffTotp', 'enableStaffTotp'],
  ...['createInstructionLink', 'listInstructionLinks'],
  // Signed requests to others.
  ...['startDomainConnect', 'makeEntriToken', 'startImportSignIn'],
]);

/** What the route of an operation needs to compress its answers. Without it nothing is compressed, so a stream of events never is. */
export const compressing = ({ id }: Pick<Operation, 'id'>) =>
  ANSWERS_WITH_SECRETS.has(id) ? {} : { onSend: compressAnswer };

/** As a route's `onSend`. A refusal is short, and may hold what the answer doesn't. */
async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isAnswer = typeof payload === 'string' && reply.statusCode < 400;
  return isAnswer ? compressText(request, reply, payload) : payload;
}

/** A text without secrets, compressed as the browser accepts it. Sets the headers for it. */
export async function compressText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  if (text.length < WORTH_IT_BYTES || request.method === 'HEAD') return text;
  reply.header('vary', 'accept-encoding');
  const accepted = negotiator.negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (accepted !== 'br' && accepted !== 'gzip') return text;
  reply.header('content-encoding', accepted).removeHeader('content-length');
  const { atOnce, inThread } = METHODS[accepted];
  return text.length <= AT_ONCE_BYTES ? atOnce(text) : inThread(text);
}
