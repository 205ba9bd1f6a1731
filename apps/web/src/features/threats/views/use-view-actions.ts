import { changeView, deleteView, subscribeToView, unsubscribeFromView } from '@signet/contract/threats/views'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { snackbar, toast } from '../../../ui/feedback/messages/toasts.ts'
import { reloadViews } from '../../../parts/threats/saved-views.api.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { useColumnChoice } from '../list/columns/use-columns.ts'
import { useRecords } from '../records.ts'
import type { ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'
import { filtersOf, searchOfView, type AnyView } from './view-set.ts'
import { t } from './words.ts'

interface ListInView {
  source: ListSource
  search: ThreatSearch
  view: AnyView | undefined
  onChange: (changes: Partial<ThreatSearch>) => void
  /** Closes the menu. */
  close: () => void
}

/** What can be done with views from the menu of a list. */
export function useViewActions({ source, search, view, onChange, close }: ListInView) {
  const company = useCompany()
  const { name: list, listRoute } = useRecords()
  const navigate = useNavigate()
  const { columns, isOwnOfView, resetView } = useColumnChoice(source, view)
  const reload = () => reloadViews(company)
  const run = async (work: () => Promise<void>, failure: string) => {
    try {
      await work()
    } catch (error) {
      snackbar(`${failure} ${errorText(error)}`, { isFailure: true })
    }
    await reload()
    close()
  }
  return {
    columns,
    /** Whether the columns differ from those of the view. */
    isOwnOfView,
    reload,
    choose(chosen: AnyView): void {
      close()
      // Somebody who chose by keyboard continues with the keys of the list; the button would take Enter.
      document.querySelector<HTMLElement>('main :is([role=grid],[role=treegrid])')?.focus()
      const next = { ...searchOfView(chosen.filters, new Date()), view: chosen.id }
      if (chosen.source && chosen.source !== source)
        void navigate({ to: listRoute, params: { source: sourceSlug(chosen.source) }, search: next })
      else onChange(next)
    },
    save(saved: AnyView): void {
      const body = {
        filters: filtersOf(search, new Date()),
        source,
        columns: columns ?? null,
        version: saved.version ?? 1,
      }
      void run(async () => {
        await call(changeView, { params: { viewId: saved.id }, query: { company }, body })
        resetView()
        toast(t('saved'))
      }, t('viewNotSaved'))
    },
    remove(saved: AnyView): void {
      void run(async () => {
        await call(deleteView, { params: { viewId: saved.id }, query: { company } })
        onChange({ view: undefined })
        toast(t('viewDeleted'))
      }, t('viewNotDeleted'))
    },
    /** Starts or ends notifications of new records in a view; the menu stays open, with the new state. */
    async subscribe(saved: AnyView, isOn: boolean): Promise<void> {
      try {
        await call(isOn ? subscribeToView : unsubscribeFromView, { params: { viewId: saved.id }, query: { company } })
        toast(isOn ? t('subscribed') : t('unsubscribed'))
      } catch (error) {
        snackbar(`${t('notSubscribed')} ${errorText(error)}`, { isFailure: true })
      }
      await reload()
    },
    linkOf(saved: AnyView): string {
      const path = `/${list}/${encodeURIComponent(sourceSlug(saved.source ?? source))}`
      return `${location.origin}${path}?view=${encodeURIComponent(saved.id)}`
    },
  }
}
