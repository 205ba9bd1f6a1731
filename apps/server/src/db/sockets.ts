import net from 'node:net'

/**
 * All sockets of this process to one database, including those of the queue and of listeners. If the network drops all packets, a socket
 * would stay open for hours; when this is detected, all sockets are closed and everything that waits for them fails at once.
 */
export class Sockets {
  readonly #open = new Set<net.Socket>()

  /** Creates a socket that isn't connected yet; for `stream` of `pg`. */
  readonly make = (): net.Socket => {
    const socket = new net.Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    return socket
  }

  /** Bytes that the open ones have received. */
  received(): number {
    let bytes = 0
    for (const socket of this.#open) bytes += socket.bytesRead
    return bytes
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy()
  }
}
