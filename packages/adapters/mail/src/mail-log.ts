/** The logger of the mail store, such as pino. Nothing that is logged contains message content. */
export type MailLog = {
  info(attrs: object, message: string): void;
  warn(attrs: object, message: string): void;
  error(attrs: object, message: string): void;
};
