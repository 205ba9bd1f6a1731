import { severities } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AreaStack } from '../../../charts/area-stack.tsx'
import { BarList } from '../../../charts/bar-list.tsx'
import { severityTone } from '../../../charts/tone.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { searchOf } from '../../../url/page-search.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Card, Split, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { bySeverity, splitRange, sumOf, weekly } from '../figures/figures.ts'
import { ranked } from '../../../charts/ranked.ts'
import { recentToutsQuery, toutFrequencyQuery, toutSourcesQuery } from '../home.api.ts'
import { QuietState } from '../quiet-state.tsx'
import touts from './touts-block.module.css'
import { valueName } from '../../../words/named/name-of.ts'

interface ToutsProps {
  company: string
  rangeDays: number
}

const sourcesMax = 7
const recentMax = 5
const chartPx = 216
const dailyMax = 90

/** Unauthorised sellers and advertisers: the platforms, the number of touts, and the latest ones. */
export function ToutsBlock({ company, rangeDays }: ToutsProps) {
  return (
    <Split tracks="repeat(3, minmax(0, 1fr))">
      <Distribution company={company} rangeDays={rangeDays} />
      <Frequency company={company} rangeDays={rangeDays} />
      <Recent company={company} rangeDays={rangeDays} />
    </Split>
  )
}

const nothing = (rangeDays: number) => (
  <Text as="p" tone="quiet">
    {t('noToutsInRange', { range: rangeDays })}
  </Text>
)

function Distribution({ company, rangeDays }: ToutsProps) {
  const query = useQuery(toutSourcesQuery(company, rangeDays))
  return (
    <Card as="div">
      <QuietState
        query={query}
        title={t('toutsBySource')}
        lines={6}
        isEmpty={(slices) => slices.length === 0}
        empty={nothing(rangeDays)}
      >
        {(slices) => (
          <BarList
            title={t('toutsBySource')}
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

function Frequency({ company, rangeDays }: ToutsProps) {
  const query = useQuery(toutFrequencyQuery(company, rangeDays))
  const isWeekly = rangeDays > dailyMax
  const title = isWeekly ? t('toutsDetectedPerWeek') : t('toutsDetectedPerDay')
  return (
    <Card as="div">
      <QuietState query={query} title={title} lines={9}>
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

const listOf = (source: string): string => `/touts/${encodeURIComponent(sourceSlug(source))}`

function Recent({ company, rangeDays }: ToutsProps) {
  const query = useQuery(recentToutsQuery(company, rangeDays))
  const title = t('toutsToDecide')
  return (
    <Card as="div">
      <QuietState
        query={query}
        title={title}
        lines={8}
        isEmpty={(list) => list.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('allToutsDecided')}
          </Text>
        }
      >
        {(list) => (
          <>
            <Text as="h2" below={2}>
              {title}
            </Text>
            <ul className={`${touts.rows} ruled`} aria-label={title}>
              {list.slice(0, recentMax).map((tout) => (
                <li key={tout.id}>
                  <SeverityMark severity={tout.severity} isShort />
                  <SourceIcon source={tout.source} />
                  <Link className="name-link" to={listOf(tout.source)} search={searchOf({ id: tout.id })}>
                    {shownTitle(tout.source, tout.title)}
                  </Link>
                  <TimeAgo at={tout.firstSeen} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QuietState>
    </Card>
  )
}
