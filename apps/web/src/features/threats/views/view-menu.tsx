import { can } from '@signet/contract/access/permissions'
import {
  IconBell,
  IconBellRinging,
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { FailedBlock, Skeleton } from '../../../ui/feedback/data-state.tsx'
import menu from '../../../ui/controls/menu.module.css'
import { t } from './words.ts'
import { useRecords } from '../records.ts'
import type { ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'
import { viewsQuery } from '../../../parts/threats/saved-views.api.ts'
import css from './view-menu.module.css'
import { shippedViews } from '../../../parts/threats/shipped-views.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { useViewActions } from './use-view-actions.ts'
import { filtersOf, noView, type AnyView } from './view-set.ts'

const SaveView = lazy(() => import('./save-view.tsx').then(({ SaveView: dialog }) => ({ default: dialog })))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ViewMenuProps {
  source: ListSource
  search: ThreatSearch
  view: AnyView | undefined
  isDirty: boolean
  onChange: (changes: Partial<ThreatSearch>) => void
  close: () => void
}

/** The views to choose from, and the actions on the current one. */
export function ViewMenu(props: ViewMenuProps) {
  const { source, search, view, isDirty, onChange, close } = props
  const mayKeep = can(useUser().role, 'views:keep')
  const { columns, isOwnOfView, reload, choose, save, remove, subscribe, linkOf } = useViewActions(props)
  const [asking, setAsking] = useState<'save' | 'rename' | 'delete' | null>(null)
  const renamed = asking === 'rename' &&
    view && { id: view.id, name: view.name, isShared: view.isShared ?? false, version: view.version ?? 1 }
  const exit = () => {
    close()
    onChange({ ...noView, view: undefined })
  }
  return (
    <Stack gap="half" className={menu.menu}>
      <Views chosen={view} onChoose={choose} />
      <Stack gap="half" above={2} pad="2 0 0" line="above">
        {mayKeep && view?.isOwn && (isDirty || isOwnOfView) && (
          <Action icon={<IconDeviceFloppy {...icon} />} label={t('saveChanges')} onClick={() => save(view)} />
        )}
        {mayKeep && (
          <Action icon={<IconPlus {...icon} />} label={t('saveAsNewView')} onClick={() => setAsking('save')} />
        )}
        {view && (
          <>
            <Action
              icon={<IconLink {...icon} />}
              label={t('copyLink')}
              onClick={() => copyText(linkOf(view), t('link'))}
            />
            {view.isSubscribed === undefined ? null : (
              <Subscription isOn={view.isSubscribed} onChange={(isOn) => subscribe(view, isOn)} />
            )}
            {mayKeep && view.isOwn && (
              <Action icon={<IconPencil {...icon} />} label={t('renameView')} onClick={() => setAsking('rename')} />
            )}
            {mayKeep && view.isOwn && (
              <Action icon={<IconTrash {...icon} />} label={t('deleteView')} onClick={() => setAsking('delete')} />
            )}
            <Action icon={<IconX {...icon} />} label={t('exitView')} onClick={exit} />
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
          onConfirm={() => remove(view)}
          onClose={() => setAsking(null)}
        />
      )}
    </Stack>
  )
}

function Action({ icon: sign, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <button type="button" className="option" onClick={onClick}>
      {sign}
      {label}
    </button>
  )
}

/** Whether the reader is notified of new records in the view. */
function Subscription({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  const change = async () => {
    setIsBusy(true)
    await onChange(!isOn)
    setIsBusy(false)
  }
  return (
    <button
      type="button"
      role="switch"
      className="option"
      aria-checked={isOn}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : () => void change()}
    >
      {isOn ? <IconBellRinging {...icon} /> : <IconBell {...icon} />}
      <Text grow most={260}>
        {t('notifyOfNew')}
      </Text>
      {/* Screen readers say whether a switch is on. */}
      <Text size="meta" tone="faint" aria-hidden="true">
        {isOn ? t('on') : t('off')}
      </Text>
    </button>
  )
}

/** The views that come with the portal, then those of the user and of others. */
function Views({ chosen, onChoose }: { chosen: AnyView | undefined; onChoose: (view: AnyView) => void }) {
  const company = useCompany()
  const { name: list } = useRecords()
  const views = useQuery(viewsQuery(company, list))
  const own = (views.data ?? []).filter(({ isOwn }) => isOwn)
  const shared = (views.data ?? []).filter(({ isOwn }) => !isOwn)
  const item = (each: AnyView, note?: string) => (
    <button
      key={each.id}
      type="button"
      className="option"
      aria-pressed={each.id === chosen?.id}
      onClick={() => onChoose(each)}
    >
      <span className={css.tick}>{each.id === chosen?.id && <IconCheck {...icon} />}</span>
      <Text cut grow className={css.name}>
        {each.name}
      </Text>
      {each.isSubscribed ? (
        <IconBellRinging {...icon} aria-hidden={false} role="img" aria-label={t('subscribedSign')} />
      ) : null}
      {note === undefined ? null : (
        <Text size="meta" tone="faint">
          {note}
        </Text>
      )}
    </button>
  )
  return (
    <>
      {shippedViews.map((each) => item(each))}
      {own.length > 0 && (
        <Text as="h2" pad="3 3 1" tone="faint" size="meta">
          {t('myViews')}
        </Text>
      )}
      {own.map((each) => item(each, each.isShared ? t('shared') : undefined))}
      {shared.length > 0 && (
        <Text as="h2" pad="3 3 1" tone="faint" size="meta">
          {t('sharedViews')}
        </Text>
      )}
      {shared.map((each) => item(each, each.by))}
      {views.isPending && <Skeleton lines={2} />}
      {views.error && !views.data && (
        <FailedBlock what={t('savedViews')} error={views.error} retry={() => void views.refetch()} />
      )}
    </>
  )
}
