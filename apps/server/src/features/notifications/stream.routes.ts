import type { FastifyInstance } from 'fastify'
import { streamNotifications } from '@signet/contract/messages/notifications'
import type { App } from '../../app/app.ts'
import { AppError } from '../../errors.ts'
import { EventHub, hubLimits } from './event-hub.ts'
import { readCursor } from './live-events.queries.ts'

/** Mounts the event stream. It ends with the session, or when the server stops. */
export function mountEventStream(server: FastifyInstance, app: App): void {
  const limits = { ...hubLimits, ...app.streamLimits }
  const hub = new EventHub(app, limits)
  // Closed before the server waits for its connections to end, because these would not end.
  server.addHook('preClose', () => hub.close())
  server.get(`/api/rest${streamNotifications.path}`, {
    // It stays open for hours, so it isn't counted among the running requests.
    config: { isStream: true },
    onRequest: async (request) => {
      await app.authorise(request, streamNotifications.access)
    },
    handler: async (request, reply) => {
      const { actor } = request
      if (!actor) throw new Error('authenticate() did not run')
      if (hub.streamsOf(actor.userId) >= limits.streamsPerUser) {
        throw new AppError('TOO_MANY_STREAMS', {}, { retryAfter: 10 })
      }
      const resumed = request.headers['last-event-id']
      const stream = await hub.subscribe(actor, typeof resumed === 'string' ? readCursor(resumed) : null)
      return (
        reply
          .type('text/event-stream')
          .header('cache-control', 'no-store')
          // A proxy that buffers the response would hold back every event.
          .header('x-accel-buffering', 'no')
          .send(stream)
      )
    },
  })
}
