/**
 * Whether a name stays what it looks like, wherever it is shown or sent: without line breaks and other control characters, and without those
 * that turn the direction of the text after them, as in `exe.gpj` for `jpg.exe`. Words from right to left need none of these.
 */
export const isOneLine = (name: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name);
