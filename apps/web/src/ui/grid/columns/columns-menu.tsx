import type { ColumnChoice } from '@signet/contract/companies/portal-settings'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { t } from '../words.ts'
import { Button, IconButton } from '../../controls/button.tsx'
import { Inline, Stack } from '../../layout/parts.tsx'
import css from './columns-menu.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const width = { min: 60, max: 900, step: 20 } as const

interface NamedColumn {
  key: string
  label: string
}

/** Selects the columns of a list, their order and their width. A change applies at once. */
export function ColumnsMenu({
  shipped,
  more,
  nameKey,
  choice,
  onChange,
}: {
  /** The default columns in their order, with labels in the current language. */
  shipped: readonly NamedColumn[]
  /** The optional columns. */
  more: readonly NamedColumn[]
  /** The column that is always present, because it identifies the row. */
  nameKey: string
  choice: readonly ColumnChoice[] | undefined
  /** Undefined for the default columns. */
  onChange: (choice: ColumnChoice[] | undefined) => void
}) {
  const all = [...shipped, ...more.filter(({ key }) => !shipped.some((column) => column.key === key))]
  const chosen: ColumnChoice[] = (choice ?? shipped.map(({ key }) => ({ key }))).filter(({ key }) =>
    all.some((column) => column.key === key),
  )
  const labelOf = (key: string) => all.find((column) => column.key === key)?.label ?? key
  const others = all.filter(({ key }) => !chosen.some((each) => each.key === key))
  const move = (at: number, step: 1 | -1) => {
    const next = [...chosen]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + step, 0, moved)
    onChange(next)
  }
  const setWidth = (at: number, pixels: number | undefined) =>
    onChange(
      chosen.map((each, index) =>
        index === at ? (pixels === undefined ? { key: each.key } : { key: each.key, width: pixels }) : each,
      ),
    )

  return (
    <Stack gap={2} className={css.menu}>
      <Stack as="ul" gap="half" className={css.list} aria-label={t('visibleColumns')}>
        {chosen.map(({ key, width: pixels }, at) => (
          <Inline key={key} as="li" gap={1} least={34}>
            <Inline as="label" tone="quiet" grow className={css.name}>
              <input
                type="checkbox"
                checked
                disabled={key === nameKey}
                onChange={() => onChange(chosen.filter((each) => each.key !== key))}
              />
              {labelOf(key)}
            </Inline>
            <input
              type="number"
              className={css.width}
              aria-label={t('columnWidth', { column: labelOf(key) })}
              placeholder={t('auto')}
              {...width}
              value={pixels ?? ''}
              onChange={({ target }) => {
                const typed = target.valueAsNumber
                if (target.value === '') setWidth(at, undefined)
                else if (typed >= width.min && typed <= width.max) setWidth(at, Math.round(typed))
              }}
            />
            <IconButton
              label={t('moveColumnUp', { column: labelOf(key) })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <IconArrowUp {...icon} />
            </IconButton>
            <IconButton
              label={t('moveColumnDown', { column: labelOf(key) })}
              disabled={at + 1 === chosen.length}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown {...icon} />
            </IconButton>
          </Inline>
        ))}
      </Stack>
      {others.length > 0 && (
        <Stack as="ul" gap="half" className={css.list} aria-label={t('hiddenColumns')}>
          {others.map(({ key }) => (
            <Inline key={key} as="li" gap={1} least={34}>
              <Inline as="label" tone="quiet" grow className={css.name}>
                <input type="checkbox" checked={false} onChange={() => onChange([...chosen, { key }])} />
                {labelOf(key)}
              </Inline>
            </Inline>
          ))}
        </Stack>
      )}
      {choice && (
        <Button kind="quiet" onClick={() => onChange(undefined)}>
          {t('resetToDefault')}
        </Button>
      )}
    </Stack>
  )
}
