import nodemailer from 'nodemailer';

export type SentMail = { accepted: true; sizeBytes: number } | { accepted: false; code: number };

/** Sends a message, like a mail server on the internet. */
export async function sendMail(smtpPort: number, to: string, attachmentBytes = 0): Promise<SentMail> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, secure: false });
  try {
    const sent = await transport.sendMail({
      from: 'guest@elsewhere.example',
      to,
      subject: 'Two loaves for Saturday',
      text: 'Please keep two loaves for me.',
      attachments: attachmentBytes > 0 ? [{ filename: 'list.bin', content: Buffer.alloc(attachmentBytes, 7) }] : [],
    });
    return { accepted: true, sizeBytes: (sent as { messageSize?: number }).messageSize ?? 0 };
  } catch (error) {
    const code = (error as { responseCode?: number }).responseCode;
    if (code === undefined) throw error;
    return { accepted: false, code };
  } finally {
    transport.close();
  }
}
