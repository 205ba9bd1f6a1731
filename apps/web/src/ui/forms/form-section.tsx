import { use, useEffect, useId, useRef, type ReactNode } from 'react'
import { Card, Columns, Inline, Stack, Text } from '../layout/parts.tsx'
import { SectionList } from '../layout/section-list.ts'
import css from './form-section.module.css'

/** A section of a form with its heading, on its own card. */
export function FormSection({
  title,
  hint,
  actions,
  children,
}: {
  title: string
  hint?: ReactNode
  /** Next to the heading. */
  actions?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  const list = use(SectionList)
  useEffect(() => (list && section.current ? list({ title, element: section.current }) : undefined), [list, title])
  return (
    // The target of the section index, which also moves the focus here.
    <Card
      ref={section}
      id={list ? `${titleId}-section` : undefined}
      gap={4}
      pad="4 gutter 5"
      aria-labelledby={titleId}
      tabIndex={list ? -1 : undefined}
    >
      <Inline justify="between" wrap least={24}>
        <h2 id={titleId}>{title}</h2>
        {actions}
      </Inline>
      {hint && (
        <Text as="p" tone="quiet" className={css.hint}>
          {hint}
        </Text>
      )}
      {children}
    </Card>
  )
}

/** A checkbox or radio button with an explanation. */
export function Tick({
  type = 'checkbox',
  name,
  label,
  hint,
  isOn,
  isDisabled = false,
  onChange,
}: {
  type?: 'checkbox' | 'radio'
  /** The name of the group, for radio buttons. */
  name?: string
  label: string
  hint?: string | undefined
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  const hintId = useId()
  return (
    <Inline
      as="label"
      align="start"
      className={`${css.tick} choice`}
      data-on={isOn || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input
        type={type}
        name={name}
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Stack as="span" gap={0}>
        {label}
        {hint && (
          <small id={hintId} aria-hidden="true">
            {hint}
          </small>
        )}
      </Stack>
    </Inline>
  )
}

/** Checkboxes that belong together, with a heading. */
export function TickGroup({
  label,
  problem,
  isWide = false,
  isShort = false,
  isPaired = false,
  isFull = false,
  children,
}: {
  label: string
  problem?: string | undefined
  /** Stacked instead of side by side. */
  isWide?: boolean
  /** For single-word labels, so that four fit in a row. */
  isShort?: boolean
  /** Two columns on phones too, for short labels. */
  isPaired?: boolean
  /** They share the whole width, even where more would fit. */
  isFull?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className={css.group} data-invalid={problem ? true : undefined}>
      <legend>{label}</legend>
      <Columns
        even={!isFull}
        gap={2}
        from={180}
        align="stretch"
        className={css.ticks}
        data-wide={isWide || undefined}
        data-short={isShort || undefined}
        data-paired={isPaired || undefined}
      >
        {children}
      </Columns>
      {problem && (
        <Text as="p" above={1} size="meta" tone="danger" role="alert">
          {problem}
        </Text>
      )}
    </fieldset>
  )
}

/** The error of a whole form, above its buttons. */
export function FormProblem({ children }: { children: string | null }) {
  return children ? (
    <Text as="p" ref={comeIntoView} pad={3} tone="danger" className={css.failure} role="alert">
      {children}
    </Text>
  ) : null
}

/** The error may be far away from the pressed button, or below the visible area. */
function comeIntoView(problem: HTMLElement | null): void {
  problem?.scrollIntoView({ block: 'nearest' })
}

/** The buttons of a form, which stay visible while it scrolls. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    // The attribute keeps messages clear of the buttons, as for the bar of a selection.
    <Card as="div" className={`${css.save} row`} data-bulk-bar="">
      {children}
    </Card>
  )
}
