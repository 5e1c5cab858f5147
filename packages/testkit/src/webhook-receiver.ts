import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedWebhook {
  rawBody: Buffer;
  headers: IncomingHttpHeaders;
  event: { id: string; type: string; created: number; data: { intentId: string } };
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  received: ReceivedWebhook[];
  /** Resolves with the n-th webhook (from 1) that passes the test, now or later. */
  next(test: (webhook: ReceivedWebhook) => boolean, n?: number): Promise<ReceivedWebhook>;
  /** The status to answer with; 200 by default. */
  answerWith(status: number): void;
}

/** A real server that keeps the webhooks it receives. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const watchers = new Set<() => void>();
  let status = 200;
  const server = createServer((request, response) => {
    void buffer(request).then((rawBody) => {
      received.push({ rawBody, headers: request.headers, event: JSON.parse(rawBody.toString()) });
      response.writeHead(status).end();
      for (const watcher of watchers) watcher();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/sandbox`,
    received,
    next: (test, n = 1) =>
      new Promise((resolve) => {
        const watcher = () => {
          const found = received.filter(test)[n - 1];
          if (!found) return;
          watchers.delete(watcher);
          resolve(found);
        };
        watchers.add(watcher);
        watcher();
      }),
    answerWith: (next) => {
      status = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
