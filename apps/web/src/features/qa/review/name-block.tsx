import { fieldOf } from '@signet/contract/threats/sources'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { Stack } from '../../../ui/layout/parts.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import { reviewedHostOf } from './checks.ts'
import { EvidenceBlock } from './evidence-block.tsx'
import { NameToCome } from './review-heading.tsx'
import { t } from './words.ts'

const NameExplained = lazy(() =>
  import('../../../parts/threats/names/name-explained.tsx').then(({ NameExplained: explained }) => ({
    default: explained,
  })),
)
const CompareNames = lazy(() =>
  import('../../../parts/threats/names/compare-names.tsx').then(({ CompareNames: names }) => ({ default: names })),
)

/** What explains the name of a record, and what compares it with the official one; nothing where there is neither. */
export function NameBlock({ threat }: { threat: QaRecordDetail }) {
  const host = reviewedHostOf(threat)
  const isMarked = Boolean(threat.markedName)
  // Of a name that is a subdomain, the marked name shows the same and more.
  const isSubdomain = isMarked && (threat['class'] === 'subdomain' || threat['class'] === 'subdomain-typo')
  const isCompared = Boolean(host) && threat.official.length > 0 && !isSubdomain
  if (!isMarked && !isCompared) return null
  return (
    <Suspense fallback={<NameToCome hasBoth={isMarked && isCompared} />}>
      <EvidenceBlock title={t('name')}>
        <Stack gap={3}>
          {threat.markedName ? (
            <NameExplained
              isInCard
              isNameShown
              marked={threat.markedName}
              of={threat['class']}
              domain={fieldOf(threat, 'registrable_domain')}
              indicators={threat.indicators}
            />
          ) : null}
          {host && isCompared ? (
            <CompareNames isInCard suspect={host} official={threat.official} of={threat['class']} />
          ) : null}
        </Stack>
      </EvidenceBlock>
    </Suspense>
  )
}
