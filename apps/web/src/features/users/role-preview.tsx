import type { Role } from '@signet/contract/access/permissions'
import { useQuery } from '@tanstack/react-query'
import { NoData, Skeleton } from '../../ui/feedback/data-state.tsx'
import { buildNav } from '../../navigation/navigation.ts'
import { clientInfoQuery } from '../../session/client-info.ts'
import { ShellIcon } from '../../navigation/shell-icon.tsx'
import { t } from './words.ts'
import css from './users.module.css'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'

/** The menu for this role in this company, built by the same function as the sidebar. */
export function RolePreview({ role, company }: { role: Role; company: string }) {
  const query = useQuery({ ...clientInfoQuery(company), enabled: company !== '' })
  const info = query.data
  if (company === '')
    return (
      <Text as="p" tone="quiet">
        {t('menuPreviewEmpty')}
      </Text>
    )
  if (!info) {
    return <NoData query={query} what={t('menuPreviewToLoad')} loading={<Skeleton lines={8} />} />
  }
  const entries = buildNav({
    role,
    company,
    config: info.config,
    modules: info.modules,
    sources: { threats: info.threatSources, touts: info.toutSources },
  })
  return (
    <>
      <Text as="p" weight="strong">
        {info.name}
      </Text>
      <Card as="ul" kind="note" gap="half" className={css.see}>
        {entries.map(({ path, label, icon, startsGroup }, index) => (
          <Inline
            as="li"
            key={path}
            tone="quiet"
            least={30}
            pad="0 2"
            data-starts={(startsGroup !== undefined && index > 0) || undefined}
          >
            <ShellIcon sign={icon} size={17} />
            {label}
          </Inline>
        ))}
      </Card>
    </>
  )
}
