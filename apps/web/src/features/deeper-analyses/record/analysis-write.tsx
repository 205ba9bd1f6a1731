import { askAnalysis } from '@signet/contract/requests/analysis-work'
import { writeOnAnalysis, type DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { WriteBox } from '../../../parts/cases/write-box.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Tick } from '../../../ui/forms/form-section.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

const textMax = 2000

/** The field for messages to the other side. While the case is open, clients choose whether it is a question that needs an answer. */
export function AnalysisWrite({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { of, query, isAnalyst, mayWrite, mayAsk, keep } = useAnalysis(analysis)
  const [needsAnswer, setNeedsAnswer] = useState(true)
  if (!mayWrite) return null
  const isQuestion = mayAsk && needsAnswer
  return (
    <Stack gap={2} above={4}>
      <WriteBox
        kind="deeperAnalysis"
        label={isAnalyst ? t('messageClient') : isQuestion ? t('askAnalysts') : t('messageAnalysts')}
        textMax={textMax}
        onSend={async (text, onceKey) => {
          const sent = { params: of, query, body: { text }, onceKey }
          keep(isQuestion ? await call(askAnalysis, sent) : await call(writeOnAnalysis, sent))
          toast(t(isQuestion ? 'questionAsked' : 'sent'))
        }}
      />
      {mayAsk ? (
        <Tick label={t('needsAnswer')} hint={t('needsAnswerHint')} isOn={needsAnswer} onChange={setNeedsAnswer} />
      ) : null}
    </Stack>
  )
}
