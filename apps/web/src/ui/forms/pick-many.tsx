import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { t } from './words.ts'
import { Button } from '../controls/button.tsx'
import { FacetMenu } from '../filters/facet-menu.tsx'
import { Popover } from '../controls/popover.tsx'
import css from './pick-many.module.css'
import type { QueryLike } from '../feedback/data-state.tsx'
import { matchItems, type SearchItem } from '../controls/search-list.tsx'
import { Inline, Stack, Text } from '../layout/parts.tsx'

const shownMax = 50

interface Item<K extends string> extends SearchItem {
  key: K
}

/** Selects several of many values. Each selected value has a remove button, and a search menu adds more. */
export function PickMany<K extends string>({
  label,
  addLabel,
  items,
  query,
  value,
  hint,
  problem,
  aside,
  onSearch,
  onChange,
}: {
  label: string
  /** The label of the button, e.g. `Add companies`. */
  addLabel: string
  /** Undefined while they are loading. */
  items: readonly Item<K>[] | undefined
  /** The request that loads them. If it fails, the menu offers a retry. */
  query?: QueryLike<unknown> | undefined
  value: readonly NoInfer<K>[]
  hint?: string | undefined
  problem?: string | undefined
  /** Another way to add values, next to the button. */
  aside?: ReactNode
  /** Set when the server does the search; receives the typed text. */
  onSearch?: ((text: string) => void) | undefined
  onChange: (value: K[]) => void
}) {
  const labelId = useId()
  const nameOf = (key: K) => items?.find((item) => item.key === key)?.label ?? key
  return (
    <Stack gap={2} role="group" aria-labelledby={labelId} data-invalid={problem ? true : undefined}>
      <Text id={labelId} weight="medium">
        {label}
      </Text>
      <Inline wrap>
        {value.length > 0 && (
          <Inline as="ul" wrap className={css.chosen}>
            {value.map((key) => (
              <li key={key}>
                <Text cut>{nameOf(key)}</Text>
                <button
                  type="button"
                  className="middle"
                  aria-label={t('removeName', { name: nameOf(key) })}
                  onClick={() => onChange(value.filter((other) => other !== key))}
                >
                  <IconX size={14} stroke={1.7} aria-hidden="true" />
                </button>
              </li>
            ))}
          </Inline>
        )}
        <Popover
          label={addLabel}
          trigger={(props) => (
            <Button {...props} icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}>
              {addLabel}
            </Button>
          )}
        >
          {() => (
            <Menu label={addLabel} items={items} query={query} chosen={value} onSearch={onSearch} onChange={onChange} />
          )}
        </Popover>
        {aside}
      </Inline>
      {problem ? (
        <Text as="p" size="meta" tone="danger" role="alert">
          {problem}
        </Text>
      ) : (
        hint && (
          <Text as="p" size="meta" tone="faint">
            {hint}
          </Text>
        )
      )}
    </Stack>
  )
}

interface MenuProps<K extends string> {
  label: string
  items: readonly Item<K>[] | undefined
  query: QueryLike<unknown> | undefined
  chosen: readonly K[]
  onSearch: ((text: string) => void) | undefined
  onChange: (chosen: K[]) => void
}

function Menu<K extends string>({ label, items, query, chosen, onSearch, onChange }: MenuProps<K>) {
  const [typed, setTyped] = useState('')
  const found = items && (onSearch ? items : matchItems(items, typed)).slice(0, shownMax)
  return (
    <Stack gap={2} pad={2} className={css.menu}>
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        // The search field is the purpose of the menu.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => {
          setTyped(event.target.value)
          onSearch?.(event.target.value.trim())
        }}
      />
      <FacetMenu
        label={label}
        options={found?.map(({ key, label: name, hint }) => ({ value: key, label: hint ? `${name}\n${hint}` : name }))}
        query={query}
        chosen={chosen}
        render={({ label: text }) => <Lines text={text} />}
        onChange={onChange}
      />
      {items && found && found.length < items.length && !onSearch && typed === '' && (
        <Text as="p" pad="0 2 1" size="meta" tone="faint">
          {t('typeToFindMore')}
        </Text>
      )}
    </Stack>
  )
}

function Lines({ text }: { text: string }) {
  const [name, hint] = text.split('\n')
  return (
    <Stack as="span" gap={0}>
      {name}
      {hint && <small>{hint}</small>}
    </Stack>
  )
}
