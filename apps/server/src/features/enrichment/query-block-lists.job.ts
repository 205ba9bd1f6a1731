import { setTimeout as wait } from 'node:timers/promises'
import { ConnectorError, readBlockList } from '@signet/connectors'
import { hourMs, minuteMs } from '@signet/contract/time'
import { registrableOf } from '@signet/detection'
import { eachAlone, eachCompanyAlone } from '../../app/each-alone.ts'
import type { LookUpSettings } from '../../app/settings.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Logger } from '../../log.ts'
import { asProduct, recordAudit } from '../audit/audit.queries.ts'
import { takeTurn } from '../../app/server-gates.queries.ts'
import { cached } from './domain-answers.queries.ts'
import { publishTakedownChanged } from '../notifications/live-events.queries.ts'
import { dueListings, putListing, type DueListing } from '../cases/listings.queries.ts'
import type { ListAnswer } from '../cases/listings.queries.ts'

export interface BlockListParts {
  database: Database
  settings: Pick<LookUpSettings, 'blockLists' | 'dnsServers'>
  log: Pick<Logger, 'error' | 'warn'>
  /** Once aborted, the rest is left to the next run. */
  signal: AbortSignal
  /** The current time; the system clock by default. */
  now?: () => Date
}

/** How old an answer may be before the list is queried again. */
const againMs = hourMs
/** A run ends after this time and leaves the rest to the next one. */
const runMs = 10 * minuteMs
/** The public lists allow some hundred thousand queries a day. */
const spacingMs = 50

/**
 * Queries the block lists for the targets of open takedowns. A list that fails or refuses is left out until the next run.
 *
 * @throws AggregateError after the last company, if answers couldn't be kept
 */
export async function queryBlockLists(parts: BlockListParts): Promise<void> {
  const { database, settings, log, signal } = parts
  const until = performance.now() + runMs
  const isOver = () => signal.aborted || performance.now() > until
  const usable = new Set(settings.blockLists)
  const companyIds = usable.size > 0 ? await everyCompanyId(database) : []
  await eachCompanyAlone({ database, log }, companyIds, async (companyId) => {
    let due: DueListing[] = []
    do {
      const before = new Date(nowOf(parts).getTime() - againMs)
      due = await database.inCompanies([companyId], (tx) => dueListings(tx, companyId, [...usable], before))
      await eachAlone({ database, log }, due, toNames, async (one) => {
        if (!isOver() && usable.has(one.list)) await queryOne(parts, companyId, one, usable)
      })
    } while (due.length > 0 && !isOver())
  })
}

const toNames = ({ list, takedownId }: DueListing) => ({ list, takedownId })

const nowOf = ({ now }: BlockListParts) => now?.() ?? new Date()

async function queryOne(
  parts: BlockListParts,
  companyId: number,
  { list, ...one }: DueListing,
  usable: Set<string>,
): Promise<void> {
  try {
    const isListed = await isOnList(parts, list, one.host)
    const found = { list, isListed, at: nowOf(parts) }
    await parts.database.inCompanies([companyId], (tx) => keep(tx, companyId, one, found))
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    usable.delete(list)
    parts.log.warn({ list, reason: error.reason }, 'block list not usable')
  }
}

/** A list may have the host itself, or the domain that it belongs to. */
async function isOnList(parts: BlockListParts, list: string, host: string): Promise<boolean> {
  const { database, settings } = parts
  const names = new Set([host, registrableOf(host)])
  const before = async (zone: string) => {
    await wait(await takeTurn(database, `block list ${zone}`, spacingMs, minuteMs))
  }
  for (const name of names) {
    const { answer } = await cached(database, `block list ${list} ${name}`, againMs / 2, nowOf(parts), async () => {
      return { isListed: await readBlockList(list, name, { servers: settings.dnsServers, before }) }
    })
    if (answer.isListed) return true
  }
  return false
}

async function keep(
  tx: Tx,
  companyId: number,
  { takedownId, threatId, status }: Omit<DueListing, 'list'>,
  found: ListAnswer,
): Promise<void> {
  const wasListed = await putListing(tx, companyId, takedownId, found)
  if (wasListed === found.isListed) return
  await recordAudit(asProduct(tx, companyId), {
    action: found.isListed ? 'takedown.blocked' : 'takedown.unblocked',
    targetType: 'takedown',
    targetId: takedownId,
    after: { remark: found.list },
  })
  await publishTakedownChanged(tx, companyId, { id: takedownId, threat_id: threatId, status })
}
