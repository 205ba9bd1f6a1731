import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take any time as long as data keeps arriving. */
    isLongBody?: boolean
  }
}

/**
 * Ends requests whose body doesn't arrive: after `ms` in total, or for long bodies after `ms` without a byte.
 *
 * Node's own limit applies to all requests, and would end an upload that is merely large.
 */
export function limitBodyTime(server: FastifyInstance, ms: number): void {
  server.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (raw.complete) return
    const isLong = request.routeOptions.config?.isLongBody === true
    let seen = raw.socket.bytesRead
    const timer = setInterval(() => {
      const isAlive = isLong && raw.socket.bytesRead > seen
      seen = raw.socket.bytesRead
      if (raw.complete) clearInterval(timer)
      else if (!isAlive) raw.destroy()
    }, ms)
    timer.unref()
    reply.raw.on('close', () => clearInterval(timer))
  })
}
