import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Assets } from '@signet/contract/companies/assets'
import { fittedFields } from '@signet/contract/threats/field-kinds'
import { fieldOf, type AnySource, type FieldKind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { compileWatch, judgeTout, type Watch } from '@signet/detection'
import type { FoundThreat } from './finding-threat.ts'

/**
 * Gives touts that come without reasons those of the detector, with what their text says of the offer. Severity and type stay as sent, and
 * so does what the detector finds nothing in.
 *
 * @param brandIds by the keys of the brands
 */
export function toutReasons(
  assets: Assets,
  brandIds: ReadonlyMap<string, string>,
): <T extends FoundThreat>(threat: T) => T {
  let watch: Watch | undefined
  return (threat) => {
    if (threat.kind !== 'tout' || threat.indicators.length > 0) return threat
    watch ??= compileWatch(assets)
    const verdict = judgeTout(watch, observationOf(threat))
    if (!verdict) return threat
    return {
      ...threat,
      fields: fittedFields('tout', threat.source, { ...verdict.fields, ...threat.fields }),
      indicators: verdict.indicators,
      score: Math.round(verdict.score * 100),
      brandId: (verdict.brandId !== null && brandIds.get(verdict.brandId)) || null,
    }
  }
}

/** Kinds of fields that a person can read. */
const readable: ReadonlySet<FieldKind> = new Set(['text', 'handle', 'phone'])
/** Fields that the offer leads to; the others are its own page. */
const leading = ['domain_name', 'website'] as const

function observationOf({ source, fields, title, url }: FoundThreat): SourceObservation<AnySource> {
  const texts = sourceInfoOf('tout', source).fields.flatMap(({ field, kind = 'text' }) =>
    readable.has(kind) ? (fieldOf(fields, field) ?? []) : [],
  )
  return {
    source,
    kind: 'post',
    id: '',
    at: null,
    url,
    fields,
    names: [title],
    handle: null,
    text: texts.filter((text) => text !== title).join('\n'),
    links: leading.flatMap((field) => fieldOf(fields, field) ?? []),
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
