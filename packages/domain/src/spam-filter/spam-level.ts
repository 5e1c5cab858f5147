/** What the mail server does with a domain's incoming spam. Spec 2 §4, spam filter levels. */
export const SPAM_LEVELS = ['strict', 'basic', 'off'] as const;

export type SpamLevel = (typeof SPAM_LEVELS)[number];

/** The largest message that the mail servers take at any level, with its attachments as they are sent. As in Postfix's configuration. */
export const MESSAGE_MAXIMUM_MB = 50;

/** The level of new domains, which the panel recommends. Spec 2 §4. */
export const RECOMMENDED_SPAM_LEVEL: SpamLevel = 'strict';
