import type { SchemaParts } from '@signet/server/backup/restore-database'
import { prepareDays } from '@signet/server/features/logs/logged-requests.queries'
import type { Logger } from '@signet/server/log'
import { openQueueAlone } from '../command/program.ts'

/** What a restored schema needs besides the migrations. */
export const schemaParts = (log: Logger): SchemaParts => ({
  async prepareQueue(database) {
    const queue = await openQueueAlone(database, log)
    await queue.stop()
  },
  prepareDays,
})
