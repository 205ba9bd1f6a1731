import { captureInReview, listCapturesInReview, type Capture } from '@signet/contract/takedowns/captures'
import type { Kind } from '@signet/contract/threats/sources'
import { IconCameraOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { Box, Text } from '../../../ui/layout/parts.tsx'
import { capturesKey, detailKey } from '../qa.api.ts'
import type { QaRecordDetail } from '../qa-kind.ts'
import css from './review-evidence.module.css'
import { t } from './words.ts'

const pollMs = 2_000

const isOpen = ({ status }: Capture) => status === 'waiting' || status === 'running'

/** In the place of the first capture: why there is none yet, with a button that captures the page if that is possible. */
export function NotCaptured({ kind, threat }: { kind: Kind; threat: QaRecordDetail }) {
  const { id } = threat
  const company = useCompany()
  const client = useQueryClient()
  const canBeCaptured = kind === 'threat' && threat.captureRefusal === null
  const queryKey = capturesKey(company, id)
  const sent = { params: { threatId: id }, query: { company } }
  const captures = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listCapturesInReview, { ...sent, signal }),
    enabled: canBeCaptured,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs : false),
  })
  const { isBusy, run } = useAction(
    async () => {
      await call(captureInReview, sent)
      await client.invalidateQueries({ queryKey })
    },
    { failed: (reason) => `${t('captureNotStarted')} ${reason}` },
  )
  const [latest] = captures.data ?? []
  const isRunning = latest !== undefined && isOpen(latest)
  // With a screenshot, this is replaced as soon as the record is loaded again.
  const isDone = latest?.files.some(({ kind: of, type }) => of === 'capture' && type.startsWith('image/')) === true
  const missing = latest?.files.some((file) => !threat.evidence.some((piece) => piece.id === file.id))
    ? latest.id
    : null
  // Once per capture, whatever the answer is.
  useEffect(() => {
    if (missing) void client.invalidateQueries({ queryKey: detailKey(company, id) })
  }, [client, company, id, missing])
  return (
    <Box pad="3 4" least={120} wide centred className={`${css.notCaptured} middle`}>
      <IconCameraOff size={20} stroke={1.7} aria-hidden="true" />
      <Text as="b" tone="plain">
        {t('notCaptured')}
      </Text>
      <Text as="p" tone="quiet" size="meta" role="status">
        {isDone ? t('captured') : latest ? resultOf(latest) : hintOf(kind, threat)}
      </Text>
      {canBeCaptured ? (
        <Button isBusy={isBusy || isRunning || isDone} onClick={run}>
          {t('captureNow')}
        </Button>
      ) : null}
    </Box>
  )
}

/** The state of the latest capture, which has no screenshot. */
function resultOf({ status, failure, visits }: Capture): string {
  if (failure) return t(`captureStatus.${failure}`)
  const problem = visits.find((visit) => visit.problem !== null)?.problem
  if (status === 'done' && problem) return t('captureStatus.problem', { problem: t(`captureProblem.${problem}`) })
  return status === 'done' ? t('noScreenshot') : t(`captureStatus.${status}`)
}

/** What comes next, or why nothing does; empty for a record that was decided on. */
function hintOf(kind: Kind, { isDemo, captureRefusal }: QaRecordDetail): string {
  if (kind === 'tout') return t('notCapturedToutHint')
  if (isDemo) return t('demoNotCaptured')
  if (captureRefusal === 'noPage') return t('noDomainToCapture')
  if (captureRefusal === 'off') return t('lookUpsAreOff')
  return captureRefusal === null ? t('notCapturedHint') : ''
}
