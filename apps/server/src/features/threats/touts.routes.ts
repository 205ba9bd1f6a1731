import type { ToutSource } from '@signet/contract/touts/tout-sources'
import type * as contract from '@signet/contract/touts/touts'
import type { Handler } from '../../app/handler.ts'
import { recordHandlers } from './record-handlers.ts'

const touts = recordHandlers<ToutSource>('tout')

export const listTouts: Handler<typeof contract.listTouts> = touts.list
export const listAllTouts: Handler<typeof contract.listAllTouts> = touts.listAll
export const getTout: Handler<typeof contract.getTout> = touts.open
export const addToutBookmark: Handler<typeof contract.addToutBookmark> = touts.addBookmark
export const removeToutBookmark: Handler<typeof contract.removeToutBookmark> = touts.removeBookmark

export const getToutSeverities: Handler<typeof contract.getToutSeverities> = touts.severities
export const getToutTypes: Handler<typeof contract.getToutTypes> = touts.types
export const getToutCategories: Handler<typeof contract.getToutCategories> = touts.categories
export const getToutSourceOptions: Handler<typeof contract.getToutSourceOptions> = touts.sources
export const getToutFacet: Handler<typeof contract.getToutFacet> = touts.facet
