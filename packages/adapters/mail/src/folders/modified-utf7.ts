/** A text in modified UTF-7 (RFC 3501 §5.1.3), as IMAP and Dovecot's files name folders. */
export const toModifiedUtf7 = (text: string): string =>
  text.replaceAll('&', '&-').replace(/[^ -~]+/g, (run) => {
    const bytes = Buffer.from(run, 'utf16le').swap16();
    return `&${bytes.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`;
  });
