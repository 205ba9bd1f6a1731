import type { ImportDetail } from '@signet/contract/collection/imports'
import { Link } from '@tanstack/react-router'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { percent } from '../../../format/numbers/percent.ts'
import { useCan } from '../../../session/use-session.ts'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { searchOf } from '../../../url/page-search.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { sentenceOf } from '../../../words/messages.ts'
import { pathsOf } from '../qa-kind.ts'
import type { ReviewSearch } from '../review-search.ts'
import css from './imports.module.css'
import { t } from './words.ts'

const counted = ['rows', 'added', 'duplicates', 'own', 'allowed', 'skipped', 'rejected'] as const

/** What became of the rows of an import, and how far it is. */
export function ImportCounts({ one }: { one: ImportDetail }) {
  const { state, progress, problem } = one
  return (
    <FormSection title={t('result')}>
      {state === 'running' ? (
        <Stack as="label" gap={1} most={420} num className={css.progress}>
          {t('importingShare', { share: percent(progress) })}
          <progress value={progress} max={1} />
        </Stack>
      ) : null}
      {problem ? (
        <Card as="p" kind="note" tone="danger">
          {t('brokeOff', { reason: sentenceOf(problem) })}
        </Card>
      ) : null}
      <dl className="figures">
        {counted.map((count) => (
          <div key={count}>
            <dt>{t(`count.${count}`)}</dt>
            <dd className="num">{exactNumber(one[count])}</dd>
          </div>
        ))}
      </dl>
      <output>
        <Text tone="quiet">{stateText(one)}</Text>
      </output>
      {one.added > one.removed ? <ThreatsLink one={one} /> : null}
    </FormSection>
  )
}

function stateText({ state, removed, kept, added }: ImportDetail): string {
  if (state !== 'undone') return state === 'undoing' ? t('undoingCount', { removed, added }) : t(`stateHint.${state}`)
  const stayed = kept.map(({ reason, count }) => t(`kept.${reason}`, { count })).join(', ')
  return stayed ? t('undoneKept', { count: removed, stayed }) : t('undoneCount', { count: removed })
}

/** Reviewers find the threats in the queue; everyone else once they are published. */
function ThreatsLink({ one: { id, recordKind, source } }: { one: ImportDetail }) {
  const mayReview = useCan('qa:review')
  return (
    <p>
      {mayReview ? (
        <Link to={pathsOf[recordKind].queued} search={searchOf({ import: id } satisfies ReviewSearch)}>
          {t('openInQueue')}
        </Link>
      ) : (
        <Link
          to={recordKind === 'tout' ? '/touts/$source' : '/threats/$source'}
          params={{ source: sourceSlug(source) }}
        >
          {t('openPublished')}
        </Link>
      )}
    </p>
  )
}
