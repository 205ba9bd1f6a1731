import {
  connectors,
  ConnectorError,
  type Batch,
  type Connector,
  type ReportedMail,
  type Search,
} from '@signet/connectors'
import { connectors as infos, isPolled, type PollConnectorName } from '@signet/contract/collection/connectors'
import type { Assets } from '@signet/contract/companies/assets'
import { minuteMs } from '@signet/contract/time'
import type { JobRun } from '../../../app/jobs.ts'
import { activeCompanies } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { wordsOf } from '../../../errors/sentences.ts'
import { toutSourcesOf } from '../../companies/tout-sources.queries.ts'
import { collectJob } from './connectors.jobs.ts'
import {
  claimRun,
  countEmpty,
  countFindings,
  dueConnectors,
  endRun,
  failRun,
  setBatch,
  openCredentials,
  releaseRun,
  type Run,
} from './connectors.queries.ts'
import { recordHosts } from '../own-hosts/discovered-hosts.queries.ts'
import { ownHostsOf } from '../own-hosts/own-hosts-of.ts'
import { storeReadings } from '../own-hosts/store-readings.ts'
import { recordReport } from '../reported-mails/reported-mails.queries.ts'
import { readObservedPictures } from './observed-pictures.ts'
import { reachProvider, type CollectParts } from './reach-provider.ts'
import { searchOfCompany } from './search-of-company.ts'
import { judgedOf, storeObservations } from './store-observations.ts'

/** After the first failure; it doubles with each further one, up to the usual time between runs. */
const firstRetryMs = 5 * minuteMs

/** Queues what is due. A run that is queued twice is worked on once. */
export async function collectDue({ database, enqueue }: Pick<CollectParts, 'database' | 'enqueue'>): Promise<void> {
  const companies = (await activeCompanies(database)).map(({ id }) => id)
  if (companies.length === 0) return
  await database.inCompanies(companies, async (tx) => {
    const lists = new Set<PollConnectorName>()
    for (const { company_id: companyId, connector } of await dueConnectors(tx)) {
      if (!isPolled(connector) || lists.has(connector)) continue
      const { isList }: Connector = connectors[connector]
      if (isList) lists.add(connector)
      await enqueue(tx, collectJob, { companyId, connector })
    }
  })
}

/**
 * Runs a connector for a company; one that reads the same list for every company runs for all that have it on. Each batch is committed with
 * its cursor, so a run that is interrupted continues there, and findings that come again change nothing.
 */
export async function collect(
  parts: CollectParts,
  { companyId, connector: name }: { companyId: number; connector: PollConnectorName },
  { signal: limit, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const { database } = parts
  const connector: Connector = connectors[name]
  const companyIds = connector.isList ? (await activeCompanies(database)).map(({ id }) => id) : [companyId]
  const inCompanies = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies(companyIds, work)
  const claimed = await inCompanies(async (tx) => {
    const { run, rows } = await claimRun(tx, name, connector.isList ? connector.everyMs / 2 : 0)
    const [row] = rows
    if (!row) return null
    const ids = rows.map(({ company_id: id }) => id)
    const judged = await judgedOf(tx, ids)
    const credentials = await openCredentials(parts.secrets, tx, row)
    return { run, rows, row, credentials, ...judged }
  })
  if (!claimed) return
  const { rows, row, credentials, assets, judged } = claimed
  const toutSources = await toutSourcesOf(database, companyIds)
  const run: Run = { connector: name, run: claimed.run }
  const signal = AbortSignal.any([limit, stopping])
  try {
    const access = reachProvider(parts, { companyId, connector: name }, credentials, signal)
    const own = assets.get(String(companyId))
    const search = connector.isList || !own ? nothing : searchOfCompany(own, infos[name].source)
    const hosts = name === 'ownHosts' ? await inCompanies((tx) => ownHostsOf(tx, companyId)) : []
    if (connector.isList || search.terms.length > 0 || hosts.length > 0) {
      for await (const batch of connector.collect(access, { ...search, ownHosts: hosts }, row.cursor)) {
        const pictures = await readObservedPictures(parts, judged.watch, batch.observations, signal)
        await inCompanies(async (tx) => {
          const { mail } = batch
          const kept = mail ? await withReporters({ tx, secrets: parts.secrets }, companyId, { ...batch, mail }) : batch
          await keep(parts, tx, { run, batch: kept, pictures, judged, toutSources, assets: own })
        })
        signal.throwIfAborted()
      }
    }
    await inCompanies((tx) => endRun(tx, run, connector.everyMs))
  } catch (error) {
    if (error instanceof RunLostError) return
    if (error instanceof ConnectorError && !signal.aborted) {
      const failures = Math.max(...rows.map((one) => one.failures))
      const waitMs = Math.min(firstRetryMs * 2 ** failures, connector.everyMs)
      await inCompanies((tx) => failRun(tx, run, { problem: wordsOf(error), retryAt: error.retryAt ?? null, waitMs }))
      return
    }
    // It stays due, and the next schedule continues at its cursor.
    await inCompanies((tx) => releaseRun(tx, run))
    if (!signal.aborted) throw error
  }
}

/** An email that is known brings in nothing; of any other, each thing has the number of people who reported it. */
async function withReporters(
  context: { tx: Tx; secrets: CollectParts['secrets'] },
  companyId: number,
  batch: Batch & { mail: ReportedMail },
): Promise<Batch> {
  const { mail, observations, ...rest } = batch
  const things = [...new Set(observations.map(({ id }) => id))]
  const people = await recordReport(context, companyId, mail, things)
  if (people === null) return { ...rest, observations: [] }
  return {
    ...rest,
    mail,
    observations: observations.map((one) => {
      const reports = people.get(one.id) ?? 1
      return { ...one, reports, fields: 'reports' in one.fields ? { ...one.fields, reports } : one.fields }
    }),
  }
}

/** A list is read as a whole. */
const nothing: Search = { terms: [], handles: [], domains: [], countries: [] }

/** The connector was switched off, paused or deleted, or the run taken over: what its batch would add is rolled back. */
class RunLostError extends Error {}

/** Stores what a batch contains, with its cursor. */
async function keep(
  { enqueue, lookUps }: CollectParts,
  tx: Tx,
  {
    run,
    batch,
    assets,
    ...read
  }: { run: Run; batch: Batch; assets: Assets | undefined } & Pick<
    Parameters<typeof storeObservations>[1],
    'pictures' | 'judged' | 'toutSources'
  >,
): Promise<void> {
  const companyIds = await setBatch(tx, run, batch)
  if (companyIds.length === 0) throw new RunLostError()
  const { observations } = batch
  const findings = { connector: run.connector, observations, companyIds, ...read }
  const stored = await storeObservations(tx, findings, lookUps ? enqueue : undefined)
  for (const [companyId, counts] of stored) await countFindings(tx, run, companyId, counts)
  if (batch.mail && stored.size === 0) await countEmpty(tx, run)
  const { readings = [], foundHosts = [] } = batch
  if (!assets || readings.length + foundHosts.length === 0) return
  // Only a connector that isn't read for several companies at once has them.
  for (const companyId of companyIds) {
    await recordHosts(tx, companyId, foundHosts, new Date())
    const parts = { judged: read.judged, assets, enqueue: lookUps ? enqueue : undefined }
    await countFindings(tx, run, companyId, await storeReadings(tx, companyId, readings, parts))
  }
}
