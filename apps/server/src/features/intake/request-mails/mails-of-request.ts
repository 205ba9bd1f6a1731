import { randomUUID } from 'node:crypto'
import { isOneOf } from '@signet/contract/narrow'
import { mailUpload } from '@signet/contract/threats/mail-threats'
import { severityRank } from '@signet/contract/threats/severities'
import type { JobParts } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { findingsOfMail, readUploadedMail, type FoundInMail } from '../../reported-mails/mail-findings.ts'
import type { ReportedMailContent } from '../../reported-mails/read-reported-mail.ts'
import type { filesOfRequest } from '../../requests/requests.queries.ts'
import { searchTextOf } from '../../threats/found/finding-threat.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { threatsAmong } from '../tips/tips.queries.ts'

type MailFile = Awaited<ReturnType<typeof filesOfRequest>>[number]

/** An email that a request has as a file. */
export interface MailOfRequest {
  file: MailFile
  mail: ReportedMailContent
}

/** An email of a request, and what it reports. */
export interface JudgedMail {
  file: MailFile
  findings: IngestedThreat[]
}

/** Of one email that the detector finds nothing in. */
const unknownMax = 10

/**
 * Reads the emails among the files of a request, outside of a transaction, because each takes seconds. One that can't be read is left out.
 */
export async function readMails(
  { files, textModel }: { files: JobParts['files']; textModel: string | null },
  among: readonly MailFile[],
): Promise<MailOfRequest[]> {
  const mails: MailOfRequest[] = []
  for (const file of among) {
    if (!isOneOf(mailUpload.types, file.type)) continue
    const bytes = await files.open(file.sha256)
    const mail = bytes && (await readUploadedMail(bytes, textModel))
    if (mail) mails.push({ file, mail })
  }
  return mails
}

/**
 * What the emails of a request report: what the detector takes for a threat; in an email without any such thing, everything that it names,
 * because the client finds it suspicious.
 */
export async function judgeMails(
  tx: Tx,
  companyId: number,
  mails: readonly MailOfRequest[],
  now: Date,
): Promise<JudgedMail[]> {
  const judged: JudgedMail[] = []
  for (const { file, mail } of mails) {
    const all = await findingsOfMail(tx, companyId, mail)
    const found = all.filter(({ indicators }) => indicators.length > 0)
    const named = found.length > 0 ? found : all.slice(0, unknownMax)
    judged.push({ file, findings: named.map((finding) => asIngested(finding, now)) })
  }
  return judged
}

function asIngested({ threat, score, brandId, indicators }: FoundInMail, now: Date): IngestedThreat {
  const { kind, source, threatType, severity, category, url, title, fingerprint, fields } = threat
  return {
    id: randomUUID(),
    kind,
    source,
    fingerprint,
    title,
    search: searchTextOf(source, title, fields, kind),
    threatType,
    severity: severityRank[severity],
    category,
    url,
    fields,
    brandId,
    class: null,
    score,
    indicators: [...indicators],
    firstSeen: now,
    lastSeen: now,
  }
}

/** Each email becomes evidence of the threats it names. */
export async function addMailsAsEvidence(
  parts: { tx: Tx; files: JobParts['files'] },
  companyId: number,
  mails: readonly JudgedMail[],
  isKept: (threat: IngestedThreat) => boolean,
): Promise<void> {
  for (const { file, findings } of mails) {
    const { name, type, size, sha256, created_at: capturedAt } = file
    const threatIds = await threatsAmong(parts.tx, companyId, findings.filter(isKept))
    if (threatIds.length > 0) await holdBytes(parts, { sha256 })
    for (const threatId of threatIds)
      await insertEvidence(parts.tx, { companyId, threatId, kind: 'upload', name, type, size, sha256, capturedAt })
  }
}
