import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Inline, Stack, Text } from '../layout/parts.tsx'
import css from './search-list.module.css'

export interface SearchItem {
  key: string
  label: string
  /** Said and shown behind the label, e.g. the kind of thing. */
  hint?: string | undefined
  icon?: ReactNode
  /** Found by what was typed, somewhere else than in its label: stays, whatever is typed. */
  isFound?: boolean
}

/** How many options the list shows at once; typing finds the rest. */
const shownMax = 50

/** The items whose label holds every typed word, those that begin with the text first. */
export function matchItems<T extends SearchItem>(items: readonly T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const start = words.join(' ')
  const found = items.filter(({ label, hint, isFound }) => {
    const text = `${label} ${hint ?? ''}`.toLowerCase()
    return isFound || words.every((word) => text.includes(word))
  })
  const begins = ({ label }: T) => label.toLowerCase().startsWith(start)
  return [...found.filter(begins), ...found.filter((item) => !begins(item))]
}

/** A field with a list under it: type to narrow, arrows to move, Enter to pick. */
export function SearchList<T extends SearchItem>({
  label,
  placeholder,
  items,
  current,
  empty,
  isLoading = false,
  onType,
  onPick,
}: {
  label: string
  placeholder: string
  items: readonly T[]
  /** Key of the item in force. */
  current?: string
  empty: string
  /** While the items are read: Enter picks the first match when they have come. */
  isLoading?: boolean
  /** For lists that search somewhere else as well. */
  onType?: (text: string) => void
  onPick: (item: T) => void
}) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [cursor, setCursor] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const found = matchItems(items, typed).slice(0, shownMax)
  const active = Math.min(cursor, found.length - 1)
  // Enter before the items had come.
  const isEntered = useRef(false)
  useEffect(() => {
    if (isLoading || !isEntered.current) return
    isEntered.current = false
    if (found[0]) onPick(found[0])
  })

  const moveTo = (index: number) => {
    const next = (index + found.length) % Math.max(1, found.length)
    setCursor(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveTo(active + 1)
    else if (event.key === 'ArrowUp') moveTo(active - 1)
    else if (event.key === 'Enter' && found[active]) onPick(found[active])
    else if (event.key === 'Enter' && isLoading) isEntered.current = true
    else return
    event.preventDefault()
  }

  return (
    <Stack gap={2} className={css.box}>
      <input
        className={css.field}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        // The field is the only thing to do in a box that was just opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => {
          setTyped(event.target.value)
          onType?.(event.target.value)
          setCursor(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} ref={list} role="listbox" aria-label={label} hidden={found.length === 0} className={css.list}>
        {found.map((item, index) => (
          // The field above holds the focus and the keys.
          <Inline
            key={item.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            as="li"
            tone="quiet"
            className={`${css.option} option`}
            data-current={item.key === current || undefined}
            onClick={() => onPick(item)}
            onPointerMove={() => setCursor(index)}
          >
            {item.icon}
            <Text cut weight="medium" grow className={css.label}>
              {item.label}
            </Text>
            {item.hint && <Text size="meta">{item.hint}</Text>}
          </Inline>
        ))}
      </ul>
      {found.length === 0 && (
        <Text as="p" pad={3} tone="faint">
          {empty}
        </Text>
      )}
    </Stack>
  )
}
