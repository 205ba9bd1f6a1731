import type { RequestReport } from '@signet/contract/requests/requests'
import type { TipProgress } from '@signet/contract/collection/tips'
import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { isFixed } from '@signet/contract/threats/case-words'
import type { AnySource } from '@signet/contract/threats/sources'
import { Link } from '@tanstack/react-router'
import { shownTitle } from '../../format/names/shown-title.ts'
import { CaseCard } from '../../parts/cases/case-layout.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { sourceSlug } from '../../url/source-slug.ts'
import { sourceName } from '../../words/named/threats.ts'
import { t } from './words.ts'

const tones: Record<TipProgress, ChipTone> = {
  received: 'closed',
  reviewed: 'new',
  takedown: 'analysis',
  takenDown: 'good',
  notScam: 'closed',
}

/** The company fixes its own exposures, so nothing of them is taken down. */
function progressText(progress: TipProgress, source: AnySource): string {
  if (!isFixed(source)) return t(`progress.${progress}`)
  return progress === 'takedown'
    ? t('fixInProgress')
    : progress === 'takenDown'
      ? t('fixed')
      : t(`progress.${progress}`)
}

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
              <Chip tone={tones[progress]}>{progressText(progress, source)}</Chip>
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
