import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { isOneOf } from '@signet/contract/narrow'
import { findingClasses, type FindingClass } from '@signet/contract/threats/findings'
import {
  everySource,
  fieldOf,
  type AnySource,
  type SourceField,
  type SourceFields,
} from '@signet/contract/threats/sources'
import { xarfReportOf, type XarfResult } from '@signet/detection'
import type { CompanyRef } from '../../../app/context.ts'
import type { MailAddress } from '../../../app/mailer.ts'
import type { Tx } from '../../../db/database.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { lastReachedAt, officialHostOf, reportedThreat } from './notice-subject.queries.ts'

/** The facts of a case that notices name. */
export interface NoticeSubject {
  title: string
  source: AnySource
  threatType: string
  /** An http(s) address; null if the target has none. */
  address: string | null
  domain: string | null
  fields: SourceFields
  technique: FindingClass | null
  brand: string | null
  /** An official host of the brand, or of the company. */
  officialHost: string | null
  firstSeen: Date
  lastSeen: Date
  /** When a check last reached the page. */
  reachedAt: Date | null
  /** What the provider is asked to name in its answers. */
  reference: string
}

/** Reads what notices say about a case. */
export async function noticeSubjectOf(tx: Tx, row: TakedownWithThreat): Promise<NoticeSubject> {
  const threat = await reportedThreat(tx, row)
  const address = addressOf(row.source, threat.url, threat.fields)
  return {
    title: row.title,
    source: row.source,
    threatType: row.threat_type,
    address,
    domain: fieldOf(threat.fields, 'registrable_domain') ?? (row.source === 'Domain' ? row.title : null),
    fields: threat.fields,
    technique: isOneOf(findingClasses, threat.class) ? threat.class : null,
    brand: threat.brand,
    officialHost: threat.official?.[0] ?? (await officialHostOf(tx, row.company_id)),
    firstSeen: threat.first_seen,
    lastSeen: threat.last_seen,
    reachedAt: await lastReachedAt(tx, row),
    reference: caseReferenceOf(row.id),
  }
}

/** The address of the target: as stored, or the first field of its source that is one. A bare host is reached over HTTP. */
function addressOf(source: AnySource, url: string | null, fields: SourceFields): string | null {
  const fieldsOfSource: readonly SourceField[] = everySource[source].fields
  const shown = fieldsOfSource.filter(({ kind }) => kind === 'address')
  for (const text of [url, ...shown.map(({ field }) => fieldOf(fields, field))]) {
    if (!text) continue
    const address = /^https?:\/\//i.test(text) ? text : `http://${text}/`
    if (/^https?:\/\/[^/\s]+\.[^/\s]+/i.test(address) && URL.canParse(address)) return new URL(address).href
  }
  return null
}

/**
 * The XARF report of a case, with the company as complainant.
 *
 * @param sender the address of the installation; answers for the company arrive there too
 */
export function abuseReportOf(
  subject: NoticeSubject,
  company: CompanyRef,
  sender: MailAddress,
  reportId: string,
): XarfResult {
  const senderDomain = sender.address.slice(sender.address.indexOf('@') + 1)
  return xarfReportOf({
    reportId,
    reporter: { org: company.name, contact: sender.address, domain: subject.officialHost ?? senderDomain },
    sender: { org: sender.name || senderDomain, contact: sender.address, domain: senderDomain },
    source: subject.source,
    threatType: subject.threatType,
    title: subject.title,
    url: subject.address,
    fields: subject.fields,
    technique: subject.technique,
    brand: subject.brand,
    officialHost: subject.officialHost,
    seenAt: subject.lastSeen.toISOString(),
    verifiedAt: subject.reachedAt?.toISOString() ?? null,
    description:
      `${subject.title} abuses the name of ${subject.brand ?? company.name}. Reference: ${subject.reference}`.slice(
        0,
        1000,
      ),
  })
}

/** The XARF report of a case as an attachment of its notice; none if its threat has no class of XARF. */
export function attachedReport(...of: Parameters<typeof abuseReportOf>) {
  const result = abuseReportOf(...of)
  return 'report' in result
    ? [{ name: 'xarf.json', type: 'application/json', text: JSON.stringify(result.report) }]
    : []
}
