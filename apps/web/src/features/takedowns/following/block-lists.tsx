import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { CaseCard, Moment } from '../../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { t } from '../words.ts'

/** The block lists that were queried for the target, and since when they have it. */
export function BlockLists({ blockLists }: Pick<TakedownDetail, 'blockLists'>) {
  if (blockLists.length === 0) return null
  return (
    <CaseCard title={t('blockLists')}>
      <Facts>
        {blockLists.map(({ list, isListed, firstListedAt, checkedAt }) => (
          <Fact key={list} label={list}>
            {isListed ? t('listedSince') : firstListedAt ? t('listedBefore') : t('notListed')}{' '}
            <Moment at={isListed && firstListedAt ? firstListedAt : checkedAt} />
          </Fact>
        ))}
      </Facts>
    </CaseCard>
  )
}
