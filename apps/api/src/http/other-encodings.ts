import type { FastifyInstance } from 'fastify';
import { PanelError } from './panel-error.ts';

/** JSON is UTF-8 (RFC 8259 §8.1), which includes US-ASCII. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Refuses bodies that would be misread, before they are read: compressed ones, and JSON in another charset. */
export function refusesOtherEncodings(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    const [, charset = 'utf-8'] =
      /^application\/json\b.*;\s*charset="?([^";\s]*)/i.exec(headers['content-type'] ?? '') ?? [];
    const isOurs = encoding.trim().toLowerCase() === 'identity' && CHARSETS.has(charset.toLowerCase());
    done(isOurs ? undefined : new PanelError('UNSUPPORTED_MEDIA_TYPE'));
  });
}
