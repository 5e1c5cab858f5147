import type { PanelMessage } from '@postern/embed/messages';
import { isFramed } from './frame.ts';

let line: ((message: PanelMessage) => void) | null = null;
let early: PanelMessage[] = [];

/**
 * Tells the page around the panel something, if there is one. Messages sent before the connection is ready aren't lost; its code is loaded
 * only in a frame.
 */
export function tellHost(message: PanelMessage): void {
  if (!isFramed()) return;
  if (line) line(message);
  else early.push(message);
}

/** Gives the line along which messages go from now on; null cuts it. */
export function connectHost(next: typeof line): void {
  line = next;
  if (line) for (const message of early) line(message);
  early = [];
}
