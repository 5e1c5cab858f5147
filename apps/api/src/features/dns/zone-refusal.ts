import type { DeleteRefusal, UpsertRefusal } from '@postern/domain/dns';
import { PanelError } from '../../http/panel-error.ts';

/** Maps a refused change of a record to the API's error; `reason` names the exact rule. */
export function zoneRefusal(refusal: UpsertRefusal | DeleteRefusal): PanelError {
  const { code, attrs } = refusal;
  switch (code) {
    case 'RECORD_NOT_FOUND':
      return new PanelError('RECORD_NOT_FOUND');
    case 'RECORD_LIMIT_REACHED':
      return new PanelError('RECORD_LIMIT_REACHED', { ...attrs });
    case 'RECORD_TYPE_EXISTS':
    case 'TXT_EXISTS':
    case 'SPF_EXISTS':
    case 'TEXT_STANDS_ALONE':
    case 'HOST_HAS_CNAME':
      return new PanelError('RECORD_EXISTS', { reason: code, ...attrs });
    default:
      return new PanelError('ZONE_FAULT', { reason: code, ...attrs });
  }
}
