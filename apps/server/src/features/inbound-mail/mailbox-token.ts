import { requestToken, type AccessToken, type TokenClient } from '@signet/connectors'
import type { JobParts } from '../../app/jobs.ts'
import { replaceRefreshToken, type MailboxRow } from './mailboxes.queries.ts'

/** The access token of a mailbox, kept in memory by its reader until it expires or is refused. */
export class MailboxToken {
  #kept: { token: AccessToken; settings: string; isReused: boolean } | null = null

  /**
   * The token that was kept if it was issued for the same settings, else a new one.
   *
   * @throws ConnectorError if none is issued
   */
  async get(
    { database, secrets, feedAllow }: Pick<JobParts, 'database' | 'secrets' | 'feedAllow'>,
    row: MailboxRow,
    client: TokenClient,
    signal: AbortSignal,
  ): Promise<string> {
    const settings = `${row.id} ${row.version}`
    if (this.#kept?.settings === settings && this.#kept.token.reuseUntil > Date.now()) {
      this.#kept.isReused = true
      return this.#kept.token.value
    }
    const token = await requestToken(client, { allowAddress: feedAllow, signal })
    const { refreshToken } = token
    if (refreshToken !== null) {
      await database.inCompanies([row.company_id], (tx) => replaceRefreshToken({ tx, secrets }, row, refreshToken))
    }
    this.#kept = { token, settings, isReused: false }
    return token.value
  }

  /** Forgets a token that was refused. True if it had been accepted before, so that a new one is worth a try. */
  forget(): boolean {
    const wasReused = this.#kept?.isReused ?? false
    this.#kept = null
    return wasReused
  }
}
