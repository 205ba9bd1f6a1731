import type { AnalysisQuestion } from '@signet/contract/requests/analysis-parts'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { Suspense, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './analysis-questions.module.css'
import { useAnalysis } from './use-analysis.ts'

const AnswerDialog = lazy(() => import('./answer-dialog.tsx').then(({ AnswerDialog: dialog }) => ({ default: dialog })))

/** What the client wants to know, with the answers; nothing while there are no questions. */
export function Questions({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { mayWork } = useAnalysis(analysis)
  const [answered, setAnswered] = useState<AnalysisQuestion | null>(null)
  const { questions } = analysis
  if (questions.length === 0) return null
  return (
    <CaseCard title={t('questions')} aside={t('questionsCount', { count: questions.length })}>
      <Stack as="ul" gap={4}>
        {questions.map((question) => (
          <li key={question.id}>
            <Question question={question} onAnswer={mayWork ? () => setAnswered(question) : undefined} />
          </li>
        ))}
      </Stack>
      {answered ? (
        <Suspense fallback={null}>
          <AnswerDialog analysis={analysis} question={answered} onClose={() => setAnswered(null)} />
        </Suspense>
      ) : null}
    </CaseCard>
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
      <Stack gap={0}>
        <Text as="p" size="meta" tone="quiet">
          {t('findingsAuthor', { name: by, date: dateTime(at) })}
        </Text>
        <Text as="p" weight="medium" kept>
          {text}
        </Text>
      </Stack>
      {answer ? (
        <Stack gap={0} className={css.answer}>
          <Text as="p" size="meta" tone="quiet">
            {t('answeredBy', { name: answer.by, date: dateTime(answer.at) })}
          </Text>
          <Text as="p" kept>
            {answer.text}
          </Text>
        </Stack>
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
