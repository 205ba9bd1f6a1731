import net from 'node:net'

/**
 * The sockets to one database that this process has open, those of the queue and of listeners among them. A network that passes
 * nothing on keeps a socket open for hours; when this is noticed, all sockets are closed and everything that waits on them fails at once.
 */
export class Sockets {
  readonly #open = new Set<net.Socket>()

  /** Makes a socket that is not connected yet; for `stream` of `pg`. */
  readonly make = (): net.Socket => {
    const socket = new net.Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    return socket
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy()
  }
}
