import { activity } from '../../format/names/activity.ts'
import { dateTimeWithZone } from '../../format/time/date-time.ts'
import { duration } from '../../format/time/duration.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { percent } from '../../format/numbers/percent.ts'
import { figureHead } from '../../parts/reviewers/figure-name.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { t } from './words.ts'
import css from './qa-activity-page.module.css'
import type { ReviewerRow } from './reviewers.ts'

/** The reviewers with their figures. A name opens the panel. */
export function ReviewerTable({
  rows,
  current,
  now,
  onOpen,
}: {
  rows: ReviewerRow[]
  /** Email address of the reviewer in the panel. */
  current: string | undefined
  now: Date
  onOpen: (email: string) => void
}) {
  return (
    <SimpleTable
      label={t('reviewers')}
      rows={rows}
      idOf={({ email }) => email}
      current={current}
      columns={[
        {
          key: 'name',
          label: t('name'),
          render: ({ name, email, ...figures }) => (
            <button type="button" className={css.open} onClick={() => onOpen(email)}>
              {name}
              <small title={email} className={figures.reviewed > 0 ? 'wide-only' : undefined}>
                {email}
              </small>
              {figures.reviewed > 0 ? (
                <small className={`${css.lines} phone-only`}>
                  {t('medianWaitOf', { wait: waitOf(figures) })}
                  <br />
                  {t('overturnedOf', { share: overturnedOf(figures) })}
                </small>
              ) : null}
            </button>
          ),
        },
        {
          key: 'active',
          label: t('lastActive'),
          render: ({ lastActive }) =>
            lastActive === null ? (
              activity(null, now)
            ) : (
              <time dateTime={lastActive} title={dateTimeWithZone(lastActive)}>
                {activity(lastActive, now)}
              </time>
            ),
        },
        {
          key: 'reviewed',
          ...figureHead('reviewed'),
          isFigure: true,
          render: ({ reviewed }) => exactNumber(reviewed),
        },
        {
          key: 'median',
          ...figureHead('medianWait'),
          isFigure: true,
          isWide: true,
          render: waitOf,
        },
        {
          key: 'returned',
          ...figureHead('overturned'),
          isFigure: true,
          isWide: true,
          render: overturnedOf,
        },
      ]}
    />
  )
}

const waitOf = ({ medianMs }: Pick<ReviewerRow, 'medianMs'>) => (medianMs === null ? t('noneYet') : duration(medianMs))

const overturnedOf = ({ reviewed, returned }: Pick<ReviewerRow, 'reviewed' | 'returned'>) =>
  reviewed === 0 ? t('noneYet') : percent(returned / reviewed)
