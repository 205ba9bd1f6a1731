import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import css from './search-field.module.css'
import { t } from '../words.ts'

const typingMs = 250
const textMax = 200

/** The search field of a list. It sends the typed text after a short pause. `/` moves the focus here. */
export function SearchField({
  label,
  value,
  className = css.field,
  children,
  onChange,
}: {
  label: string
  /** The value in the URL. */
  value: string | undefined
  className?: string | undefined
  /** What the search is narrowed by, before the text. */
  children?: ReactNode
  onChange: (text: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(value ?? '')
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // The URL can also change outside this field, e.g. by Back or "Clear all".
  useEffect(() => {
    if ((value ?? '') === sent.current) return
    sent.current = value ?? ''
    setTyped(value ?? '')
  }, [value])
  useEffect(() => {
    const text = typed.trim()
    if (text === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      latest.current(text || undefined)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [typed])

  const clear = () => {
    sent.current = ''
    setTyped('')
    onChange(undefined)
    field.current?.focus()
  }
  return (
    <div className={`${className} input-box`}>
      {children}
      <IconSearch size={16} stroke={1.7} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={t('search')}
        maxLength={textMax}
        data-list-search=""
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {typed === '' ? (
        <kbd aria-hidden="true">/</kbd>
      ) : (
        <button type="button" className={`${css.clear} middle`} aria-label={t('clearSearch')} onClick={clear}>
          <IconX size={15} stroke={1.7} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
