import type { FastifyInstance } from 'fastify';
import { escapeHtml, EVALUATION_HEADERS, evaluationPage } from './evaluation-page.ts';

/** Reads the outbox folder. */
export type Outbox = {
  list: () => Promise<{ name: string; subject: string; to: string }[]>;
  read: (name: string) => Promise<{ subject: string; to: string; text: string } | null>;
};

/** In evaluation no mail leaves the machine. Mail that would have been sent can be read at `/evaluation/outbox`. */
export function outboxPages(app: FastifyInstance, outbox: Outbox): void {
  app.get('/evaluation/outbox', async (_request, reply) => {
    const messages = await outbox.list();
    const items = messages.map(
      (message) =>
        `<li><a href="/evaluation/outbox/${encodeURIComponent(message.name)}">${escapeHtml(message.subject)}</a><small>to ${escapeHtml(message.to)}</small></li>`,
    );
    const list = items.length === 0 ? '<p>Nothing has been sent yet.</p>' : `<ul>${items.join('')}</ul>`;
    return reply
      .headers(EVALUATION_HEADERS)
      .send(
        evaluationPage(
          'Outbox',
          `<h1>Outbox</h1><p>In evaluation mode, you find the mail that the panel sends here.</p>${list}`,
        ),
      );
  });
  app.get<{ Params: { name: string } }>('/evaluation/outbox/:name', async (request, reply) => {
    const message = await outbox.read(request.params.name);
    if (message === null)
      return reply
        .code(404)
        .headers(EVALUATION_HEADERS)
        .send(
          evaluationPage(
            'Not found',
            '<h1>This message does not exist.</h1><p><a href="/evaluation/outbox">Back to the outbox</a></p>',
          ),
        );
    const body = linkify(escapeHtml(message.text));
    return reply
      .headers(EVALUATION_HEADERS)
      .send(
        evaluationPage(
          message.subject,
          `<p><a href="/evaluation/outbox">Back to the outbox</a></p><h1>${escapeHtml(message.subject)}</h1><small>to ${escapeHtml(message.to)}</small><pre>${body}</pre>`,
        ),
      );
  });
}

const linkify = (escaped: string): string =>
  escaped.replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`);
