import type { AnalysisQuestion } from '@signet/contract/requests/analysis-parts'
import { answerAnalysisQuestion } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'
import { SavedVersion, useNewest } from './saved-version.tsx'
import { TextDialog } from './text-dialog.tsx'
import { useAnalysis } from './use-analysis.ts'

const answerMax = 4000

/** Answers a question of the client, or changes the answer. */
export function AnswerDialog({
  analysis,
  question,
  onClose,
}: {
  analysis: DeeperAnalysisDetail
  question: AnalysisQuestion
  onClose: () => void
}) {
  const { of, query, keep } = useAnalysis(analysis)
  const { save, newest } = useNewest(analysis, ({ questions }) => questions.find(({ id }) => id === question.id))
  return (
    <TextDialog
      title={t('answerQuestion')}
      about={question.text}
      label={t('answer')}
      first={question.answer?.text ?? ''}
      max={answerMax}
      submitLabel={t('answerAction')}
      onSave={async (text) => {
        const params = { ...of, questionId: question.id }
        keep(
          await save(question, (version) => call(answerAnalysisQuestion, { params, query, body: { text, version } })),
        )
        toast(t('questionAnswered'))
      }}
      onClose={onClose}
    >
      {newest?.answer ? <SavedVersion by={newest.answer.by}>{newest.answer.text}</SavedVersion> : null}
    </TextDialog>
  )
}
