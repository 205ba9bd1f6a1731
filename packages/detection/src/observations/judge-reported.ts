import type { Indicator } from '@signet/contract/threats/findings'
import type { ContextKind } from './contexts.ts'
import { destinationOf, type Destination, type NameEvidence } from './evidence.ts'
import type { LureKind } from './lures.ts'
import { weighPost } from './weigh-account.ts'
import type { Judged } from './weigh-listing.ts'

/** Points of 100 by the number of reports, set manually: a person took the time, but people also report honest newsletters. */
const points = [
  [5, 32],
  [2, 26],
  [1, 20],
] as const

/** Where a link in a report leads if it isn't the one that is reported. */
const harmless: ReadonlySet<Destination> = new Set(['own', 'platform', 'messenger'])
/** What the person who reports says about the email, which isn't what the email itself says. */
const ofReporter: ReadonlySet<ContextKind> = new Set(['warning', 'complaint', 'question'])

/** The reason that people reported something. */
export function reportReason(reports: number): Indicator {
  const contribution = points.find(([least]) => reports >= least)?.[1] ?? 0
  return { name: 'Reported by mail', value: String(reports), contribution }
}

/** A link in an email that somebody reported as phishing: what the email says decides, and where this link leads. */
export function judgeReported(evidence: NameEvidence): Judged | null {
  const { read } = evidence
  const [address] = read.addresses
  if (!address || evidence.watched.brandId === null || harmless.has(destinationOf(evidence, address))) return null
  const contexts = read.contexts.filter(({ kind }) => !ofReporter.has(kind))
  const sheet = weighPost({ ...evidence, read: { ...read, addresses: [address], contexts } })
  return sheet && { sheet, threatType: typeOf(evidence) }
}

function typeOf({ read: { lures } }: NameEvidence): string {
  const has = (...kinds: LureKind[]) => lures.some(({ kind }) => kinds.includes(kind))
  if (has('secret', 'urgency')) return 'Phishing page'
  return has('support') ? 'Fake customer care' : has('prize', 'profit', 'fee', 'job') ? 'Scam page' : 'Phishing page'
}
