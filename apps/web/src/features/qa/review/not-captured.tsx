import { captureInReview, listCapturesInReview, type Capture } from '@signet/contract/takedowns/captures'
import { IconCameraOff } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { captureStatusText, visitProblemText } from '../../../parts/captures/capture-words.ts'
import { didNotAnswer, silentText } from '../../../parts/threats/indicator-row.tsx'
import { CaptureNow } from '../../../parts/captures/capture-now.tsx'
import { useCaptures } from '../../../parts/captures/use-captures.ts'
import { useCompany } from '../../../session/company.ts'
import { Box, Text } from '../../../ui/layout/parts.tsx'
import { capturesKey, detailKey } from '../qa.api.ts'
import type { QaRecordDetail } from '../qa-kind.ts'
import css from './review-evidence.module.css'
import { t } from './words.ts'

/** In the place of the first capture: why there is none yet, with a button that captures the page if that is possible. */
export function NotCaptured({ threat }: { threat: QaRecordDetail }) {
  const { id } = threat
  const company = useCompany()
  const canBeCaptured = threat.captureRefusal === null
  const sent = { params: { threatId: id }, query: { company } }
  const { captures, isBusy, request } = useCaptures({
    queryKey: capturesKey(company, id),
    detailKey: detailKey(company, id),
    evidence: threat.evidence,
    list: (signal) => call(listCapturesInReview, { ...sent, signal }),
    request: () => call(captureInReview, sent),
    isEnabled: canBeCaptured,
  })
  const [latest] = captures.data ?? []
  // With a screenshot, this is replaced as soon as the record is loaded again.
  const isDone = latest?.files.some(({ kind, type }) => kind === 'capture' && type.startsWith('image/')) ?? false
  return (
    <Box pad="3 4" least={120} wide centred className={`${css.notCaptured} middle`}>
      <IconCameraOff size={20} stroke={1.7} aria-hidden="true" />
      <Text as="b" tone="plain">
        {t('notCaptured')}
      </Text>
      <Text as="p" tone="quiet" size="meta" role="status">
        {isDone ? captureStatusText('done') : latest ? resultOf(latest) : hintOf(threat)}
      </Text>
      {canBeCaptured ? <CaptureNow isBusy={isBusy || isDone} onClick={request} /> : null}
    </Box>
  )
}

/** The state of the latest capture, which has no screenshot. */
function resultOf({ status, failure, visits }: Capture): string {
  if (failure) return captureStatusText(failure)
  const problem = visits.find((visit) => visit.problem !== null)?.problem
  if (status === 'done' && problem) return t('notCapturedBecause', { problem: visitProblemText(problem) })
  return status === 'done' ? t('noScreenshot') : captureStatusText(status)
}

/** What comes next, or why nothing does; empty for a record that was decided on. */
function hintOf(threat: QaRecordDetail): string {
  const { isDemo, captureRefusal } = threat
  if (captureRefusal === 'tout') return t('notCapturedToutHint')
  if (isDemo) return didNotAnswer(threat) ? silentText() : t('demoNotCaptured')
  if (captureRefusal === 'noPage') return t('noDomainToCapture')
  if (captureRefusal === 'off') return t('lookUpsAreOff')
  return captureRefusal === null ? t('notCapturedHint') : ''
}
