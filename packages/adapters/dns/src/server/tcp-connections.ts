import type { Socket } from 'node:net';

/** How many connections there may be, and how long one may ask nothing. */
type Limits = { most: number; idleMs: number };

type Place = { address: string; idle: NodeJS.Timeout; isAsker: boolean };

/**
 * The connections that a server has. One that has asked nothing for too long is closed; where all places are taken, a new one gets the
 * place of whoever can spare it best. RFC 7766 §6.2.2, §6.2.3.
 */
export class TcpPlaces {
  readonly #limits: Limits;
  /** Who has asked nothing for the longest comes first. */
  readonly #places = new Map<Socket, Place>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  take(socket: Socket): void {
    const idle = setTimeout(() => socket.destroy(), this.#limits.idleMs);
    this.#places.set(socket, { address: socket.remoteAddress ?? '', idle, isAsker: false });
    socket.once('close', () => {
      clearTimeout(idle);
      this.#places.delete(socket);
    });
    if (this.#places.size > this.#limits.most) this.#findSpared()?.destroy();
  }

  /** A whole question has come. Single bytes don't count: whoever sends them slowly has asked nothing. */
  hasAsked(socket: Socket): void {
    const place = this.#places.get(socket);
    if (place === undefined) return;
    place.isAsker = true;
    place.idle.refresh();
    this.#places.delete(socket);
    this.#places.set(socket, place);
  }

  closeAll(): void {
    for (const socket of this.#places.keys()) socket.destroy();
  }

  /** Of the address that has the most: who never asked, else who has asked nothing for the longest. */
  #findSpared(): Socket | undefined {
    const counts = new Map<string, number>();
    for (const { address } of this.#places.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const spared = [...this.#places].filter(([, { address }]) => counts.get(address) === most);
    return (spared.find(([, { isAsker }]) => !isAsker) ?? spared[0])?.[0];
  }
}
