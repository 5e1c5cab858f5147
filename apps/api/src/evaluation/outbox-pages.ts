import type { FastifyInstance } from 'fastify';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:44rem;padding:2rem 1rem;color:#1c2321;background:#fbfbf8}h1{font-size:1.5rem}a{color:#0b5d50}li{padding:.7rem 0;border-bottom:1px solid #e3e3dd;list-style:none}ul{padding:0}small{color:#5a6360;display:block}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #e3e3dd;border-radius:10px;padding:1rem;font:inherit}@media(prefers-color-scheme:dark){body{background:#121615;color:#e8ecea}a{color:#6cc9b8}li,pre{border-color:#2b3230}pre{background:#1a1f1e}small{color:#a9b3b0}}`;

/** What the pages read; the outbox folder's own reader. */
export type Outbox = {
  list: () => Promise<{ name: string; subject: string; to: string }[]>;
  read: (name: string) => Promise<{ subject: string; to: string; text: string } | null>;
};

/** In evaluation no mail leaves the machine: what would have been sent can be read at `/evaluation/outbox`. */
export function outboxPages(outbox: Outbox): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/evaluation/outbox.css', async (_request, reply) => reply.type('text/css').send(STYLE));
    app.get('/evaluation/outbox', async (_request, reply) => {
      const messages = await outbox.list();
      const items = messages.map(
        (message) =>
          `<li><a href="/evaluation/outbox/${encodeURIComponent(message.name)}">${escapeHtml(message.subject)}</a><small>to ${escapeHtml(message.to)}</small></li>`,
      );
      const list = items.length === 0 ? '<p>Nothing was sent yet.</p>' : `<ul>${items.join('')}</ul>`;
      return reply
        .headers(HEADERS)
        .send(page('Outbox', `<h1>Outbox</h1><p>In evaluation, mail that the panel sends is kept here.</p>${list}`));
    });
    app.get<{ Params: { name: string } }>('/evaluation/outbox/:name', async (request, reply) => {
      const message = await outbox.read(request.params.name);
      if (message === null)
        return reply
          .code(404)
          .headers(HEADERS)
          .send(
            page(
              'Not found',
              '<h1>There is no such message.</h1><p><a href="/evaluation/outbox">Back to the outbox</a></p>',
            ),
          );
      const body = linkify(escapeHtml(message.text));
      return reply
        .headers(HEADERS)
        .send(
          page(
            message.subject,
            `<p><a href="/evaluation/outbox">Back to the outbox</a></p><h1>${escapeHtml(message.subject)}</h1><small>to ${escapeHtml(message.to)}</small><pre>${body}</pre>`,
          ),
        );
    });
  };
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/evaluation/outbox.css"></head><body>${body}</body></html>`;

const linkify = (escaped: string): string =>
  escaped.replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`);

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
