import type { Step } from '@signet/contract/takedowns/cases'
import { dateTime, dateTimeWithZone } from '../../format/time/date-time.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import styles from './progress-steps.module.css'
import { t } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'

const stateWords = {
  completed: 'done',
  active: 'current',
  todo: 'upcoming',
  aborted: 'stopped',
} as const

/** A step whose note may be that it is overdue. */
export interface NotedStep extends Step {
  /** What belongs to the note, a line each. */
  details?: readonly string[]
  isOverdue?: boolean
  /** Whether it happened, but not as wanted. */
  isSetback?: boolean
}

interface ProgressStepsProps {
  /** The accessible name of the steps, e.g. `Takedown steps`. */
  label: string
  steps: readonly NotedStep[]
}

/** The steps of a case: horizontal from 760 px, vertical below. */
export function ProgressSteps({ label, steps }: ProgressStepsProps) {
  return (
    <Inline as="ol" gap={0} align="stretch" className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          data-state={step.state}
          data-setback={step.isSetback || step.isOverdue || undefined}
          aria-current={step.state === 'active' ? 'step' : undefined}
        >
          <Text size="axis" weight="strong" tone="faint" num className={styles.mark} aria-hidden>
            <Mark state={step.isSetback ? 'aborted' : step.state} number={index + 1} />
          </Text>
          <Stack as="span" gap="half" size="meta" tone="quiet" above={2} className={styles.words}>
            <Text as="strong" size="body" weight="strong" tone="plain">
              {valueName(step.label)}
            </Text>
            <span className="visually-hidden">: {t(stateWords[step.state])}. </span>
            {step.state === 'aborted' ? (
              <em>{step.note ? t('stoppedReason', { reason: valueName(step.note) }) : t('stopped')}</em>
            ) : null}
            {step.at ? (
              <time dateTime={step.at} title={dateTimeWithZone(step.at)}>
                {brokenAtComma(dateTime(step.at))}
              </time>
            ) : null}
            {step.note && step.state !== 'aborted' ? (
              <Text
                tone={step.isOverdue ? 'danger' : step.details?.length ? 'plain' : 'quiet'}
                weight={step.details?.length ? 'medium' : 'plain'}
              >
                {valueName(step.note)}
              </Text>
            ) : null}
            {step.details?.map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </Stack>
        </li>
      ))}
    </Inline>
  )
}

/** Allows a line break only between date and time, for narrow steps. */
function brokenAtComma(text: string): string {
  return text.replaceAll(/(?<!,) /g, '\u00a0')
}

function Mark({ state, number }: { state: Step['state']; number: number }) {
  if (state === 'completed') return <Glyph path="m6.5 12.5 3.5 3.5 7.5-8" />
  if (state === 'aborted') return <Glyph path="m8 8 8 8m0-8-8 8" />
  return number
}

function Glyph({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2.2">
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** The compact form for tables: a dot for each step, with the same states as in the stepper, and the name of the current step. */
export function StepDots({ steps }: { steps: readonly Step[] }) {
  const { index, name } = standing(steps)
  return (
    <Inline as="span" is-inline className={styles.short}>
      <Inline as="span" gap={1} align="stretch" is-inline className={styles.dots} aria-hidden>
        {/* The ring is on the step that is named, so a next one that has not begun has none. */}
        {steps.map(({ key, state }, place) => (
          <i key={key} data-state={state === 'active' && place > index ? 'todo' : state} />
        ))}
      </Inline>
      <span className="visually-hidden">{t('stepOfTotal', { place: index + 1, total: steps.length })} </span>
      <Text cut title={name}>
        {name}
      </Text>
    </Inline>
  )
}

/** The current step of a case: the one at which it was stopped, otherwise the last one that is completed or active. */
function standing(steps: readonly Step[]): { index: number; name: string } {
  const stopped = steps.findIndex(({ state }) => state === 'aborted')
  const reason = steps[stopped]?.note ?? steps[stopped]?.label
  if (reason !== undefined) return { index: stopped, name: t('stoppedReason', { reason: valueName(reason) }) }
  const entered = steps.findLastIndex(
    ({ state, at }) => state === 'completed' || (state === 'active' && at !== undefined),
  )
  const index = Math.max(0, entered)
  const name = steps[index]?.label
  return { index, name: name === undefined ? '' : valueName(name) }
}
