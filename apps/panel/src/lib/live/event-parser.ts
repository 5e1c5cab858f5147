export type ServerEvent = { name: string; data: string };

/**
 * Reads server-sent events from pieces of text, wherever these are cut (HTML Living Standard §9.2.6, with line feeds only, as our
 * server writes). An id counts once its event is whole.
 */
export class EventParser {
  /** The id that came last, also with nothing but it. */
  lastId: string | null = null;
  #rest = '';

  /** On a new connection: what was cut off on the former one comes again. */
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
