import { type FileDownload, placeInput } from '@postern/contract/operation';
import { ApiError } from './api-error.ts';
import { headersOf, refuse, urlOf } from './api-client.ts';
import { saveFile } from './save-file.ts';

/**
 * Downloads the answer of a call as a file. A link would not do, because the call needs the session's header. There is no time-out: a long
 * list takes as long as the line needs. Throws ApiError, also for an answer that breaks off before its end.
 */
export async function downloadFile(
  download: Pick<FileDownload, 'path' | 'method' | 'access'>,
  input: Record<string, string | undefined>,
  fileName: string,
): Promise<void> {
  const { path, rest } = placeInput(download.path, input);
  const ask = () => fetch(urlOf(download, path, rest), { headers: headersOf(download, {}) });
  const response = await orNetworkError(ask);
  if (!response.ok) throw refuse(download, response, await response.json().catch(() => null));
  saveFile(fileName, await orNetworkError(() => response.blob()));
}

async function orNetworkError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new ApiError('network', {}, cause);
  }
}
