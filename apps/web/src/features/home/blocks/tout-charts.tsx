import { severities } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { AreaStack } from '../../../charts/area-stack.tsx'
import { BarList } from '../../../charts/bar-list.tsx'
import { severityTone } from '../../../charts/tone.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Card, Text } from '../../../ui/layout/parts.tsx'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { useToutName } from '../tout-name.ts'
import { t } from '../words.ts'
import { bySeverity, splitRange, sumOf, weekly } from '../figures/figures.ts'
import { ranked } from '../../../charts/ranked.ts'
import { toutFrequencyQuery, toutSourcesQuery } from '../home.api.ts'
import { QuietState } from '../quiet-state.tsx'
import { valueName } from '../../../words/named/name-of.ts'

interface ToutsProps {
  company: string
  rangeDays: number
}

const sourcesMax = 7
const chartPx = 264
const dailyMax = 90

const nothing = (touts: string, rangeDays: number) => (
  <Text as="p" tone="quiet">
    {t('noToutsInRange', { touts: inSentence(touts), range: rangeDays })}
  </Text>
)

/** The platforms of unauthorised sellers and advertisers. */
export function ToutSources({ company, rangeDays }: ToutsProps) {
  const query = useQuery(toutSourcesQuery(company, rangeDays))
  const touts = useToutName()
  const title = t('toutsBySource', { touts })
  return (
    <Card as="div">
      <QuietState
        query={query}
        title={title}
        place={{ least: 263 }}
        isEmpty={(slices) => slices.length === 0}
        empty={nothing(touts, rangeDays)}
      >
        {(slices) => (
          <BarList
            title={title}
            subtitle={
              <small>
                {t('toutsInRange', { count: slices.reduce((sum, { count }) => sum + count, 0), range: rangeDays })}
              </small>
            }
            rowName={t('source')}
            finding={t('mostCommon', {
              type: slices[0] ? valueName(slices[0].label) : '',
              count: exactNumber(slices[0]?.count ?? 0),
              range: rangeDays,
            })}
            bars={ranked(slices, sourcesMax).map((bar) => ({ ...bar, label: valueName(bar.label) }))}
            tone="series-2"
          />
        )}
      </QuietState>
    </Card>
  )
}

/** How many touts were found. */
export function ToutsPerDay({ company, rangeDays }: ToutsProps) {
  const query = useQuery(toutFrequencyQuery(company, rangeDays))
  const isWeekly = rangeDays > dailyMax
  const touts = useToutName()
  const title = isWeekly ? t('toutsDetectedPerWeek', { touts }) : t('toutsDetectedPerDay', { touts })
  return (
    <Card as="div">
      <QuietState query={query} title={title} place={{ least: 290 }}>
        {(points) => {
          const days = splitRange(points, rangeDays).now
          return (
            <AreaStack
              title={title}
              stepName={isWeekly ? 'Week' : 'Day'}
              finding={`${t('toutsCount', { count: sumOf(days) })}, ${t('lastDays', { range: rangeDays })}.`}
              points={bySeverity(isWeekly ? weekly(days) : days)}
              series={severities.map((name) => ({ key: name, label: valueName(name), tone: severityTone[name] }))}
              rangeDays={rangeDays}
              heightPx={chartPx}
            />
          )
        }}
      </QuietState>
    </Card>
  )
}
