import type { AnalysisTask, TaskState } from '@signet/contract/requests/analysis-parts'
import { addAnalysisTask, changeAnalysisTask } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { call } from '../../../api/call.ts'
import { useOnceKey } from '../../../api/use-once-key.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { FormProblem, Tick } from '../../../ui/forms/form-section.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

const taskMax = 300

/** What the analysts have to do; nothing for readers who don't see tasks. */
export function Tasks({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { of, query, keep, mayWork } = useAnalysis(analysis)
  const once = useOnceKey()
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' && t('textMissing') }),
    save: async ({ text }) => {
      const body = { text: text.trim() }
      keep(await call(addAnalysisTask, { params: of, query, body, onceKey: once.keyOf(body.text) }))
      once.done()
      form.reset({ text: '' })
    },
  })
  const { isBusy, run } = useAction(async (taskId: string, state: TaskState) => {
    keep(await call(changeAnalysisTask, { params: { ...of, taskId }, query, body: { state } }))
  })
  const { tasks } = analysis
  if (!tasks) return null
  const done = tasks.filter(({ state }) => state !== 'open').length
  return (
    <CaseCard title={t('tasks')} aside={tasks.length > 0 ? t('tasksDone', { done, count: tasks.length }) : null}>
      <Stack gap={3}>
        {tasks.length === 0 ? (
          <Text as="p" tone="quiet">
            {t('tasksEmpty')}
          </Text>
        ) : (
          <Stack as="ul" gap={1}>
            {tasks.map((task) => (
              <li key={task.id}>
                <Task task={task} isDisabled={!mayWork || isBusy} onChange={(state) => run(task.id, state)} />
              </li>
            ))}
          </Stack>
        )}
        {mayWork ? (
          <Stack as="form" gap={2} {...form.props}>
            <TextField label={t('newTask')} maxLength={taskMax} {...form.field('text')} />
            <FormProblem>{form.problems.form}</FormProblem>
            <Inline justify="end">
              <Button type="submit" isBusy={form.isBusy}>
                {t('addTask')}
              </Button>
            </Inline>
          </Stack>
        ) : null}
      </Stack>
    </CaseCard>
  )
}

function Task({
  task: { text, state, by },
  isDisabled,
  onChange,
}: {
  task: AnalysisTask
  isDisabled: boolean
  onChange: (state: TaskState) => void
}) {
  const isDropped = state === 'dropped'
  return (
    <Inline justify="between" align="start">
      <Tick
        label={text}
        hint={state === 'open' ? undefined : t(isDropped ? 'droppedBy' : 'doneBy', { name: by })}
        isOn={state !== 'open'}
        isDisabled={isDisabled}
        onChange={(isOn) => onChange(isOn ? 'done' : 'open')}
      />
      {state === 'open' && !isDisabled ? (
        <Button kind="quiet" aria-label={t('dropTask', { task: text })} onClick={() => onChange('dropped')}>
          {t('drop')}
        </Button>
      ) : null}
    </Inline>
  )
}
