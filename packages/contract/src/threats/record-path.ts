import type { Kind } from './sources.ts'

/** The page of the portal that lists threats or touts: those of a source, or all. */
export const listPath = (kind: Kind, source = 'All'): string => `/${kind}s/${source}`

/** The page of the portal that shows a threat or tout next to the list of its source. */
export const recordPath = ({ kind, source, id }: { kind: Kind; source: string; id: string }): string =>
  `${listPath(kind, source)}?id=${id}`
