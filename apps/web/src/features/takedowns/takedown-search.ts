import { caseSearch } from '../../parts/cases/case-search.ts'

/** The views of the list. Running cases are the default and have no parameter. */
export const takedownViews = ['running', 'removed', 'stopped', 'all'] as const
export type TakedownView = (typeof takedownViews)[number]

const sorts = ['dueAt', 'requestedAt', 'updatedAt', 'severity', 'title', 'status', 'source'] as const
export type TakedownSort = (typeof sorts)[number]

/** Validates the URL state of the takedowns page. */
export const validateTakedownSearch = caseSearch(takedownViews, sorts)
