import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@postern/contract/errors';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { newRequestId } from '../runtime/ids.ts';
import type { Log } from '../runtime/log.ts';
import { problemOf } from './error-handler.ts';
import { PanelError } from './panel-error.ts';
import { API_POLICY, OF_EVERY_ANSWER } from './security-headers.ts';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Longer request lines and headers are refused. */
const HEAD_LIMIT_BYTES = 16 * 1024;

function codeOf({ code, rawPacket }: ConnectionError): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'MALFORMED_REQUEST';
  const packet: unknown = rawPacket;
  const line = Buffer.isBuffer(packet) ? packet.indexOf('\r\n') : 0;
  return line === -1 || line > HEAD_LIMIT_BYTES ? 'URL_TOO_LONG' : 'HEADERS_TOO_LARGE';
}

type Unreadable = {
  http: { requireHostHeader: false; maxHeaderSize: number };
  clientErrorHandler: (error: ConnectionError, socket: Duplex) => void;
};

/** Fastify options: unparsable requests get the same error shape as all others, if the connection still accepts an answer. */
export function refusesUnreadable(log: Log): Unreadable {
  const clientErrorHandler: Unreadable['clientErrorHandler'] = (error, socket) => {
    const { request, response } = calls.get(socket) ?? {};
    const refuseIt = () => (socket.writable ? refuse(log, socket, codeOf(error), error.code) : void socket.destroy());
    // A complete earlier request is answered first.
    if (request?.complete && !response?.writableFinished) response?.once('finish', refuseIt);
    // No answer if the client has gone, or if it would get mixed into an answer that is being sent.
    else if (error.code === 'ECONNRESET' || (response?.headersSent && !response.writableFinished)) socket.destroy();
    else refuseIt();
  };
  // Node's own error for a missing host would have another shape.
  return { http: { requireHostHeader: false, maxHeaderSize: HEAD_LIMIT_BYTES }, clientErrorHandler };
}

/** The last request of each connection. */
const calls = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();

/** Handles the rest that Node would answer in its own way, or not at all. */
export function installUnreadableRequests(app: FastifyInstance, log: Log): void {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    calls.set(request.socket, { request, response }),
  );
  // Unknown expectations are ignored. RFC 9110 §10.1.1.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit('request', request, response),
  );
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuse(log, socket, 'METHOD_NOT_ALLOWED', 'CONNECT', { allow: '' }),
  );
  app.addHook('onRequest', ({ raw, originalUrl }, _reply, done) =>
    done(hasOneHost(raw, originalUrl) && hasPlainLength(raw) ? undefined : new PanelError('MALFORMED_REQUEST')),
  );
}

/** With several hosts, in headers or in the address, a proxy and we might use different ones. RFC 9112 §3.2. */
function hasOneHost({ httpVersion, rawHeaders, headers }: IncomingMessage, address: string): boolean {
  const [, named] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? [];
  if (named !== undefined && named.toLowerCase() !== headers.host?.toLowerCase()) return false;
  return httpVersion === '1.0' || (httpVersion === '1.1' && countHosts(rawHeaders) === 1);
}

/** The same for where a body ends: only HTTP/1.1 has chunks, and no other coding is understood here. RFC 9112 §6.1. */
const hasPlainLength = ({ httpVersion, headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined ||
  (httpVersion === '1.1' && headers['transfer-encoding'].toLowerCase() === 'chunked');

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

function refuse(log: Log, socket: Duplex, code: ErrorCode, reason = '', more: Record<string, string> = {}): void {
  const requestId = newRequestId();
  const problem = problemOf(new PanelError(code));
  log.info({ requestId, status: problem.status, reason }, 'unreadable request');
  const body = JSON.stringify(problem);
  const headers = {
    ...OF_EVERY_ANSWER,
    ...more,
    'content-security-policy': API_POLICY,
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}
