/** Where the embedded mail store reports to; a pino logger fits. Never given message content. */
export type MailLog = {
  info(attrs: object, message: string): void;
  warn(attrs: object, message: string): void;
  error(attrs: object, message: string): void;
};
