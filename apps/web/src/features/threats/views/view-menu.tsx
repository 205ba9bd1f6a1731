import { changeView, deleteView, type View } from '@signet/contract/views'
import { can } from '@signet/contract/permissions'
import { IconCheck, IconDeviceFloppy, IconLink, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { FailedBlock, Skeleton } from '../../../ui/feedback/data-state.tsx'
import menu from '../../../ui/controls/menu.module.css'
import { snackbar, toast } from '../../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { useRecords } from '../records.ts'
import type { ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'
import { useColumnChoice } from '../list/use-columns.ts'
import { viewsQuery } from './use-view.ts'
import css from './view-menu.module.css'
import { shippedViews } from '../../../parts/threats/shipped-views.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { filtersOf, noView, searchOfView, type AnyView } from './view-set.ts'

const SaveView = lazy(() => import('./save-view.tsx').then(({ SaveView: dialog }) => ({ default: dialog })))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The views to choose from, and the actions on the current one. */
export function ViewMenu({
  source,
  search,
  view,
  isDirty,
  onChange,
  close,
}: {
  source: ListSource
  search: ThreatSearch
  view: AnyView | undefined
  isDirty: boolean
  onChange: (changes: Partial<ThreatSearch>) => void
  close: () => void
}) {
  const company = useCompany()
  const { role } = useUser()
  const { name: list, listRoute } = useRecords()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { columns, isOwnOfView, resetView } = useColumnChoice(view)
  const views = useQuery(viewsQuery(company, list))
  const [asking, setAsking] = useState<'save' | 'rename' | 'delete' | null>(null)
  const mayKeep = can(role, 'views:keep')
  const own = (views.data ?? []).filter(({ isOwn }) => isOwn)
  const shared = (views.data ?? []).filter(({ isOwn }) => !isOwn)
  const reload = () => client.invalidateQueries({ queryKey: [company, list, 'views'] })

  const choose = (chosen: AnyView) => {
    close()
    // Somebody who chose by keyboard continues with the keys of the list; the button would take Enter.
    document.querySelector<HTMLElement>('main :is([role=grid],[role=treegrid])')?.focus()
    const next = { ...searchOfView(chosen.filters, new Date()), view: chosen.id }
    if (chosen.source && chosen.source !== source)
      void navigate({ to: listRoute, params: { source: sourceSlug(chosen.source) }, search: next })
    else onChange(next)
  }
  const saveChanges = async (saved: AnyView) => {
    try {
      await call(changeView, {
        params: { viewId: saved.id },
        query: { company },
        body: {
          filters: filtersOf(search, new Date()),
          source,
          columns: columns ?? null,
          version: saved.version ?? 1,
        },
      })
      resetView()
      toast(t('saved'))
    } catch (error) {
      snackbar(`${t('viewNotSaved')} ${errorText(error)}`, { isFailure: true })
    }
    await reload()
    close()
  }
  const remove = async (saved: AnyView) => {
    try {
      await call(deleteView, { params: { viewId: saved.id }, query: { company } })
      onChange({ view: undefined })
      toast(t('viewDeleted'))
    } catch (error) {
      snackbar(`${t('viewNotDeleted')} ${errorText(error)}`, { isFailure: true })
    }
    await reload()
    close()
  }
  const renamed = asking === 'rename' &&
    view && { id: view.id, name: view.name, isShared: view.isShared ?? false, version: view.version ?? 1 }
  const linkOf = (saved: AnyView) => {
    const path = `/${list}/${encodeURIComponent(sourceSlug(saved.source ?? source))}`
    return `${location.origin}${path}?view=${encodeURIComponent(saved.id)}`
  }
  const item = (each: AnyView | View, after?: ReactNode) => (
    <button
      key={each.id}
      type="button"
      className="option"
      aria-pressed={each.id === view?.id}
      onClick={() => choose(each)}
    >
      <span className={css.tick}>{each.id === view?.id && <IconCheck {...icon} />}</span>
      <Text cut grow className={css.name}>
        {each.name}
      </Text>
      {after}
    </button>
  )

  return (
    <Stack gap="half" className={menu.menu}>
      {shippedViews.map((each) => item(each))}
      {own.length > 0 && <h2 className={menu.group}>{t('myViews')}</h2>}
      {own.map((each) =>
        item(
          each,
          each.isShared && (
            <Text size="meta" tone="faint">
              {t('shared')}
            </Text>
          ),
        ),
      )}
      {shared.length > 0 && <h2 className={menu.group}>{t('sharedViews')}</h2>}
      {shared.map((each) =>
        item(
          each,
          <Text size="meta" tone="faint">
            {each.by}
          </Text>,
        ),
      )}
      {views.isPending && <Skeleton lines={2} />}
      {views.error && !views.data && (
        <FailedBlock what={t('savedViews')} error={views.error} retry={() => void views.refetch()} />
      )}
      <Stack gap="half" above={2} className={css.actions}>
        {mayKeep && view?.isOwn && (isDirty || isOwnOfView) && (
          <button type="button" className="option" onClick={() => void saveChanges(view)}>
            <IconDeviceFloppy {...icon} />
            {t('saveChanges')}
          </button>
        )}
        {mayKeep && (
          <button type="button" className="option" onClick={() => setAsking('save')}>
            <IconPlus {...icon} />
            {t('saveAsNewView')}
          </button>
        )}
        {view && (
          <>
            <button type="button" className="option" onClick={() => copyText(linkOf(view), t('link'))}>
              <IconLink {...icon} />
              {t('copyLink')}
            </button>
            {mayKeep && view.isOwn && (
              <button type="button" className="option" onClick={() => setAsking('rename')}>
                <IconPencil {...icon} />
                {t('renameView')}
              </button>
            )}
            {mayKeep && view.isOwn && (
              <button type="button" className="option" onClick={() => setAsking('delete')}>
                <IconTrash {...icon} />
                {t('deleteView')}
              </button>
            )}
            <button
              type="button"
              className="option"
              onClick={() => {
                close()
                onChange({ ...noView, view: undefined })
              }}
            >
              <IconX {...icon} />
              {t('exitView')}
            </button>
          </>
        )}
      </Stack>
      {(asking === 'save' || renamed) && (
        <Suspense fallback={null}>
          <SaveView
            {...(renamed ? { renamed } : {})}
            filters={filtersOf(search, new Date())}
            source={source}
            columns={columns}
            onSaved={(saved) => {
              close()
              onChange({ view: saved.id })
              void reload()
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
      {asking === 'delete' && view && (
        <ConfirmDialog
          title={t('deleteQuestion', { name: view.name })}
          text={view.isShared ? t('deleteSharedConsequence') : t('deleteConsequence')}
          confirmLabel={t('deleteView')}
          onConfirm={() => void remove(view)}
          onClose={() => setAsking(null)}
        />
      )}
    </Stack>
  )
}
