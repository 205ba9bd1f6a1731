import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { readFeed } from '@signet/connectors'
import { assetHuntReadMax } from '@signet/contract/collection/asset-hunts'
import type { Assets } from '@signet/contract/companies/assets'
import { isOneOf } from '@signet/contract/narrow'
import { threatSources } from '@signet/contract/threats/sources'
import { compileOwnAssets, compileWatch, ownAssetOf, type OwnAssets, type Watch } from '@signet/detection'
import type { JobParts, JobRun } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { findAssets } from '../assets/assets.queries.ts'
import {
  changeAssetHunt,
  countStoredThreats,
  findAssetHunt,
  threatsBefore,
  type AssetHuntRow,
} from './asset-hunts.queries.ts'
import { addMatch, noNames, outcomeOf, withName, type FoundNames } from './hunt-counts.ts'
import { imitatedBrand, isNamedIn } from './names-an-asset.ts'
import { huntRetries } from './rule-hunts.jobs.ts'

/** Threats of one transaction: the largest fit in a few dozen megabytes. */
const batchSize = 500
/** Threats after which other work has its turn. */
const turnSize = 20

/** The hunt was cancelled, or another worker has it. */
class HuntLostError extends Error {}

/** Assets that are saved, and as they would be saved. */
interface Compared {
  saved: { own: OwnAssets; watch: Watch }
  added: { own: OwnAssets; watch: Watch }
}

/**
 * Compares the assets of a hunt with the newest stored threats, and its added brands also with the built-in list of names. Each batch is
 * committed together with its place, so a run that is interrupted resumes there and counts nothing twice.
 *
 * @param readMax threats that are read at most
 */
export async function runAssetHunt(
  { database }: Pick<JobParts, 'database'>,
  { companyId, huntId }: { companyId: number; huntId: string },
  { signal, stopping, attempt }: Pick<JobRun, 'signal' | 'stopping' | 'attempt'>,
  readMax = assetHuntReadMax,
): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const opened = await inCompany((tx) => openHunt(tx, companyId, huntId))
  if (!opened) return
  const { hunt, compared } = opened
  const over = AbortSignal.any([signal, stopping])
  try {
    while (await inCompany((tx) => huntBatch(tx, hunt, compared, readMax))) over.throwIfAborted()
    const names = await huntNames(compared, over)
    await inCompany((tx) => endHunt(tx, hunt, 'done', names))
  } catch (error) {
    if (error instanceof HuntLostError) return
    if (attempt > huntRetries) await inCompany((tx) => endHunt(tx, hunt, 'failed', null))
    throw error
  }
}

const compiled = (assets: Assets) => ({ own: compileOwnAssets(assets), watch: compileWatch(assets) })

/** Claims a hunt; null if it isn't running. */
async function openHunt(tx: Tx, companyId: number, huntId: string) {
  const known = await findAssetHunt(tx, companyId, huntId)
  if (!known) return null
  const total = known.total ?? (await countStoredThreats(tx, companyId))
  const hunt = await changeAssetHunt(tx, { ...known, run: null }, { run: randomUUID(), total })
  if (!hunt) return null
  const compared: Compared = {
    saved: compiled(await findAssets(tx, companyId)),
    added: compiled({ ...hunt.assets, version: 0 }),
  }
  return { hunt, compared }
}

/** @returns whether there may be more */
async function huntBatch(tx: Tx, hunt: AssetHuntRow, { saved, added }: Compared, readMax: number): Promise<boolean> {
  const size = Math.min(batchSize, readMax - hunt.read_count)
  const threats = size > 0 ? await threatsBefore(tx, hunt, size) : []
  for (const [at, threat] of threats.entries()) {
    // Long texts take a millisecond each, and other work waits for them.
    if (at % turnSize === 0) await setImmediate()
    const { source } = threat
    if (!isOneOf(threatSources, source)) continue
    const finding = { ...threat, source }
    const own = ownAssetOf(added.own, finding)
    if (own && !ownAssetOf(saved.own, finding))
      addMatch(hunt.suppressed, source, { ...threat, value: own.value, outcome: outcomeOf(threat) })
    else if (!own && isNamedIn(added.watch, finding) && !isNamedIn(saved.watch, finding))
      addMatch(hunt.caught, source, { ...threat, value: threat.title, outcome: outcomeOf(threat) })
  }
  const last = threats.at(-1)
  hunt.read_to = last?.id ?? hunt.read_to
  hunt.read_seen = last?.seen ?? hunt.read_seen
  hunt.read_count += threats.length
  const { read_to, read_seen, read_count } = hunt
  const found = { caught: JSON.stringify(hunt.caught), suppressed: JSON.stringify(hunt.suppressed) }
  if (last && !(await changeAssetHunt(tx, hunt, { read_to, read_seen, read_count, ...found })))
    throw new HuntLostError()
  return threats.length === batchSize
}

/** What the added brands find among names that have to do with other companies. */
async function huntNames({ saved, added }: Compared, over: AbortSignal): Promise<FoundNames> {
  let found = noNames
  for await (const batch of readFeed('bundled')) {
    over.throwIfAborted()
    for (const { name } of batch) {
      const brand = imitatedBrand(added.watch, name)
      found = withName(
        found,
        brand !== null && imitatedBrand(saved.watch, name) === null ? { name, value: brand } : null,
      )
    }
  }
  return found
}

async function endHunt(tx: Tx, hunt: AssetHuntRow, state: 'done' | 'failed', names: FoundNames | null): Promise<void> {
  const change = { state, finished_at: new Date(), names: names && JSON.stringify(names) }
  if (!(await changeAssetHunt(tx, hunt, change))) throw new HuntLostError()
}
