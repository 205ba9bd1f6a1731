import { getCtCoverage } from '@signet/contract/ct-logs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { duration } from '../../format/duration.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { plural, t } from '../../words/words.ts'

const refreshMs = 60_000

/** How much of what certificate logs show is compared with the company's brands; nothing where none is read. */
export function Coverage({ company }: { company: string }) {
  const { data } = useQuery({
    queryKey: [company, 'home', 'coverage'],
    queryFn: ({ signal }) => call(getCtCoverage, { query: { company }, signal }),
    refetchInterval: refreshMs,
  })
  if (!data?.isOn) return null
  const { logs, behind, behindSeconds } = data
  const all = plural(logs, '{n} certificate log', '{n} certificate logs')
  if (behind === 0) return <> {t('{logs} watched, none behind.', { logs: all })}</>
  const some = { behind: exactNumber(behind), logs: all }
  return (
    <>
      {' '}
      {behindSeconds === null
        ? t('{behind} of {logs} behind.', some)
        : t('{behind} of {logs} behind by {time}.', { ...some, time: duration(behindSeconds * 1000) })}
    </>
  )
}
