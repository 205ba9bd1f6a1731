import { useNavigate } from '@tanstack/react-router'
import { sources, type ThreatSource } from '@signet/contract/sources'
import { can } from '@signet/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { sourceSlug } from '../navigation.ts'
import { companyChoicesQuery, useClientInfo } from '../session/client-info.ts'
import { useUser } from '../session/use-session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SearchList } from '../ui/search-list.tsx'
import { SourceIcon } from '../ui/source-icon.tsx'
import { ShellIcon } from './shell-icon.tsx'
import { useSwitchCompany } from './switch-company.ts'
import { useNav } from './use-nav.ts'
import { msg, t } from '../words/words.ts'

/** Jumps to the screens of the role, the sources and the companies: only what the role may open. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const list = useNav()
  const info = useClientInfo()
  const navigate = useNavigate()
  const switchTo = useSwitchCompany()
  const mayChoose = can(user.role, 'company:choose')
  const choices = useQuery({ ...companyChoicesQuery, enabled: mayChoose })

  const screens = list.map(({ label, to, icon }) => ({
    key: to,
    label: t(label),
    hint: t('Screen'),
    icon: <ShellIcon sign={icon} size={16} />,
    run: () => navigate({ href: to }),
  }))
  const hasThreats = can(user.role, 'threats:read')
  const ownSources: ThreatSource[] = hasThreats ? (info ?? user).threatSources : []
  const threats = [
    ...ownSources.map((source) => ({ source: source as string, label: sources[source].label })),
    ...(hasThreats
      ? [
          { source: 'All', label: msg('All sources') },
          { source: 'Bookmarks', label: msg('Bookmarks') },
        ]
      : []),
  ].map(({ source, label }) => ({
    key: `source ${source}`,
    label: t(label),
    hint: t('Threats'),
    icon: <SourceIcon source={source} />,
    run: () => navigate({ to: '/threats/$source', params: { source: sourceSlug(source) }, search: {} }),
  }))
  const companies = (choices.data ?? []).map(({ company, name }) => ({
    key: `company ${company}`,
    label: name,
    hint: t('Company'),
    icon: undefined,
    run: () => switchTo(company),
  }))

  return (
    <Dialog title={t('Search or jump')} onClose={onClose} width={560}>
      <SearchList
        label={t('Search or jump')}
        placeholder={t('Screens, sources, companies')}
        items={[...screens, ...threats, ...companies]}
        empty={t('Nothing of this name.')}
        onPick={({ run }) => {
          onClose()
          void run()
        }}
      />
    </Dialog>
  )
}
