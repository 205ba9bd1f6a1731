import { oneOf, pageOf } from '../../url/search-params.ts'

const parts = ['names'] as const

/** The URL state of the page: the current part, absent for the installation, and the pages of its lists. */
export interface SystemHealthSearch {
  part?: (typeof parts)[number] | undefined
  mails?: string | undefined
  jobs?: string | undefined
  failed?: string | undefined
  /** What the largest are shown of; absent for tables. */
  largest?: 'companies' | undefined
}

export function validateSystemHealthSearch(raw: Record<string, unknown>): SystemHealthSearch {
  return {
    part: oneOf(raw['part'], parts),
    mails: pageOf(raw['mails']),
    jobs: pageOf(raw['jobs']),
    failed: pageOf(raw['failed']),
    largest: oneOf(raw['largest'], ['companies'] as const),
  }
}
