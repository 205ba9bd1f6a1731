import { getQaUsers } from '@signet/contract/review/qa-work'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { FailedLine } from '../../../ui/feedback/data-state.tsx'
import { Card } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** What to do if nobody else can approve the reviewer's own requests. */
export function OnlyReviewer({ company }: { company: string }) {
  const reviewers = useQuery({
    queryKey: [company, 'qa', 'reviewers'],
    queryFn: ({ signal }) => call(getQaUsers, { query: { company }, signal }),
  })
  if (reviewers.error && !reviewers.data)
    return <FailedLine retry={() => void reviewers.refetch()}>{t('reviewersFailed')}</FailedLine>
  if (!reviewers.data || reviewers.data.length > 1) return null
  return (
    <Card as="p" kind="note" tone="caution" role="status">
      {t('onlyReviewer')}
    </Card>
  )
}
