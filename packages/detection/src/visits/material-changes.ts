import type { ObservedChange } from '@signet/contract/threats/observations'
import { severityOfRank } from '@signet/contract/threats/severities'
import { fieldOf, type AnySource, type SourceFields } from '@signet/contract/threats/sources'

/*
 * Which changes are material: those that make a threat more dangerous than when a person decided about it. They reopen a threat that was
 * set aside. Those of a domain are in `domain-changes.ts`, those of what a source says about a finding are here.
 */

/** What a source says about a finding, as far as it can change materially. */
export interface FindingState {
  source: AnySource
  /** 1 to 4, from the score that the detector or the source gave, not as people corrected it. */
  severityOfScore: number
  fields: SourceFields
}

/** Fields that say whose a finding is: another value means that another person is behind the same name. */
const identifying: Partial<Record<AnySource, readonly { field: string; what: string }[]>> = {
  APK: [{ field: 'signerSha256', what: 'Signer' }],
}

/**
 * The material changes between what was known of a finding and what its source says now: its score is that of a higher severity, or it
 * comes from someone else. A value that was missing before isn't a change, and neither is one that is missing now.
 */
export function materialChangesOf(before: FindingState, after: FindingState): ObservedChange[] {
  const rise: ObservedChange[] =
    after.severityOfScore > before.severityOfScore
      ? [
          {
            what: 'Severity',
            before: severityOfRank(before.severityOfScore),
            after: severityOfRank(after.severityOfScore),
            isMaterial: true,
          },
        ]
      : []
  const others = (identifying[after.source] ?? []).flatMap(({ field, what }): ObservedChange[] => {
    const [was, is] = [fieldOf(before.fields, field), fieldOf(after.fields, field)]
    return was && is && was.toLowerCase() !== is.toLowerCase()
      ? [{ what, before: was, after: is, isMaterial: true }]
      : []
  })
  return [...rise, ...others]
}

/** Changes on one line, e.g. `Page: Placeholder → Live`. */
export function changeWords(changes: readonly ObservedChange[]): string {
  return changes
    .map(({ what, before, after }) => `${what}: ${shortly(before)} → ${shortly(after)}`)
    .join('; ')
    .slice(0, 1000)
}
const shortly = (text: string | null) => (text === null ? 'none' : text.length > 120 ? `${text.slice(0, 119)}…` : text)
