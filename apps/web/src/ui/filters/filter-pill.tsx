import { IconChevronDown, IconX } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import css from './filter-pill.module.css'
import { Popover } from '../controls/popover.tsx'
import { t } from './words.ts'
import { Inline, Text } from '../layout/parts.tsx'

/** A filter as a pill with its value inside. The clear button is next to it. The menu may be lazily loaded. */
export function FilterPill({
  label,
  value,
  icon,
  hasMenu = true,
  onClear,
  children,
}: {
  label: string
  /** The current value as text; undefined when the filter is off. */
  value?: string | undefined
  icon?: ReactNode
  /** False for a pill that can only be cleared. */
  hasMenu?: boolean
  onClear?: (() => void) | undefined
  children?: (close: () => void) => ReactNode
}) {
  const text = (
    <>
      {icon}
      <span className={`${css.text} cut`} title={value}>
        {label}
        {value ? ': ' : ''}
        {value && <b>{value}</b>}
      </span>
    </>
  )
  return (
    <Inline
      as="span"
      gap={0}
      align="stretch"
      is-inline
      tone="quiet"
      className={`${css.pill} choice`}
      data-on={value !== undefined && onClear ? true : undefined}
    >
      {hasMenu && children ? (
        <Popover
          label={label}
          trigger={(props) => (
            <button type="button" {...props} className={`${css.open} row`}>
              {text}
              <IconChevronDown size={15} stroke={1.7} aria-hidden="true" />
            </button>
          )}
        >
          {(close) => (
            <Suspense
              fallback={
                <Text as="p" pad={2} tone="faint">
                  {t('loading')}
                </Text>
              }
            >
              {children(close)}
            </Suspense>
          )}
        </Popover>
      ) : (
        <span className={`${css.open} row`}>{text}</span>
      )}
      {value && onClear && (
        <button
          type="button"
          className={`${css.clear} middle`}
          aria-label={t('clearLabel', { label })}
          onClick={onClear}
        >
          <IconX size={15} stroke={1.7} />
        </button>
      )}
    </Inline>
  )
}
