import type { Sealer } from '../../secrets/seal.ts';
import type { ImportKey, ImportRow } from './mail-import-repository.ts';

/** The password of a source as it is stored: only this import's row can be opened with it. */
export const sealPassword = (sealer: Sealer, key: Pick<ImportKey, 'customerId' | 'taskId'>, password: string): string =>
  sealer.seal(password, boundTo(key));

/** The password; null once it is erased. */
export const openPassword = (sealer: Sealer, row: ImportRow): string | null =>
  row.sealedPassword === null ? null : sealer.open(row.sealedPassword, boundTo(row));

const boundTo = ({ customerId, taskId }: Pick<ImportKey, 'customerId' | 'taskId'>) =>
  `mail-import/${customerId}/${taskId}`;
