import { connectors, ConnectorError, type Batch, type Connector } from '@signet/connectors'
import { connectors as infos, type ConnectorName } from '@signet/contract/collection/connectors'
import { minuteMs } from '@signet/contract/time'
import { compileOwnAssets, compileWatch, type OwnAssets, type Watch } from '@signet/detection'
import type { JobRun } from '../../../app/jobs.ts'
import { activeCompanies } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { wordsOf } from '../../../errors/sentences.ts'
import { findAssets, findBrandIds } from '../../assets/assets.queries.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import { collectJob } from './connectors.jobs.ts'
import {
  claimRun,
  dueConnectors,
  endRun,
  failRun,
  keepBatch,
  openCredentials,
  releaseRun,
  type Run,
} from './connectors.queries.ts'
import { reachProvider, type CollectParts } from './reach-provider.ts'
import { searchOfCompany } from './search-of-company.ts'
import { threatOfObservation } from './threat-of-observation.ts'

/** After the first failure; it doubles with each further one, up to the usual time between runs. */
const firstRetryMs = 5 * minuteMs

/** Queues what is due. A run that is queued twice is worked on once. */
export async function collectDue({ database, enqueue }: Pick<CollectParts, 'database' | 'enqueue'>): Promise<void> {
  const companies = (await activeCompanies(database)).map(({ id }) => id)
  if (companies.length === 0) return
  await database.inCompanies(companies, async (tx) => {
    for (const { company_id: companyId, connector } of await dueConnectors(tx)) {
      await enqueue(tx, collectJob, { companyId, connector })
    }
  })
}

/** What observations of a company are judged by. */
interface Judged {
  watch: Watch
  own: OwnAssets
  /** The ids of brands by their keys. */
  brandIds: ReadonlyMap<string, string>
}

/**
 * Runs a connector for a company. Each batch is committed with its cursor, so a run that is interrupted continues there, and findings that
 * come again change nothing.
 */
export async function collect(
  parts: CollectParts,
  { companyId, connector: name }: { companyId: number; connector: ConnectorName },
  { signal: limit, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const { database } = parts
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const claimed = await inCompany(async (tx) => {
    const row = await claimRun(tx, companyId, name)
    if (!row) return null
    const assets = await findAssets(tx, companyId)
    const brandIds = await findBrandIds(tx, companyId)
    return { row, assets, brandIds, credentials: await openCredentials(parts.secrets, tx, row) }
  })
  if (!claimed) return
  const { row, assets, brandIds, credentials } = claimed
  const run: Run = { companyId, connector: name, run: row.run }
  const connector: Connector = connectors[name]
  const signal = AbortSignal.any([limit, stopping])
  const judged = { watch: compileWatch(assets), own: compileOwnAssets(assets), brandIds }
  try {
    const access = reachProvider(parts, run, credentials, signal)
    const search = searchOfCompany(assets, infos[name].source)
    if (search.terms.length > 0) {
      for await (const batch of connector.collect(access, search, row.cursor)) {
        await inCompany((tx) => keep(parts, tx, { run, batch, judged }))
        signal.throwIfAborted()
      }
    }
    await inCompany((tx) => endRun(tx, run, connector.everyMs))
  } catch (error) {
    if (error instanceof RunLostError) return
    if (error instanceof ConnectorError && !signal.aborted) {
      const retryAt =
        error.retryAt ?? new Date(Date.now() + Math.min(firstRetryMs * 2 ** row.failures, connector.everyMs))
      await inCompany((tx) => failRun(tx, run, { problem: wordsOf(error), retryAt }))
      return
    }
    // It stays due, and the next schedule continues at its cursor.
    await inCompany((tx) => releaseRun(tx, run))
    if (!signal.aborted) throw error
  }
}

/** The run was switched off, deleted or taken over: what its batch would add is rolled back. */
class RunLostError extends Error {}

/** Stores what a batch contains, with its cursor. */
async function keep(
  { enqueue, lookUps }: CollectParts,
  tx: Tx,
  { run, batch, judged }: { run: Run; batch: Batch; judged: Judged },
): Promise<void> {
  const now = new Date()
  const { watch, own, brandIds } = judged
  const found = batch.observations.flatMap((observation) => {
    const threat = threatOfObservation(watch, run.connector, observation, brandIds, now)
    return threat ? [threat] : []
  })
  const once = new Map(found.map((threat) => [threat.fingerprint.toString('hex'), threat]))
  const lookUp = lookUps ? enqueue : undefined
  const counts = await storeFindings(tx, run.companyId, [...once.values()], { own, enqueue: lookUp, now })
  if (!(await keepBatch(tx, run, batch, counts))) throw new RunLostError()
}
