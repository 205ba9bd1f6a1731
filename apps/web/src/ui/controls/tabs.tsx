import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Box, Inline, Text } from '../layout/parts.tsx'
import { useCurrentInView } from '../layout/use-current-in-view.ts'
import css from './tabs.module.css'

export interface Tab<Key extends string> {
  key: Key
  label: string
  /** The number of items in the tab, also if there are none. */
  count?: number | undefined
}

/** Tabs for one panel. The arrow keys move between them, and only the current one is a tab stop. */
export function Tabs<Key extends string>({
  label,
  tabs,
  current,
  onChange,
  children,
}: {
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  onChange: (key: Key) => void
  /** The content of the current tab. */
  children: ReactNode
}) {
  const baseId = useId()
  const row = useRef<HTMLDivElement>(null)
  useCurrentInView(row, '[aria-selected=true]', current)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex(({ key }) => key === current)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  return (
    <>
      <Inline
        ref={row}
        role="tablist"
        aria-label={label}
        gap={4}
        align="stretch"
        fixed
        pad="0 5"
        line="below"
        className="strip"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ key, label: name, count }) => (
          <Box
            as="button"
            key={key}
            type="button"
            role="tab"
            id={`${baseId}-${key}`}
            data-tab={key}
            aria-selected={key === current}
            aria-controls={`${baseId}-panel`}
            tabIndex={key === current ? 0 : -1}
            fixed
            tone="quiet"
            weight="medium"
            className={css.tab}
            onClick={() => onChange(key)}
          >
            {name}
            {count !== undefined && (
              <>
                {' '}
                <Text tone={count === 0 ? 'faint' : 'quiet'} weight="plain" num>
                  {count}
                </Text>
              </>
            )}
          </Box>
        ))}
      </Inline>
      <Box
        role="tabpanel"
        id={`${baseId}-panel`}
        aria-labelledby={`${baseId}-${current}`}
        tabIndex={0}
        pad="4 5 8"
        className="scroller"
      >
        {children}
      </Box>
    </>
  )
}
