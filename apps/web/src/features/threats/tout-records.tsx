import { Text } from '../../ui/layout/parts.tsx'
import { fieldOf, type AnySource } from '@signet/contract/threats/sources'
import { sourceInfoOf, toutFactOf, toutFactsOf, toutSources, type ToutFact } from '@signet/contract/touts/tout-sources'
import {
  addToutBookmark,
  addToutRemark,
  getTout,
  getToutCategories,
  getToutFacet,
  getToutFrequency,
  getToutSeverities,
  getToutSourceOptions,
  getToutTypes,
  listAllTouts,
  listTouts,
  removeToutBookmark,
  decideTout,
} from '@signet/contract/touts/touts'
import { call } from '../../api/call.ts'
import { fieldText } from '../../format/names/field-text.ts'
import { defang } from '@signet/contract/threats/defang'
import { notKnown } from '../../format/time/date-time.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { listOf } from '../../url/search-params.ts'
import { t } from './words.ts'
import type { AnyThreat, RecordRef, Records, ThreatColumn } from './records.ts'
import { isMixed } from './threat-source.ts'

const one = ({ company, source, id }: RecordRef) => ({
  params: { source, toutId: id },
  query: { company },
})

const optionCalls = { severity: getToutSeverities, type: getToutTypes, category: getToutCategories }

/** A fact about a tout as displayed: the seller, the offer, the contact or the reach. Addresses are defanged, counts have separators. */
function shownFact(tout: AnyThreat, fact: ToutFact): string | null {
  const value = toutFactOf(tout.source, tout, fact)
  if (value === null) return null
  if (fact === 'reach' && /^\d+$/.test(value)) return exactNumber(Number(value))
  const isName = tout.source === 'URL'
  return isName || value.includes('://') ? defang(value) : value
}

function factColumn(key: ToutFact, label: () => string, track: string): ThreatColumn {
  return {
    key,
    label,
    track,
    text: (tout) => toutFactOf(tout.source, tout, key) ?? '',
    render: (tout) => {
      const shown = shownFact(tout, key)
      return (
        <Text
          tone="quiet"
          {...(key === 'reach' ? ({ cut: true, num: true } as const) : { className: 'clamp' })}
          {...(key === 'offer' || key === 'contact' ? ({ size: 'meta' } as const) : {})}
          title={shown ?? undefined}
        >
          {shown?.replace(/^hxxps?:\/\//, '') ?? notKnown()}
        </Text>
      )
    },
  }
}

const factColumns: Record<ToutFact, ThreatColumn> = {
  seller: factColumn('seller', () => t('seller'), 'minmax(92px, 0.42fr)'),
  offer: factColumn('offer', () => t('offer'), 'minmax(104px, 0.55fr)'),
  contact: factColumn('contact', () => t('contact'), 'minmax(112px, 0.5fr)'),
  reach: factColumn('reach', () => t('reach'), '86px'),
}

/** The facts that the records of a source can have. Where its own fields say who publishes and where, they are the columns. */
function factColumnsOf(source: AnySource | undefined): readonly ThreatColumn[] {
  const isPublished =
    source !== undefined && sourceInfoOf('tout', source).fields.some(({ field }) => field === 'publisher')
  return toutFactsOf(source).flatMap((fact) => (fact === 'seller' && isPublished ? [] : [factColumns[fact]]))
}

/** Who sells and for how much, as far as known. The store of an app would take the room of its reasons, which say more. */
function sellerAndPrice(tout: AnyThreat): readonly string[] {
  const price = fieldOf(tout, 'price')
  return [
    tout.source === 'APK' && tout.reasons.length > 0 ? null : shownFact(tout, 'seller'),
    price && fieldText({ field: 'price', kind: 'money' }, price, fieldOf(tout, 'currency')),
  ].filter((fact) => typeof fact === 'string')
}

/** The tout-specific parts. */
export const toutRecords: Records = {
  kind: 'tout',
  name: 'touts',
  listRoute: '/touts/$source',
  words: {
    title: () => t('touts'),
    one: () => t('tout'),
    filter: () => t('filterTouts'),
    search: () => t('searchTouts'),
    count: (count) => t('toutsCount', { count }),
  },
  infoOf: (source) => sourceInfoOf('tout', source),
  columnsOf: (source) => factColumnsOf(isMixed(source) ? undefined : source),
  factsOf: sellerAndPrice,
  calls: {
    list: (source, query, signal) =>
      isMixed(source) ? call(listAllTouts, { query, signal }) : call(listTouts, { params: { source }, query, signal }),
    open: (record, signal) => call(getTout, { ...one(record), signal }),
    decide: (record, body) => call(decideTout, { ...one(record), body }),
    bookmark: (record, isOn, note) =>
      isOn ? call(addToutBookmark, { ...one(record), body: { note } }) : call(removeToutBookmark, one(record)),
    remark: (record, body) => call(addToutRemark, { ...one(record), body }),
    options: (of, company, sources, signal) =>
      call(optionCalls[of], { query: { company, threatSource: listOf(sources, toutSources) }, signal }),
    facet: (field, company, sources, signal) =>
      call(getToutFacet, { query: { company, field, threatSource: listOf(sources, toutSources) }, signal }),
    sources: (query, signal) => call(getToutSourceOptions, { query, signal }),
    frequency: (query, daysBack, sources, signal) =>
      call(getToutFrequency, { query: { ...query, daysBack, threatSource: listOf(sources, toutSources) }, signal }),
  },
}
