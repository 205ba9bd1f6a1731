import { createHash, randomUUID } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { splitName } from '@signet/detection'
import type { Finding, FindingClass, Indicator } from '@signet/contract/threats/findings'
import {
  fieldOf,
  titleOf,
  type AnySource,
  type Kind,
  type SourceFields,
  type ThreatType,
} from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { severityOfScore } from './severity-of-score.ts'

/** The fields of a threat when it is detected; ids of companies and brands are those of the database. */
export interface FoundThreat {
  id: string
  /** A threat by default. */
  kind?: Kind
  source: AnySource
  fingerprint: Buffer
  title: string
  search: string
  threatType: string
  severity: number
  url: string | null
  fields: SourceFields
  brandId: string | null
  class: string | null
  score: number
  indicators: Indicator[]
  /** The detector left it out, so only a rule of the company can make it a finding. */
  isLeftOut?: true
}

const typeOfClass: Partial<Record<FindingClass, ThreatType>> = {
  subdomain: 'Brand in subdomain',
  'subdomain-typo': 'Brand in subdomain',
}

// URLs can have 8,192 characters, but an entry of the title's index only 2,700 bytes; longer titles aren't readable anyway.
const titleMax = 500

/** A finding; without a class if a rule made it one of a name that is like no brand. */
type ThreatFinding = Omit<Finding, 'brandId' | 'class'> & { class: FindingClass | null }

function typeOf(finding: ThreatFinding): ThreatType {
  if (finding.source === 'URL') return finding.class === 'lure-url' ? 'Malicious redirect' : 'Phishing page'
  return (finding.class && typeOfClass[finding.class]) ?? (finding.class ? 'Look-alike domain' : 'Phishing site')
}

/** The identity of a threat among those of its kind and company: the same finding always results in the same threat. */
export function fingerprintOf(source: AnySource, identity: string): Buffer {
  return createHash('sha256').update(`${source}\n${identity}`).digest()
}

/** The search text of a threat: its title and every search field, in lower case and NFC like the search terms. */
export function searchTextOf(source: AnySource, title: string, fields: SourceFields, kind: Kind = 'threat'): string {
  const { search } = sourceInfoOf(kind, source)
  const texts = new Set([title, ...search.map(({ field }) => fieldOf(fields, field) ?? '')])
  return [...texts].filter(Boolean).join('\n').normalize('NFC').toLowerCase().slice(0, 4000)
}

/** Converts a finding to a threat. Without a brand, a rule of the company made it a finding. */
export function threatOfFinding(finding: ThreatFinding, brand: { id: string; name: string } | null): FoundThreat {
  const { source, identity } = finding
  const host = source === 'URL' ? new URL(identity).hostname : identity
  const { labels, registrableAt } = splitName(host)
  const registrable = labels.slice(registrableAt).join('.')
  const displayed = domainToUnicode(host)
  const common = {
    ...(brand ? { brand: brand.name } : {}),
    ...(finding.class ? { class: finding.class } : {}),
    registrable_domain: registrable,
  }
  const fields: SourceFields =
    source === 'URL'
      ? { link: identity, host, urlSource: finding.observation.feed, ...common }
      : { domain_name: host, ...common, ...(displayed && displayed !== host ? { unicode_name: displayed } : {}) }
  const threatType = typeOf(finding)
  const title = cutTitle(titleOf(source, threatType, fields))
  return {
    id: randomUUID(),
    source,
    fingerprint: fingerprintOf(source, identity),
    title,
    search: searchTextOf(source, title, fields),
    threatType,
    severity: severityOfScore(finding.score * 100),
    url: source === 'URL' ? identity : null,
    fields,
    brandId: brand?.id ?? null,
    class: finding.class,
    score: Math.round(finding.score * 100),
    indicators: finding.indicators,
  }
}

/** A title truncated to the stored length. */
export function cutTitle(title: string): string {
  return title.length > titleMax ? `${title.slice(0, titleMax - 1)}…` : title
}
