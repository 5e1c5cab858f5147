import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { startTestApp, type TestApp } from './start-test-app.ts';

export type PanelPair = {
  app: TestApp;
  /** Another instance on the same database. */
  second: TestApp;
  /** The addresses whose mail sessions either instance has ended, oldest first. */
  ended: string[];
  /** Sends a message from outside; returns the code of the answer: '250', '550'. */
  send: (to: string, raw?: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** Two instances of the panel side by side, without webhooks. */
export async function startPanelPair(): Promise<PanelPair> {
  const ended: string[] = [];
  const wrapMail: NonNullable<Parameters<typeof startTestApp>[0]>['wrapMail'] = (mail) => ({
    ...mail,
    endSessions: async (mailbox) => {
      ended.push(mailbox.address);
      await mail.endSessions(mailbox);
    },
  });
  const app = await startTestApp({ webhooks: false, wrapMail });
  const second = await startTestApp({ beside: app, wrapMail });
  const smtp = { host: '127.0.0.1', port: app.smtpPort };
  return {
    app,
    second,
    ended,
    send: async (to, raw = aMessage('hello')) => (await sendMail(smtp, { to, raw })).reply.slice(0, 3),
    stop: async () => {
      await second.stop();
      await app.stop();
    },
  };
}
