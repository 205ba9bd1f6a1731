import net from 'node:net'

/** A network between a program and a server, which can fail in the ways that networks do. */
export interface TcpProxy {
  port: number
  /** Sets the port that new connections lead to. */
  leadTo(port: number): void
  /** Keeps every connection open and forwards nothing, for existing and new connections. */
  hang(): void
  /** Forwards data of new connections again; earlier ones are lost, as if a router had dropped their state. */
  recover(): void
  close(): Promise<void>
}

export async function openProxy(target: number): Promise<TcpProxy> {
  let port = target
  let hangs = false
  const pairs = new Set<{ near: net.Socket; far: net.Socket | null }>()
  const connect = (pair: { near: net.Socket; far: net.Socket | null }) => {
    const { near } = pair
    const far = net.connect(port, '127.0.0.1')
    pair.far = far
    near.pipe(far).pipe(near)
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  }
  const server = net.createServer((near) => {
    const pair = { near, far: null }
    pairs.add(pair)
    near.on('error', () => near.destroy())
    near.on('close', () => pairs.delete(pair))
    if (!hangs) connect(pair)
  })
  const all = (work: (socket: net.Socket) => void) => {
    for (const { near, far } of pairs) for (const socket of [near, far]) if (socket) work(socket)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    leadTo(next) {
      port = next
    },
    hang() {
      hangs = true
      for (const { near, far } of pairs) {
        if (!far) continue
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    recover() {
      hangs = false
      all((socket) => socket.destroy())
    },
    close: () =>
      new Promise((resolve) => {
        all((socket) => socket.destroy())
        server.close(() => resolve())
      }),
  }
}
