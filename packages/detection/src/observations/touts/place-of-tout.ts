import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isOneOf } from '@signet/contract/narrow'
import { fieldOf, sourceLabelOf, type AnySource, type SourceFields } from '@signet/contract/threats/sources'
import { toutSources, type ToutSource } from '@signet/contract/touts/tout-sources'
import { normaliseName } from '../../names/normalise-name.ts'

/** Where a tout is listed, with the fields of its source. */
export interface ToutPlace {
  source: ToutSource
  fields: SourceFields
}

/** Sources without offers. */
const without: ReadonlySet<AnySource> = new Set(['EASM', 'FinancialFraud', 'DocumentLeaks'])

/** Where touts of a source are listed: those of sources that touts don't have are addresses. Null for a source without offers. */
export function sourceOfTouts(source: AnySource): ToutSource | null {
  if (isOneOf(toutSources, source)) return source
  return without.has(source) ? null : 'URL'
}

/** Where an observation would be listed as a tout; null for what has no place there. */
export function placeOfTout({
  source,
  fields,
  names,
  text,
  url,
  links,
}: Pick<SourceObservation<AnySource>, 'source' | 'fields' | 'names' | 'text' | 'url' | 'links'>): ToutPlace | null {
  const listed = sourceOfTouts(source)
  if (listed !== 'URL') return listed && { source: listed, fields }
  const link = fieldOf(fields, source === 'URL' ? 'link' : 'landingUrl') ?? url ?? links[0] ?? null
  const host = link === null ? null : (normaliseName(link)?.host ?? null)
  if (link === null || host === null) return null
  if (source === 'URL') {
    const title = fieldOf(fields, 'title') ?? names[0]
    return { source, fields: { ...fields, link, domain_name: host, ...(title ? { title } : {}) } }
  }
  const title = (names[0] ?? text).slice(0, titleMax)
  const seller = fieldOf(fields, 'advertiser')
  return {
    source: 'URL',
    fields: {
      link,
      domain_name: host,
      urlSource: sourceLabelOf(source),
      ...(title ? { title: seller && text ? `${title}: ${text.slice(0, titleMax)}` : title } : {}),
    },
  }
}

const titleMax = 200
