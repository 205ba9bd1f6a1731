import { IconStack2 } from '@tabler/icons-react'
import { lazy } from '../../../api/lazy.ts'
import { FilterPill } from '../../../ui/filters/filter-pill.tsx'
import { t } from './words.ts'
import type { ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'
import css from '../list/filters/threat-filters.module.css'
import { isChanged, type AnyView } from './view-set.ts'

const ViewMenu = lazy(() => import('./view-menu.tsx').then(({ ViewMenu: menu }) => ({ default: menu })))

/** Opens the menu of views, for the shortcut of the list. */
export function openViews(): void {
  const button = document.querySelector<HTMLElement>('[data-views] button')
  // Focusing the button makes the next Tab lead into the menu.
  button?.focus()
  button?.click()
}

/** The current view, with a dot if its filters have been changed. */
export function ViewPill({
  view,
  source,
  search,
  onChange,
}: {
  view: AnyView | undefined
  source: ListSource
  search: ThreatSearch
  onChange: (changes: Partial<ThreatSearch>, replace?: boolean) => void
}) {
  const isDirty = view !== undefined && isChanged(view.filters, search, new Date())
  const name = view?.name
  return (
    <span data-views="">
      <FilterPill
        label={t('view')}
        value={name && (isDirty ? t('viewEdited', { view: name }) : name)}
        icon={
          <span className={css.views} data-dirty={isDirty || undefined}>
            <IconStack2 size={16} stroke={1.7} aria-hidden="true" />
          </span>
        }
      >
        {(close) => (
          <ViewMenu source={source} search={search} view={view} isDirty={isDirty} onChange={onChange} close={close} />
        )}
      </FilterPill>
    </span>
  )
}
