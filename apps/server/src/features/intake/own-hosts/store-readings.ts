import type { HostReading } from '@signet/contract/collection/host-readings'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Assets } from '@signet/contract/companies/assets'
import { changeWords, checkHost, materialChangesOf, type HostCheck, type HostFinding } from '@signet/detection'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { findingPointsMin } from '../../detection-rules/weigh-by-rules.ts'
import { publishEvents } from '../../notifications/live-events.queries.ts'
import { fingerprintOf } from '../../threats/found/finding-threat.ts'
import { severityOfScore } from '../../threats/found/severity-of-score.ts'
import { changeThreat } from '../../threats/threats.queries.ts'
import { threatOfObservation } from '../connectors/threat-of-observation.ts'
import type { JudgedCompanies } from '../connectors/store-observations.ts'
import { hitsByCompany } from '../rules/judge-by-rules.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import { lockOpenExposures, lockSeen, markChecked } from './discovered-hosts.queries.ts'

/** Among the threats of the source: each check of a host is the same threat again. */
const identityOf = (check: HostCheck, host: string) => `ownHosts\n${check} ${host}`

/**
 * Checks what was read about hosts of a company. What is wrong becomes a threat or refreshes one; a threat whose check finds nothing any
 * more is marked as no longer seen. Nothing that a person decided changes.
 *
 * @param assets of the company, for the brand that a host belongs to
 */
export async function storeReadings(
  tx: Tx,
  companyId: number,
  readings: readonly HostReading[],
  { judged: { companies }, assets, enqueue }: { judged: JudgedCompanies; assets: Assets; enqueue: Enqueue | undefined },
): Promise<{ found: number; suppressed: number }> {
  const company = companies.get(companyId)
  if (!company || readings.length === 0) return { found: 0, suppressed: 0 }
  const now = new Date()
  const threats: IngestedThreat[] = []
  const passed: Buffer[] = []
  for (const reading of readings) {
    const { host } = reading
    const verdict = checkHost(reading)
    for (const check of verdict.passed) passed.push(fingerprintOf('EASM', identityOf(check, host)))
    for (const finding of verdict.findings) {
      const observation = observationOf(finding, host)
      const { threatType, score, indicators, fields } = finding
      const threat = threatOfObservation(
        identityOf(finding.check, host),
        observation,
        { kind: 'threat', source: 'EASM', fields, brandId: brandOf(assets, host), threatType, score, indicators },
        company.brandIds,
        now,
      )
      threats.push({ ...threat, hits: hitsByCompany(companies, observation).get(String(companyId)) ?? [] })
    }
  }
  await raiseWorse(tx, companyId, threats)
  const known = { own: company.own, enqueue, now, pointsMin: findingPointsMin }
  const { found, own, allowed } = await storeFindings(tx, companyId, threats, known)
  await markGone(tx, companyId, passed, now)
  const hosts = readings.map(({ host }) => host)
  const seen = readings.filter(exists).map(({ host }) => host)
  await markChecked(tx, companyId, hosts, { seen, now })
  return { found, suppressed: own + allowed }
}

const exists = ({ addresses, alias }: HostReading) => addresses.state === 'found' || alias !== null

/** For the rules of the company, which judge observations. */
const observationOf = ({ fields, check }: HostFinding, host: string): SourceObservation => ({
  source: 'EASM',
  kind: 'address',
  id: `${check} ${host}`,
  at: null,
  url: null,
  fields,
  names: [host],
  handle: null,
  text: typeof fields['proof'] === 'string' ? fields['proof'] : '',
  links: [],
  phones: [],
  account: null,
  pictureUrl: null,
})

/** The key of the brand whose domain the host belongs to; null for a domain of the company as such. */
const brandOf = ({ brands }: Assets, host: string): string | null =>
  brands.find(({ official }) => official.some((domain) => host === domain || host.endsWith(`.${domain}`)))?.key ?? null

/**
 * Raises open threats whose check now finds something of a higher severity, and records the change. A severity that a person set stays, and
 * what rules of the company weigh is left to them.
 */
async function raiseWorse(tx: Tx, companyId: number, threats: readonly IngestedThreat[]): Promise<void> {
  const found = new Map(
    threats.filter(({ hits }) => !hits?.length).map((one) => [one.fingerprint.toString('hex'), one]),
  )
  const open = await lockOpenExposures(
    tx,
    companyId,
    [...found.values()].map(({ fingerprint }) => fingerprint),
  )
  for (const { id, fingerprint, severity, score, fields, status, stage } of open) {
    const now = found.get(fingerprint.toString('hex'))
    if (!now) continue
    const state = { source: 'EASM' as const, severityOfScore: severityOfScore(score), fields }
    const changes = materialChangesOf(state, { ...state, severityOfScore: severityOfScore(now.score) })
    if (changes.length === 0) continue
    await changeThreat(tx, companyId, id, {
      score: now.score,
      indicators: JSON.stringify(now.indicators),
      // One that differs from that of the score was set by a person.
      ...(severity === severityOfScore(score) ? { severity: severityOfScore(now.score) } : {}),
    })
    await recordAudit(asProduct(tx, companyId), {
      action: 'threat.severityRaised',
      targetType: 'threat',
      targetId: id,
      after: { remark: changeWords(changes) },
    })
    if (stage === 'published')
      await publishEvents(tx, companyId, [{ type: 'threat.changed', data: { threatIds: [id], status } }])
  }
}

/** Marks the threats among fingerprints whose check finds nothing any more. If one is found again, its fields are new. */
async function markGone(tx: Tx, companyId: number, fingerprints: readonly Buffer[], now: Date): Promise<void> {
  const gone = await lockSeen(tx, companyId, fingerprints)
  const day = now.toISOString().slice(0, 10)
  for (const { id, fields, status, stage } of gone) {
    await changeThreat(tx, companyId, id, { fields: JSON.stringify({ ...fields, noLongerSeen: day }) })
    await recordAudit(asProduct(tx, companyId), {
      action: 'threat.noLongerSeen',
      targetType: 'threat',
      targetId: id,
      after: { noLongerSeen: day },
    })
    if (stage === 'published')
      await publishEvents(tx, companyId, [{ type: 'threat.changed', data: { threatIds: [id], status } }])
  }
}
