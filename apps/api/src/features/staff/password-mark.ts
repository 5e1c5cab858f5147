import { hashToken } from '../../secrets/tokens.ts';

/** Changes with the password, and tells nothing of it. */
export const markOf = ({ passwordHash }: { passwordHash: string | null }): string =>
  hashToken(`mark:${passwordHash ?? ''}`);
