import { askedConnectors, ConnectorError, type AskedProvider, type LookUpAnswer } from '@signet/connectors'
import { connectors as infos, asksProvider } from '@signet/contract/collection/connectors'
import type { Words } from '@signet/contract/wire'
import type { JobRun } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { wordsOf } from '../../../errors/sentences.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { cleanName } from '../../evidence/clean-name.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { findConnector, openCredentials } from '../connectors/connectors.queries.ts'
import { reachProvider, type CollectParts } from '../connectors/reach-provider.ts'
import { lookUpRetries } from './look-ups.jobs.ts'
import { endLookUp, findLookUp, type LookUpRow } from './look-ups.queries.ts'

/** Asks a provider about a threat, and stores its answer with the threat. A fault of the program is tried again. */
export async function runLookUp(
  parts: CollectParts,
  { companyId, lookUpId }: { companyId: number; lookUpId: string },
  { attempt, signal }: Pick<JobRun, 'attempt' | 'signal'>,
): Promise<void> {
  const { database } = parts
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const fail = (row: LookUpRow, problem: Words) => inCompany((tx) => keepFailure(tx, row, problem))
  const row = await inCompany((tx) => findLookUp(tx, companyId, lookUpId))
  if (row?.state !== 'asking') return
  try {
    const answer = await ask(parts, row, signal)
    await keepAnswer(parts, row, answer)
  } catch (error) {
    if (error instanceof ConnectorError && !signal.aborted) await fail(row, wordsOf(error))
    else {
      if (attempt > lookUpRetries) await fail(row, { reason: 'INTERNAL', parameters: {} })
      throw error
    }
  }
}

/** @throws ConnectorError */
async function ask(parts: CollectParts, row: LookUpRow, signal: AbortSignal): Promise<LookUpAnswer | null> {
  const { company_id: companyId, connector: name, kind, value } = row
  if (!asksProvider(name)) throw new Error(`${name} can't be asked`)
  const { lookUp }: AskedProvider = askedConnectors[name]
  if (!lookUp) throw new Error(`${name} can't be asked`)
  const credentials = await parts.database.inCompanies([companyId], async (tx) => {
    const stored = await findConnector(tx, companyId, name)
    return stored ? openCredentials(parts.secrets, tx, stored) : {}
  })
  return await lookUp.ask(reachProvider(parts, { companyId, connector: name }, credentials, signal), { kind, value })
}

async function keepAnswer(
  { database, files }: Pick<CollectParts, 'database' | 'files'>,
  row: LookUpRow,
  answer: LookUpAnswer | null,
): Promise<void> {
  const { company_id: companyId, threat_id: threatId } = row
  const stored = answer && (await files.put(Buffer.from(answer.document)))
  await database.inCompanies([companyId], async (tx) => {
    const state = answer ? 'found' : 'notFound'
    const result = { state, url: answer?.url ?? null, facts: JSON.stringify(answer?.facts ?? {}) } as const
    if (!(await endLookUp(tx, companyId, row.id, result))) return
    await recordAnswer(tx, row, state)
    if (!stored) return
    const { sha256, size } = stored
    const type = 'text/plain'
    const name = cleanName(`${infos[row.connector].label} ${row.value.replaceAll(/[/\\?#]+/g, ' ')}.json`, type)
    await holdBytes({ tx, files }, { sha256 })
    await insertEvidence(tx, {
      companyId,
      threatId,
      kind: 'upload',
      name,
      type,
      size,
      sha256,
      capturedAt: new Date(),
    })
    await recordAudit(asProduct(tx, companyId), {
      action: 'evidence.added',
      targetType: 'threat',
      targetId: threatId,
      after: { name, type, size, sha256 },
    })
  })
}

async function keepFailure(tx: Tx, row: LookUpRow, problem: Words): Promise<void> {
  const { company_id: companyId, id } = row
  const isEnded = await endLookUp(tx, companyId, id, { state: 'failed', problem: JSON.stringify(problem) })
  if (isEnded) await recordAnswer(tx, row, 'failed')
}

const recordAnswer = (tx: Tx, row: LookUpRow, state: LookUpRow['state']) =>
  recordAudit(asProduct(tx, row.company_id), {
    action: 'threat.lookedUp',
    targetType: 'threat',
    targetId: row.threat_id,
    after: { connector: row.connector, kind: row.kind, value: row.value, state },
  })
