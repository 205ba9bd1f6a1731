import type { Reporter } from '@signet/contract/review/qa'
import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { Link } from '@tanstack/react-router'
import { dayName } from '../../../format/time/date-time.ts'
import { useCan } from '../../../session/use-session.ts'
import { Inline, Stack } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from './words.ts'

/** Which requests of the client reported the record; those who can read requests get to them. */
export function ReportedBy({ reporters }: { reporters: readonly Reporter[] }) {
  const mayRead = useCan('requests:read')
  return (
    <Stack as="ul" gap={1} aria-label={t('reports')}>
      {reporters.map(({ requestId, by, at, dueOn }) => {
        const request = t('requestOf', { reference: caseReferenceOf(requestId) })
        return (
          <Inline as="li" key={requestId} gap="0 2" wrap>
            <span>
              <Rich
                text={(values) => t('reportedByName', values)}
                values={{ name: by, time: <TimeAgo isWithin at={at} /> }}
              />
            </span>
            <span aria-hidden="true">·</span>
            {mayRead ? (
              <Link to="/addRequest/$requestId" params={{ requestId }}>
                {request}
              </Link>
            ) : (
              <span>{request}</span>
            )}
            {dueOn === undefined ? null : (
              <>
                <span aria-hidden="true">·</span>
                {/* The review itself has another time. */}
                <span>{t('replyDue', { date: dayName(dueOn) })}</span>
              </>
            )}
          </Inline>
        )
      })}
    </Stack>
  )
}
