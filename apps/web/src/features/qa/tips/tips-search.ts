import { pageOf } from '../../../url/search-params.ts'

/** The URL state of the reports from the public: the page of the list. */
export interface TipsSearch {
  page?: string | undefined
}

export const validateTipsSearch = (raw: Record<string, unknown>): TipsSearch => ({ page: pageOf(raw['page']) })
