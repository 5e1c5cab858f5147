import type { AppPassword } from '@postern/contract/app-passwords';
import type { AppPasswordRow } from './app-password-repository.ts';

export const toAppPassword = ({ appPasswordId, name, createdAt }: Omit<AppPasswordRow, 'secretHash'>): AppPassword => ({
  id: appPasswordId,
  name,
  createdAt: createdAt.toISOString(),
});
