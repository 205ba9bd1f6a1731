import { decideTip, listTips, type TipDecision } from '@signet/contract/collection/tips'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'

export const tipsPerPage = 20

/** What people reported that waits for a decision, the most reported first. */
export const tipsQuery = (company: string, pageNumber: number) =>
  queryOptions({
    queryKey: [company, 'qa', 'tips', pageNumber],
    queryFn: ({ signal }) => call(listTips, { query: { company, pageNumber, limit: tipsPerPage }, signal }),
    placeholderData: keepPreviousData,
  })

export async function decide(company: string, tipId: string, decision: TipDecision): Promise<void> {
  await call(decideTip, { params: { tipId }, query: { company }, body: { company, decision } })
  await queryClient.invalidateQueries({ queryKey: [company, 'qa'] })
}
