import type { Capture } from '@signet/contract/takedowns/captures'
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAction } from '../../ui/controls/use-action.ts'
import { t } from './words.ts'

const pollMs = 2_000

const isOpen = ({ status }: Capture) => status === 'waiting' || status === 'running'

/**
 * The captures of the page of a record, latest first, loaded again while one is open. `request` starts one, and `isBusy` says that one is
 * requested or open. When a capture ended with files that the record doesn't have, the record is loaded again.
 */
export function useCaptures({
  queryKey,
  detailKey,
  evidence,
  list,
  request,
  isEnabled = true,
}: {
  queryKey: QueryKey
  /** Of the record with its evidence. */
  detailKey: QueryKey
  evidence: readonly { id: string }[]
  list: (signal: AbortSignal) => Promise<Capture[]>
  request: () => Promise<unknown>
  isEnabled?: boolean
}) {
  const client = useQueryClient()
  const captures = useQuery({
    queryKey,
    queryFn: ({ signal }) => list(signal),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs : false),
  })
  const { isBusy, run } = useAction(
    async () => {
      await request()
      await client.invalidateQueries({ queryKey })
    },
    { failed: (reason) => `${t('notStarted')} ${reason}` },
  )
  const all = captures.data ?? []
  const ended = all.find((capture) => !isOpen(capture))
  const missing = ended?.files.some((file) => !evidence.some((piece) => piece.id === file.id)) ? ended.id : null
  const loadDetail = useEffectEvent(() => void client.invalidateQueries({ queryKey: detailKey }))
  // Once per capture, whatever the answer is.
  useEffect(() => {
    if (missing) loadDetail()
  }, [missing])
  return { captures, isBusy: isBusy || all.some(isOpen), request: run }
}
