import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { deriveKeys, type Keys } from '../../apps/server/src/app/keys.ts'
import type { Database } from '../../apps/server/src/db/database.ts'
import { localFileStore } from '../../apps/server/src/files/local-file-store.ts'
import { newToken } from '../../apps/server/src/features/sessions/tokens/tokens.ts'
import { buildServer } from '../../apps/server/src/http/build-server.ts'
import { openQueue } from '../../apps/server/src/jobs/queue.ts'
import { openLog } from '../../apps/server/src/log.ts'
import { environmentKeys } from '../../apps/server/src/secrets/key-provider.ts'
import { openSecrets } from '../../apps/server/src/secrets/secrets.ts'

/** The API on a free local port. */
export interface BenchServer {
  origin: string
  keys: Keys
  close(): Promise<void>
}

/** Serves the API in this process, without its log and its portal. */
export async function openBenchServer(database: Database, directory: string): Promise<BenchServer> {
  const log = openLog('silent')
  const queue = await openQueue(database, log)
  const keys = deriveKeys(newToken())
  const files = localFileStore(path.join(directory, 'files'))
  const secrets = openSecrets(environmentKeys([randomBytes(32)]))
  const parts = {
    database,
    queue,
    files,
    keys,
    secrets,
    log,
    publicOrigin: null,
    limits: { requestsPerMinute: 100_000_000 },
  }
  const server = await buildServer(parts, 'bench', null)
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  return {
    origin,
    keys,
    async close() {
      await server.close()
      await queue.stop()
    },
  }
}
