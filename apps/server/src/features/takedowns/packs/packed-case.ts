import { can } from '@signet/contract/access/permissions'
import type { Observation } from '@signet/contract/threats/observations'
import type { PackItem } from '@signet/contract/takedowns/evidence-pack'
import type { AssetCheck } from '@signet/contract/takedowns/asset-checks'
import type { Attempt } from '@signet/contract/takedowns/attempts'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import type { HistoryEvent } from '@signet/contract/threats/threats'
import type { Actor, CompanyRef } from '../../../app/context.ts'
import type { Tx } from '../../../db/database.ts'
import { caseEvents } from '../../cases/case-events.ts'
import { escalationsDue, findTakedown, toTakedown, type TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { findEvidenceFile, listEvidence } from '../../evidence/evidence.queries.ts'
import { storedFilesOf } from '../../evidence/files.queries.ts'
import { observationsOf, toolsOf } from '../../evidence/observations.queries.ts'
import { withMerged } from '../../threats/record/merges.queries.ts'
import { attemptsOf } from '../notices/attempts.queries.ts'
import { checksOf } from '../following/checks.queries.ts'
import { packTargetOf } from './packs.queries.ts'

/** A stored file of the case. */
export interface PackedFile extends PackItem {
  /** Its media type. */
  type: string
}

/** What is known about a case when its pack is made. */
export interface PackedCase {
  takedown: Takedown
  address: string | null
  /** Why the target is a threat. */
  reasons: { name: string; value?: string }[]
  company: string
  attempts: Attempt[]
  /** The latest 300 checks of the target. */
  checks: AssetCheck[]
  events: HistoryEvent[]
  files: PackedFile[]
  /** What was observed of the domain, newest first. */
  observations: Observation[]
  /** The program that observed it, with its version, by the id of the observation. */
  tools: ReadonlyMap<string, string>
}

/** The action of the audit record of a pack. Packs are left out of the history inside a pack: making one doesn't change the case. */
export const packMade = 'takedown.packMade'

/** Everything stored for a case that the actor may see; null if the takedown is outside the company. */
export async function readCase(
  tx: Tx,
  company: CompanyRef,
  actor: Pick<Actor, 'role'>,
  takedownId: string,
): Promise<PackedCase | null> {
  const row = await findTakedown(tx, company.id, takedownId)
  if (!row) return null
  const threat = { id: row.threat_id, host: null }
  return {
    takedown: toTakedown(row, company, (await escalationsDue(tx, company.id, [row])).get(row.id)),
    ...(await packTargetOf(tx, company.id, row.threat_id)),
    company: company.name,
    attempts: (await attemptsOf(tx, company.id, row.id)).map(packedAttempt),
    checks: await checksOf(tx, { companyId: company.id, takedownId: row.id }, new Date(0)),
    events: (await caseEvents({ tx, company }, row.id)).filter(({ action }) => action !== packMade),
    files: await filesOfCase(tx, company.id, actor, row),
    observations: (await observationsOf(tx, company.id, threat)).items,
    tools: await toolsOf(tx, company.id, row.threat_id),
  }
}

function packedAttempt(attempt: Attempt): Attempt {
  const { writtenBy: _, ...packed } = attempt
  return packed
}

/** The evidence of the threat and the files of the case, under unique names. */
async function filesOfCase(
  tx: Tx,
  companyId: number,
  actor: Pick<Actor, 'role'>,
  row: TakedownWithThreat,
): Promise<PackedFile[]> {
  const rule = { onlyPublished: !can(actor.role, 'threats:readUnpublished') }
  const packed: PackedFile[] = []
  const taken = new Set<string>()
  const add = (folder: string, name: string, file: Omit<PackedFile, 'path'>) => {
    const path = freePath(folder, name, taken)
    taken.add(path.toLowerCase())
    packed.push({ path, ...file })
  }
  for (const { id, capturedAt } of await listEvidence(tx, companyId, withMerged(companyId, row.threat_id), () => '')) {
    const file = await findEvidenceFile(tx, companyId, id, rule)
    if (file)
      add('evidence', file.name, {
        kind: file.kind,
        type: file.type,
        sha256: file.sha256,
        size: file.size,
        at: capturedAt,
        tool: file.tool,
        vantage: file.vantage,
      })
  }
  const files = await storedFilesOf(tx, companyId, 'takedown', row.id)
  for (const { name, type, sha256, size, created_at: at } of files)
    add('case', name, { kind: 'file', type, sha256, size, at: at.toISOString(), tool: null, vantage: null })
  return packed
}

/** In UTF-8: the verifier takes paths of 255 bytes. */
const nameBytesMax = 180

/** A path that every file system supports and no other file of the archive has. */
function freePath(folder: string, name: string, taken: ReadonlySet<string>): string {
  const plain =
    name
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
      .replaceAll(/^\.+|\.{2,}|[. ]+$/g, '_') || 'file'
  const dot = plain.lastIndexOf('.')
  const [stem, ending] = dot > 0 && plain.length - dot <= 10 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, '']
  const short = new TextDecoder().decode(Buffer.from(stem).subarray(0, nameBytesMax)).replaceAll('\uFFFD', '')
  for (let count = 1; ; count += 1) {
    const path = `${folder}/${short}${count === 1 ? '' : `-${count}`}${ending}`
    if (!taken.has(path.toLowerCase())) return path
  }
}
