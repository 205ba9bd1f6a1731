import { can } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { everySourceName } from '@signet/contract/threats/sources'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sourceSlug } from '../../url/source-slug.ts'
import { viewsQuery } from '../../parts/threats/saved-views.api.ts'
import { shippedViews, viewHref } from '../../parts/threats/shipped-views.ts'
import { companyChoicesQuery, useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Dialog } from '../../ui/feedback/dialogs/dialog.tsx'
import { offeredActions } from '../../ui/keys/page-actions.ts'
import { SearchList, type SearchItem } from '../../ui/controls/search-list.tsx'
import { SourceIcon } from '../../parts/threats/source-icon.tsx'
import { t } from './words.ts'
import { usePaletteSearch } from './use-palette-search.ts'
import { hrefOf } from '../../navigation/navigation.ts'
import { ShellIcon } from '../../navigation/shell-icon.tsx'
import { useSwitchCompany } from '../../navigation/switch-company.ts'
import { useNav } from '../../navigation/use-nav.ts'
import { sourceName } from '../../words/named/threats.ts'

interface Jump extends SearchItem {
  run: () => unknown
}

/** Opens pages, sources, companies, threats and cases, and offers the actions of the page, as far as the role may use them. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const company = useCompany()
  const list = useNav()
  const info = useClientInfo()
  const navigate = useNavigate()
  const switchTo = useSwitchCompany()
  const mayChoose = can(user.role, 'company:choose')
  const choices = useQuery({ ...companyChoicesQuery, enabled: mayChoose })
  // The page's actions at the time the palette opened, because they apply to the selection behind it.
  const [actions] = useState(offeredActions)

  const hasScreen = (path: string) => list.some((entry) => entry.path === path)
  const { found, empty, onType } = usePaletteSearch(hasScreen)
  const views = useQuery({ ...viewsQuery(company), enabled: can(user.role, 'views:read') })

  const commands: Jump[] = actions.map(({ label, icon, run }) => ({
    key: `action ${label}`,
    label,
    hint: t('action'),
    icon,
    run,
  }))
  const screens: Jump[] = list.map((item) => ({
    key: item.to,
    label: item.label,
    hint: t('page'),
    icon: <ShellIcon sign={item.icon} size={16} />,
    run: () => navigate({ href: hrefOf(item) }),
  }))
  const sourcesOf = (path: '/threats' | '/touts', own: readonly string[], hint: string): Jump[] =>
    hasScreen(path)
      ? [
          ...own.map((source) => ({ source, label: isOneOf(everySourceName, source) ? sourceName(source) : source })),
          { source: 'All', label: t('allSources') },
          { source: 'Bookmarks', label: t('bookmarks') },
        ].map(({ source, label }) => ({
          key: `${path} ${source}`,
          label,
          hint,
          icon: <SourceIcon source={source} />,
          run: () => navigate({ href: `${path}/${encodeURIComponent(sourceSlug(source))}` }),
        }))
      : []
  const kept: Jump[] = (views.data ?? [])
    .filter((view) => hasScreen(`/${view.list}`))
    .map(({ id, name, list: of, source, filters }) => ({
      key: `view ${id}`,
      label: name,
      hint: t('view'),
      icon: <SourceIcon source={source} />,
      run: () => {
        const path = `/${of}/${encodeURIComponent(sourceSlug(source))}`
        return navigate({ href: viewHref(path, { id, filters }, new Date()) })
      },
    }))
  const shipped: Jump[] = hasScreen('/threats')
    ? shippedViews.map((view) => ({
        key: `view ${view.id}`,
        label: view.name,
        hint: t('view'),
        icon: <SourceIcon source="All" />,
        run: () => navigate({ href: viewHref('/threats/All', view, new Date()) }),
      }))
    : []
  const about = info ?? user
  const companies: Jump[] = (choices.data ?? []).map((choice) => ({
    key: `company ${choice.company}`,
    label: choice.name,
    hint: t('company'),
    icon: undefined,
    run: () => switchTo(choice.company),
  }))
  const objects: Jump[] = found.map(({ key, label, kind, href, source, sign }) => ({
    key,
    label,
    hint: kind,
    icon: source ? <SourceIcon source={source} /> : sign ? <ShellIcon sign={sign} size={16} /> : undefined,
    // Results of the server are shown even if the match isn't in the title.
    isFound: true,
    run: () => navigate({ href }),
  }))

  return (
    <Dialog title={t('searchOrJump')} onClose={onClose} width={600} isAtTop>
      <SearchList
        label={t('searchOrJump')}
        placeholder={t('searchPlaceholder')}
        items={[
          ...commands,
          ...screens,
          ...sourcesOf('/threats', about.threatSources, t('threats')),
          ...sourcesOf('/touts', about.toutSources, t('touts')),
          ...shipped,
          ...kept,
          ...companies,
          ...objects,
        ]}
        empty={empty}
        onType={onType}
        onPick={({ run }) => {
          onClose()
          void run()
        }}
      />
    </Dialog>
  )
}
