import { reportEntityChange, reportPreAuthEvent } from '@postern/contract/events';
import { describeClient } from '../http/user-agent.ts';
import { currentLocale } from '../i18n/texts.ts';
import { readSession } from '../session/session-store.ts';
import { readItem } from '../store/storage.ts';
import type { EventCatalogue, EventName } from './event-catalogue.ts';
import { eventUrl } from './event-url.ts';

type Said<Name extends EventName> =
  Partial<EventCatalogue[Name]> extends EventCatalogue[Name]
    ? [attrs?: EventCatalogue[Name]]
    : [attrs: EventCatalogue[Name]];

/** Reports an event to the operator. Nothing waits for it or fails because of it, and it is sent even when the page is left. */
export function reportEvent<Name extends EventName>(name: Name, ...said: Said<Name>): void;
export function reportEvent(name: EventName, attrs: object = {}): void {
  const { authToken } = readSession();
  const { path } = authToken ? reportEntityChange : reportPreAuthEvent;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'X-Auth': 'controlPanel',
    'X-User-Agent': describeClient(navigator.userAgent, currentLocale()),
  };
  if (authToken) headers['Authorization'] = `Bearer ${authToken}`;
  const body = JSON.stringify({ name, attrs });
  fetch(eventUrl(path, window.location.hostname, developmentHosts()), {
    method: 'POST',
    headers,
    body,
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {});
}

/** A released panel reports only to the host that served it, whatever storage says. */
const developmentHosts = (): { usual: string; eu: string } => ({
  usual: import.meta.env.DEV ? (readItem('local', 'postern.baseUrl') ?? '') : '',
  eu: import.meta.env.DEV ? (readItem('local', 'postern.euBaseUrl') ?? '') : '',
});
