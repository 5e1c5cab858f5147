import { parsePanelDate } from './parse-panel-date.ts';
import type { PlainDate } from './plain-date.ts';

/** An instant as the API writes it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * A date to show on a screen: a day, which is the same everywhere, or an instant, whose day depends on the reader's time zone.
 * A day is in one of the three accepted formats; anything else throws 'Invalid Date object provided'. Spec 1 §9.
 */
export function readShownDate(text: string): { day: PlainDate } | { instant: Date } {
  if (!INSTANT.test(text)) return { day: parsePanelDate(text) };
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new Error('Invalid Date object provided');
  return { instant };
}
