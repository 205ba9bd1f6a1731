import { caseSearch } from '../../parts/cases/case-search.ts'

/** Which cases the list shows; running ones are the ones without a parameter. */
export const takedownViews = ['running', 'removed', 'stopped', 'all'] as const
export type TakedownView = (typeof takedownViews)[number]

const sorts = ['dueAt', 'requestedAt', 'updatedAt', 'severity', 'title', 'status', 'source'] as const
export type TakedownSort = (typeof sorts)[number]

/** What the takedowns page keeps in the URL. */
export const validateTakedownSearch = caseSearch(takedownViews, sorts)
