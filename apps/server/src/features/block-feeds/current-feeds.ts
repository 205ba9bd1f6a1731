import { isNamedByHost } from '@signet/contract/threats/sources'
import { blockNamesOf, normaliseName, seenIn } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { suppressedBy } from '../allow-list/suppressed-by.ts'
import {
  addFeeds,
  batchSize,
  domainsAboveAllowed,
  deleteOld,
  everyTakedown,
  feedState,
  setChecked,
  putListed,
  listableCases,
  lockFeeds,
  ownHandles,
  takeChanges,
  type Wanted,
} from './feed-changes.queries.ts'
import { protectedNames } from '../companies/watched-brands.queries.ts'

/**
 * When the feeds of a company last changed, after applying all changes of its takedowns, allow list and assets. Without changes it costs
 * one query. The transaction holds the lock on the feeds if it applied changes.
 */
export async function currentFeeds(tx: Tx, companyId: number): Promise<Date> {
  const known = await feedState(tx, companyId)
  if (known && !known.isBehind) return known.changedAt
  const isNew = await addFeeds(tx, companyId)
  await lockFeeds(tx, companyId)
  // Another request may have applied the changes while this one waited.
  const state = await feedState(tx, companyId)
  if (!state) throw new Error('the row was just locked')
  const changes = await takeChanges(tx, companyId)
  const isForAll = isNew || state.hasExpired || changes.some(({ takedown_id: takedownId }) => takedownId === null)
  const ids = new Set(changes.flatMap(({ takedown_id: takedownId }) => takedownId ?? []))
  const parts = {
    tx,
    companyId,
    now: state.now,
    kept: isForAll || ids.size > 0 ? await keptFree(tx, companyId) : nothing,
  }
  let changed = await deleteOld(tx, companyId)
  for await (const batch of isForAll ? everyTakedown(tx, companyId) : batchesOf([...ids])) {
    changed += await listBatch(parts, batch)
  }
  return (await setChecked(tx, companyId, state.now, changed > 0)) ?? state.changedAt
}

/** What the feeds never list, in addition to what the allow list covers. */
interface KeptFree {
  /** Hosts of the company; names below them are also its own. */
  own: ReadonlySet<string>
  /** `source/handle` of its own accounts, in lower case. */
  accounts: ReadonlySet<string>
  /** Domains above its own hosts and above allowed hosts: what is listed there leaves out the names below it. */
  above: ReadonlySet<string>
}
const nothing: KeptFree = { own: new Set(), accounts: new Set(), above: new Set() }

async function keptFree(tx: Tx, companyId: number): Promise<KeptFree> {
  const own = new Set((await protectedNames(tx, companyId)).flatMap((host) => normaliseName(host)?.host ?? []))
  const handles = await ownHandles(tx, companyId)
  const allowed = await domainsAboveAllowed(tx, companyId)
  return {
    own,
    accounts: new Set(handles.map(({ source, handle }) => `${source}/${plainHandle(handle)}`)),
    above: new Set([...allowed, ...[...own].flatMap(parentsOf)]),
  }
}

const plainHandle = (handle: string) => handle.trim().replace(/^@/, '').toLowerCase()

/** The domains above a host. */
function parentsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}

function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += batchSize) yield ids.slice(at, at + batchSize)
}

interface Parts {
  tx: Tx
  companyId: number
  now: Date
  kept: KeptFree
}

/** Lists what these takedowns should list, and nothing else of them; returns the number of changed entries. */
async function listBatch(parts: Parts, takedownIds: readonly string[]): Promise<number> {
  const { tx, companyId } = parts
  const cases = await listableCases(tx, companyId, takedownIds)
  const wanted = await withoutAllowed(
    parts,
    cases.flatMap((row) => wantedOf(parts.kept, row)),
  )
  return putListed(tx, companyId, takedownIds, wanted)
}

type Listable = Pick<ThreatRow, 'id' | 'source' | 'fields' | 'url' | 'class' | 'threat_type'>

/** What a takedown lists, before the allow list is applied. */
function wantedOf({ own, accounts, above }: KeptFree, row: Listable): Wanted[] {
  const { place } = seenIn(row)
  const name = place === null ? null : normaliseName(place)
  if (place === null || !name) return []
  if ([name.host, ...parentsOf(name.host)].some((host) => own.has(host))) return []
  const isOwnAccount = name.path.split('/').some((step) => accounts.has(`${row.source}/${plainHandle(step)}`))
  if (isOwnAccount) return []
  // Other sources are pages on platforms, whose hosts nobody compared with a brand.
  const hasHost = isNamedByHost(row.source)
  const { host, url } = blockNamesOf(place, row.class)
  const more = { takedownId: row.id, threatType: row.threat_type }
  return [
    ...(host === null || !hasHost
      ? []
      : [{ ...more, kind: 'host' as const, value: host, hasSubdomains: !above.has(host) }]),
    ...(url === null ? [] : [{ ...more, kind: 'url' as const, value: url, hasSubdomains: false }]),
  ]
}

async function withoutAllowed({ tx, companyId, now }: Parts, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const seen = wanted.map(({ value }) => ({ place: value, account: null, contentHash: null }))
  const allowed = await suppressedBy(tx, companyId, seen, now)
  return wanted.filter((_, index) => allowed[index] === null)
}
