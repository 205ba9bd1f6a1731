import type * as contract from '@signet/contract/threats/threats'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { Handler } from '../../app/handler.ts'
import { recordHandlers } from './record-handlers.ts'

const threats = recordHandlers<ThreatSource>('threat')

export const listThreats: Handler<typeof contract.listThreats> = threats.list
export const listAllThreats: Handler<typeof contract.listAllThreats> = threats.listAll
export const getThreat: Handler<typeof contract.getThreat> = threats.open
export const addBookmark: Handler<typeof contract.addBookmark> = threats.addBookmark
export const removeBookmark: Handler<typeof contract.removeBookmark> = threats.removeBookmark

export const getSeveritiesPerSource: Handler<typeof contract.getSeveritiesPerSource> = threats.severities
export const getTypesPerSource: Handler<typeof contract.getTypesPerSource> = threats.types
export const getSeveritiesForAllSources: Handler<typeof contract.getSeveritiesForAllSources> = (context) =>
  threats.severities(context, { query: {} })
export const getTypesForAllSources: Handler<typeof contract.getTypesForAllSources> = (context) =>
  threats.types(context, { query: {} })
export const getCategories: Handler<typeof contract.getCategories> = threats.categories
export const getThreatFacet: Handler<typeof contract.getThreatFacet> = threats.facet
export const getSourceOptions: Handler<typeof contract.getSourceOptions> = threats.sources
