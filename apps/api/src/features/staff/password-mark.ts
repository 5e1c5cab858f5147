import { hashToken } from '../../secrets/tokens.ts';

/** A value that changes with the password but reveals nothing about it. */
export const markOf = ({ passwordHash }: { passwordHash: string | null }): string =>
  hashToken(`mark:${passwordHash ?? ''}`);
