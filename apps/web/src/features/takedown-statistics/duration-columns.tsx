import type { Durations } from '@signet/contract/takedowns/takedown-statistics'
import { secondMs } from '@signet/contract/time'
import { duration } from '../../format/time/duration.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import type { SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Explained } from '../../ui/text/explained.tsx'
import { t } from './words.ts'

/** A time that a share of the cases had reached the event by; without one, fewer than that have reached it, which is explained. */
function Time({ ms, fewer, about }: { ms: number | null; fewer: string; about: string }) {
  if (ms === null) return <Explained about={about}>{fewer}</Explained>
  return ms < secondMs ? t('immediately') : duration(ms)
}

/** The open cases, if with them the event can still become one of that share of all. */
const openFor = (share: number, { count, reached, open }: Durations) => (reached + open < share * count ? 0 : open)

/** The columns of durations, after the column that names the row. */
export const durationColumns = <T extends Durations>(): SimpleColumn<T>[] => [
  { key: 'count', label: t('cases'), isFigure: true, render: ({ count }) => exactNumber(count) },
  {
    key: 'median',
    label: t('term.median'),
    about: t('termMeaning.median'),
    isFigure: true,
    render: (row) => {
      const open = openFor(0.5, row)
      return <Time ms={row.medianMs} fewer={t('fewerThanHalf', { open })} about={t('fewerThanHalfMeaning', { open })} />
    },
  },
  {
    key: 'p90',
    label: t('term.ninetieth'),
    about: t('termMeaning.ninetieth'),
    isFigure: true,
    render: (row) => {
      const open = openFor(0.9, row)
      return (
        <Time ms={row.p90Ms} fewer={t('fewerThanNinety', { open })} about={t('fewerThanNinetyMeaning', { open })} />
      )
    },
  },
  { key: 'reached', label: t('reached'), isFigure: true, render: ({ reached }) => exactNumber(reached) },
  { key: 'open', label: t('stillOpen'), isFigure: true, render: ({ open }) => exactNumber(open) },
  { key: 'ended', label: t('endedWithout'), isFigure: true, render: ({ ended }) => exactNumber(ended) },
]
