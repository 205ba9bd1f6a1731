import type { ThreatSource } from '@signet/contract/sources'
import { defang } from './defang.ts'

/** Sources whose title is a host or an address, also when it carries no scheme. */
const addressed: ReadonlySet<ThreatSource> = new Set(['Domain', 'URL', 'EASM'])

/** The title of a threat as screens show it: addresses defanged, the names of people and apps as they are. */
export function shownTitle(source: ThreatSource, title: string): string {
  return addressed.has(source) || title.includes('://') ? defang(title) : title
}
