import { useQuery } from '@tanstack/react-query'
import { duration } from '../../../format/time/duration.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { percent } from '../../../format/numbers/percent.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { t } from './words.ts'
import css from './statistics-page.module.css'
import { activity } from '../../../format/names/activity.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import { FigureName } from '../../../parts/reviewers/figure-name.tsx'
import { figuresQuery, reviewersQuery } from '../../../parts/reviewers/reviewers.api.ts'
import { Card, ScrollRegion } from '../../../ui/layout/parts.tsx'

interface TeamProps {
  company: string
  dateRange: string[]
  me: string
  onChoose: (email: string) => void
}

/** All reviewers of the company, sorted by number of reviews. */
export function Team({ company, dateRange, me, onChoose }: TeamProps) {
  const now = useNow()
  const people = useQuery(reviewersQuery(company))
  const figures = useQuery(figuresQuery(company, dateRange))
  return (
    <Card className={css.card} aria-labelledby="team">
      <h2 id="team">{t('team')}</h2>
      <DataState query={figures} what={t('statisticsWhat')} loading={<Skeleton lines={4} />}>
        {(rows) => {
          const byEmail = new Map(rows.map((row) => [row.email, row]))
          const everybody = (people.data ?? rows.map(({ email }) => ({ email, name: email, lastActive: undefined })))
            .map((person) => ({ ...person, figures: byEmail.get(person.email) }))
            .toSorted((a, b) => (b.figures?.reviewed ?? 0) - (a.figures?.reviewed ?? 0))
          return (
            <ScrollRegion className={css.team} aria-label={t('teamStatistics')}>
              <table className={css.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('reviewer')}</th>
                    <th scope="col">
                      <FigureName of="reviewed" />
                    </th>
                    <th scope="col">
                      <FigureName of="medianWait" />
                    </th>
                    <th scope="col">
                      <FigureName of="overturned" />
                    </th>
                    <th scope="col">{t('lastActive')}</th>
                  </tr>
                </thead>
                <tbody>
                  {everybody.map(({ email, name, lastActive, figures: own }) => (
                    <tr key={email}>
                      <th scope="row">
                        <button type="button" className="link" onClick={() => onChoose(email)}>
                          {email === me ? t('nameYou', { name }) : name}
                        </button>
                        <small>{email}</small>
                      </th>
                      <td className="num">{exactNumber(own?.reviewed ?? 0)}</td>
                      <td className="num">
                        {own?.medianMs === null || own === undefined ? t('unknown') : duration(own.medianMs)}
                      </td>
                      <td className="num">
                        {own && own.reviewed > 0
                          ? `${exactNumber(own.returned)} (${percent(own.returned / own.reviewed)})`
                          : exactNumber(0)}
                      </td>
                      <td>{lastActive === undefined ? '' : activity(lastActive, now)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          )
        }}
      </DataState>
    </Card>
  )
}
