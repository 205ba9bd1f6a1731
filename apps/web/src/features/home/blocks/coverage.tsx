import { getCtCoverage } from '@signet/contract/collection/ct-logs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { duration } from '../../../format/time/duration.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { FailedLine } from '../../../ui/feedback/data-state.tsx'
import { t } from '../words.ts'

const refreshMs = 60_000

/** How many certificate logs are compared with the company's brands, and how far they are behind; nothing when no log is read. */
export function Coverage({ company }: { company: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [company, 'home', 'coverage'],
    queryFn: ({ signal }) => call(getCtCoverage, { query: { company }, signal }),
    refetchInterval: refreshMs,
  })
  if (error && !data) return <FailedLine retry={() => void refetch()}>{t('loadFailed')}</FailedLine>
  if (!data?.isOn) return null
  const { logs, behind, behindSeconds } = data
  const all = t('certificateLogsCount', { count: logs })
  if (behind === 0) return <> {t('noLogBehind', { logs: all })}</>
  const some = { behind: exactNumber(behind), logs: all }
  return (
    <>
      {' '}
      {behindSeconds === null
        ? t('logsBehind', some)
        : t('logsBehindBy', { ...some, time: duration(behindSeconds * 1000) })}
    </>
  )
}
