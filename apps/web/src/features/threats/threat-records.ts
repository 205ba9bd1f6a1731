import { getThreatFrequency } from '@signet/contract/reports/analytics'
import { addRemark } from '@signet/contract/threats/remarks'
import { everySource, threatSources } from '@signet/contract/threats/sources'
import {
  addBookmark,
  getCategories,
  getSeveritiesPerSource,
  getSourceOptions,
  getThreat,
  getThreatFacet,
  getTypesPerSource,
  listAllThreats,
  listThreats,
  removeBookmark,
  decideThreat,
} from '@signet/contract/threats/threats'
import { call } from '../../api/call.ts'
import { listOf } from '../../url/search-params.ts'
import { t } from './words.ts'
import type { RecordRef, Records } from './records.ts'
import { isMixed } from './threat-source.ts'

const one = ({ company, source, id }: RecordRef) => ({
  params: { source, threatId: id },
  query: { company },
})

const optionCalls = { severity: getSeveritiesPerSource, type: getTypesPerSource, category: getCategories }

/** The threat-specific parts. */
export const threatRecords: Records = {
  kind: 'threat',
  name: 'threats',
  listRoute: '/threats/$source',
  words: {
    title: () => t('threats'),
    one: () => t('threat'),
    filter: () => t('filterThreats'),
    search: () => t('searchThreats'),
    count: (count) => t('threatsCount', { count }),
  },
  infoOf: (source) => everySource[source],
  columnsOf: () => [],
  calls: {
    list: (source, query, signal) =>
      isMixed(source)
        ? call(listAllThreats, { query, signal })
        : call(listThreats, { params: { source }, query, signal }),
    open: (record, signal) => call(getThreat, { ...one(record), signal }),
    decide: (record, body) => call(decideThreat, { ...one(record), body }),
    bookmark: (record, isOn, note) =>
      isOn ? call(addBookmark, { ...one(record), body: { note } }) : call(removeBookmark, one(record)),
    remark: (record, body) => call(addRemark, { ...one(record), body }),
    options: (of, company, sources, signal) =>
      call(optionCalls[of], { query: { company, threatSource: listOf(sources, threatSources) }, signal }),
    facet: (field, company, sources, signal) =>
      call(getThreatFacet, { query: { company, field, threatSource: listOf(sources, threatSources) }, signal }),
    sources: (query, signal) => call(getSourceOptions, { query, signal }),
    frequency: (query, daysBack, sources, signal) =>
      call(getThreatFrequency, { query: { ...query, daysBack, threatSource: listOf(sources, threatSources) }, signal }),
  },
}
