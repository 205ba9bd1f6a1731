import type { AnalysisQuestion } from '@signet/contract/requests/analysis-parts'
import { answerAnalysisQuestion } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { SavedVersion, useNewest } from './saved-version.tsx'
import { TextDialog } from './text-dialog.tsx'
import { useAnalysis } from './use-analysis.ts'

const answerMax = 4000

/** What the client wants to know, with the answers; nothing while there are no questions. */
export function Questions({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { mayWork } = useAnalysis(analysis)
  const [answered, setAnswered] = useState<AnalysisQuestion | null>(null)
  const { questions } = analysis
  if (questions.length === 0) return null
  return (
    <CaseCard title={t('questions')} aside={t('questionsCount', { count: questions.length })}>
      <Stack as="ul" gap={4} size="long">
        {questions.map((question) => (
          <li key={question.id}>
            <Question question={question} onAnswer={mayWork ? () => setAnswered(question) : undefined} />
          </li>
        ))}
      </Stack>
      {answered ? <AnswerDialog analysis={analysis} question={answered} onClose={() => setAnswered(null)} /> : null}
    </CaseCard>
  )
}

function AnswerDialog({
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

function Question({
  question: { text, by, at, answer },
  onAnswer,
}: {
  question: AnalysisQuestion
  onAnswer: (() => void) | undefined
}) {
  return (
    <Stack gap={2} align="start">
      <Text as="p" weight="medium" kept>
        {text}
      </Text>
      <Text as="p" size="meta" tone="quiet">
        {t('findingsAuthor', { name: by, date: dateTime(at) })}
      </Text>
      {answer ? (
        <>
          <Text as="p" kept>
            {answer.text}
          </Text>
          <Text as="p" size="meta" tone="quiet">
            {t('answeredBy', { name: answer.by, date: dateTime(answer.at) })}
          </Text>
        </>
      ) : (
        <Text as="p" tone="caution">
          {t('noAnswer')}
        </Text>
      )}
      {onAnswer ? (
        <Button aria-label={t(answer ? 'changeAnswerTo' : 'answerTo', { question: text })} onClick={onAnswer}>
          {t(answer ? 'changeAnswer' : 'answerAction')}
        </Button>
      ) : null}
    </Stack>
  )
}
