import { createHash } from 'node:crypto'
import { ConnectorError } from '@signet/connectors'
import {
  observationKinds,
  type Facts,
  type FactsOf,
  type ObservationKind,
  type ObservedChange,
} from '@signet/contract/threats/observations'
import { changesOf, isSameState, stateOf } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import { productVersion } from '@signet/contract/product-version'
import type { DomainAnswers } from './look-up-domain.ts'
import type { DomainAnswer } from './domain-answers.queries.ts'
import type { ObservationRow } from '../evidence/observations.queries.ts'
import {
  countObservation,
  deleteObservation,
  insertObservation,
  newestObservations,
  settleObservation,
} from './observation-rows.queries.ts'

/** A state of a domain that replaced another. */
export interface Changed {
  id: string
  kind: ObservationKind
  /** Distinguishes this state from others of its kind. */
  hash: string
  changes: ObservedChange[]
}
export interface Kept {
  /** The confirmed state of each kind. */
  latest: { [K in ObservationKind]?: FactsOf<K> }
  changed: Changed[]
  /** Something differs but isn't confirmed yet, so it is checked again soon. */
  isPending: boolean
}

/**
 * Stores the results of a check. An unchanged state only increases a counter. A changed state is held back until a second check confirms
 * it, because servers answer differently from one moment to the next, and is discarded if the previous state returns.
 */
export async function keepObservations(
  tx: Tx,
  companyId: number,
  threatId: string,
  found: DomainAnswers,
): Promise<Kept> {
  const rows = await newestObservations(tx, companyId, threatId)
  const kept: Kept = { latest: {}, changed: [], isPending: false }
  for (const kind of observationKinds) {
    const ofKind = rows.filter((row) => row.kind === kind)
    const settled = ofKind.find((row) => row.is_settled)
    const pending = ofKind.find((row) => !row.is_settled)
    const lookup: DomainAnswer<Facts> | ConnectorError | undefined = found[kind]
    const hasAnswer = lookup !== undefined && !(lookup instanceof ConnectorError)
    const outcome = hasAnswer
      ? await keepOne(tx, { companyId, threatId, kind, settled, pending, lookup })
      : { facts: settled?.facts, changed: null, isPending: pending !== undefined }
    if (outcome.facts) Object.assign(kept.latest, { [kind]: outcome.facts })
    if (outcome.changed) kept.changed.push(outcome.changed)
    kept.isPending ||= outcome.isPending
  }
  return kept
}

interface One {
  companyId: number
  threatId: string
  kind: ObservationKind
  settled: ObservationRow | undefined
  pending: ObservationRow | undefined
  lookup: DomainAnswer<Facts>
}

async function keepOne(
  tx: Tx,
  one: One,
): Promise<{ facts: Facts | undefined; changed: Changed | null; isPending: boolean }> {
  const { companyId, kind, settled, pending, lookup } = one
  const { answer, fetchedAt } = lookup
  const isLike = (row: ObservationRow) => isSameState(kind, row.facts, answer)
  if (!settled) {
    await insert(tx, one, true)
    return { facts: answer, changed: null, isPending: false }
  }
  const isNewLook = fetchedAt > (pending ?? settled).seen_at
  if (isLike(settled)) {
    if (isNewLook) await countObservation(tx, companyId, settled.id, fetchedAt)
    if (pending && isNewLook) await deleteObservation(tx, companyId, pending.id)
    return { facts: settled.facts, changed: null, isPending: pending !== undefined && !isNewLook }
  }
  if (!isNewLook) return { facts: settled.facts, changed: null, isPending: pending !== undefined }
  if (pending && isLike(pending)) {
    const changes = changesOf(kind, settled.facts, pending.facts)
    await settleObservation(tx, companyId, pending, fetchedAt, changes)
    return {
      facts: pending.facts,
      changed: { id: pending.id, kind, hash: pending.hash, changes },
      isPending: false,
    }
  }
  if (pending) await deleteObservation(tx, companyId, pending.id)
  await insert(tx, one, false)
  return { facts: settled.facts, changed: null, isPending: true }
}

async function insert(tx: Tx, { companyId, threatId, kind, lookup }: One, isSettled: boolean): Promise<void> {
  const { answer, fetchedAt } = lookup
  await insertObservation(tx, companyId, {
    threat_id: threatId,
    kind,
    facts: JSON.stringify(answer),
    hash: createHash('sha256').update(stateOf(kind, answer)).digest('hex'),
    observed_at: fetchedAt,
    seen_at: fetchedAt,
    is_settled: isSettled,
    tool: `Signet ${productVersion}`,
  })
}
