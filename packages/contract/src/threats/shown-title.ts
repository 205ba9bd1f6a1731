import { defang } from './defang.ts'
import type { AnySource } from './sources.ts'

/** Sources whose title is a host or an address, even without a scheme. */
const addressed: ReadonlySet<AnySource> = new Set(['Domain', 'URL', 'EASM'])

/** Whether the title of a threat is an address and not the name of a person or an app. */
export const isTitleAddress = (source: AnySource, title: string): boolean =>
  addressed.has(source) || title.includes('://')

/** The title of a threat as displayed: addresses are defanged, names of people and apps are unchanged. */
export const shownTitle = (source: AnySource, title: string): string =>
  isTitleAddress(source, title) ? defang(title) : title
