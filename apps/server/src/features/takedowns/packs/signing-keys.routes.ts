import type { FastifyInstance } from 'fastify'
import { signingKeysPath, type PublishedKeys } from '@signet/contract/takedowns/evidence-pack'
import type { App } from '../../../app/app.ts'
import { AppError } from '../../../errors.ts'
import { pemOf, publicKeys } from '../../../secrets/signing-keys.ts'

const askedPerMinute = 60
const keptSeconds = 60

/** Publishes the public keys of the evidence packs: anyone with a pack may verify it. */
export function mountSigningKeys(server: FastifyInstance, app: App): void {
  const gate = app.gates.gate('signing keys', askedPerMinute)
  server.get(signingKeysPath, async (request, reply): Promise<PublishedKeys> => {
    if (!gate.admits(request.ip)) throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: gate.secondsLeft() })
    const keys = await publicKeys(app.database)
    void reply.header('cache-control', `public, max-age=${keptSeconds}`)
    return {
      keys: keys.map(({ id, publicKey, createdAt, retiredAt }) => ({
        id,
        algorithm: 'Ed25519',
        publicKey: pemOf(publicKey),
        createdAt: createdAt.toISOString(),
        retiredAt: retiredAt?.toISOString() ?? null,
      })),
    }
  })
}
