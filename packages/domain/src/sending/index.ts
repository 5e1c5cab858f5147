export { checkOriginators } from './check-originators.ts';
export type { OriginatorRefusal } from './check-originators.ts';
export { decideSending, SENDING_SPANS, spanEnd, spanStart } from './sending-limits.ts';
export type {
  NoticeLevel,
  SendingCount,
  SendingNotice,
  SendingRefusal,
  SendingScope,
  SendingSpan,
} from './sending-limits.ts';
