import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';

export type Submission = {
  from?: string;
  to: string | string[];
  raw: string;
  declaredSizeBytes?: number;
  /** Signs in before sending. */
  auth?: { user: string; pass: string };
};
export type SmtpOutcome = { accepted: string[]; refusals: string[]; reply: string };

/** Sends one message over SMTP and reports every answer; throws only if there was none. */
export async function sendMail(smtp: { host: string; port: number }, submission: Submission): Promise<SmtpOutcome> {
  const { from = 'sender@elsewhere.test', to, raw, declaredSizeBytes, auth } = submission;
  const transport = createTransport({ ...smtp, secure: false, ignoreTLS: true, ...(auth ? { auth } : {}) });
  const envelope = { from, to, ...(declaredSizeBytes === undefined ? {} : { size: declaredSizeBytes }) };
  try {
    const info = await transport.sendMail({ envelope, raw });
    const refused = (info.rejectedErrors ?? []) as { response?: string }[];
    return {
      accepted: info.accepted.map(String),
      refusals: refused.map((error) => error.response ?? ''),
      reply: info.response,
    };
  } catch (error) {
    const { response } = error as { response?: string };
    if (!response) throw error;
    return { accepted: [], refusals: [response], reply: response };
  } finally {
    transport.close();
  }
}

/** A small message whose text can be found again. */
export function aMessage(text: string): string {
  return `From: Sender <sender@elsewhere.test>\r\nSubject: test\r\nMessage-ID: <${randomUUID()}@elsewhere.test>\r\n\r\n${text}\r\n`;
}
