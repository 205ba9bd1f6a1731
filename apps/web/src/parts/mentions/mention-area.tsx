import { listMentionable, type MentionKind } from '@signet/contract/messages/mentions'
import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type Ref } from 'react'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import css from './mention-area.module.css'
import { matchPeople, openMention, withMention } from './open-mention.ts'
import { t } from './words.ts'

/** More would not be read; typing finds the others. */
const shownMax = 6

/** A text field in which `@` lists the people who can be mentioned: type to narrow, arrows to move, Enter or Tab to insert. */
export function MentionArea({
  kind,
  value,
  onText,
  onKeyDown,
  onBlur,
  ref,
  ...area
}: Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  /** The kind of record that the text is about. */
  kind: MentionKind
  value: string
  onText: (text: string) => void
  ref?: Ref<HTMLTextAreaElement> | undefined
}) {
  const company = useCompany()
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState(0)
  const [active, setActive] = useState(0)
  // The `@` for which Escape closed the list.
  const [closed, setClosed] = useState<number | null>(null)
  // Where the cursor belongs once the inserted name is shown.
  const next = useRef<number | null>(null)
  const mention = openMention(value, cursor)
  const isOpen = mention !== null && mention.at !== closed
  const people = useQuery({
    queryKey: [company, 'mentionable', kind],
    queryFn: ({ signal }) => call(listMentionable, { params: { kind }, query: { company }, signal }),
    enabled: isOpen,
  })
  const found = isOpen ? matchPeople(people.data ?? [], mention.typed).slice(0, shownMax) : []
  const chosen = found[Math.min(active, found.length - 1)]

  useLayoutEffect(() => {
    if (next.current === null) return
    field.current?.setSelectionRange(next.current, next.current)
    next.current = null
  })

  const chosenId = chosen && `${listId}-${chosen.id}`
  useLayoutEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const insert = (name: string) => {
    if (!mention) return
    const inserted = withMention(value, mention, name)
    onText(inserted.text)
    setCursor(inserted.cursor)
    next.current = inserted.cursor
    field.current?.focus()
  }
  const move = (by: number) => setActive((Math.min(active, found.length - 1) + by + found.length) % found.length)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!chosen || event.ctrlKey || event.metaKey) return onKeyDown?.(event)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen.name)
    else if (event.key === 'Escape') setClosed(mention?.at ?? null)
    else return onKeyDown?.(event)
    // Nothing behind the list reacts to its keys, such as a dialog to Escape.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={css.box}>
      <textarea
        {...area}
        ref={(element) => {
          field.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosenId}
        onChange={({ target }) => {
          onText(target.value)
          setCursor(target.selectionStart)
          setActive(0)
          if (closed !== null && target.value[closed] !== '@') setClosed(null)
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onBlur={(event) => {
          setClosed(mention?.at ?? null)
          onBlur?.(event)
        }}
        onKeyDown={onKey}
      />
      {chosen ? (
        <ul id={listId} role="listbox" aria-label={t('peopleToMention')} className={`${css.list} raised`}>
          {found.map(({ id, name, isStaff }) => (
            // The field holds the focus and the keys; a pointer must not take it from there.
            <Inline
              key={id}
              as="li"
              id={`${listId}-${id}`}
              role="option"
              aria-selected={id === chosen.id}
              className="option"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              <Text cut grow weight="medium">
                {name}
              </Text>
              {isStaff ? <Text size="meta">{t('staff')}</Text> : null}
            </Inline>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
