export type ServerEvent = { name: string; data: string };

/**
 * Parses server-sent events from chunks of text, wherever these are cut (HTML Living Standard §9.2.6, with line feeds only, as our
 * server writes). An id counts once its event is complete.
 */
export class EventParser {
  /** The last id received, even in an event that has nothing else. */
  lastId: string | null = null;
  #rest = '';

  /** Drops an incomplete event; for a new connection, on which the server sends it again. */
  begin(): void {
    this.#rest = '';
  }

  read(text: string): ServerEvent[] {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.#readBlock(block) ?? []);
  }

  #readBlock(block: string): ServerEvent | null {
    let name = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
      if (field === 'id') this.lastId = value;
    }
    return data.length === 0 ? null : { name, data: data.join('\n') };
  }
}
