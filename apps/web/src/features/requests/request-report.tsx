import { outcomeOf, type RequestReport } from '@signet/contract/requests/requests'
import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { isFixed } from '@signet/contract/threats/case-words'
import { Link } from '@tanstack/react-router'
import { shownTitle } from '../../format/names/shown-title.ts'
import { CaseCard } from '../../parts/cases/case-layout.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { sourceSlug } from '../../url/source-slug.ts'
import { sourceName } from '../../words/named/threats.ts'
import { OutcomeChip } from './report-outcomes.tsx'
import { t } from './words.ts'

/** What a reported threat became. */
export function Report({ report: { isRead, threats, suppressed } }: { report: RequestReport }) {
  return (
    <CaseCard title={t('reportedThreats')}>
      {threats.length > 0 ? (
        <Stack as="ul" gap={2}>
          {threats.map(({ id, number, source, title, progress, isPublished, takedownId }) => (
            <Inline as="li" key={id} gap={2} wrap>
              {isPublished ? (
                <Link to="/threats/$source" params={{ source: sourceSlug(source) }} search={{ id }}>
                  {shownTitle(source, title)}
                </Link>
              ) : (
                <span>{shownTitle(source, title)}</span>
              )}
              <Text as="small" tone="quiet" className="num">
                {number} · {sourceName(source)}
              </Text>
              <OutcomeChip outcome={outcomeOf(progress, source)} />
              {takedownId === undefined ? null : (
                <Link to="/takedown/$takedownId" params={{ takedownId }}>
                  {t(isFixed(source) ? 'fixOf' : 'takedownOf', { reference: caseReferenceOf(takedownId) })}
                </Link>
              )}
            </Inline>
          ))}
        </Stack>
      ) : (
        <Text as="p" tone="quiet">
          {!isRead ? t('reportBeingRead') : suppressed.length > 0 ? t('nothingNew') : t('namesNothing')}
        </Text>
      )}
      {suppressed.length > 0 ? (
        <Text as="p" tone="quiet">
          {t('notReported', { names: suppressed.join(', ') })}
        </Text>
      ) : null}
    </CaseCard>
  )
}
