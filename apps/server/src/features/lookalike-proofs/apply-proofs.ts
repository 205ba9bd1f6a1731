import { severityOfRank } from '@signet/contract/threats/severities'
import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'
import { asProduct, recordAudit } from '../audit/audit.queries.ts'
import { appliedProof, type AppliedProof } from '../evidence/lookalike-proofs.queries.ts'
import { publishThreatChanged } from '../notifications/live-events.queries.ts'
import { lockCheck } from '../threats/found/domain-watches.queries.ts'
import { changeThreat, lockThreat } from '../threats/threats.queries.ts'
import { reweigh } from '../threats/found/reweigh.ts'
import { insertProofs, setApplied, setObserved } from './lookalike-proofs.queries.ts'

type NewProof = NewRow<'lookalike_proofs'>

/** Stores the proofs of one capture; the strongest replaces the reasons that an earlier capture gave. */
export async function applyProofs(tx: Tx, proofs: readonly NewProof[]): Promise<void> {
  const [decisive] = proofs.map((row) => ({ row, proof: readBack(row) })).toSorted((a, b) => strength(b) - strength(a))
  if (!decisive) return
  const { company_id: companyId, threat_id: threatId } = decisive.row
  const threat = await lockThreat(tx, companyId, threatId)
  if (!(await insertProofs(tx, proofs))) return
  const before = await appliedProof(tx, companyId, threatId)
  const watch = await lockCheck(tx, companyId, threatId)
  await setApplied(tx, decisive.row)
  const observed = watch?.added ?? []
  const after = reweigh(
    threat,
    { observed, proof: before },
    { observed, proof: decisive.proof },
    watch?.base_score ?? threat.score,
  )
  const isSame = JSON.stringify(after.indicators) === JSON.stringify(threat.indicators)
  // A repeated capture of an unchanged page.
  if (before && isSame && after.score === threat.score && after.severity === threat.severity) return
  const { score, severity, indicators, observed: weighed } = after
  await changeThreat(tx, companyId, threatId, { score, severity, indicators: JSON.stringify(indicators) })
  await setObserved(tx, companyId, threatId, weighed)
  await recordAudit(asProduct(tx, companyId), {
    action: 'threat.compared',
    targetType: 'threat',
    targetId: threatId,
    before: { score: threat.score, severity: severityOfRank(threat.severity) },
    after: {
      score: after.score,
      severity: severityOfRank(after.severity),
      reasons: decisive.proof.indicators.map(({ name }) => name),
    },
  })
  await publishThreatChanged(tx, companyId, threat)
}

const readBack = ({ verdict, indicators }: NewProof): AppliedProof => ({
  verdict: verdict ?? null,
  indicators: JSON.parse(indicators),
})

/** A page that shows an impostor to one visitor is one, whatever it shows to others. */
function strength({ proof }: { proof: AppliedProof }): number {
  const sum = proof.indicators.reduce((all, { contribution }) => all + contribution, 0)
  return proof.verdict === 'impostor' ? sum + 1000 : sum
}
